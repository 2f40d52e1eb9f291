// The rows below each other as a padded array, each with the bar of its length and its buttons.
import { MOST } from "../core/encodings.js";
import { canType } from "../core/typed.js";
import { amount, kindOf, pathOf, rowOf, sentence, textOf } from "../core/words.js";
import { each, el, set, setText } from "./dom.js";
import { typeValue } from "./inline.js";
import { roving } from "./keys.js";
import { partOf, tag } from "./said.js";

/** @typedef {import("../core/words.js").Part} Part */
/** @typedef {{level: number, row: number, path: string, leaf: boolean, ghost: boolean}} Line */

/** @param {(event: Sent) => void} send */
export function grid(send) {
  const body = el("div", { className: "body", role: "grid", "aria-label": "rows, padded to one length" });
  const facts = el("p", { className: "facts" });
  const add = el("button", { type: "button", name: "add_row", onclick: () => send({ type: "add_row", ...place() }) });
  const root = el("section", { className: "grid" }, body, add, facts);
  /** @type {HTMLElement[]} */
  const kept = [];
  /** @type {any} */
  let state = null;
  /** @type {Part | null} */
  let chosen = null;
  const keys = roving(body, (event, cell) => {
    const part = partOf(cell);
    if (!part || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    if (event.key === "Enter" || event.key === "F2") return type(cell);
    if (part.kind !== "row") return false;
    if (event.key === "Delete") send({ type: "delete_row", level: part.level, i: part.i });
    else if (event.key === "Insert") send({ type: "add_row", level: part.level, i: part.i + 1 });
    else return false;
    return true;
  });

  /** @param {HTMLElement} cell */
  function type(cell) {
    const part = partOf(cell);
    if (part?.kind !== "value" || !canType(state)) return false;
    typeValue(cell, state, part.i, send);
    return true;
  }
  body.addEventListener("dblclick", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target).closest(".value");
    if (cell) type(/** @type {HTMLElement} */ (cell));
  });

  /** Where the button adds a row: after the selected one, at a selected boundary, else at the end. */
  function place() {
    if (!chosen) return { level: 0, i: state.levels[0].length - 1 };
    const { kind, level, i } = chosen;
    if (kind === "post") return { level, i };
    return { level, i: (kind === "value" ? rowOf(state.levels[level], i) : i) + 1 };
  }

  function drawAdd() {
    const { level, i } = place();
    const path = (/** @type {number} */ row) => pathOf(state.levels, level, row).join(", ");
    const n = state.levels[level].length - 1;
    add.textContent = `add empty row${!chosen || !n ? "" : i ? ` after row ${path(i - 1)}` : ` before row ${path(0)}`}`;
  }

  /** A line with all its parts; `draw` hides those that it does not have. */
  function make() {
    const label = el("div", { className: "label", role: "rowheader", "data-cell": "", tabIndex: -1 });
    const bar = el("span", { className: "bar" });
    const number = el("span", { className: "number" });
    const part = () => ({ level: Number(label.dataset.level), i: Number(label.dataset.i) });
    /** @param {string} type @param {string} text */
    const button = (type, text) =>
      el("button", { type: "button", name: type, tabIndex: -1, "data-cell": "", onclick: () => send({ type, ...part() }) }, text);
    const length = el("div", { className: "length", role: "gridcell" }, button("shrink", "\u2212"), bar, number, button("grow", "+"));
    const cells = el("div", { className: "cells", role: "presentation" });
    const remove = el("div", { className: "remove", role: "gridcell" }, button("delete_row", "\u00d7"));
    return el("div", { className: "row", role: "row" }, label, length, cells, remove);
  }

  /** @param {HTMLElement} row @param {Line} line @param {{longest: number[], ghosts: boolean}} size */
  function draw(row, { level, row: i, path, leaf, ghost }, size) {
    const [label, length, cells, remove] = /** @type {HTMLElement[]} */ ([...row.children]);
    const splits = state.levels[level];
    const n = ghost ? 0 : splits[i + 1] - splits[i];
    row.className = `row ${ghost ? "ghost" : leaf ? "leaf" : "outer"} ${i % 2 ? "odd" : "even"}`;
    row.style.setProperty("--depth", String(level));
    label.textContent = ghost ? `(${path})` : path;
    label.hidden = false;
    if (ghost) for (const name of ["kind", "level", "i"]) delete label.dataset[name];
    else tag(label, { kind: "row", level, i });
    const name = `row ${path}`;
    set(label, "aria-label", ghost ? `row ${path} does not exist: padding` : sentence(state, { kind: "row", level, i }));
    const [less, bar, number, more] = /** @type {HTMLElement[]} */ ([...length.children]);
    const unit = level === state.levels.length - 1 ? "value" : "inner row";
    length.style.visibility = ghost ? "hidden" : "";
    remove.style.visibility = ghost ? "hidden" : "";
    /** @type {HTMLButtonElement} */ (less).disabled = ghost || !n;
    for (const button of [more, remove.firstElementChild]) /** @type {HTMLButtonElement} */ (button).disabled = ghost;
    set(less, "aria-label", `delete the last ${unit} of ${name}`);
    set(more, "aria-label", leaf ? `append a value to ${name}` : `append an empty inner row to ${name}`);
    set(/** @type {HTMLElement} */ (remove.firstElementChild), "aria-label", `delete ${name}`);
    if (!ghost) for (const element of [bar, number]) tag(element, { kind: "row", level, i });
    bar.style.width = `${(56 * n) / Math.max(size.longest[level], 1)}px`;
    number.textContent = String(n);
    const width = leaf || ghost ? (size.ghosts ? size.longest[size.longest.length - 1] : n) : 0;
    const items = Array.from({ length: width }, (_, k) => (k < n ? splits[i] + k : -1));
    each(cells, cellsOf(row), items, () => el("div", { role: "gridcell" }), (cell, at, k) => drawCell(cell, at, k, i, ghost));
  }

  /** @param {HTMLElement} cell @param {number} at position of the value, -1 for padding @param {number} k @param {number} row @param {boolean} ghost */
  function drawCell(cell, at, k, row, ghost) {
    const value = at >= 0;
    const last = state.levels.length - 1;
    cell.className = value ? `value ${kindOf(state, at)}`.trim() : "padding";
    setText(cell, value ? textOf(state, at) : state.of === "RowPartition" ? "" : state.fill[0]);
    cell.title = value ? textOf(state, at) : "padding";
    if (value) {
      tag(cell, { kind: "value", level: last, i: at });
      cell.dataset.cell = "";
      cell.tabIndex = -1;
      set(cell, "aria-label", sentence(state, { kind: "value", level: last, i: at }));
    } else {
      if (ghost) delete cell.dataset.kind;
      else tag(cell, { kind: "padding", level: last, i: row, item: k });
      delete cell.dataset.cell;
      cell.removeAttribute("tabindex");
      set(cell, "aria-label", "padding");
    }
  }

  return {
    root,
    /** @param {any} next @param {number} width of a value */
    show(next, width) {
      state = next;
      body.style.setProperty("--cell", `${width}px`);
      body.style.setProperty("--labels", `${20 + 16 * (state.levels.length - 1) + 17 * state.levels.length}px`);
      const size = sizeOf(state.levels);
      each(body, kept, linesOf(state.levels, size), make, (row, line) => draw(row, line, size));
      facts.textContent = factsOf(state, size);
      keys.refresh();
      drawAdd();
    },
    /** @param {Part | null} part that is selected */
    choose(part) {
      chosen = part;
      if (state) drawAdd();
    },
  };
}

/** @type {WeakMap<HTMLElement, HTMLElement[]>} */
const cellsIn = new WeakMap();

/** @param {HTMLElement} row */
function cellsOf(row) {
  let cells = cellsIn.get(row);
  if (!cells) cellsIn.set(row, (cells = []));
  return cells;
}

/** The longest row of each level, and whether the padded array is small enough to show. @param {number[][]} levels */
function sizeOf(levels) {
  const longest = levels.map((splits) => Math.max(0, ...splits.slice(1).map((stop, i) => stop - splits[i])));
  const dense = longest.reduce((a, b) => a * b, levels[0].length - 1);
  return { longest, dense, ghosts: dense <= MOST };
}

/** @param {number[][]} levels @param {{longest: number[], ghosts: boolean}} size @returns {Line[]} */
function linesOf(levels, { longest, ghosts }) {
  const last = levels.length - 1;
  /** @type {Line[]} */
  const lines = [];
  /** @param {number} level @param {number} from @param {number} to */
  function rows(level, from, to) {
    for (let row = from; row < to; row += 1) {
      const path = pathOf(levels, level, row);
      lines.push({ level, row, path: path.join(", "), leaf: level === last, ghost: false });
      if (level === last) continue;
      rows(level + 1, levels[level][row], levels[level][row + 1]);
      const n = levels[level][row + 1] - levels[level][row];
      for (let k = n; ghosts && level === last - 1 && k < longest[level]; k += 1) {
        lines.push({ level: last, row: 0, path: [...path, k].join(", "), leaf: true, ghost: true });
      }
    }
  }
  rows(0, 0, levels[0].length - 1);
  return lines;
}

/** @param {any} state @param {{longest: number[], dense: number, ghosts: boolean}} size */
function factsOf(state, { longest, dense, ghosts }) {
  const shape = [state.levels[0].length - 1, ...longest].join(" \u00d7 ");
  const padding = dense - state.items.length;
  const share = dense ? `, ${amount(padding, "cell")} of padding (${Math.round((100 * padding) / dense)}%)` : "";
  return `As a dense array: ${shape} = ${amount(dense, "cell")}${share}${ghosts ? "" : "; padding is not shown"}`;
}
