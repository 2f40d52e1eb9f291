// Values that were typed in place of others. raggedkit.widgets._typed has the same rules, and more
// dtypes: those that need NumPy are asked of Python.
import { Broken, trimmed } from "./encodings.js";
import { quoted, shown } from "./python.js";

/** @typedef {{entry: string, text: string, mark: string, python: string | null, r: string | null}} Typed */

export const FIELD = "flat_values";

/** An entry that only Python can read. */
export class Asks extends Broken {}

const LONGEST = 200; // characters of an entry
const LITERAL = 60; // characters of a literal
const ROOM = 40; // columns of a text in the views
const FLOAT = /^[-+]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?|nan|inf|infinity)$/i;
const INTEGER = /^[-+]?[0-9]{1,40}$/;
/** @type {Record<string, boolean>} */
const BOOLS = { true: true, false: false, 1: true, 0: false };
// Unusual characters are written as escapes, by tables of Python.
const USUAL = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
const BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0";

/** @param {string} entry @param {number} i position of the value @param {any} state @returns {Typed} */
export function typed(entry, i, state) {
  if (state.inner.length) {
    throw new Broken(`${FIELD} must be single values to be typed, got values of shape [${state.inner.join(", ")}]`);
  }
  const length = [...entry].length;
  if (length > LONGEST) throw new Broken(`${FIELD}[${i}] must have at most ${LONGEST} characters, got ${length}`);
  const read = READERS[state.dtype] ?? (/^u?int/.test(state.dtype) ? integer : null);
  if (!read) throw new Asks(`Without Python, values of dtype ${state.dtype} cannot be typed.`);
  const found = read(state.dtype === "str" ? entry : trimmed(entry), state.dtype);
  if (!found) {
    throw new Broken(`${FIELD} must represent values of dtype ${state.dtype}, got ${FIELD}[${i}] = ${shown(entry)}`);
  }
  /** @param {string | null} literal */
  const short = (literal) => (literal !== null && [...literal].length <= LITERAL ? literal : null);
  return { entry, text: found.text, mark: found.mark ?? "", python: short(found.python), r: short(found.r) };
}

/** @typedef {{text: string, python: string, r: string, mark?: string} | null} Read null if the dtype has no such value */

/** @param {string} word @param {string} dtype @returns {Read} */
function integer(word, dtype) {
  if (!INTEGER.test(word)) return null;
  const n = BigInt(word.replace("+", ""));
  const bits = BigInt(dtype.replace(/\D/g, ""));
  const [least, most] = dtype.startsWith("u") ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  if (n < least || n > most) return null;
  const text = String(n);
  return { text, python: text, r: n < 2n ** 31n && n > -(2n ** 31n) ? `${text}L` : text };
}

/** @param {string} word @returns {Read} */
function bool(word) {
  const key = word.toLowerCase();
  if (!Object.hasOwn(BOOLS, key)) return null;
  const text = BOOLS[key] ? "True" : "False";
  return { text, python: text, r: text.toUpperCase() };
}

/** @param {string} word @param {string} dtype @returns {Read} */
function float(word, dtype) {
  if (!FLOAT.test(word)) return null;
  const size = word.replace(/^[-+]/, "").toLowerCase();
  const read = size === "nan" ? NaN : size.startsWith("inf") ? Infinity : Number(size);
  const negative = word.startsWith("-") ? -read : read;
  const x = dtype === "float32" ? Math.fround(negative) : negative;
  if (Number.isNaN(x)) return { text: "nan", mark: "nan", python: "float('nan')", r: "NaN" };
  if (!Number.isFinite(x)) {
    const text = x < 0 ? "-inf" : "inf";
    return { text, mark: "inf", python: `float('${text}')`, r: x < 0 ? "-Inf" : "Inf" };
  }
  const literal = floatText(x);
  return { text: dtype === "float32" ? floatText(shortest32(x)) : literal, python: literal, r: literal };
}

/** The number with the fewest digits that is the same as a float32. @param {number} x */
function shortest32(x) {
  for (let digits = 1; digits < 9; digits += 1) {
    const y = Number(x.toPrecision(digits));
    if (Math.fround(y) === x) return y;
  }
  return x ? Number(x.toPrecision(9)) : x;
}

/** Python's repr of a finite float. @param {number} x */
function floatText(x) {
  const [digits, power] = x.toExponential().split("e");
  const e = Number(power);
  if (x && (e < -4 || e > 15)) return `${digits}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  const text = Object.is(x, -0) ? "-0" : String(x);
  return text.includes(".") ? text : `${text}.0`;
}

/** @param {string} entry @returns {Read} */
function text(entry) {
  const python = quoted(entry);
  const plain = /^[ -~]*$/.test(entry);
  // Other characters may be two columns wide.
  const usual = plain || (USUAL.test(entry) && ![...entry].some((c) => BLANKS.includes(c)));
  if (!usual || [...python].length > (plain ? ROOM : ROOM / 2)) {
    throw new Asks("Without Python, only short texts of usual characters can be typed.");
  }
  return { text: python, python, r: `"${entry.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` };
}

/** @type {Record<string, (entry: string, dtype: string) => Read>} */
const READERS = { bool, float32: float, float64: float, str: text };

/** Whether values can be typed. @param {any} state */
export const canType = ({ of, inner }) => of === "RaggedTensor" && !inner.length;

/** The value at a position as an entry; empty if it cannot be written on a line. @param {any} state @param {number} i */
export function entryOf(state, i) {
  const item = state.items[i];
  if (state.typed[item]) return state.typed[item].entry;
  const literal = item < 0 ? state.fill[1] : (state.python?.[item] ?? state.texts[item]);
  const quotes = /^(?:float\(|b)?(['"])(.*)\1\)?$/.exec(literal);
  if (quotes) return quotes[2].includes("\\") ? "" : quotes[2];
  return literal.endsWith("...") ? "" : literal;
}
