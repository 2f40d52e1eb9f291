// Questions with their results and reasons, and the code in Python and R beside each other.
import { NO_R } from "../core/shapewords.js";
import { copyText } from "./copy.js";
import { each, el, set } from "./dom.js";

/** @typedef {import("../core/shapewords.js").Card} Card */

/** @param {string} label */
export function cards(label) {
  const root = el("section", { className: "cards", "aria-label": label });
  /** @type {HTMLElement[]} */
  const kept = [];

  function make() {
    return el(
      "article", { className: "card" },
      el("p", { className: "question" }), el("p", { className: "result" }), el("p", { className: "why" }),
      line("Python"), line("R"),
    );
  }

  /** @param {string} language */
  function line(language) {
    const code = el("code");
    const copied = el("span", { className: "hint", role: "status" });
    const copy = el("button", { type: "button", className: "copy" }, "copy");
    copy.onclick = async () => {
      copied.textContent = await copyText(code);
    };
    return el("div", { className: `spelling ${language}` }, el("span", { className: "language" }, language), code, copy, copied);
  }

  /** @param {HTMLElement} card @param {Card} given */
  function draw(card, given) {
    const [question, result, why, python, r] = /** @type {HTMLElement[]} */ ([...card.children]);
    question.textContent = given.question;
    result.textContent = given.result;
    result.classList.toggle("refused", given.refused);
    why.textContent = given.why;
    why.hidden = !given.why;
    spell(python, given.python, given.question);
    spell(r, given.r || NO_R, given.question);
  }

  /** @param {HTMLElement} row @param {string} text @param {string} question */
  function spell(row, text, question) {
    const [language, code, copy, copied] = /** @type {HTMLElement[]} */ ([...row.children]);
    if (code.textContent === text) return;
    // Lines break after a dot or a bracket if they must.
    code.replaceChildren(...text.split(/(?<=[.(])/).flatMap((part) => [part, el("wbr")]));
    set(copy, "aria-label", `copy the ${language.textContent} code: ${question}`);
    copied.textContent = "";
  }

  return {
    root,
    /** @param {readonly Card[]} all */
    show(all) {
      each(root, kept, all, make, draw);
    },
  };
}
