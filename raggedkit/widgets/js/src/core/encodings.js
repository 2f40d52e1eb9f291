// The six encodings of a row partition, to and from row splits. Numbers that a user typed are
// BigInt, so that errors quote them exactly. The messages are those of raggedkit.partition.

const LARGEST = 2n ** 63n - 1n;
const LONGEST = 40; // characters of an integer

/** The most rows and values of a state. */
export const MOST = 400;

/** An edit that breaks a rule; its message is raggedkit's own. */
export class Broken extends Error {}

/**
 * @param {string} name
 * @param {string} rule
 * @param {number} i
 * @param {bigint | number} value
 * @returns {never}
 */
export function brokenAt(name, rule, i, value) {
  throw new Broken(`${name} must ${rule}, got ${name}[${i}] = ${value}`);
}

/** @param {string} name @param {bigint | number} n @returns {never} */
export function tooMany(name, n) {
  throw new Broken(`${name} must be at most ${MOST} in an explorer, got ${n}`);
}

/**
 * Integers of a text, separated by commas or spaces, in brackets or not.
 * @param {string} text
 * @param {string} name
 */
export function integers(text, name) {
  const inside = trimmed(trimmed(text).replace(/^\[|\]$/g, ""));
  const words = inside ? inside.split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/) : [];
  const single = name === "uniform_row_length" || name === "nrows";
  words.forEach((word, i) => {
    const where = single ? name : `${name}[${i}]`;
    if (!/^[-+]?[0-9]+$/.test(word)) {
      throw new Broken(`${name} must contain integers, got ${where} = ${word || "nothing"}`);
    }
    if (word.length > LONGEST) {
      throw new Broken(`${name} must fit int64, got ${where} = ${word.slice(0, LONGEST)}...`);
    }
  });
  if (words.length > MOST + 1) tooMany(`items of ${name}`, words.length);
  return words.map((word) => BigInt(word.replace("+", "")));
}

/** @param {string} text */
export const trimmed = (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/** @param {bigint[]} numbers @param {string} name */
export function checkFit(numbers, name) {
  const i = numbers.findIndex((n) => n > LARGEST || n < -LARGEST - 1n);
  if (i >= 0) brokenAt(name, "fit int64", i, numbers[i]);
}

/** @param {bigint} n @param {string} name */
export function checkCount(n, name) {
  if (n < 0n) throw new Broken(`${name} must not be negative, got ${n}`);
  if (n > LARGEST) throw new Broken(`${name} must fit int64, got ${n}`);
}

/** @param {bigint[]} numbers @param {string} name */
function checkOrder(numbers, name) {
  const i = numbers.findIndex((n, k) => k > 0 && n < numbers[k - 1]);
  if (i > 0) {
    const pair = `[${numbers[i - 1]}, ${numbers[i]}]`;
    throw new Broken(`${name} must not decrease, got ${name}[${i - 1}:${i + 1}] = ${pair}`);
  }
}

/** @param {bigint[]} numbers @param {string} name */
function checkStart(numbers, name) {
  if (numbers[0] !== 0n) brokenAt(name, "start at 0", 0, numbers[0]);
}

/** @param {bigint[]} splits */
export function fromRowSplits(splits) {
  checkFit(splits, "row_splits");
  if (!splits.length) throw new Broken("row_splits must have at least one item, got []; [0] has no rows");
  checkStart(splits, "row_splits");
  checkOrder(splits, "row_splits");
  return splits;
}

/** @param {bigint[]} lengths */
export function fromRowLengths(lengths) {
  checkFit(lengths, "row_lengths");
  const i = lengths.findIndex((n) => n < 0n);
  if (i >= 0) brokenAt("row_lengths", "not be negative", i, lengths[i]);
  const splits = [0n];
  lengths.forEach((n, k) => {
    splits.push(splits[k] + n);
    if (splits[k + 1] > LARGEST) brokenAt("row_lengths", "sum to what int64 can count", k, n);
  });
  return splits;
}

/** @param {bigint[]} starts @param {number} nvals */
export function fromRowStarts(starts, nvals) {
  checkFit(starts, "row_starts");
  if (starts.length) {
    checkStart(starts, "row_starts");
    checkOrder(starts, "row_starts");
    const i = starts.findIndex((n) => n > nvals);
    if (i >= 0) brokenAt("row_starts", `not pass nvals = ${nvals}`, i, starts[i]);
  } else if (nvals) throw new Broken(`nvals must be 0 where there are no rows, got ${nvals}`);
  return [...starts, BigInt(nvals)];
}

/** @param {bigint[]} limits */
export function fromRowLimits(limits) {
  checkFit(limits, "row_limits");
  if (limits.length && limits[0] < 0n) brokenAt("row_limits", "not be negative", 0, limits[0]);
  checkOrder(limits, "row_limits");
  return [0n, ...limits];
}

/** @param {bigint[]} rowids @param {number} nrows */
export function fromValueRowids(rowids, nrows) {
  checkFit(rowids, "value_rowids");
  if (rowids.length) {
    if (rowids[0] < 0n) brokenAt("value_rowids", "not be negative", 0, rowids[0]);
    checkOrder(rowids, "value_rowids");
    const i = rowids.findIndex((r) => r >= nrows);
    if (i >= 0) brokenAt("value_rowids", `be below nrows = ${nrows}`, i, rowids[i]);
  }
  const lengths = Array(nrows).fill(0n);
  for (const r of rowids) lengths[Number(r)] += 1n;
  return fromRowLengths(lengths);
}

/** @param {bigint} length @param {number} nvals @param {number} nrows of rows of length 0 */
export function fromUniform(length, nvals, nrows) {
  checkCount(length, "uniform_row_length");
  if (length === 0n && nvals === 0) return Array(nrows + 1).fill(0n);
  const n = length ? BigInt(nvals) / length : 0n;
  if (n * length !== BigInt(nvals)) {
    throw new Broken(`nvals must be a multiple of uniform_row_length = ${length}, got ${nvals}`);
  }
  return fromRowLengths(Array(Number(n)).fill(length));
}

/**
 * All encodings of row splits.
 * @param {readonly number[]} splits
 */
export function encodings(splits) {
  const row_starts = splits.slice(0, -1);
  const row_limits = splits.slice(1);
  const row_lengths = row_limits.map((limit, i) => limit - row_starts[i]);
  const value_rowids = row_lengths.flatMap((n, row) => Array(n).fill(row));
  return { row_splits: [...splits], row_lengths, value_rowids, row_starts, row_limits };
}
