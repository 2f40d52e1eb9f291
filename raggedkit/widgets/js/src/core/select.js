// The slice box without Python: integers, slices and lists. Everything else needs Python.
import { trimmed } from "./encodings.js";
import { flattened, treeOf } from "./tree.js";

/** @typedef {import("./tree.js").Rows} Rows */
/** @typedef {{start: number | null, stop: number | null, step: number | null}} Slice */
/** @typedef {number | Slice | number[] | "..."} Part */
/** @typedef {{text: string, error: string, items: number[], levels: number[][], scalar: boolean, shown: string}} Key */

const LONGEST = 200;
const ONLY = "Without Python, only integers, slices, ... and a list of rows work here.";
/** @type {Slice} */
const ALL = { start: null, stop: null, step: null };

class Refused extends Error {}

/** @param {unknown} part @returns {part is Slice} */
const isSlice = (part) => typeof part === "object" && !Array.isArray(part);

/**
 * The result of `rt[text]`; null for an empty text. `asks` is true if only Python knows.
 * @param {Rows & {inner: number[]}} rows
 * @param {string} given
 * @returns {{key: Key | null, asks?: boolean}}
 */
export function selected(rows, given) {
  const text = trimmed(given);
  if (!text) return { key: null };
  const key = { text, error: "", items: [], levels: [], scalar: false, shown: "" };
  if (text.length > LONGEST) {
    const error = `key must have at most ${LONGEST} characters, got ${text.length}`;
    return { key: { ...key, error } };
  }
  const parts = parsed(text);
  if (!parts || rows.inner.length) return { key: { ...key, error: ONLY }, asks: true };
  try {
    check(parts, rows.levels.length + 1);
    checkInnerIntegers(rows, parts);
    const positions = { ...rows, items: rows.items.map((_, i) => i) };
    const [result] = applied(rows, [treeOf(positions)], parts, 0);
    const axes = rows.levels.length + 1 - parts.filter((part) => typeof part === "number").length;
    if (!axes) return { key: { ...key, items: [result], scalar: true } };
    return { key: { ...key, ...flattened(result, axes - 1) } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { key: { ...key, error: error.message } };
  }
}

/** @param {string} text @returns {Part[] | null} null: not in the grammar of this page */
function parsed(text) {
  /** @type {Part[]} */
  const parts = [];
  const pattern = /[ \t]*(?:(\[[-+0-9, \t]*\])|(\.\.\.)|([-+]?[0-9]*)[ \t]*(?:(:)[ \t]*([-+]?[0-9]*)[ \t]*(?::[ \t]*([-+]?[0-9]*))?)?)[ \t]*(,|$)/y;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (!found) return null;
    const [, list, dots, first, colon, stop, step] = found;
    const part = list ? listed(list) : dots ? "..." : colon ? sliced(first, stop, step) : number(first);
    if (part === null || (typeof part === "number" && Number.isNaN(part))) return null;
    parts.push(part);
  }
  return parts.length && parts.filter((part) => part === "...").length < 2 ? parts : null;
}

/** @param {string | undefined} word @returns {number} NaN: not an integer that this page can use */
function number(word) {
  if (!word || !/^[-+]?(0|[1-9][0-9]*)$/.test(word)) return NaN;
  return Number.isSafeInteger(Number(word)) ? Number(word) : NaN;
}

/** @param {string | undefined} start @param {string | undefined} stop @param {string | undefined} step */
function sliced(start, stop, step) {
  const ends = [start, stop, step].map((word) => (word ? number(word) : null));
  return ends.some(Number.isNaN) ? null : { start: ends[0], stop: ends[1], step: ends[2] };
}

/** @param {string} text */
function listed(text) {
  const inside = trimmed(text.slice(1, -1)).replace(/,$/, "");
  const found = inside ? inside.split(",").map((word) => number(trimmed(word))) : [];
  return found.some(Number.isNaN) || text.length > 50 ? null : found;
}

/** @param {Part[]} parts @param {number} ndim */
function check(parts, ndim) {
  parts.forEach((part, i) => {
    if (isSlice(part) && part.step === 0) throw new Refused("slice step must not be 0, got 0");
    if (Array.isArray(part) && i) {
      throw new Refused(`key[${i}] must be an integer, a slice, ... or None, got [${part.join(", ")}]`);
    }
  });
  const used = parts.filter((part) => part !== "...").length;
  if (used > ndim) throw new Refused(`key must have ${ndim} indices at most, got ${used}`);
}

/** An integer must not index a ragged axis of several rows. @param {Rows} rows @param {Part[]} parts */
function checkInnerIntegers(rows, parts) {
  const ndim = rows.levels.length + 1;
  let axis = 0;
  let oneRow = true;
  parts.forEach((part, i) => {
    if (part === "...") {
      const after = ndim - (parts.length - i - 1);
      oneRow &&= after === axis;
      axis = after;
    } else if (typeof part !== "number") {
      axis += 1;
      oneRow = false;
    } else {
      const ragged = axis > 0 && axis <= rows.levels.length && rows.uniform[axis - 1] === null;
      if (ragged && !oneRow) throw new Refused(noInnerInteger(rows, parts, i, axis));
      axis += 1;
    }
  });
}

/** @param {Rows} rows @param {Part[]} parts @param {number} at @param {number} axis */
function noInnerInteger(rows, parts, at, axis) {
  const splits = rows.levels[axis - 1];
  const lengths = splits.slice(1).map((stop, k) => stop - splits[k]);
  const [least, most] = lengths.length ? [Math.min(...lengths), Math.max(...lengths)] : [0, 0];
  const i = /** @type {number} */ (parts[at]);
  const one = { start: i, stop: i === -1 ? null : i + 1, step: null };
  const ways = [`slice it (${written(parts.with(at, one))})`];
  /** @type {Part[]} */
  const before = parts.slice(0, at);
  const dots = before.indexOf("...");
  if (dots >= 0) before.splice(dots, 1, ...Array(axis + 1 - before.length).fill(ALL));
  const whole = before.map((part) => isSlice(part) && written([part]) === "rt[:]");
  if (before.length === axis && before.slice(0, -1).every((part) => typeof part === "number")) {
    const name = written(whole[whole.length - 1] ? before.slice(0, -1) : before);
    ways.push(`give short rows a default (${name}.column(${i}, default=...))`);
    ways.push(`or keep only rows that have it (${name}[${name}.row_lengths() > ${i >= 0 ? i : -i - 1}])`);
  } else {
    if (axis === 2 && whole.length === 2 && whole[0] && whole[1]) {
      ways.push(`give short rows a default (rt.with_values(rt.values.column(${i}, default=...)))`);
    }
    ways.push(`or pad short rows first (${written(parts).replace("rt", "rt.to_tensor()")})`);
  }
  return `axis ${axis} is ragged (row lengths ${least} to ${most}), so item ${i} may not exist in every row; ${ways.join(", ")}`;
}

/** @param {Part[]} parts */
function written(parts) {
  const words = parts.map((part) => {
    if (Array.isArray(part)) return "rows";
    if (!isSlice(part)) return String(part);
    const ends = [part.start, part.stop].map((end) => (end === null ? "" : String(end)));
    return [...ends, ...(part.step === null ? [] : [String(part.step)])].join(":");
  });
  return words.length ? `rt[${words.join(", ")}]` : "rt";
}

/**
 * The result for each of some lists of one axis.
 * @param {Rows} rows
 * @param {any[][]} lists
 * @param {Part[]} parts
 * @param {number} axis
 * @returns {any[]}
 */
function applied(rows, lists, parts, axis) {
  if (!parts.length) return lists;
  const [part, ...rest] = parts;
  if (part === "...") {
    const skipped = rows.levels.length + 1 - axis - rest.length;
    return applied(rows, lists, [...Array(skipped).fill(ALL), ...rest], axis);
  }
  if (typeof part === "number") {
    const n = axis && rows.uniform[axis - 1] !== null && !lists.length ? rows.uniform[axis - 1] : lists[0]?.length;
    const at = position(part, n ?? 0, axis);
    return applied(rows, lists.map((list) => list[at]), rest, axis + 1);
  }
  const picked = lists.map((list) => {
    const places = Array.isArray(part) ? part.map((i, k) => rowOf(i, k, list.length)) : placesOf(part, list.length);
    return places.map((i) => list[i]);
  });
  if (!rest.length) return picked;
  const results = applied(rows, picked.flat(1), rest, axis + 1);
  let start = 0;
  return picked.map((list) => results.slice(start, (start += list.length)));
}

/** @param {number} i @param {number} n @param {number} axis */
function position(i, n, axis) {
  const at = i < 0 ? i + n : i;
  if (at >= 0 && at < n) return at;
  const name = axis ? `index of axis ${axis}` : "row";
  if (n) throw new Refused(`${name} must be from ${-n} to ${n - 1}, got ${i}`);
  if (!axis) throw new Refused(`row must be in range, but there are no rows, got ${i}`);
  throw new Refused(`${name} must be in range, but there are no items, got ${i}; a slice returns the items that exist`);
}

/** @param {number} i @param {number} k @param {number} n */
function rowOf(i, k, n) {
  if (i < -n || i >= n) throw new Refused(`key[${k}] must be from ${n ? -n : 0} to ${n - 1}, got ${i}`);
  return i < 0 ? i + n : i;
}

/** Positions of a slice, as in Python. @param {Slice} slice @param {number} n */
function placesOf({ start, stop, step }, n) {
  const by = step ?? 1;
  const [low, high] = by > 0 ? [0, n] : [-1, n - 1];
  /** @param {number | null} end @param {number} missing */
  const clip = (end, missing) => (end === null ? missing : Math.min(Math.max(end < 0 ? end + n : end, low), high));
  const first = clip(start, by > 0 ? low : high);
  const last = clip(stop, by > 0 ? high : low);
  const places = [];
  for (let i = first; by > 0 ? i < last : i > last; i += by) places.push(i);
  return places;
}
