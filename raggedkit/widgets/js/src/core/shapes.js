// Rules of the shape explorer: a state and an event make the next state.
// raggedkit.widgets._shapes has the same rules; the answers about two shapes are those of
// raggedkit.TensorShape. tests/widgets/test_shape_parity.py compares them.
import { Broken, trimmed } from "./encodings.js";
import { changed, restored } from "./history.js";
import { listOf, shown, tupleOf } from "./python.js";

/** @typedef {import("./python.js").Size} Size */
/** @typedef {Size[] | null} Dims  null: of unknown rank */
/** @typedef {{dims: Dims} | {flag: boolean} | {error: string}} Answer */

export const MOST_AXES = 64;
const LONGEST = 40;
const UNKNOWN_SIZE = ["", "?", "None", "NA"];
const UNKNOWN_RANK = ["?", "None", "<unknown>", "dims = NULL"];
const NO_RANK = "shape must have a rank to be listed, got TensorShape(None); test shape.rank first, or set it: shape.with_rank(n)";

/** @param {any} state @param {any} event @returns {any} */
export function step(state, event) {
  const { type } = event;
  if (type === "undo" || type === "redo") return restored(state, type === "undo", "shapes");
  try {
    return changed(state, "shapes", type === "reset" ? state.first : edited(state.shapes, event));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const [shape, axis] = [event.shape, event.axis].map((i) => (Number.isInteger(i) ? i : 0));
    return { ...state, error: { field: type, shape, axis, message: error.message } };
  }
}

/** @param {Dims[]} shapes @param {any} event @returns {Dims[]} */
function edited(shapes, event) {
  if (event.type === "swap") return [...shapes].reverse();
  const edit = EDITS[event.type];
  if (!edit) throw new Broken(`event must be known, got ${shown(String(event.type))}`);
  const i = position(event.shape, shapes.length, "shape");
  const dims = edit(shapes[i], event);
  if (dims && dims.length > MOST_AXES) tooMany(dims.length);
  return shapes.with(i, dims);
}

/** @param {bigint | number} rank @returns {never} */
function tooMany(rank) {
  throw new Broken(`rank must be at most ${MOST_AXES} in an explorer, got ${rank}`);
}

/** @param {any} i @param {number} n @param {string} name @returns {number} */
function position(i, n, name) {
  if (Number.isInteger(i) && i >= 0 && i < n) return i;
  throw new Broken(`${name} must ${n ? `be from 0 to ${n - 1}` : "be in range, but there are no axes"}, got ${i}`);
}

/** @param {Dims} dims @returns {Size[]} */
function known(dims) {
  if (dims === null) throw new Broken(NO_RANK);
  return dims;
}

/** @param {Dims} dims @param {any} event */
function sized(dims, event) {
  const sizes = known(dims);
  const axis = position(event.axis, sizes.length, "axis");
  return sizes.with(axis, checked(sizeOf(String(event.text)), axis));
}

/** An integer, null for an unknown size, else the text itself. @param {string} text @returns {bigint | string | null} */
function sizeOf(text) {
  const word = trimmed(text);
  if (UNKNOWN_SIZE.includes(word)) return null;
  if (!/^[-+]?[0-9]+$/.test(word)) return word;
  if (word.length > LONGEST) throw new Broken(`dims must have sizes of at most ${LONGEST} digits, got ${shown(word)}`);
  return BigInt(word.replace("+", ""));
}

/** The rules of TensorShape for one size. @param {bigint | string | null} size @param {number} axis @returns {Size} */
function checked(size, axis) {
  if (size === null) return null;
  if (typeof size === "string") {
    throw new Broken(`dims[${axis}] must be an int or None, got ${shown(size)}; a shape is one flat list of ints and None, like [2, None]`);
  }
  if (size < 0n) throw new Broken(`dims[${axis}] must be >= 0, got ${size}; write None where the size is not known`);
  return size < BigInt(Number.MAX_SAFE_INTEGER) + 1n ? Number(size) : String(size);
}

/** @param {Dims} dims @param {any} event */
function added(dims, event) {
  const sizes = known(dims);
  return sizes.toSpliced(position(event.axis, sizes.length + 1, "axis"), 0, null);
}

/** @param {Dims} dims @param {any} event */
function deleted(dims, event) {
  const sizes = known(dims);
  return sizes.toSpliced(position(event.axis, sizes.length, "axis"), 1);
}

/** TensorShape.with_rank, or an unknown rank. @param {Dims} dims @param {any} event @returns {Dims} */
function ranked(dims, event) {
  const rank = sizeOf(String(event.text));
  if (rank === null) return null;
  if (typeof rank === "string") throw new Broken(`rank must be an int, got ${shown(rank)}; a rank is the number of axes`);
  if (rank > MOST_AXES && dims === null) tooMany(rank);
  if (dims !== null) {
    if (rank === BigInt(dims.length)) return dims;
    throw new Broken(
      `shape must have rank ${rank}, got ${tupleOf(dims)} of rank ${dims.length}; expand_dims adds an axis, squeeze drops one of size 1`,
    );
  }
  if (rank < 0n) throw new Broken(`rank must be >= 0, got ${rank}; a scalar has rank 0`);
  return Array(Number(rank)).fill(null);
}

/** A whole shape, also as Python or R write it. @param {Dims} _ @param {any} event @returns {Dims} */
function typed(_, event) {
  let text = trimmed(String(event.text));
  const call = /^(?:(?:rk\.)?TensorShape|shape)\(([\s\S]*)\)$/.exec(text);
  if (call) text = trimmed(call[1]);
  if (UNKNOWN_RANK.includes(text)) return null;
  const inside = trimmed(text.replace(/^[[(]|[\])]$/g, ""));
  const words = inside ? inside.replace(/[ \t\r\n]*,$/, "").split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/) : [];
  if (words.length > MOST_AXES) tooMany(words.length);
  return words.map(sizeOf).map(checked);
}

/** @type {Record<string, (dims: Dims, event: any) => Dims>} */
const EDITS = { size: sized, add_axis: added, delete_axis: deleted, rank: ranked, dims: typed };

/** @param {Size} a @param {Size} b */
export const equal = (a, b) => String(a) === String(b);

/** The first contradiction of two shapes, empty if there is none. @param {Dims} a @param {Dims} b */
function contradiction(a, b) {
  if (!a || !b) return "";
  if (a.length !== b.length) return `other must have rank ${a.length} as ${tupleOf(a)} does, got ${tupleOf(b)} of rank ${b.length}`;
  const axis = a.findIndex((size, i) => size !== null && b[i] !== null && !equal(size, b[i]));
  return axis < 0 ? "" : `other[${axis}] must be ${a[axis]} or None as in ${tupleOf(a)}, got ${b[axis]} in ${tupleOf(b)}`;
}

/** Whether the second shape has all known sizes of the first. @param {Dims} a @param {Dims} b */
function covers(a, b) {
  if (!a || !b || a.length !== b.length) return a === null;
  return a.every((size, i) => size === null || equal(size, b[i]));
}

/** @param {Dims} a @param {Dims} b @returns {Dims} */
function merged(a, b) {
  return !a || !b ? (a ?? b) : a.map((size, i) => (size === null ? b[i] : size));
}

/** @param {Dims} a @param {Dims} b @returns {Dims} */
function common(a, b) {
  return !a || !b || a.length !== b.length ? null : a.map((size, i) => (equal(size, b[i]) ? size : null));
}

/**
 * What the methods of TensorShape return for two shapes, by method.
 * @param {Dims} a
 * @param {Dims} b
 * @returns {Record<string, Answer>}
 */
export function answers(a, b) {
  const conflict = contradiction(a, b);
  return {
    is_compatible_with: { flag: !conflict },
    merge_with: conflict ? { error: `${conflict}; most_specific_compatible_shape keeps the sizes that both have` } : { dims: merged(a, b) },
    most_specific_compatible_shape: { dims: common(a, b) },
    is_subtype_of: { flag: covers(b, a) },
    concatenate: { dims: a && b ? [...a, ...b] : null },
  };
}

/** The product of the sizes, null if it is unknown. @param {Dims} dims */
export function numElements(dims) {
  if (!dims || dims.includes(null)) return null;
  return String(dims.reduce((product, size) => product * BigInt(/** @type {number | string} */ (size)), 1n));
}

/** `TensorShape([2, None])` @param {Dims} dims */
export const reprOf = (dims) => `TensorShape(${dims ? listOf(dims) : "None"})`;

/** As the documentation writes a shape, with ragged axes in parentheses. @param {Dims} dims */
export function notation(dims) {
  if (!dims) return "[...]";
  return `[${dims.map((size, i) => size ?? (i ? `(d${i})` : "d0")).join(", ")}]`;
}

