// Rules of the explorer of sparse tensors: a state and an event make the next state.
// raggedkit.widgets._sparse has the same rules; tests/widgets/test_sparse_parity.py compares the two.
import { Broken, checkFit, integers, trimmed } from "./encodings.js";
import { changed, restored } from "./history.js";
import { cut, listOf, shown } from "./python.js";

/** @typedef {import("./python.js").Size} Size */
/** @typedef {{tight: boolean, sizes: Size[] | null}} Box */
/** @typedef {{i: number, at: Size[], text: string, mark: string}} Cell */

export const SHOWN = 40;

/** A shape that reset_shape refuses. */
class Refused extends Broken {
  /** @param {string} message @param {Size[]} wanted */
  constructor(message, wanted) {
    super(message);
    this.wanted = wanted;
  }
}

/** @param {any} given @param {any} event @returns {any} */
export function step(given, event) {
  const state = { ...given };
  delete state.asks;
  const { type } = event;
  if (type === "undo" || type === "redo") return restored(state, type === "undo", "box");
  try {
    if (type === "at") return { ...state, at: typedAt(state, event), error: null };
    return changed(state, "box", edited(state, event));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const field = type === "at" ? `at-${event.axis ?? 0}` : type === "resize" ? "new_shape" : type;
    const wanted = error instanceof Refused ? error.wanted : null;
    const failed = { ...state, error: { field, message: error.message, wanted } };
    return error instanceof Unseen ? { ...failed, asks: true } : failed;
  }
}

/** The present shape. @param {any} state @returns {Size[]} */
export const sizesOf = (state) => state.box.sizes ?? baseOf(state);

/** The shape that reset_shape gets with new_shape. @param {any} state @returns {Size[]} */
export const baseOf = (state) => (state.box.tight ? state.tight : state.declared);

/** @param {bigint} n @returns {Size} */
const sizeOf = (n) => (n < BigInt(Number.MAX_SAFE_INTEGER) + 1n ? Number(n) : String(n));

/** @param {any} state @param {any} event @returns {Box} */
function edited(state, event) {
  if (event.type === "reset") return { tight: false, sizes: null };
  if (event.type === "tight") return { tight: true, sizes: null };
  if (event.type !== "resize") throw new Broken(`event must be known, got ${shown(String(event.type))}`);
  const text = String(event.text);
  if (!trimmed(text)) return { tight: true, sizes: null }; // new_shape is left out
  const numbers = integers(text, "new_shape");
  checkFit(numbers, "new_shape");
  const wanted = numbers.map(sizeOf);
  const base = baseOf(state);
  checkShape(base, numbers, wanted);
  return { tight: state.box.tight, sizes: listOf(wanted) === listOf(base) ? null : wanted };
}

/** The rules of raggedkit.sparse.reset_shape. @param {Size[]} base @param {bigint[]} numbers @param {Size[]} wanted */
function checkShape(base, numbers, wanted) {
  if (wanted.length !== base.length) {
    throw new Refused(`new_shape must have ${base.length} sizes, as sp_input has dimensions, got ${wanted.length}: ${listOf(wanted)}`, wanted);
  }
  const axis = base.findIndex((size, i) => numbers[i] < BigInt(/** @type {number} */ (size)));
  if (axis < 0) return;
  const why = `dimension ${axis} has size ${base[axis]}, leave new_shape out for the smallest with room for all cells`;
  throw new Refused(`new_shape must not be smaller than ${listOf(base)}, got ${cut(listOf(wanted))}; ${why}`, wanted);
}

/** Cells that only Python has. */
class Unseen extends Broken {}

/** @param {any} state @param {any} event @returns {Size[]} */
function typedAt(state, event) {
  const { axis } = event;
  if (!Number.isInteger(axis) || axis < 0 || axis >= state.at.length) {
    const n = state.at.length;
    throw new Broken(`axis must ${n ? `be from 0 to ${n - 1}` : "be in range, but no axis is before the last two"}, got ${axis}`);
  }
  const found = integers(String(event.text), "index");
  if (found.length !== 1) throw new Broken(`index must be a single integer, got ${found.length}`);
  const size = BigInt(/** @type {number} */ (sizesOf(state)[axis]));
  const last = (size > 1n ? size : 1n) - 1n;
  if (found[0] < 0n || found[0] > last) throw new Broken(`index must be from 0 to ${last}, got ${found[0]}`);
  if (state.cells.length < state.nvals) throw new Unseen("Without Python, this page has only the cells of this matrix.");
  return state.at.with(axis, sizeOf(found[0]));
}

/** Row and column of a cell in the grid; a vector is a single row. @param {Cell} cell @returns {[number, number]} */
export function placeOf({ at }) {
  const [row, column] = at.length > 1 ? at.slice(-2) : [0, at[0]];
  return [Number(row), Number(column)];
}

/** The cells of the matrix that is shown, inside of the grid. @param {any} state @returns {Cell[]} */
export function cellsOf(state) {
  return state.cells.filter((/** @type {Cell} */ cell) => {
    const outer = cell.at.slice(0, -2);
    const here = state.at.every((/** @type {Size} */ i, /** @type {number} */ k) => String(outer[k]) === String(i));
    return here && placeOf(cell).every((i) => i >= 0 && i < SHOWN);
  });
}

/** Whether a shape contains a cell. @param {Size[]} sizes @param {Cell} cell */
export function contains(sizes, { at }) {
  return at.every((i, axis) => Number(i) >= 0 && BigInt(/** @type {number} */ (i)) < BigInt(/** @type {number} */ (sizes[axis])));
}

/** The line of code that makes the present tensor. @param {any} state */
export function pythonOf({ python, box }) {
  let code = "st";
  if (box.tight) code = `rk.sparse.reset_shape(${code})`;
  if (box.sizes) code = `rk.sparse.reset_shape(${code}, ${listOf(box.sizes)})`;
  if (python === "st") return code;
  return code === "st" ? python : `st = ${python}\n${code}`;
}
