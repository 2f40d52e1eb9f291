// One shape, or two shapes that are compared, and the events that edit them.
import { code, comparison as cardsOfTwo, facts, lines, relation } from "../core/shapewords.js";
import { axesOf } from "../view/axes.js";
import { cards } from "../view/cards.js";
import { codeLine } from "../view/codeline.js";
import { comparison } from "../view/comparison.js";
import { el } from "../view/dom.js";
import { tools } from "../view/tools.js";
import styles from "./shapes.css";

export const css = styles;

const HELP = "Type a size and press Enter. ? makes a size unknown, and known again; the up and down arrows change it by 1.";

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  const { send } = port;
  root.classList.add("shapes");
  const title = el("strong", { className: "title" });
  const swap = el("button", { type: "button", name: "swap", title: "exchange a and b", onclick: () => send({ type: "swap" }) }, "swap");
  const buttons = tools(root, send, swap);
  const editors = el("div", { className: "editors" });
  const said = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  const table = comparison();
  const answers = cards("methods");
  const line = codeLine(port.id, ["Python", "R"]);
  root.append(
    el("div", { className: "top" }, title, buttons.root),
    editors, el("p", { className: "hint" }, HELP), said, table.root, answers.root, line.root, live,
  );
  /** @type {ReturnType<typeof axesOf>[]} */
  const shapes = [];
  /** @type {any} */
  let state = null;

  root.addEventListener("pointerover", (event) => light(event.target));
  root.addEventListener("pointerleave", () => light(null));
  root.addEventListener("focusin", (event) => light(event.target));

  /** The same axis is marked in both shapes and in the table. @param {EventTarget | null} target */
  function light(target) {
    const found = /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest?.("[data-axis]") ?? null);
    for (const element of root.querySelectorAll("[data-axis]")) {
      element.classList.toggle("lit", /** @type {HTMLElement} */ (element).dataset.axis === found?.dataset.axis);
    }
  }

  return {
    show(next) {
      const before = state;
      state = next;
      const two = state.shapes.length > 1;
      while (shapes.length < state.shapes.length) {
        const k = shapes.length;
        const editor = axesOf(`${port.id}-${k}`, k, two ? "ab"[k] : "shape", send);
        shapes.push(editor);
        editors.append(editor.root);
      }
      shapes.forEach((editor, k) => editor.show(state.shapes[k], state.error));
      const [a, b] = state.shapes;
      title.textContent = two ? "Two TensorShapes" : "TensorShape";
      swap.hidden = !two;
      buttons.show(state, same(state.shapes, state.first));
      const sentence = two ? relation(a, b) : facts(a)[2].why;
      said.textContent = sentence;
      table.show(two ? lines(a, b) : []);
      answers.show(two ? cardsOfTwo(a, b) : facts(a));
      line.show(code(state.shapes));
      root.dataset.shapes = JSON.stringify(state.shapes);
      if (state.error) live.textContent = state.error.message;
      else if (before && !same(before.shapes, state.shapes)) live.textContent = `Changed: ${sentence}`;
    },
    unmount() {
      root.replaceChildren();
    },
  };
}

/** @param {any} a @param {any} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
