// The cells of a sparse tensor, and the events that change its shape.
import { listOf } from "../core/python.js";
import { cellsOf, pythonOf, sizesOf, step } from "../core/sparse.js";
import { hiddenSentence, refusal, summary } from "../core/sparsewords.js";
import { amount } from "../core/words.js";
import { codeLine } from "../view/codeline.js";
import { each, el } from "../view/dom.js";
import { fieldset } from "../view/fields.js";
import { matrix } from "../view/matrix.js";
import { tools } from "../view/tools.js";
import styles from "./sparse.css";

/** @typedef {import("../core/python.js").Size} Size */
/** @typedef {import("../core/sparse.js").Cell} Cell */

export const css = styles;

const HELP = "Drag the corner of the box, or focus it and press arrow keys. new_shape may be larger than the present shape, never smaller; “tight box” calls reset_shape without new_shape.";
const LISTED = 40;

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  const { send } = port;
  root.classList.add("sparse");
  const title = el("strong", { className: "title" }, "SparseTensor");
  const about = el("span", { className: "about" });
  const tight = el("button", { type: "button", name: "tight", title: "reset_shape without new_shape", onclick: () => send({ type: "tight" }) }, "tight box");
  const buttons = tools(root, send, tight);
  const outer = el("div", { className: "outer" });
  const cells = matrix(
    (sizes) => send({ type: "resize", text: listOf(sizes) }),
    (sizes) => preview(sizes),
  );
  const hidden = el("p", { className: "rest" });
  const said = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  const form = fieldset(port.id, "", [{ name: "new_shape", hint: "of reset_shape; leave it out for the tight box" }], (_, text) => send({ type: "resize", text }));
  const list = el("ol", { className: "list", "aria-label": "indices and values" });
  const line = codeLine(port.id, ["Python"]);
  root.append(
    el("div", { className: "top" }, title, about, buttons.root),
    outer, cells.root, hidden, said, el("p", { className: "hint" }, HELP), form.root, list, line.root, live,
  );
  /** @type {any} */
  let state = null;
  /** @type {ReturnType<typeof fieldset> | null} */
  let indices = null;
  let dragged = false;
  let resting = "";
  /** @type {HTMLElement[]} */
  const items = [];

  root.addEventListener("pointerover", (event) => light(event.target));
  root.addEventListener("pointerleave", () => light(null));
  root.addEventListener("focusin", (event) => light(event.target));

  /** A value is marked in the grid and in the list, and described. @param {EventTarget | null} target */
  function light(target) {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest?.("[data-place], .list li") ?? null);
    for (const other of root.querySelectorAll("[data-i]")) {
      other.classList.toggle("lit", element?.dataset.i !== undefined && /** @type {HTMLElement} */ (other).dataset.i === element.dataset.i);
    }
    said.textContent = element?.getAttribute("aria-label") || element?.textContent || resting;
  }

  /** @param {Size[] | null} sizes */
  function preview(sizes) {
    dragged = Boolean(sizes);
    if (!sizes) {
      cells.settle();
      show(state);
      return;
    }
    const shown = step(state, { type: "resize", text: listOf(sizes) });
    cells.preview(shown);
    said.textContent = shown.error ? `${shown.error.message}. ${refusal(shown)}` : summary(shown);
  }

  /** One field for each axis before the last two; a form has the fields that it was made with. */
  function fieldsOfOuter() {
    const names = state.at.map((/** @type {Size} */ _, /** @type {number} */ axis) => ({ name: `at-${axis}`, label: `index on axis ${axis}` }));
    if (indices?.input(`at-${names.length - 1}`) && !indices.input(`at-${names.length}`)) return;
    indices = names.length ? fieldset(`${port.id}-at`, "Matrix", names, (name, text) => send({ type: "at", axis: Number(name.slice(3)), text })) : null;
    outer.replaceChildren(...(indices ? [indices.root] : []));
  }

  function drawList() {
    const all = /** @type {Cell[]} */ (state.cells.slice(0, LISTED));
    each(list, items, all, () => el("li"), (item, cell) => {
      item.textContent = `indices[${cell.i}] = ${listOf(cell.at)}, values[${cell.i}] = ${cell.text}`;
      item.dataset.i = String(cell.i);
      item.classList.toggle("mark", Boolean(cell.mark));
    });
    const more = state.nvals - all.length;
    list.dataset.more = more ? `+${amount(more, "more value", "more values")}` : "";
  }

  /** @param {any} next */
  function show(next) {
    const before = state;
    state = next;
    if (dragged) return; // the end of the drag draws it
    fieldsOfOuter();
    const sizes = sizesOf(state);
    about.textContent = `${listOf(sizes)}, ${state.dtype}, ${amount(state.nvals, "value")}`;
    cells.show(state);
    hidden.textContent = hiddenSentence(state);
    hidden.hidden = !hidden.textContent;
    const first = !state.box.tight && state.box.sizes === null;
    buttons.show(state, first);
    tight.disabled = listOf(sizes) === listOf(state.tight);
    const field = /** @type {HTMLInputElement} */ (form.input("new_shape"));
    const typed = field.value && field.value !== listOf(sizes);
    form.show({ new_shape: { text: listOf(sizes) } }, state.error);
    if (state.error?.wanted && !typed) field.value = listOf(state.error.wanted); // it was dragged
    indices?.show(Object.fromEntries(state.at.map((/** @type {Size} */ i, /** @type {number} */ k) => [`at-${k}`, { text: String(i), hint: `0 to ${Math.max(Number(sizes[k]) - 1, 0)}` }])), state.error);
    drawList();
    line.show({ Python: pythonOf(state) });
    resting = refusal(state) || summary(state);
    said.textContent = resting;
    root.dataset.shape = JSON.stringify(sizes);
    if (state.error) live.textContent = `${state.error.message} ${refusal(state)}`;
    else if (before && listOf(sizesOf(before)) !== listOf(sizes)) live.textContent = `Changed: ${summary(state)}`;
    else if (before && String(before.at) !== String(state.at)) live.textContent = `${amount(cellsOf(state).length, "value")} shown`;
  }

  return {
    show,
    unmount() {
      root.replaceChildren();
    },
  };
}
