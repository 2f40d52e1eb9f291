// Linked hover and selection: the same part is lit in every view, and described in one sentence.
import { rowOf, sentence, spanOf } from "../core/words.js";
import { el } from "./dom.js";

/** @typedef {import("../core/words.js").Part} Part */

/** Marks an element as a view of a part. @param {HTMLElement} element @param {Part} part */
export function tag(element, { kind, level, i, item }) {
  element.dataset.kind = kind;
  element.dataset.level = String(level);
  element.dataset.i = String(i);
  if (item !== undefined) element.dataset.item = String(item);
}

/** @param {Element | null} element @returns {Part | null} */
export function partOf(element) {
  const found = /** @type {HTMLElement | null} */ (element?.closest("[data-kind]") ?? null);
  if (!found) return null;
  const { kind, level, i, item } = found.dataset;
  return { kind: /** @type {Part["kind"]} */ (kind), level: Number(level), i: Number(i), item: Number(item) };
}

/**
 * @param {HTMLElement} root whose tagged elements are lit
 * @param {(part: Part | null) => void} chosen called with the selected part
 */
export function lights(root, chosen) {
  const line = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  /** @type {any} */
  let state = null;
  /** @type {Part | null} */
  let selected = null;
  /** @type {Part | null} */
  let pointed = null;
  let resting = "";

  function light() {
    const part = pointed ?? selected;
    const degree = part ? degrees(state.levels, part) : () => 0;
    for (const element of root.querySelectorAll("[data-kind]")) {
      const n = degree(/** @type {Part} */ (partOf(element)));
      element.classList.toggle("lit", n === 2);
      element.classList.toggle("near", n === 1);
    }
    line.textContent = part ? sentence(state, part) : resting;
  }

  /** @param {Part | null} part */
  function select(part) {
    selected = part;
    light();
    chosen(selected);
    live.textContent = part ? sentence(state, part) : "";
  }

  root.addEventListener("pointerover", (event) => {
    pointed = partOf(/** @type {Element} */ (event.target));
    light();
  });
  root.addEventListener("pointerleave", () => {
    pointed = null;
    light();
  });
  root.addEventListener("focusin", (event) => {
    const part = partOf(/** @type {Element} */ (event.target));
    if (part) select(part);
  });
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("button, input")) select(partOf(target));
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected) select(null);
  });

  return {
    line,
    live,
    /** @param {any} next @param {string} rest the sentence if nothing is selected */
    show(next, rest) {
      state = next;
      resting = rest;
      selected = selected && exists(state, selected) ? selected : null;
      pointed = pointed && exists(state, pointed) ? pointed : null;
      light();
      chosen(selected);
    },
    /** Tell screen readers. @param {string} text */
    tell(text) {
      live.textContent = text;
    },
    select,
  };
}

/** @param {any} state @param {Part} part */
function exists(state, { kind, level, i }) {
  if (level >= state.levels.length) return false;
  if (kind === "value") return i < state.items.length;
  return i < state.levels[level].length - (kind === "post" ? 0 : 1);
}

/**
 * How much other parts have to do with a part: 2 the same, 1 near, 0 nothing.
 * @param {number[][]} levels
 * @param {Part} part
 * @returns {(other: Part) => number}
 */
export function degrees(levels, part) {
  const last = levels.length - 1;
  if (part.kind === "padding") return (other) => degreeOfRow(levels, last, part.i, other) && 1;
  if (part.kind === "row") return (other) => degreeOfRow(levels, part.level, part.i, other);
  if (part.kind === "post") {
    return (other) => {
      if (other.level !== part.level) return 0;
      if (other.kind === "post") return other.i === part.i ? 2 : 0;
      return other.kind === "row" && (other.i === part.i || other.i === part.i - 1) ? 1 : 0;
    };
  }
  const row = rowOf(levels[last], part.i);
  return (other) => {
    if (other.kind === "value") return other.i === part.i ? 2 : 0;
    if (other.kind === "post") return other.level === last && (other.i === row || other.i === row + 1) ? 1 : 0;
    if (other.kind === "padding") return 0;
    const [a, b] = spanOf(levels, other.level, other.i);
    return a <= part.i && part.i < b ? 1 : 0;
  };
}

/** @param {number[][]} levels @param {number} level @param {number} row @param {Part} other */
function degreeOfRow(levels, level, row, other) {
  const [a, b] = spanOf(levels, level, row);
  if (other.kind === "value") return other.i >= a && other.i < b ? 2 : 0;
  if (other.kind === "padding") return 0;
  if (other.level === level) {
    return other.i === row || (other.kind === "post" && other.i === row + 1) ? 2 : 0;
  }
  if (other.kind === "post") return 0;
  // A row of another level is near if one of the two contains the other.
  const [outer, inner] = other.level < level ? [other, { level, i: row }] : [{ level, i: row }, other];
  let [first, after] = [outer.i, outer.i + 1];
  for (let k = outer.level; k < inner.level; k += 1) [first, after] = [levels[k][first], levels[k][after]];
  return inner.i >= first && inner.i < after ? 1 : 0;
}
