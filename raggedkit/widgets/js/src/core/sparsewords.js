// Sentences about a sparse tensor, for the line under the grid and for screen readers.
import { listOf } from "./python.js";
import { SHOWN, cellsOf, contains, sizesOf } from "./sparse.js";
import { amount } from "./words.js";

/** @typedef {import("./python.js").Size} Size */
/** @typedef {import("./sparse.js").Cell} Cell */

/** @param {any} state */
export function summary(state) {
  const sizes = sizesOf(state);
  const all = sizes.reduce((product, size) => product * BigInt(/** @type {number | string} */ (size)), 1n);
  const values = amount(state.nvals, "value");
  const box = listOf(sizes) === listOf(state.tight) ? "This is the tight box." : `The tight box, shaded, is ${listOf(state.tight)}.`;
  return `dense_shape ${listOf(sizes)}: ${values} in ${all.toLocaleString("en")} ${all === 1n ? "cell" : "cells"}. ${box}`;
}

/** The cell at a position of the grid. @param {any} state @param {Size[]} at @param {readonly Cell[]} here the values in it */
export function cellSentence(state, at, here) {
  const place = listOf(at);
  const inside = contains(sizesOf(state), { i: 0, at, text: "", mark: "" });
  if (!here.length) return inside ? `${place} has no value` : `${place} is outside of the shape ${listOf(sizesOf(state))}`;
  const all = here.map((cell) => `indices[${cell.i}] = ${place}, values[${cell.i}] = ${cell.text}`).join("; ");
  const twice = here.length > 1 ? `: ${here.length} values for one cell` : "";
  return all + twice + (inside ? "" : "; outside of the shape");
}

/** The rest of a large tensor, empty if all of it is shown. @param {any} state */
export function hiddenSentence(state) {
  const shown = cellsOf(state).length;
  const sizes = sizesOf(state);
  const parts = [];
  const [rows, columns] = sizes.length > 1 ? sizes.slice(-2) : [1, sizes[0]];
  if (Number(rows) > SHOWN) parts.push(`rows 0 to ${SHOWN - 1} of ${Number(rows).toLocaleString("en")}`);
  if (Number(columns) > SHOWN) parts.push(`columns 0 to ${SHOWN - 1} of ${Number(columns).toLocaleString("en")}`);
  if (shown === state.nvals && !parts.length) return "";
  const where = state.at.length ? ` of the matrix [${[...state.at, ":", ":"].join(", ")}]` : "";
  const range = parts.length ? parts.join(" and ") : "all cells";
  const corner = parts.length > 1 || (parts.length && sizes.length === 1) ? " The corner is outside of the grid: type new_shape." : "";
  return `Shown: ${range}${where}, with ${shown.toLocaleString("en")} of ${amount(state.nvals, "value")}.${corner}`;
}

/** The values that a shape would cut off. @param {any} state @param {Size[]} sizes @returns {Cell[]} */
export const cutBy = (state, sizes) => {
  if (sizes.length !== sizesOf(state).length) return [];
  return state.cells.filter((/** @type {Cell} */ cell) => !contains(sizes, cell));
};

/** Why a refused shape is refused, in terms of cells. @param {any} state */
export function refusal(state) {
  const wanted = state.error?.wanted;
  if (!wanted || wanted.length !== sizesOf(state).length) return "";
  const cut = cutBy(state, wanted);
  if (cut.length) {
    const named = cut.slice(0, 4).map((cell) => listOf(cell.at)).join(", ");
    const more = cut.length > 4 ? " and others" : "";
    return `${listOf(wanted)} would cut ${amount(cut.length, "value")}: at ${named}${more}.`;
  }
  return `${listOf(wanted)} would cut no value, but new_shape can only be larger. Press “tight box” for the smallest shape, then make it larger.`;
}
