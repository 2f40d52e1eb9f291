// The quiz: boards of the question, a field for the answer, feedback, hints, and the next question.
import { written } from "../core/answers.js";
import { LEVELS } from "../core/quiz.js";
import { boardOf } from "../view/boards.js";
import boards_ from "../view/boards.css";
import { el, set } from "../view/dom.js";
import styles from "./quiz.css";

export const css = boards_ + styles;

const LEVEL_NAMES = ["1, no empty rows", "2, an empty row", "3, empty rows at the end too"];

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  root.classList.add("quiz");
  const prompt = el("label", { htmlFor: `${port.id}-answer`, className: "prompt" });
  const score = el("span", { className: "score" });
  const boards = el("div", { className: "boards" });
  const input = el("input", {
    id: `${port.id}-answer`, name: "answer", type: "text", spellcheck: false, autocomplete: "off",
    "aria-describedby": `${port.id}-help ${port.id}-feedback`, placeholder: "[0, ...]",
  });
  const check = el("button", { type: "submit", name: "check" }, "check");
  const form = el("form", { className: "entry", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    port.send({ type: "answer", text: input.value });
  } }, input, check);
  const help = el("p", { id: `${port.id}-help`, className: "hint" }, "Numbers, separated by commas; rows in brackets. Enter checks the answer.");
  const feedback = el("p", { id: `${port.id}-feedback`, className: "feedback", role: "status" });
  const items = el("div", { className: "items" });
  const hint = el("button", { type: "button", name: "hint", onclick: () => port.send({ type: "hint" }) }, "hint");
  const reveal = el("button", { type: "button", name: "reveal", onclick: () => port.send({ type: "reveal" }) }, "show answer");
  const next = el("button", { type: "button", name: "next", onclick: () => {
    port.send({ type: "next" });
    input.focus();
  } }, "next question");
  const level = el("select", { id: `${port.id}-level`, onchange: () => port.send({ type: "level", level: Number(level.value) }) },
    ...LEVELS.map((n) => el("option", { value: String(n) }, LEVEL_NAMES[n - 1])));
  const actions = el("div", { className: "actions" }, hint, reveal, next,
    el("span", { className: "level" }, el("label", { htmlFor: level.id }, "level"), level));
  const hintList = el("ol", {});
  const hints = el("div", { className: "hints", role: "log", "aria-label": "hints" }, hintList);
  const worked = el("ol", {});
  const solution = el("section", { className: "solution" }, el("strong", {}, "How it follows"), worked);
  root.append(el("div", { className: "top" }, prompt, score), boards, form, help, feedback, items, actions, hints, solution);

  /** @type {any} */
  let shown = null;

  /** @param {any} question */
  function build(question) {
    shown = question;
    boards.replaceChildren(...question.boards.map((/** @type {any} */ board) => {
      const view = boardOf(board, false);
      view.show(board.cells.map((/** @type {string} */ text) => ({ text })));
      return view.root;
    }));
    worked.replaceChildren(...question.worked.map((/** @type {string} */ text) => el("li", {}, el("code", {}, text))));
  }

  return {
    show(state) {
      const question = state.questions[state.at];
      if (JSON.stringify(shown) !== JSON.stringify(question)) {
        build(question);
        input.value = state.text;
      }
      if (state.text !== root.dataset.text) input.value = state.text;
      root.dataset.text = state.text;
      prompt.textContent = question.prompt;
      const [solved, asked] = state.points;
      score.textContent = `solved ${solved} of ${asked}${state.tries ? `, tries ${state.tries}` : ""}`;
      const right = state.given !== null && state.message.startsWith("Right");
      const wrong = Boolean(state.text) && !right && !state.revealed;
      feedback.textContent = state.message && `${right ? "✓ " : wrong ? "✗ " : ""}${state.message}`;
      feedback.className = `feedback ${right ? "right" : wrong ? "wrong" : ""}`.trim();
      set(input, "aria-invalid", wrong ? "true" : null);
      const given = Array.isArray(state.given) ? state.given : [];
      items.replaceChildren(...given.map((/** @type {any} */ item, /** @type {number} */ i) => el("span",
        { className: state.marks[i] ? "item right" : "item wrong" },
        el("span", { className: "text" }, written(item)), el("small", {}, state.marks[i] ? "✓ right" : "✗ wrong"))));
      hint.disabled = state.hints === question.hints.length;
      hint.textContent = `hint ${Math.min(state.hints + 1, question.hints.length)} of ${question.hints.length}`;
      reveal.disabled = state.revealed;
      hintList.replaceChildren(...question.hints.slice(0, state.hints).map((/** @type {string} */ text) => el("li", {}, text)));
      hints.hidden = !state.hints;
      solution.hidden = !(state.revealed || state.solved) || !question.worked.length;
      level.value = String(state.level);
      root.dataset.solved = String(state.solved);
    },
    unmount() {
      root.replaceChildren();
    },
  };
}
