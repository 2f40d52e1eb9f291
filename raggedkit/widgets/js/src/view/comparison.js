// Two shapes axis by axis: sizes, results, and the reason in words.
import { each, el } from "./dom.js";

/** @typedef {import("../core/shapewords.js").Line} Line */

const COLUMNS = ["axis", "a", "b", "merge", "common", "why"];


export function comparison() {
  const head = el("div", { role: "row", className: "head" }, ...COLUMNS.map((name) => el("span", { role: "columnheader", className: name }, name)));
  const body = el("div", { role: "rowgroup" });
  const root = el("div", { className: "comparison", role: "table", "aria-label": "a and b axis by axis" }, el("div", { role: "rowgroup" }, head), body);
  /** @type {HTMLElement[]} */
  const kept = [];

  const make = () => el("div", { role: "row" }, ...COLUMNS.map((name) => el("span", { role: name === "axis" ? "rowheader" : "cell", className: name })));

  /** @param {HTMLElement} row @param {Line} line */
  function draw(row, line) {
    const texts = [String(line.axis), line.a, line.b, line.merged, line.common, line.why];
    texts.forEach((text, i) => {
      row.children[i].textContent = text;
      row.children[i].classList.toggle("unknown", text === "None" || text === "any");
    });
    row.classList.toggle("differ", line.differ);
    row.dataset.axis = String(line.axis);
  }

  return {
    root,
    /** @param {readonly Line[]} lines */
    show(lines) {
      root.hidden = !lines.length;
      each(body, kept, lines, make, draw);
    },
  };
}
