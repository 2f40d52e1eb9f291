var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/core/encodings.js
var LARGEST = 2n ** 63n - 1n;
var LONGEST = 40;
var MOST = 400;
var Broken = class extends Error {
};
function brokenAt(name, rule, i, value) {
  throw new Broken(`${name} must ${rule}, got ${name}[${i}] = ${value}`);
}
function tooMany(name, n) {
  throw new Broken(`${name} must be at most ${MOST} in an explorer, got ${n}`);
}
function integers(text2, name) {
  const inside = trimmed(trimmed(text2).replace(/^\[|\]$/g, ""));
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
var trimmed = (text2) => text2.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
function checkFit(numbers, name) {
  const i = numbers.findIndex((n) => n > LARGEST || n < -LARGEST - 1n);
  if (i >= 0) brokenAt(name, "fit int64", i, numbers[i]);
}
function checkCount(n, name) {
  if (n < 0n) throw new Broken(`${name} must not be negative, got ${n}`);
  if (n > LARGEST) throw new Broken(`${name} must fit int64, got ${n}`);
}
function checkOrder(numbers, name) {
  const i = numbers.findIndex((n, k) => k > 0 && n < numbers[k - 1]);
  if (i > 0) {
    const pair = `[${numbers[i - 1]}, ${numbers[i]}]`;
    throw new Broken(`${name} must not decrease, got ${name}[${i - 1}:${i + 1}] = ${pair}`);
  }
}
function checkStart(numbers, name) {
  if (numbers[0] !== 0n) brokenAt(name, "start at 0", 0, numbers[0]);
}
function fromRowSplits(splits) {
  checkFit(splits, "row_splits");
  if (!splits.length) throw new Broken("row_splits must have at least one item, got []; [0] has no rows");
  checkStart(splits, "row_splits");
  checkOrder(splits, "row_splits");
  return splits;
}
function fromRowLengths(lengths) {
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
function fromRowStarts(starts, nvals) {
  checkFit(starts, "row_starts");
  if (starts.length) {
    checkStart(starts, "row_starts");
    checkOrder(starts, "row_starts");
    const i = starts.findIndex((n) => n > nvals);
    if (i >= 0) brokenAt("row_starts", `not pass nvals = ${nvals}`, i, starts[i]);
  } else if (nvals) throw new Broken(`nvals must be 0 where there are no rows, got ${nvals}`);
  return [...starts, BigInt(nvals)];
}
function fromRowLimits(limits) {
  checkFit(limits, "row_limits");
  if (limits.length && limits[0] < 0n) brokenAt("row_limits", "not be negative", 0, limits[0]);
  checkOrder(limits, "row_limits");
  return [0n, ...limits];
}
function fromValueRowids(rowids, nrows) {
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
function fromUniform(length, nvals, nrows) {
  checkCount(length, "uniform_row_length");
  if (length === 0n && nvals === 0) return Array(nrows + 1).fill(0n);
  const n = length ? BigInt(nvals) / length : 0n;
  if (n * length !== BigInt(nvals)) {
    throw new Broken(`nvals must be a multiple of uniform_row_length = ${length}, got ${nvals}`);
  }
  return fromRowLengths(Array(Number(n)).fill(length));
}
function encodings(splits) {
  const row_starts = splits.slice(0, -1);
  const row_limits = splits.slice(1);
  const row_lengths = row_limits.map((limit, i) => limit - row_starts[i]);
  const value_rowids = row_lengths.flatMap((n, row) => Array(n).fill(row));
  return { row_splits: [...splits], row_lengths, value_rowids, row_starts, row_limits };
}

// src/core/tree.js
function treeOf(rows) {
  let nodes = [...rows.items];
  for (const splits of [...rows.levels].reverse()) {
    nodes = splits.slice(1).map((stop, i) => nodes.slice(splits[i], stop));
  }
  return nodes;
}
function nodesOf(tree, level) {
  let nodes = tree;
  for (let i = 0; i < level; i += 1) nodes = nodes.flat(1);
  return nodes;
}
function flattened(tree, depth2) {
  const levels = [];
  let nodes = tree;
  for (let level = 0; level < depth2; level += 1) {
    const splits = [0];
    for (const row of nodes) splits.push(splits[splits.length - 1] + row.length);
    levels.push(splits);
    nodes = nodes.flat(1);
  }
  return { levels, items: (
    /** @type {number[]} */
    nodes
  ) };
}

// src/core/select.js
var LONGEST2 = 200;
var ONLY = "Without Python, only integers, slices, ... and a list of rows work here.";
var ALL = { start: null, stop: null, step: null };
var Refused = class extends Error {
};
var isSlice = (part) => typeof part === "object" && !Array.isArray(part);
function selected(rows, given) {
  const text2 = trimmed(given);
  if (!text2) return { key: null };
  const key = { text: text2, error: "", items: [], levels: [], scalar: false, shown: "" };
  if (text2.length > LONGEST2) {
    const error = `key must have at most ${LONGEST2} characters, got ${text2.length}`;
    return { key: { ...key, error } };
  }
  const parts = parsed(text2);
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
function parsed(text2) {
  const parts = [];
  const pattern = /[ \t]*(?:(\[[-+0-9, \t]*\])|(\.\.\.)|([-+]?[0-9]*)[ \t]*(?:(:)[ \t]*([-+]?[0-9]*)[ \t]*(?::[ \t]*([-+]?[0-9]*))?)?)[ \t]*(,|$)/y;
  while (pattern.lastIndex < text2.length) {
    const found = pattern.exec(text2);
    if (!found) return null;
    const [, list, dots, first, colon, stop, step6] = found;
    const part = list ? listed(list) : dots ? "..." : colon ? sliced(first, stop, step6) : number(first);
    if (part === null || typeof part === "number" && Number.isNaN(part)) return null;
    parts.push(part);
  }
  return parts.length && parts.filter((part) => part === "...").length < 2 ? parts : null;
}
function number(word) {
  if (!word || !/^[-+]?(0|[1-9][0-9]*)$/.test(word)) return NaN;
  return Number.isSafeInteger(Number(word)) ? Number(word) : NaN;
}
function sliced(start, stop, step6) {
  const ends = [start, stop, step6].map((word) => word ? number(word) : null);
  return ends.some(Number.isNaN) ? null : { start: ends[0], stop: ends[1], step: ends[2] };
}
function listed(text2) {
  const inside = trimmed(text2.slice(1, -1)).replace(/,$/, "");
  const found = inside ? inside.split(",").map((word) => number(trimmed(word))) : [];
  return found.some(Number.isNaN) || text2.length > 50 ? null : found;
}
function check(parts, ndim) {
  parts.forEach((part, i) => {
    if (isSlice(part) && part.step === 0) throw new Refused("slice step must not be 0, got 0");
    if (Array.isArray(part) && i) {
      throw new Refused(`key[${i}] must be an integer, a slice, ... or None, got [${part.join(", ")}]`);
    }
  });
  const used2 = parts.filter((part) => part !== "...").length;
  if (used2 > ndim) throw new Refused(`key must have ${ndim} indices at most, got ${used2}`);
}
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
function noInnerInteger(rows, parts, at, axis) {
  const splits = rows.levels[axis - 1];
  const lengths = splits.slice(1).map((stop, k) => stop - splits[k]);
  const [least, most] = lengths.length ? [Math.min(...lengths), Math.max(...lengths)] : [0, 0];
  const i = (
    /** @type {number} */
    parts[at]
  );
  const one = { start: i, stop: i === -1 ? null : i + 1, step: null };
  const ways = [`slice it (${written(parts.with(at, one))})`];
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
function written(parts) {
  const words = parts.map((part) => {
    if (Array.isArray(part)) return "rows";
    if (!isSlice(part)) return String(part);
    const ends = [part.start, part.stop].map((end) => end === null ? "" : String(end));
    return [...ends, ...part.step === null ? [] : [String(part.step)]].join(":");
  });
  return words.length ? `rt[${words.join(", ")}]` : "rt";
}
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
  return picked.map((list) => results.slice(start, start += list.length));
}
function position(i, n, axis) {
  const at = i < 0 ? i + n : i;
  if (at >= 0 && at < n) return at;
  const name = axis ? `index of axis ${axis}` : "row";
  if (n) throw new Refused(`${name} must be from ${-n} to ${n - 1}, got ${i}`);
  if (!axis) throw new Refused(`row must be in range, but there are no rows, got ${i}`);
  throw new Refused(`${name} must be in range, but there are no items, got ${i}; a slice returns the items that exist`);
}
function rowOf(i, k, n) {
  if (i < -n || i >= n) throw new Refused(`key[${k}] must be from ${n ? -n : 0} to ${n - 1}, got ${i}`);
  return i < 0 ? i + n : i;
}
function placesOf({ start, stop, step: step6 }, n) {
  const by = step6 ?? 1;
  const [low, high] = by > 0 ? [0, n] : [-1, n - 1];
  const clip = (end, missing) => end === null ? missing : Math.min(Math.max(end < 0 ? end + n : end, low), high);
  const first = clip(start, by > 0 ? low : high);
  const last = clip(stop, by > 0 ? high : low);
  const places = [];
  for (let i = first; by > 0 ? i < last : i > last; i += by) places.push(i);
  return places;
}

// src/core/python.js
var sizeText = (size) => size === null ? "None" : String(size);
var listOf = (sizes) => `[${sizes.map(sizeText).join(", ")}]`;
var tupleOf = (sizes) => `(${sizes.map(sizeText).join(", ")}${sizes.length === 1 ? "," : ""})`;
var WIDTH = 60;
function cut(repr) {
  const all = [...repr];
  return all.length <= WIDTH ? repr : `${all.slice(0, WIDTH - 3).join("")}...`;
}
var shown = (text2) => cut(quoted([...text2].slice(0, WIDTH).join("")));
function quoted(text2) {
  const quote = text2.includes("'") && !text2.includes('"') ? '"' : "'";
  const inside = [...text2].map((c) => {
    if (c === quote || c === "\\") return `\\${c}`;
    if (c === "\n" || c === "\r" || c === "	") return { "\n": "\\n", "\r": "\\r", "	": "\\t" }[c];
    if (c === " " || !/[\p{C}\p{Z}]/u.test(c)) return c;
    const code2 = (
      /** @type {number} */
      c.codePointAt(0)
    );
    const hex = code2.toString(16);
    if (code2 < 256) return `\\x${hex.padStart(2, "0")}`;
    return code2 < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
  return quote + inside.join("") + quote;
}

// src/core/typed.js
var FIELD = "flat_values";
var Asks = class extends Broken {
};
var LONGEST3 = 200;
var LITERAL = 60;
var ROOM = 40;
var FLOAT = /^[-+]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?|nan|inf|infinity)$/i;
var INTEGER = /^[-+]?[0-9]{1,40}$/;
var BOOLS = { true: true, false: false, 1: true, 0: false };
var USUAL = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
var BLANKS = "͏ᅟᅠ឴឵᠋᠌᠍᠏ㅤﾠ";
function typed(entry, i, state) {
  if (state.inner.length) {
    throw new Broken(`${FIELD} must be single values to be typed, got values of shape [${state.inner.join(", ")}]`);
  }
  const length = [...entry].length;
  if (length > LONGEST3) throw new Broken(`${FIELD}[${i}] must have at most ${LONGEST3} characters, got ${length}`);
  const read2 = READERS[state.dtype] ?? (/^u?int/.test(state.dtype) ? integer : null);
  if (!read2) throw new Asks(`Without Python, values of dtype ${state.dtype} cannot be typed.`);
  const found = read2(state.dtype === "str" ? entry : trimmed(entry), state.dtype);
  if (!found) {
    throw new Broken(`${FIELD} must represent values of dtype ${state.dtype}, got ${FIELD}[${i}] = ${shown(entry)}`);
  }
  const short = (literal) => literal !== null && [...literal].length <= LITERAL ? literal : null;
  return { entry, text: found.text, mark: found.mark ?? "", python: short(found.python), r: short(found.r) };
}
function integer(word, dtype) {
  if (!INTEGER.test(word)) return null;
  const n = BigInt(word.replace("+", ""));
  const bits = BigInt(dtype.replace(/\D/g, ""));
  const [least, most] = dtype.startsWith("u") ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  if (n < least || n > most) return null;
  const text2 = String(n);
  return { text: text2, python: text2, r: n < 2n ** 31n && n > -(2n ** 31n) ? `${text2}L` : text2 };
}
function bool(word) {
  const key = word.toLowerCase();
  if (!Object.hasOwn(BOOLS, key)) return null;
  const text2 = BOOLS[key] ? "True" : "False";
  return { text: text2, python: text2, r: text2.toUpperCase() };
}
function float(word, dtype) {
  if (!FLOAT.test(word)) return null;
  const size = word.replace(/^[-+]/, "").toLowerCase();
  const read2 = size === "nan" ? NaN : size.startsWith("inf") ? Infinity : Number(size);
  const negative = word.startsWith("-") ? -read2 : read2;
  const x = dtype === "float32" ? Math.fround(negative) : negative;
  if (Number.isNaN(x)) return { text: "nan", mark: "nan", python: "float('nan')", r: "NaN" };
  if (!Number.isFinite(x)) {
    const text2 = x < 0 ? "-inf" : "inf";
    return { text: text2, mark: "inf", python: `float('${text2}')`, r: x < 0 ? "-Inf" : "Inf" };
  }
  const literal = floatText(x);
  return { text: dtype === "float32" ? floatText(shortest32(x)) : literal, python: literal, r: literal };
}
function shortest32(x) {
  for (let digits = 1; digits < 9; digits += 1) {
    const y = Number(x.toPrecision(digits));
    if (Math.fround(y) === x) return y;
  }
  return x ? Number(x.toPrecision(9)) : x;
}
function floatText(x) {
  const [digits, power] = x.toExponential().split("e");
  const e = Number(power);
  if (x && (e < -4 || e > 15)) return `${digits}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  const text2 = Object.is(x, -0) ? "-0" : String(x);
  return text2.includes(".") ? text2 : `${text2}.0`;
}
function text(entry) {
  const python = quoted(entry);
  const plain = /^[ -~]*$/.test(entry);
  const usual = plain || USUAL.test(entry) && ![...entry].some((c) => BLANKS.includes(c));
  if (!usual || [...python].length > (plain ? ROOM : ROOM / 2)) {
    throw new Asks("Without Python, only short texts of usual characters can be typed.");
  }
  return { text: python, python, r: `"${entry.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"` };
}
var READERS = { bool, float32: float, float64: float, str: text };
var canType = ({ of, inner }) => of === "RaggedTensor" && !inner.length;
function entryOf(state, i) {
  const item = state.items[i];
  if (state.typed[item]) return state.typed[item].entry;
  const literal = item < 0 ? state.fill[1] : state.python?.[item] ?? state.texts[item];
  const quotes = /^(?:float\(|b)?(['"])(.*)\1\)?$/.exec(literal);
  if (quotes) return quotes[2].includes("\\") ? "" : quotes[2];
  return literal.endsWith("...") ? "" : literal;
}

// src/core/partition.js
var NEW = -1;
var HISTORY = 100;
var REMEMBERED = 2e4;
function step(given, event) {
  const state = { ...given };
  delete state.asks;
  const { type } = event;
  if (type === "undo" || type === "redo") return restored(state, type === "undo");
  if (type === "slice") return { ...state, ...selected(state, String(event.text)) };
  try {
    if (type === "window") throw new Broken("Without Python, this page has only these rows.");
    const value = type === "set" && event.field === FIELD && state.of === "RaggedTensor";
    const [rows, values2] = value ? withValue(state, event) : [type === "reset" ? state.first : edited(state, event), state.typed];
    if (same(rows, state)) return { ...state, error: null };
    const past = trimmedHistory([...state.past, rowsOf(state)]);
    return shown2({ ...state, ...rows, past, future: [], typed: used(values2, [rows, ...past]), error: null });
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const level = Number.isInteger(event.level) ? event.level : 0;
    const failed = { ...state, error: { field: event.field ?? type, level, message: error.message } };
    return type === "window" || error instanceof Asks ? { ...failed, asks: true } : failed;
  }
}
var rowsOf = ({ levels, uniform, items }) => ({ levels, uniform, items });
var same = (a, b) => JSON.stringify(rowsOf(a)) === JSON.stringify(rowsOf(b));
function restored(state, back) {
  const [from, to] = back ? [state.past, state.future] : [state.future, state.past];
  if (!from.length) return { ...state, error: null };
  const left = from.slice(0, -1);
  const right = [...to, rowsOf(state)];
  const [past, future] = back ? [left, right] : [right, left];
  return shown2({ ...state, ...from[from.length - 1], past, future, error: null });
}
function shown2(state) {
  return state.key === null ? state : { ...state, ...selected(state, state.key.text) };
}
var cells = (rows) => rows.items.length + rows.levels.reduce((sum, splits) => sum + splits.length - 1, 0);
function trimmedHistory(past) {
  let kept = past.slice(-HISTORY);
  while (kept.length > 1 && kept.reduce((sum, rows) => sum + cells(rows), 0) > REMEMBERED) kept = kept.slice(1);
  return kept;
}
function checkPlace(state, { level = 0 }) {
  if (state.window?.frozen) throw new Broken(state.window.frozen);
  if (!Number.isInteger(level) || level < 0 || level >= state.levels.length) {
    throw new Broken(`level must be from 0 to ${state.levels.length - 1}, got ${level}`);
  }
}
function withValue(state, event) {
  checkPlace(state, event);
  const i = position2(event.i, state.items.length);
  const value = typed(String(event.text), i, state);
  const numbers = Object.keys(state.typed).map(Number);
  const known2 = numbers.find((n) => state.typed[n].entry === value.entry);
  const number2 = known2 ?? Math.min(NEW, ...numbers) - 1;
  const values2 = known2 === void 0 ? { ...state.typed, [number2]: value } : state.typed;
  return [{ ...rowsOf(state), items: state.items.with(i, number2) }, values2];
}
function used(values2, all) {
  const numbers = Object.keys(values2);
  if (!numbers.length) return values2;
  const items = new Set(all.flatMap((rows) => rows.items));
  return Object.fromEntries(numbers.filter((n) => items.has(Number(n))).map((n) => [n, values2[n]]));
}
function edited(state, event) {
  const edit = EDITS[event.type];
  const level = event.level ?? 0;
  if (!edit) throw new Broken(`event must be known, got '${event.type}'`);
  checkPlace(state, event);
  const rows = edit(rowsOf(state), level, event);
  const n = cells(rows);
  if (n > MOST && n > cells(state)) tooMany("rows and values", n);
  return { ...rows, uniform: rows.uniform.map((length, i) => allOf(rows.levels[i], length) ? length : null) };
}
var allOf = (splits, length) => splits.every((stop, i) => !i || stop - splits[i - 1] === length);
function entered(rows, level, event) {
  const name = event.field;
  if (!FIELDS.includes(name)) throw new Broken(`field must be an encoding, got '${name}'`);
  const numbers = integers(String(event.text), name);
  if (name !== "uniform_row_length" && name !== "nrows") return encoded(rows, level, name, numbers);
  if (numbers.length !== 1) throw new Broken(`${name} must be a single integer, got ${numbers.length}`);
  return name === "nrows" ? withNrows(rows, level, numbers[0]) : madeUniform(rows, level, numbers[0]);
}
function encoded(rows, level, name, numbers) {
  const old = rows.levels[level];
  switch (name) {
    case "row_splits":
      return withSplits(rows, level, fromRowSplits(numbers));
    case "row_lengths":
      fromRowLengths(numbers);
      return withLengths(rows, level, numbers);
    case "row_starts":
      return withSplits(rows, level, fromRowStarts(numbers, old[old.length - 1]));
    case "row_limits":
      return withSplits(rows, level, fromRowLimits(numbers));
    default:
      return withSplits(rows, level, fromValueRowids(numbers, old.length - 1));
  }
}
function withSplits(rows, level, splits) {
  checkCounts(rows.levels.with(
    level,
    /** @type {any} */
    splits
  ), rows.items.length);
  return { ...rows, levels: rows.levels.with(level, splits.map(Number)) };
}
function checkCounts(levels, nvals) {
  let below = nvals;
  for (let k = levels.length - 1; k >= 0; k -= 1) {
    const last = levels[k][levels[k].length - 1];
    if (BigInt(last) !== BigInt(below)) {
      const where = levels.length > 1 ? `nested_row_splits[${k}]: ` : "";
      throw new Broken(`${where}values must have ${last} items, got ${below}; the rows must use up the values`);
    }
    below = levels[k].length - 1;
  }
}
function withLengths(rows, level, lengths) {
  const sum = lengths.reduce((a, b) => a + b, 0n);
  if (sum > MOST) tooMany("rows and values", sum);
  if (level) {
    const outer = rows.levels[level - 1];
    const n = lengths.length;
    if (outer[outer.length - 1] !== n) {
      checkCounts([...rows.levels.slice(0, level), Array.from({ length: n + 1 }, (_, i) => i)], n);
    }
  }
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  found.forEach((row, i) => {
    if (i >= lengths.length) return;
    row.splice(Number(lengths[i]));
    while (row.length < lengths[i]) row.push(newItem(rows, level));
  });
  if (!level) {
    tree.splice(lengths.length);
    for (const n of lengths.slice(found.length)) {
      tree.push(Array.from({ length: Number(n) }, () => newItem(rows, 0)));
    }
  }
  return fromTree(tree, rows);
}
var fromTree = (tree, like) => ({ ...like, ...flattened(tree, like.levels.length) });
var newItem = (rows, level) => level === rows.levels.length - 1 ? NEW : [];
function withNrows(rows, level, n) {
  const splits = rows.levels[level];
  if (n > MOST) tooMany("nrows", n);
  checkCount(n, "nrows");
  const { value_rowids } = encodings(splits);
  fromValueRowids(value_rowids.map(BigInt), Number(n));
  const tree = treeOf(rows);
  const more = Number(n) - (splits.length - 1);
  for (let i = 0; i < more; i += 1) parentAtEnd(tree, level).push([]);
  for (let i = 0; i < -more; i += 1) {
    const parents = level ? nodesOf(tree, level - 1) : [tree];
    parents.findLast((parent) => parent.length)?.pop();
  }
  return fromTree(tree, rows);
}
function parentAtEnd(tree, level) {
  const parents = level ? nodesOf(tree, level - 1) : [tree];
  if (!parents.length) {
    throw new Broken("the outer level must have a row for it, got none; add one there first");
  }
  return parents[parents.length - 1];
}
function madeUniform(rows, level, length) {
  const old = rows.levels[level];
  const splits = fromUniform(length, old[old.length - 1], old.length - 1);
  if (length > MOST) tooMany("uniform_row_length", length);
  return { ...withSplits(rows, level, splits), uniform: rows.uniform.with(level, Number(length)) };
}
function set(rows, level, event) {
  const vectors = (
    /** @type {Record<string, number[]>} */
    encodings(rows.levels[level])
  );
  const name = event.field;
  if (!Object.hasOwn(vectors, name)) throw new Broken(`field must be an encoding, got '${name}'`);
  const i = position2(event.i, vectors[name].length);
  const found = integers(String(event.text), name);
  if (found.length !== 1) throw new Broken(`${name}[${i}] must be a single integer, got ${found.length}`);
  if (name === "value_rowids") return movedItem(rows, level, i, found[0]);
  return encoded(rows, level, name, vectors[name].map(BigInt).with(i, found[0]));
}
function movedItem(rows, level, i, to) {
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  if (to < 0n) brokenAt("value_rowids", "not be negative", i, to);
  if (to >= found.length) brokenAt("value_rowids", `be below nrows = ${found.length}`, i, to);
  const splits = rows.levels[level];
  const [own, row] = [encodings(splits).value_rowids[i], Number(to)];
  if (row !== own) {
    const [item] = found[own].splice(i - splits[own], 1);
    found[row].splice(row > own ? 0 : found[row].length, 0, item);
  }
  return fromTree(tree, rows);
}
function dragged(rows, level, event) {
  const splits = rows.levels[level];
  const i = position2(event.i, splits.length);
  if (i === 0 || i === splits.length - 1) return rows;
  const at = Math.min(Math.max(event.to, splits[i - 1]), splits[i + 1]);
  return withSplits(rows, level, splits.map(BigInt).with(i, BigInt(at)));
}
function grown(rows, level, event) {
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  found[position2(event.i, found.length)].push(newItem(rows, level));
  return fromTree(tree, rows);
}
function shrunk(rows, level, event) {
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  const i = position2(event.i, found.length);
  if (!found[i].length) throw new Broken(`row ${i} must have an item to delete, got an empty row`);
  found[i].pop();
  return fromTree(tree, rows);
}
function addedRow(rows, level, event) {
  const tree = treeOf(rows);
  const i = position2(event.i, rows.levels[level].length);
  if (!level) {
    tree.splice(i, 0, []);
    return fromTree(tree, rows);
  }
  const outer = rows.levels[level - 1];
  const parents = nodesOf(tree, level - 1);
  if (!parents.length) parentAtEnd(tree, level);
  const owners = encodings(outer).value_rowids;
  const at = i ? owners[i - 1] : owners[0] ?? 0;
  parents[at].splice(i - outer[at], 0, []);
  return fromTree(tree, rows);
}
function deletedRow(rows, level, event) {
  const tree = treeOf(rows);
  const i = position2(event.i, rows.levels[level].length - 1);
  if (!level) {
    tree.splice(i, 1);
    return fromTree(tree, rows);
  }
  const outer = rows.levels[level - 1];
  const owner = encodings(outer).value_rowids[i];
  nodesOf(tree, level - 1)[owner].splice(i - outer[owner], 1);
  return fromTree(tree, rows);
}
function position2(i, n) {
  if (Number.isInteger(i) && i >= 0 && i < n) return i;
  throw new Broken(`i must ${n ? `be from 0 to ${n - 1}` : "be in range, but there are no items"}, got ${i}`);
}
var FIELDS = ["row_splits", "row_lengths", "value_rowids", "row_starts", "row_limits", "uniform_row_length", "nrows"];
var EDITS = {
  edit: entered,
  set,
  move: dragged,
  grow: grown,
  shrink: shrunk,
  add_row: addedRow,
  delete_row: deletedRow
};

// src/core/answers.js
var ERROR = "error";
var LONGEST4 = 2e3;
var TOKEN = /[ \t\r\n,]*(?:([[\]()])|'([^']*)'|"([^"]*)"|([^ \t\r\n[\](),'"]+)|$)/y;
var NUMBER = /^-?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?$/;
var INTEGER2 = /^-?[0-9]+$/;
var WORDS = {
  true: "True",
  false: "False",
  none: "None",
  null: "None",
  na: "None",
  "?": "None",
  nan: "nan",
  inf: "inf",
  "-inf": "-inf",
  error: ERROR
};
var NEAR = 1e-3;
var Unreadable = class extends Error {
};
var written2 = (answer) => Array.isArray(answer) ? `[${answer.map(written2).join(", ")}]` : answer;
function read(text2, expected) {
  const size = [...text2].length;
  if (size > LONGEST4) throw new Unreadable(`answer must have at most ${LONGEST4} characters, got ${size}`);
  const items = itemsOf(text2);
  if (!items.length) throw new Unreadable("answer must not be empty; [] is a list without items");
  if (items.length > 1) return items;
  const [item] = items;
  if (!Array.isArray(expected)) return item;
  if (Array.isArray(item) && (depth(item) === depth(expected) || depth(items) !== depth(expected))) return item;
  return item === ERROR ? item : items;
}
function itemsOf(text2) {
  const stack = [[]];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text2.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text2);
    if (!found) throw new Unreadable(`answer must close each quote, got ${[...text2.slice(at).replace(/^[ ,]+/, "")].slice(0, 20).join("")}`);
    at = TOKEN.lastIndex;
    const [, bracket, single, double, word] = found;
    const top = stack[stack.length - 1];
    if (bracket === "[" || bracket === "(") {
      const list = [];
      top.push(list);
      stack.push(list);
    } else if (bracket) {
      stack.pop();
      if (!stack.length) throw new Unreadable(`answer must open each bracket, got ${bracket} too many`);
    } else if (single !== void 0 || double !== void 0) top.push(`'${single ?? double}'`);
    else if (word) top.push(leaf(word));
  }
  if (stack.length > 1) throw new Unreadable("answer must close each bracket");
  return stack[0];
}
function leaf(word) {
  const low = word.toLowerCase().replace(/^\+/, "");
  if (Object.hasOwn(WORDS, low)) return WORDS[low];
  if (low.length > 40 || !NUMBER.test(low)) {
    throw new Unreadable(`answer must have numbers, True, False, None, nan or text in quotes, got ${[...word].slice(0, 40).join("")}`);
  }
  return low;
}
var depth = (answer) => Array.isArray(answer) ? 1 + Math.max(0, ...answer.map(depth)) : 0;
function same2(expected, given) {
  if (Array.isArray(expected) || Array.isArray(given)) {
    return Array.isArray(expected) && Array.isArray(given) && expected.length === given.length && expected.every((item, i) => same2(item, given[i]));
  }
  if (expected === given) return true;
  if (!NUMBER.test(expected) || !NUMBER.test(given)) return false;
  const [x, y] = [Number(expected), Number(given)];
  if (INTEGER2.test(expected)) return x === y;
  return Number.isFinite(y) && Math.abs(x - y) <= NEAR * Math.max(1, Math.abs(x));
}
function feedback(question, given) {
  const { expected } = question;
  const lists = Array.isArray(given) && Array.isArray(expected);
  const marks = Array.isArray(given) ? given.map((item, k) => lists && k < expected.length && same2(expected[k], item)) : [];
  if (same2(expected, given)) return { right: true, message: `Right: ${written2(expected)}`, marks };
  const parts = lists ? [`${marks.filter(Boolean).length} of ${expected.length} ${question.items} right.`] : [];
  const known2 = question.mistakes.find((mistake) => same2(mistake.answer, given));
  parts.push(...known2 ? [known2.message] : differences(question, given, marks));
  return { right: false, message: parts.join(" "), marks };
}
function differences({ expected, count: count2 }, given, marks) {
  if (given === ERROR) return ["It is not refused: there is a result."];
  if (expected === ERROR) return ["Look again: does each row fit, and has each row a value?"];
  if (!Array.isArray(expected)) return [Array.isArray(given) ? "One value is asked, not a list." : `${given} is not right.`];
  if (!Array.isArray(given)) return ["A list is asked, not one value."];
  const sentences = [];
  const k = marks.indexOf(false);
  if (k >= 0 && k < expected.length) sentences.push(`Position ${k} is not ${written2(given[k])}.`);
  if (given.length !== expected.length) sentences.push(`${count2}, you gave ${given.length}.`);
  return sentences;
}

// src/core/quiz.js
var LEVELS = [1, 2, 3];
var FRESH = { text: "", given: null, marks: [], message: "", tries: 0, hints: 0, revealed: false, solved: false };
function step2(state, event) {
  const question = state.questions[state.at];
  if (event.type === "answer" && typeof event.text === "string") return answered(state, question, event.text);
  if (event.type === "hint") return { ...state, hints: Math.min(state.hints + 1, question.hints.length) };
  if (event.type === "reveal") return { ...state, revealed: true, message: `The answer: ${written2(question.expected)}` };
  if (event.type === "level" && LEVELS.includes(event.level)) return { ...state, level: event.level };
  if (event.type === "next") return next(state);
  return { ...state, message: "event must be answer, hint, reveal, level or next" };
}
function answered(state, question, text2) {
  let given;
  try {
    given = read(text2, question.expected);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...state, text: text2, message: error.message, marks: [], given: null };
  }
  const { right, message, marks } = feedback(question, given);
  const open = !state.solved && !state.revealed;
  const counts = right && open;
  const [solved, asked] = state.points;
  return {
    ...state,
    text: text2,
    given,
    marks,
    message,
    tries: state.tries + Number(open),
    solved: state.solved || counts,
    points: [solved + Number(counts), asked]
  };
}
function next(state) {
  const { questions, level, used: used2, points: [solved, asked] } = state;
  const ofLevel = questions.flatMap((question, i) => question.level === level ? [i] : []);
  if (!ofLevel.length) return { ...state, message: "There are no random questions for these arguments." };
  const count2 = used2[level - 1];
  const now = used2.map((n, i) => i === level - 1 ? n + 1 : n);
  return { ...state, ...FRESH, at: ofLevel[count2 % ofLevel.length], used: now, points: [solved, asked + 1] };
}

// src/core/history.js
var HISTORY2 = 100;
function restored2(state, back, name) {
  const [from, to] = back ? [state.past, state.future] : [state.future, state.past];
  if (!from.length) return { ...state, error: null };
  const [left, right] = [from.slice(0, -1), [...to, state[name]]];
  const [past, future] = back ? [left, right] : [right, left];
  return { ...state, [name]: from[from.length - 1], past, future, error: null };
}
function changed(state, name, part) {
  if (JSON.stringify(part) === JSON.stringify(state[name])) return { ...state, error: null };
  return { ...state, [name]: part, past: [...state.past, state[name]].slice(-HISTORY2), future: [], error: null };
}

// src/core/shapes.js
var MOST_AXES = 64;
var LONGEST5 = 40;
var UNKNOWN_SIZE = ["", "?", "None", "NA"];
var UNKNOWN_RANK = ["?", "None", "<unknown>", "dims = NULL"];
var NO_RANK = "shape must have a rank to be listed, got TensorShape(None); test shape.rank first, or set it: shape.with_rank(n)";
function step3(state, event) {
  const { type } = event;
  if (type === "undo" || type === "redo") return restored2(state, type === "undo", "shapes");
  try {
    return changed(state, "shapes", type === "reset" ? state.first : edited2(state.shapes, event));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const [shape, axis] = [event.shape, event.axis].map((i) => Number.isInteger(i) ? i : 0);
    return { ...state, error: { field: type, shape, axis, message: error.message } };
  }
}
function edited2(shapes, event) {
  if (event.type === "swap") return [...shapes].reverse();
  const edit = EDITS2[event.type];
  if (!edit) throw new Broken(`event must be known, got ${shown(String(event.type))}`);
  const i = position3(event.shape, shapes.length, "shape");
  const dims = edit(shapes[i], event);
  if (dims && dims.length > MOST_AXES) tooMany2(dims.length);
  return shapes.with(i, dims);
}
function tooMany2(rank) {
  throw new Broken(`rank must be at most ${MOST_AXES} in an explorer, got ${rank}`);
}
function position3(i, n, name) {
  if (Number.isInteger(i) && i >= 0 && i < n) return i;
  throw new Broken(`${name} must ${n ? `be from 0 to ${n - 1}` : "be in range, but there are no axes"}, got ${i}`);
}
function known(dims) {
  if (dims === null) throw new Broken(NO_RANK);
  return dims;
}
function sized(dims, event) {
  const sizes = known(dims);
  const axis = position3(event.axis, sizes.length, "axis");
  return sizes.with(axis, checked(sizeOf(String(event.text)), axis));
}
function sizeOf(text2) {
  const word = trimmed(text2);
  if (UNKNOWN_SIZE.includes(word)) return null;
  if (!/^[-+]?[0-9]+$/.test(word)) return word;
  if (word.length > LONGEST5) throw new Broken(`dims must have sizes of at most ${LONGEST5} digits, got ${shown(word)}`);
  return BigInt(word.replace("+", ""));
}
function checked(size, axis) {
  if (size === null) return null;
  if (typeof size === "string") {
    throw new Broken(`dims[${axis}] must be an int or None, got ${shown(size)}; a shape is one flat list of ints and None, like [2, None]`);
  }
  if (size < 0n) throw new Broken(`dims[${axis}] must be >= 0, got ${size}; write None where the size is not known`);
  return size < BigInt(Number.MAX_SAFE_INTEGER) + 1n ? Number(size) : String(size);
}
function added(dims, event) {
  const sizes = known(dims);
  return sizes.toSpliced(position3(event.axis, sizes.length + 1, "axis"), 0, null);
}
function deleted(dims, event) {
  const sizes = known(dims);
  return sizes.toSpliced(position3(event.axis, sizes.length, "axis"), 1);
}
function ranked(dims, event) {
  const rank = sizeOf(String(event.text));
  if (rank === null) return null;
  if (typeof rank === "string") throw new Broken(`rank must be an int, got ${shown(rank)}; a rank is the number of axes`);
  if (rank > MOST_AXES && dims === null) tooMany2(rank);
  if (dims !== null) {
    if (rank === BigInt(dims.length)) return dims;
    throw new Broken(
      `shape must have rank ${rank}, got ${tupleOf(dims)} of rank ${dims.length}; expand_dims adds an axis, squeeze drops one of size 1`
    );
  }
  if (rank < 0n) throw new Broken(`rank must be >= 0, got ${rank}; a scalar has rank 0`);
  return Array(Number(rank)).fill(null);
}
function typed2(_, event) {
  let text2 = trimmed(String(event.text));
  const call = /^(?:(?:rk\.)?TensorShape|shape)\(([\s\S]*)\)$/.exec(text2);
  if (call) text2 = trimmed(call[1]);
  if (UNKNOWN_RANK.includes(text2)) return null;
  const inside = trimmed(text2.replace(/^[[(]|[\])]$/g, ""));
  const words = inside ? inside.replace(/[ \t\r\n]*,$/, "").split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/) : [];
  if (words.length > MOST_AXES) tooMany2(words.length);
  return words.map(sizeOf).map(checked);
}
var EDITS2 = { size: sized, add_axis: added, delete_axis: deleted, rank: ranked, dims: typed2 };
var equal = (a, b) => String(a) === String(b);
function contradiction(a, b) {
  if (!a || !b) return "";
  if (a.length !== b.length) return `other must have rank ${a.length} as ${tupleOf(a)} does, got ${tupleOf(b)} of rank ${b.length}`;
  const axis = a.findIndex((size, i) => size !== null && b[i] !== null && !equal(size, b[i]));
  return axis < 0 ? "" : `other[${axis}] must be ${a[axis]} or None as in ${tupleOf(a)}, got ${b[axis]} in ${tupleOf(b)}`;
}
function covers(a, b) {
  if (!a || !b || a.length !== b.length) return a === null;
  return a.every((size, i) => size === null || equal(size, b[i]));
}
function merged(a, b) {
  return !a || !b ? a ?? b : a.map((size, i) => size === null ? b[i] : size);
}
function common(a, b) {
  return !a || !b || a.length !== b.length ? null : a.map((size, i) => equal(size, b[i]) ? size : null);
}
function answers(a, b) {
  const conflict = contradiction(a, b);
  return {
    is_compatible_with: { flag: !conflict },
    merge_with: conflict ? { error: `${conflict}; most_specific_compatible_shape keeps the sizes that both have` } : { dims: merged(a, b) },
    most_specific_compatible_shape: { dims: common(a, b) },
    is_subtype_of: { flag: covers(b, a) },
    concatenate: { dims: a && b ? [...a, ...b] : null }
  };
}
function numElements(dims) {
  if (!dims || dims.includes(null)) return null;
  return String(dims.reduce((product, size) => product * BigInt(
    /** @type {number | string} */
    size
  ), 1n));
}
var reprOf = (dims) => `TensorShape(${dims ? listOf(dims) : "None"})`;
function notation(dims) {
  if (!dims) return "[...]";
  return `[${dims.map((size, i) => size ?? (i ? `(d${i})` : "d0")).join(", ")}]`;
}

// src/core/sparse.js
var SHOWN = 40;
var Refused2 = class extends Broken {
  /** @param {string} message @param {Size[]} wanted */
  constructor(message, wanted) {
    super(message);
    this.wanted = wanted;
  }
};
function step4(given, event) {
  const state = { ...given };
  delete state.asks;
  const { type } = event;
  if (type === "undo" || type === "redo") return restored2(state, type === "undo", "box");
  try {
    if (type === "at") return { ...state, at: typedAt(state, event), error: null };
    return changed(state, "box", edited3(state, event));
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const field = type === "at" ? `at-${event.axis ?? 0}` : type === "resize" ? "new_shape" : type;
    const wanted = error instanceof Refused2 ? error.wanted : null;
    const failed = { ...state, error: { field, message: error.message, wanted } };
    return error instanceof Unseen ? { ...failed, asks: true } : failed;
  }
}
var sizesOf = (state) => state.box.sizes ?? baseOf(state);
var baseOf = (state) => state.box.tight ? state.tight : state.declared;
var sizeOf2 = (n) => n < BigInt(Number.MAX_SAFE_INTEGER) + 1n ? Number(n) : String(n);
function edited3(state, event) {
  if (event.type === "reset") return { tight: false, sizes: null };
  if (event.type === "tight") return { tight: true, sizes: null };
  if (event.type !== "resize") throw new Broken(`event must be known, got ${shown(String(event.type))}`);
  const text2 = String(event.text);
  if (!trimmed(text2)) return { tight: true, sizes: null };
  const numbers = integers(text2, "new_shape");
  checkFit(numbers, "new_shape");
  const wanted = numbers.map(sizeOf2);
  const base = baseOf(state);
  checkShape(base, numbers, wanted);
  return { tight: state.box.tight, sizes: listOf(wanted) === listOf(base) ? null : wanted };
}
function checkShape(base, numbers, wanted) {
  if (wanted.length !== base.length) {
    throw new Refused2(`new_shape must have ${base.length} sizes, as sp_input has dimensions, got ${wanted.length}: ${listOf(wanted)}`, wanted);
  }
  const axis = base.findIndex((size, i) => numbers[i] < BigInt(
    /** @type {number} */
    size
  ));
  if (axis < 0) return;
  const why = `dimension ${axis} has size ${base[axis]}, leave new_shape out for the smallest with room for all cells`;
  throw new Refused2(`new_shape must not be smaller than ${listOf(base)}, got ${cut(listOf(wanted))}; ${why}`, wanted);
}
var Unseen = class extends Broken {
};
function typedAt(state, event) {
  const { axis } = event;
  if (!Number.isInteger(axis) || axis < 0 || axis >= state.at.length) {
    const n = state.at.length;
    throw new Broken(`axis must ${n ? `be from 0 to ${n - 1}` : "be in range, but no axis is before the last two"}, got ${axis}`);
  }
  const found = integers(String(event.text), "index");
  if (found.length !== 1) throw new Broken(`index must be a single integer, got ${found.length}`);
  const size = BigInt(
    /** @type {number} */
    sizesOf(state)[axis]
  );
  const last = (size > 1n ? size : 1n) - 1n;
  if (found[0] < 0n || found[0] > last) throw new Broken(`index must be from 0 to ${last}, got ${found[0]}`);
  if (state.cells.length < state.nvals) throw new Unseen("Without Python, this page has only the cells of this matrix.");
  return state.at.with(axis, sizeOf2(found[0]));
}
function placeOf({ at }) {
  const [row, column] = at.length > 1 ? at.slice(-2) : [0, at[0]];
  return [Number(row), Number(column)];
}
function cellsOf(state) {
  return state.cells.filter((cell) => {
    const outer = cell.at.slice(0, -2);
    const here = state.at.every((i, k) => String(outer[k]) === String(i));
    return here && placeOf(cell).every((i) => i >= 0 && i < SHOWN);
  });
}
function contains(sizes, { at }) {
  return at.every((i, axis) => Number(i) >= 0 && BigInt(
    /** @type {number} */
    i
  ) < BigInt(
    /** @type {number} */
    sizes[axis]
  ));
}
function pythonOf({ python, box }) {
  let code2 = "st";
  if (box.tight) code2 = `rk.sparse.reset_shape(${code2})`;
  if (box.sizes) code2 = `rk.sparse.reset_shape(${code2}, ${listOf(box.sizes)})`;
  if (python === "st") return code2;
  return code2 === "st" ? python : `st = ${python}
${code2}`;
}

// src/core/steps.js
var SPEEDS = [0.25, 0.5, 1, 2, 4];
function step5(state, event) {
  const last = state.steps.length;
  if (event.type === "speed") {
    if (SPEEDS.includes(event.speed)) return { ...state, speed: event.speed, error: "" };
    return { ...state, error: `speed must be one of ${SPEEDS.join(", ")}` };
  }
  const positions = {
    first: 0,
    last,
    next: Math.min(state.position + 1, last),
    previous: Math.max(state.position - 1, 0),
    go: event.to
  };
  if (!Object.hasOwn(positions, event.type)) {
    return { ...state, error: "event must be first, last, next, previous, go or speed" };
  }
  const to = positions[
    /** @type {keyof typeof positions} */
    event.type
  ];
  if (!Number.isInteger(to) || to < 0 || to > last) {
    return { ...state, error: `position must be an integer from 0 to ${last}` };
  }
  return { ...state, position: to, error: "" };
}
function filled(state, position4) {
  const boards = /* @__PURE__ */ Object.create(null);
  for (const { name, size, cells: cells2 } of state.boards) {
    boards[name] = [...cells2, ...Array(size - cells2.length).fill("")];
  }
  for (const { moves } of state.steps.slice(0, position4)) {
    for (const { target: [name, i], text: text2 } of moves) boards[name][i] = text2;
  }
  return boards;
}
function sentence(state) {
  const { position: position4, steps } = state;
  if (!position4) return `Before the first of ${steps.length} steps.`;
  const { text: text2, note } = steps[position4 - 1];
  const at = `Step ${position4} of ${steps.length}: ${text2}.${note ? ` ${note}` : ""}`;
  return position4 === steps.length ? `${at} ${ending(state)}` : at;
}
var ending = ({ refused, result }) => refused ? `Refused: ${refused}` : `Result: ${result}`;
function linesOf({ size, splits, shape }) {
  if (shape.length) {
    const [rows, columns] = shape;
    return Array.from({ length: rows }, (_, row) => ({ label: `row ${row}`, start: row * columns, limit: (row + 1) * columns }));
  }
  if (!splits.length) return [{ label: "", start: 0, limit: size }];
  let labels = splits[0].slice(1).map((_, i) => `row ${i}`);
  for (const level of splits.slice(0, -1)) {
    labels = labels.flatMap((label, i) => Array.from({ length: level[i + 1] - level[i] }, (_, k) => `${label}, ${k}`));
  }
  const last = splits[splits.length - 1];
  return labels.map((label, i) => ({ label, start: last[i], limit: last[i + 1] }));
}

// src/core/rules.js
var RULES = { partition: step, quiz: step2, shapes: step3, sparse: step4, steps: step5 };

// src/app/partition.js
var partition_exports = {};
__export(partition_exports, {
  css: () => css,
  mount: () => mount
});

// src/core/code.js
function pythonOf2(state) {
  const partition = state.of === "RowPartition";
  let code2 = partition ? "" : values(state);
  const last = state.levels.length - 1;
  for (let level = last; level >= 0; level -= 1) {
    const splits = state.levels[level];
    const [uniform, nvals] = [state.uniform[level], splits[splits.length - 1]];
    const name = `rk.${state.of}.from_`;
    const before = partition ? "" : `${code2}, `;
    if (uniform === null) code2 = `${name}row_splits(${before}[${splits.join(", ")}])`;
    else {
      const size = uniform === 0 ? `, nrows=${splits.length - 1}` : partition ? `, nvals=${nvals}` : "";
      code2 = `${name}uniform_row_length(${before}${uniform}${size})`;
    }
  }
  if (state.index_dtype === "int64") return code2;
  return `${code2}.${partition ? "with_dtype" : "with_row_splits_dtype"}("${state.index_dtype}")`;
}
function literalsOf(state, language, fill) {
  if (state[language] === null) return null;
  const found = state.items.map((i) => i >= 0 ? state[language][i] : i === -1 ? state.fill[fill] : state.typed[i][language]);
  return found.includes(null) ? null : found;
}
function values(state) {
  const literals = literalsOf(state, "python", 1);
  if (!literals) return "values";
  const list = `[${literals.join(", ")}]`;
  const dtype = wideEnough(state) || (state.items.length ? "" : state.dtype);
  return dtype ? `np.array(${list}, "${dtype}")` : list;
}
function wideEnough({ needs, items, typed: typed3 }) {
  const [, width] = /^\|S(\d+)$/.exec(needs) ?? [];
  if (!width) return needs;
  const sizes = items.map((i) => typed3[i]?.entry.length ?? 0);
  return `|S${Math.max(Number(width), ...sizes)}`;
}
function rOf(state) {
  let code2 = "values";
  if (state.of === "RowPartition") code2 = `seq_len(${state.items.length})`;
  else {
    const list = literalsOf(state, "r", 2);
    if (list) code2 = list.length ? `c(${list.join(", ")})` : "numeric(0)";
  }
  for (const splits of [...state.levels].reverse()) code2 = `ragged_from_splits(${code2}, c(${splits.join(", ")}))`;
  return code2;
}

// src/core/words.js
var rowOf2 = (splits, i) => splits.findIndex((stop, row) => row > 0 && i < stop) - 1;
function pathOf(levels, level, row) {
  const path = [row];
  for (let k = level - 1; k >= 0; k -= 1) path.unshift(rowOf2(levels[k], path[0]));
  return path.map((r, k) => k ? r - levels[k - 1][path[k - 1]] : r);
}
function spanOf(levels, level, row) {
  let [a, b] = [levels[level][row], levels[level][row + 1]];
  for (const splits of levels.slice(level + 1)) [a, b] = [splits[a], splits[b]];
  return [a, b];
}
function textOf(state, i) {
  if (state.of === "RowPartition") return String(i);
  const item = state.items[i];
  return state.typed[item]?.text ?? (item < 0 ? state.fill[0] : state.texts[item]);
}
function kindOf(state, i) {
  const item = state.items[i];
  const mark = state.typed[item]?.mark || state.marks[item];
  return [
    item === -1 ? "new" : item < 0 ? "typed" : "",
    mark ? "mark" : "",
    state.key?.items.includes(i) ? "picked" : ""
  ].filter(Boolean).join(" ");
}
var amount = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
function sentence2(state, part) {
  const { levels } = state;
  const last = levels.length - 1;
  if (part.kind === "value") {
    const row = rowOf2(levels[last], part.i);
    const [a2, b2] = [levels[last][row], levels[last][row + 1]];
    const item = state.items[part.i];
    const edit = item === -1 ? ", new" : item < 0 ? ", typed" : "";
    const value = state.of === "RowPartition" ? "" : ` (${textOf(state, part.i)}${edit})`;
    const where2 = pathOf(levels, last, row).join(", ");
    return `row ${where2}, item ${part.i - a2} = flat value ${part.i}${value}, between splits ${a2} and ${b2}`;
  }
  const splits = levels[part.level];
  if (part.kind === "padding") return `row ${pathOf(levels, last, part.i).join(", ")} has no item ${part.item}: padding`;
  if (part.kind === "post") {
    const name = `row_splits[${part.i}] = ${splits[part.i]}`;
    if (part.i === 0) return `${name}: start of row 0; always 0`;
    if (part.i === splits.length - 1) return `${name}: end of row ${part.i - 1}; the number of ${itemsOf2(state, part.level)}`;
    return `${name}: end of row ${part.i - 1}, start of row ${part.i}`;
  }
  const [a, b] = [splits[part.i], splits[part.i + 1]];
  const where = pathOf(levels, part.level, part.i).join(", ");
  if (a === b) return `row ${where} is empty: splits ${a} and ${b} are equal`;
  const items = part.level === last ? "flat value" : "inner row";
  const range = b - a === 1 ? `${items} ${a}` : `${items}s ${a} to ${b - 1}`;
  return `row ${where}: ${range}; length ${b} - ${a} = ${b - a}`;
}
var itemsOf2 = (state, level) => level === state.levels.length - 1 ? "values" : "inner rows";
function summary(state) {
  const parts = state.levels.map((splits, level) => {
    const empty = splits.filter((stop, i) => i && stop === splits[i - 1]).length;
    return `${amount(splits.length - 1, level ? "inner row" : "row")}${empty ? ` (${empty} empty)` : ""}`;
  });
  return [...parts, amount(state.items.length, "value")].join(", ");
}
function aboutUniform(state, level) {
  const splits = state.levels[level];
  const lengths = splits.slice(1).map((stop, i) => stop - splits[i]);
  const length = state.uniform[level];
  if (length !== null) return `declared: every row has length ${length}`;
  if (!lengths.length) return "None: there are no rows";
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (least === most) return `None: all lengths are ${least}, but the partition does not declare it`;
  const at = lengths.findIndex((n) => n !== lengths[0]);
  return `None: row 0 has length ${lengths[0]}, row ${at} has length ${lengths[at]}`;
}

// src/view/copy.js
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent ?? "");
    return "copied";
  } catch {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return "selected: press Ctrl+C";
  }
}

// src/view/dom.js
function el(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) set2(element, key, value);
  element.append(...children);
  return element;
}
function set2(element, key, value) {
  if (key in element && !key.includes("-")) element[key] = value;
  else if (value === null || value === false || value === void 0) element.removeAttribute(key);
  else element.setAttribute(key, value === true ? "" : String(value));
}
function setText(element, text2) {
  if (element.firstChild?.nodeType === 3) element.firstChild.nodeValue = text2;
  else element.prepend(document.createTextNode(text2));
}
function each(parent, kept, items, make, draw2) {
  while (kept.length > items.length) kept.pop()?.remove();
  while (kept.length < items.length) {
    const element = make(kept.length);
    kept.push(element);
    parent.append(element);
  }
  items.forEach((item, i) => draw2(kept[i], item, i));
}

// src/view/codeline.js
function codeLine(id, languages) {
  const code2 = el("code", { tabIndex: 0 });
  const panel = el("pre", { id: `${id}-code`, role: "tabpanel" }, code2);
  const copied = el("span", { className: "hint", role: "status" });
  const copy = el("button", { type: "button", name: "copy", onclick: () => void copyCode() }, "copy");
  const tabs = languages.map(
    (language) => el("button", { type: "button", role: "tab", id: `${id}-tab-${language}`, "aria-controls": panel.id, onclick: () => choose(language) }, language)
  );
  const list = el("div", { role: "tablist", "aria-label": "code that reproduces this" }, ...tabs);
  const root = el("section", { className: "code" }, el("div", { className: "bar-of-tabs" }, list, copy, copied), panel);
  let chosen = languages[0];
  let texts = {};
  list.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    choose(languages[(languages.indexOf(chosen) + by + languages.length) % languages.length]);
    tabs[languages.indexOf(chosen)].focus();
  });
  function choose(language) {
    chosen = language;
    draw2();
  }
  function draw2() {
    tabs.forEach((tab, i) => {
      set2(tab, "aria-selected", String(languages[i] === chosen));
      tab.tabIndex = languages[i] === chosen ? 0 : -1;
    });
    set2(panel, "aria-labelledby", `${id}-tab-${chosen}`);
    code2.textContent = texts[chosen] ?? "";
    copied.textContent = "";
  }
  async function copyCode() {
    copied.textContent = await copyText(code2);
  }
  return {
    root,
    /** @param {Record<string, string>} next */
    show(next2) {
      texts = next2;
      draw2();
    }
  };
}

// src/view/fields.js
function fieldset(id, legend, fields, commit) {
  const heading = el("legend", {}, legend);
  const root = el("fieldset", { className: "fields" }, heading);
  const kept = /* @__PURE__ */ new Map();
  for (const { name, label, hint } of fields) {
    const errorId = `${id}-${name}-error`;
    const hintId = `${id}-${name}-hint`;
    const input = el("input", {
      type: "text",
      id: `${id}-${name}`,
      name,
      spellcheck: false,
      autocomplete: "off",
      "aria-describedby": `${errorId} ${hintId}`
    });
    const error = el("p", { id: errorId, className: "error", role: "alert" });
    const about = el("span", { id: hintId, className: "hint" }, hint ?? "");
    const entry = { input, error, hint: about, shown: "", typing: false };
    const done = () => {
      entry.typing = false;
      if (input.value !== entry.shown) commit(name, input.value);
    };
    input.addEventListener("input", () => entry.typing = true);
    input.addEventListener("change", done);
    input.addEventListener("blur", () => entry.typing && restore(entry));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") done();
      else if (event.key === "Escape") restore(entry);
      else return;
      event.preventDefault();
    });
    root.append(el("div", { className: "field" }, el("span", {}, el("label", { htmlFor: input.id }, label ?? name), about), input, error));
    kept.set(name, entry);
  }
  function restore(entry) {
    entry.typing = false;
    entry.input.value = entry.shown;
    fail(entry, "");
  }
  function fail({ input, error }, message) {
    error.textContent = message;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  return {
    root,
    /**
     * @param {Record<string, {text: string, hint?: string, muted?: boolean}>} texts
     * @param {{field: string, message: string} | null} error its field keeps what was typed
     */
    show(texts, error) {
      for (const [name, entry] of kept) {
        const { text: text2, hint, muted } = texts[name];
        entry.shown = text2;
        const message = error?.field === name ? error.message : "";
        if (!message && !entry.typing) entry.input.value = text2;
        fail(entry, message);
        entry.input.classList.toggle("muted", Boolean(muted));
        if (hint !== void 0) entry.hint.textContent = hint;
      }
    },
    /** @param {string} text */
    legend(text2) {
      heading.textContent = text2;
    },
    /** @param {string} name */
    input: (name) => kept.get(name)?.input
  };
}

// src/view/inline.js
function typeValue(cell, state, i, send) {
  const level = state.levels.length - 1;
  typeInto(cell, `${FIELD}[${i}]`, entryOf(state, i), (text2) => send({ type: "set", level, field: FIELD, i, text: text2 }));
}
function typeInto(cell, label, text2, commit) {
  const input = el("input", { className: "inline", type: "text", value: text2, "aria-label": label, autocomplete: "off" });
  let open = true;
  const close = (keep) => {
    if (!open) return;
    open = false;
    const entered2 = input.value;
    input.remove();
    cell.focus();
    if (keep && entered2 !== text2) commit(entered2);
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") close(true);
    else if (event.key === "Escape") close(false);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => close(false));
  input.addEventListener("pointerdown", (event) => event.stopPropagation());
  cell.append(input);
  input.focus();
  input.select();
}

// src/view/keys.js
function roving(grid2, own) {
  let current = null;
  const lanes = () => [...grid2.querySelectorAll("[role=row]")].map(cellsOf2).filter((cells2) => cells2.length);
  function go(cell) {
    if (!cell) return;
    select(cell);
    cell.focus();
    cell.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
  function select(cell) {
    if (current && current !== cell) current.tabIndex = -1;
    current = cell;
    cell.tabIndex = 0;
  }
  grid2.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell) select(cell);
  });
  grid2.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.target !== cell) return;
    if (own(event, cell)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = lanes();
    const y = all.findIndex((cells2) => cells2.includes(cell));
    const x = all[y].indexOf(cell);
    const moves = {
      ArrowRight: () => all[y][x + 1],
      ArrowLeft: () => all[y][x - 1],
      ArrowDown: () => nearest(all[y + 1], cell),
      ArrowUp: () => nearest(all[y - 1], cell),
      Home: () => all[y][0],
      End: () => all[y][all[y].length - 1]
    };
    const move = moves[
      /** @type {keyof typeof moves} */
      event.key
    ];
    if (!move) return;
    event.preventDefault();
    go(move());
  });
  return {
    /** Call after a change of the cells: one of them, the same if possible, stays the Tab stop. */
    refresh() {
      const cells2 = lanes().flat();
      const kept = current && cells2.includes(current) ? current : cells2[0];
      if (current && current !== kept) current.tabIndex = -1;
      for (const cell of cells2) cell.tabIndex = cell === kept ? 0 : -1;
      current = kept ?? null;
    },
    go
  };
}
var cellOf = (target) => (
  /** @type {HTMLElement} */
  target.closest?.("[data-cell]") ?? null
);
var cellsOf2 = (lane) => [.../** @type {NodeListOf<HTMLElement>} */
lane.querySelectorAll("[data-cell]")].filter(
  (cell) => !cell.hidden && !/** @type {HTMLButtonElement} */
  cell.disabled
);
function nearest(lane, cell) {
  if (!lane) return void 0;
  const middle = (e) => e.offsetLeft + e.offsetWidth / 2;
  const x = middle(cell);
  return lane.reduce((best, other) => Math.abs(middle(other) - x) < Math.abs(middle(best) - x) ? other : best);
}

// src/view/said.js
function tag(element, { kind, level, i, item }) {
  element.dataset.kind = kind;
  element.dataset.level = String(level);
  element.dataset.i = String(i);
  if (item !== void 0) element.dataset.item = String(item);
}
function partOf(element) {
  const found = (
    /** @type {HTMLElement | null} */
    element?.closest("[data-kind]") ?? null
  );
  if (!found) return null;
  const { kind, level, i, item } = found.dataset;
  return { kind: (
    /** @type {Part["kind"]} */
    kind
  ), level: Number(level), i: Number(i), item: Number(item) };
}
function lights(root, chosen) {
  const line2 = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  let state = null;
  let selected2 = null;
  let pointed = null;
  let resting = "";
  function light() {
    const part = pointed ?? selected2;
    const degree = part ? degrees(state.levels, part) : () => 0;
    for (const element of root.querySelectorAll("[data-kind]")) {
      const n = degree(
        /** @type {Part} */
        partOf(element)
      );
      element.classList.toggle("lit", n === 2);
      element.classList.toggle("near", n === 1);
    }
    line2.textContent = part ? sentence2(state, part) : resting;
  }
  function select(part) {
    selected2 = part;
    light();
    chosen(selected2);
    live.textContent = part ? sentence2(state, part) : "";
  }
  root.addEventListener("pointerover", (event) => {
    pointed = partOf(
      /** @type {Element} */
      event.target
    );
    light();
  });
  root.addEventListener("pointerleave", () => {
    pointed = null;
    light();
  });
  root.addEventListener("focusin", (event) => {
    const part = partOf(
      /** @type {Element} */
      event.target
    );
    if (part) select(part);
  });
  root.addEventListener("click", (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
    if (!target.closest("button, input")) select(partOf(target));
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected2) select(null);
  });
  return {
    line: line2,
    live,
    /** @param {any} next @param {string} rest the sentence if nothing is selected */
    show(next2, rest) {
      state = next2;
      resting = rest;
      selected2 = selected2 && exists(state, selected2) ? selected2 : null;
      pointed = pointed && exists(state, pointed) ? pointed : null;
      light();
      chosen(selected2);
    },
    /** Tell screen readers. @param {string} text */
    tell(text2) {
      live.textContent = text2;
    },
    select
  };
}
function exists(state, { kind, level, i }) {
  if (level >= state.levels.length) return false;
  if (kind === "value") return i < state.items.length;
  return i < state.levels[level].length - (kind === "post" ? 0 : 1);
}
function degrees(levels, part) {
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
  const row = rowOf2(levels[last], part.i);
  return (other) => {
    if (other.kind === "value") return other.i === part.i ? 2 : 0;
    if (other.kind === "post") return other.level === last && (other.i === row || other.i === row + 1) ? 1 : 0;
    if (other.kind === "padding") return 0;
    const [a, b] = spanOf(levels, other.level, other.i);
    return a <= part.i && part.i < b ? 1 : 0;
  };
}
function degreeOfRow(levels, level, row, other) {
  const [a, b] = spanOf(levels, level, row);
  if (other.kind === "value") return other.i >= a && other.i < b ? 2 : 0;
  if (other.kind === "padding") return 0;
  if (other.level === level) {
    return other.i === row || other.kind === "post" && other.i === row + 1 ? 2 : 0;
  }
  if (other.kind === "post") return 0;
  const [outer, inner] = other.level < level ? [other, { level, i: row }] : [{ level, i: row }, other];
  let [first, after] = [outer.i, outer.i + 1];
  for (let k = outer.level; k < inner.level; k += 1) [first, after] = [levels[k][first], levels[k][after]];
  return inner.i >= first && inner.i < after ? 1 : 0;
}

// src/view/grid.js
function grid(send) {
  const body = el("div", { className: "body", role: "grid", "aria-label": "rows, padded to one length" });
  const facts2 = el("p", { className: "facts" });
  const add = el("button", { type: "button", name: "add_row", onclick: () => send({ type: "add_row", ...place() }) });
  const root = el("section", { className: "grid" }, body, add, facts2);
  const kept = [];
  let state = null;
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
  function type(cell) {
    const part = partOf(cell);
    if (part?.kind !== "value" || !canType(state)) return false;
    typeValue(cell, state, part.i, send);
    return true;
  }
  body.addEventListener("dblclick", (event) => {
    const cell = (
      /** @type {HTMLElement} */
      event.target.closest(".value")
    );
    if (cell) type(
      /** @type {HTMLElement} */
      cell
    );
  });
  function place() {
    if (!chosen) return { level: 0, i: state.levels[0].length - 1 };
    const { kind, level, i } = chosen;
    if (kind === "post") return { level, i };
    return { level, i: (kind === "value" ? rowOf2(state.levels[level], i) : i) + 1 };
  }
  function drawAdd() {
    const { level, i } = place();
    const path = (row) => pathOf(state.levels, level, row).join(", ");
    const n = state.levels[level].length - 1;
    add.textContent = `add empty row${!chosen || !n ? "" : i ? ` after row ${path(i - 1)}` : ` before row ${path(0)}`}`;
  }
  function make() {
    const label = el("div", { className: "label", role: "rowheader", "data-cell": "", tabIndex: -1 });
    const bar = el("span", { className: "bar" });
    const number2 = el("span", { className: "number" });
    const part = () => ({ level: Number(label.dataset.level), i: Number(label.dataset.i) });
    const button = (type2, text2) => el("button", { type: "button", name: type2, tabIndex: -1, "data-cell": "", onclick: () => send({ type: type2, ...part() }) }, text2);
    const length = el("div", { className: "length", role: "gridcell" }, button("shrink", "−"), bar, number2, button("grow", "+"));
    const cells2 = el("div", { className: "cells", role: "presentation" });
    const remove = el("div", { className: "remove", role: "gridcell" }, button("delete_row", "×"));
    return el("div", { className: "row", role: "row" }, label, length, cells2, remove);
  }
  function draw2(row, { level, row: i, path, leaf: leaf2, ghost }, size) {
    const [label, length, cells2, remove] = (
      /** @type {HTMLElement[]} */
      [...row.children]
    );
    const splits = state.levels[level];
    const n = ghost ? 0 : splits[i + 1] - splits[i];
    row.className = `row ${ghost ? "ghost" : leaf2 ? "leaf" : "outer"} ${i % 2 ? "odd" : "even"}`;
    row.style.setProperty("--depth", String(level));
    label.textContent = ghost ? `(${path})` : path;
    label.hidden = false;
    if (ghost) for (const name2 of ["kind", "level", "i"]) delete label.dataset[name2];
    else tag(label, { kind: "row", level, i });
    const name = `row ${path}`;
    set2(label, "aria-label", ghost ? `row ${path} does not exist: padding` : sentence2(state, { kind: "row", level, i }));
    const [less, bar, number2, more] = (
      /** @type {HTMLElement[]} */
      [...length.children]
    );
    const unit = level === state.levels.length - 1 ? "value" : "inner row";
    length.style.visibility = ghost ? "hidden" : "";
    remove.style.visibility = ghost ? "hidden" : "";
    less.disabled = ghost || !n;
    for (const button of [more, remove.firstElementChild]) button.disabled = ghost;
    set2(less, "aria-label", `delete the last ${unit} of ${name}`);
    set2(more, "aria-label", leaf2 ? `append a value to ${name}` : `append an empty inner row to ${name}`);
    set2(
      /** @type {HTMLElement} */
      remove.firstElementChild,
      "aria-label",
      `delete ${name}`
    );
    if (!ghost) for (const element of [bar, number2]) tag(element, { kind: "row", level, i });
    bar.style.width = `${56 * n / Math.max(size.longest[level], 1)}px`;
    number2.textContent = String(n);
    const width = leaf2 || ghost ? size.ghosts ? size.longest[size.longest.length - 1] : n : 0;
    const items = Array.from({ length: width }, (_, k) => k < n ? splits[i] + k : -1);
    each(cells2, cellsOf3(row), items, () => el("div", { role: "gridcell" }), (cell, at, k) => drawCell(cell, at, k, i, ghost));
  }
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
      set2(cell, "aria-label", sentence2(state, { kind: "value", level: last, i: at }));
    } else {
      if (ghost) delete cell.dataset.kind;
      else tag(cell, { kind: "padding", level: last, i: row, item: k });
      delete cell.dataset.cell;
      cell.removeAttribute("tabindex");
      set2(cell, "aria-label", "padding");
    }
  }
  return {
    root,
    /** @param {any} next @param {number} width of a value */
    show(next2, width) {
      state = next2;
      body.style.setProperty("--cell", `${width}px`);
      body.style.setProperty("--labels", `${20 + 16 * (state.levels.length - 1) + 17 * state.levels.length}px`);
      const size = sizeOf3(state.levels);
      each(body, kept, linesOf2(state.levels, size), make, (row, line2) => draw2(row, line2, size));
      facts2.textContent = factsOf(state, size);
      keys.refresh();
      drawAdd();
    },
    /** @param {Part | null} part that is selected */
    choose(part) {
      chosen = part;
      if (state) drawAdd();
    }
  };
}
var cellsIn = /* @__PURE__ */ new WeakMap();
function cellsOf3(row) {
  let cells2 = cellsIn.get(row);
  if (!cells2) cellsIn.set(row, cells2 = []);
  return cells2;
}
function sizeOf3(levels) {
  const longest = levels.map((splits) => Math.max(0, ...splits.slice(1).map((stop, i) => stop - splits[i])));
  const dense = longest.reduce((a, b) => a * b, levels[0].length - 1);
  return { longest, dense, ghosts: dense <= MOST };
}
function linesOf2(levels, { longest, ghosts }) {
  const last = levels.length - 1;
  const lines2 = [];
  function rows(level, from, to) {
    for (let row = from; row < to; row += 1) {
      const path = pathOf(levels, level, row);
      lines2.push({ level, row, path: path.join(", "), leaf: level === last, ghost: false });
      if (level === last) continue;
      rows(level + 1, levels[level][row], levels[level][row + 1]);
      const n = levels[level][row + 1] - levels[level][row];
      for (let k = n; ghosts && level === last - 1 && k < longest[level]; k += 1) {
        lines2.push({ level: last, row: 0, path: [...path, k].join(", "), leaf: true, ghost: true });
      }
    }
  }
  rows(0, 0, levels[0].length - 1);
  return lines2;
}
function factsOf(state, { longest, dense, ghosts }) {
  const shape = [state.levels[0].length - 1, ...longest].join(" × ");
  const padding = dense - state.items.length;
  const share = dense ? `, ${amount(padding, "cell")} of padding (${Math.round(100 * padding / dense)}%)` : "";
  return `As a dense array: ${shape} = ${amount(dense, "cell")}${share}${ghosts ? "" : "; padding is not shown"}`;
}

// src/view/layout.js
var GAP = 26;
function layout(levels, cell) {
  const last = levels.length - 1;
  const values2 = [];
  const posts = levels.map(() => [0]);
  let x = 0;
  let here = new Set(levels.keys());
  function rows(level, from, to) {
    for (let row = from; row < to; row += 1) {
      const [a, b] = [levels[level][row], levels[level][row + 1]];
      if (level < last) rows(level + 1, a, b);
      else for (let i = a; i < b; i += 1) value();
      if (here.has(level)) {
        x += GAP;
        here = /* @__PURE__ */ new Set();
      }
      here.add(level);
      posts[level].push(x);
    }
  }
  function value() {
    if (here.size) x += GAP;
    here = /* @__PURE__ */ new Set();
    values2.push(x);
    x += cell;
  }
  rows(0, 0, levels[0].length - 1);
  return { values: values2, posts, right: x + GAP };
}

// src/view/nested.js
function nested(label) {
  const root = el("div", { className: "nested", "aria-label": label, role: "group" });
  const kept = [];
  return {
    root,
    /**
     * @param {number[][]} levels none: a vector of values
     * @param {readonly {text: string, kind?: string, part?: Part}[]} values
     * @param {boolean} linked whether brackets are parts of the state
     * @param {boolean} [scalar] whether there are no brackets
     */
    show(levels, values2, linked, scalar = false) {
      const tokens = scalar ? values2.map(drawn) : tokensOf(levels, values2, linked);
      each(root, kept, tokens, () => el("span"), (span, { text: text2, part, kind }) => {
        span.textContent = text2;
        span.className = kind ?? "";
        if (part) tag(span, part);
        else delete span.dataset.kind;
      });
    }
  };
}
var drawn = (value) => ({ ...value, kind: `value ${value.kind ?? ""}`.trim() });
function tokensOf(levels, values2, linked) {
  const tokens = [];
  function list(level, from, to, part) {
    tokens.push({ text: "[", part, kind: "bracket" });
    for (let i = from; i < to; i += 1) {
      if (level === levels.length) tokens.push(drawn(values2[i]));
      else list(level + 1, levels[level][i], levels[level][i + 1], linked ? { kind: "row", level, i } : void 0);
      if (i < to - 1) tokens.push({ text: ", " });
    }
    tokens.push({ text: "]", part, kind: "bracket" });
  }
  list(0, 0, levels.length ? levels[0].length - 1 : values2.length);
  return tokens;
}

// src/view/overview.js
function overview(id, commit) {
  const bars = el("div", { className: "bars", role: "presentation" });
  const here = el("div", { className: "here" });
  const picture = el("div", { className: "picture" }, bars, here);
  const range = el("input", { type: "range", id: `${id}-window`, name: "window", min: "0" });
  const text2 = el("label", { htmlFor: range.id });
  const root = el("section", { className: "overview", hidden: true }, text2, picture, range);
  const kept = [];
  range.addEventListener("change", () => commit(Number(range.value)));
  return {
    root,
    /** @param {any} state */
    show({ window }) {
      root.hidden = !window;
      if (!window) return;
      const { start, stop, nrows, nvals, bins } = window;
      const most = Math.max(1, ...bins);
      each(bars, kept, bins, () => el("span"), (bar, n) => bar.style.height = `${100 * /** @type {number} */
      n / most}%`);
      here.style.left = `${100 * start / nrows}%`;
      here.style.width = `${100 * (stop - start) / nrows}%`;
      range.max = String(Math.max(nrows - 1, 0));
      range.value = String(start);
      const one = `${window.frozen ? "the beginning of " : ""}row ${start.toLocaleString("en")}`;
      const rows = stop - start === 1 ? one : `rows ${start.toLocaleString("en")} to ${(stop - 1).toLocaleString("en")}`;
      text2.textContent = `Shown: ${rows} of ${amount(nrows, "row")} with ${amount(nvals, "value")}, as a tensor of their own. ${window.frozen}`;
    }
  };
}

// src/view/slicebox.js
function sliceBox(id, live, commit) {
  const input = el("input", {
    type: "text",
    id: `${id}-slice`,
    name: "slice",
    spellcheck: false,
    autocomplete: "off",
    placeholder: "1:3, :2",
    "aria-describedby": `${id}-slice-hint ${id}-slice-error`,
    "aria-label": "index expression"
  });
  const hint = el(
    "span",
    { id: `${id}-slice-hint`, className: "hint" },
    live ? "integers, slices, lists of rows, or a condition: rt > 3" : "integers, slices, lists of rows; conditions such as rt > 3 need Python"
  );
  const error = el("p", { id: `${id}-slice-error`, className: "error", role: "alert" });
  const result = nested("result");
  const about = el("p", { className: "facts" });
  const shown3 = el("div", { className: "result", hidden: true }, result.root, about);
  const label = el("label", { htmlFor: input.id }, "rt[");
  const root = el("section", { className: "slice" }, el("div", { className: "entry" }, label, input, el("span", { className: "close" }, "]"), hint), error, shown3);
  let last = "";
  let typing = false;
  const done = () => {
    typing = false;
    if (input.value !== last) commit(last = input.value);
  };
  input.addEventListener("input", () => typing = true);
  input.addEventListener("change", done);
  input.addEventListener("blur", () => {
    if (typing) input.value = last;
    typing = false;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") done();
    else if (event.key === "Escape") {
      input.value = "";
      done();
    } else return;
    event.preventDefault();
  });
  return {
    root,
    /** @param {any} state */
    show(state) {
      const { key } = state;
      error.textContent = key?.error ?? "";
      set2(input, "aria-invalid", key?.error ? "true" : null);
      shown3.hidden = !key || Boolean(key.error);
      last = key?.text ?? "";
      if (!typing) input.value = last;
      if (shown3.hidden) return result.show([], [], false, true);
      const values2 = key.items.map((i) => ({ text: textOf(state, i), kind: "picked" }));
      result.root.hidden = Boolean(key.shown);
      result.show(key.levels, values2, false, key.scalar);
      about.textContent = aboutResult(key);
    }
  };
}
function aboutResult(key) {
  if (key.shown) return key.shown;
  if (key.scalar) return "one value";
  if (!key.levels.length) return `a vector of ${key.items.length} values`;
  return key.levels.map((splits, k) => `${key.levels.length > 1 ? `partitions[${k}]: ` : ""}row_splits [${splits.join(", ")}]`).join("; ");
}

// src/view/strip.js
var LANES = ["items", "value_rowids", "row_lengths", "row_starts", "row_limits", "row_splits"];
function strip(level, send, preview) {
  const board = el("div", { className: "board", role: "grid" });
  const lanes = {};
  for (const lane of LANES) {
    const name = el("div", { className: "name", role: "rowheader" }, lane);
    const root = el("div", { className: `lane ${lane}`, role: "row" }, name);
    lanes[lane] = { root, name, cells: [] };
    board.append(root);
  }
  let state = null;
  let cell = 0;
  const keys = roving(board, (event, element) => pressed(event, element, partOf(element)));
  function pressed(event, element, part) {
    if (!part || event.ctrlKey || event.metaKey || event.altKey) return false;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.shiftKey && by) {
      if (part.kind === "post") send({ type: "move", level, i: part.i, to: state.levels[level][part.i] + by });
      else if (part.kind === "value" || part.level > level) {
        const row = rowOf2(state.levels[level], part.i) + by;
        send({ type: "set", level, field: "value_rowids", i: part.i, text: String(row) });
      } else return false;
      return true;
    }
    if (event.key === "Enter" || event.key === "F2") return type(element);
    if (part.kind !== "row" || part.level !== level) return false;
    if (event.key === "+") send({ type: "grow", level, i: part.i });
    else if (event.key === "-") send({ type: "shrink", level, i: part.i });
    else if (event.key === "Delete") send({ type: "delete_row", level, i: part.i });
    else if (event.key === "Insert") send({ type: "add_row", level, i: part.i + 1 });
    else return false;
    return true;
  }
  function type(element) {
    const { field, at } = element.dataset;
    if (!field) return false;
    if (field === FIELD) {
      typeValue(element, state, Number(at), send);
      return true;
    }
    const text2 = element.firstChild?.textContent ?? "";
    typeInto(
      element,
      `${field}[${at}]`,
      text2,
      (entered2) => send({ type: "set", level, field, i: Number(at), text: entered2 })
    );
    return true;
  }
  board.addEventListener("dblclick", (event) => {
    const element = (
      /** @type {HTMLElement} */
      event.target.closest("[data-field]")
    );
    if (element) type(
      /** @type {HTMLElement} */
      element
    );
  });
  dragging(board, () => ({ splits: state.levels[level], cell, items: itemWidths() }), (i, to, done) => {
    preview(to === null || done ? null : { level, i, to });
    if (done && to !== null) send({ type: "move", level, i, to });
  });
  const itemWidths = () => lanes.items.cells.map((element) => element.offsetLeft + element.offsetWidth / 2);
  return {
    root: board,
    /** @param {any} next @param {Places} places @param {number} width of a value */
    show(next2, places, width) {
      state = next2;
      cell = width;
      const drawn2 = drawnOf(state, level, places, width);
      const outer = level < state.levels.length - 1;
      set2(board, "aria-label", `partitions[${level}]: ${outer ? "rows of rows" : "rows of values"}`);
      lanes.items.name.textContent = outer ? `partitions[${level + 1}]` : state.of === "RowPartition" ? "positions" : "values";
      for (const lane of LANES) {
        const { root, cells: cells2 } = lanes[lane];
        each(
          root,
          cells2,
          drawn2[lane],
          () => el("div", { role: "gridcell", "data-cell": "", tabIndex: -1 }, ""),
          (element, d) => draw(element, d, lane, state, level)
        );
      }
      board.style.setProperty("--right", `${places.right}px`);
      keys.refresh();
    }
  };
}
function draw(element, d, lane, state, level) {
  const post = lane === "row_splits";
  const fixed = post && (d.part.i === 0 || d.part.i === state.levels[level].length - 1);
  const value = d.part.kind === "value";
  const picked = value && state.key?.items.includes(d.part.i);
  element.className = [
    post ? "post" : "cell",
    post ? fixed ? "fixed" : "loose" : d.row % 2 ? "odd" : "even",
    value && lane === "items" ? kindOf(state, d.part.i) : picked ? "picked" : ""
  ].join(" ").trim();
  tag(element, d.part);
  setText(element, d.text);
  element.style.left = `calc(var(--names) + ${d.left}px)`;
  element.style.width = `${d.width}px`;
  if (d.field && !fixed) Object.assign(element.dataset, { field: d.field, at: String(d.i) });
  else delete element.dataset.field;
  const name = d.field && d.field !== FIELD && !post ? `${d.field}[${d.i}] = ${d.text}, ` : "";
  set2(element, "aria-label", `${name}${sentence2(state, d.part)}`);
  element.title = d.note ?? "";
}
function drawnOf(state, level, places, width) {
  const splits = state.levels[level];
  const last = level === state.levels.length - 1;
  const posts = places.posts[level];
  const vectors = encodings(splits);
  const middle = GAP / 2;
  const overRows = (numbers, field) => numbers.map((n, i) => ({
    part: { kind: "row", level, i },
    text: String(n),
    row: i,
    field,
    i,
    left: posts[i] + middle + 1,
    width: posts[i + 1] - posts[i] - 2
  }));
  const items = vectors.value_rowids.map((row, i) => {
    const part = last ? { kind: "value", level, i } : { kind: "row", level: level + 1, i };
    const left = last ? places.values[i] : places.posts[level + 1][i] + middle + 1;
    const right = last ? left + width : places.posts[level + 1][i + 1] + middle - 1;
    return { part, row, i, left, width: right - left, text: "" };
  });
  return {
    items: items.map((d) => last ? { ...d, text: textOf(state, d.i), note: textOf(state, d.i), field: canType(state) ? FIELD : void 0 } : { ...d, text: d.width > 56 ? `row ${d.i}` : String(d.i), note: "" }),
    value_rowids: items.map((d) => ({ ...d, text: String(d.row), field: "value_rowids" })),
    row_lengths: overRows(vectors.row_lengths, "row_lengths"),
    row_starts: overRows(vectors.row_starts, "row_starts"),
    row_limits: overRows(vectors.row_limits, "row_limits"),
    row_splits: splits.map((n, i) => ({
      part: { kind: "post", level, i },
      text: String(n),
      row: i,
      field: "row_splits",
      i,
      left: posts[i],
      width: GAP
    }))
  };
}
function dragging(board, now, moved) {
  let drag = null;
  board.addEventListener("pointerdown", (event) => {
    const post = (
      /** @type {HTMLElement} */
      event.target.closest(".post.loose")
    );
    if (!(post instanceof HTMLElement) || event.button || drag) return;
    const i = Number(post.dataset.i);
    const { splits, items } = now();
    const scale = board.getBoundingClientRect().width / board.offsetWidth || 1;
    const at = post.offsetLeft + post.offsetWidth / 2;
    drag = { i, id: event.pointerId, x: event.clientX, scale, at, middles: items, splits: [...splits], to: splits[i] };
    post.setPointerCapture?.(event.pointerId);
    post.focus();
    event.preventDefault();
  });
  board.addEventListener("pointermove", (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const x = drag.at + (event.clientX - drag.x) / drag.scale;
    const before = drag.middles.filter((middle) => middle < x).length;
    const to = Math.min(Math.max(before, drag.splits[drag.i - 1]), drag.splits[drag.i + 1]);
    if (to !== drag.to) moved(drag.i, drag.to = to, false);
  });
  const end = (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { i, to, splits } = drag;
    drag = null;
    moved(i, event.type === "pointerup" && to !== splits[i] ? to : null, true);
  };
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", end);
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    const { i } = drag;
    drag = null;
    moved(i, null, true);
    event.stopPropagation();
  });
}

// src/view/tools.js
function tools(root, send, ...before) {
  const [undo, redo, reset] = ["undo", "redo", "reset"].map(
    (type) => el("button", { type: "button", name: type, onclick: () => send({ type }) }, type)
  );
  root.addEventListener("keydown", (event) => {
    const typing = (
      /** @type {HTMLElement} */
      event.composedPath()[0].tagName === "INPUT"
    );
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || typing) return;
    event.preventDefault();
    event.stopPropagation();
    send({ type: event.shiftKey ? "redo" : "undo" });
  });
  return {
    root: el("span", { className: "tools" }, ...before, undo, redo, reset),
    /** @param {any} state @param {boolean} first whether the state is as at the start */
    show(state, first) {
      undo.disabled = !state.past.length;
      redo.disabled = !state.future.length;
      reset.disabled = first;
    }
  };
}

// src/app/partition.css
var partition_default = `.partition {
  --names: 106px;
}
.partition .nested {
  font: 14px/1.9 var(--mono);
  margin: 6px 0;
  overflow-wrap: anywhere;
}
.partition .nested .value,
.partition .cell,
.partition .cells > * {
  unicode-bidi: isolate; /* text from right to left does not turn its neighbours */
}
.partition .nested .value {
  border-radius: 3px;
  padding: 1px 2px;
}
.partition .bracket {
  cursor: default;
  padding: 1px;
}
.partition .board {
  margin-bottom: 10px;
  min-width: calc(var(--names) + var(--right) + 4px);
  position: relative;
}
.partition .lane {
  height: 25px;
  position: relative;
}
.partition .lane.items {
  height: 32px;
}
.partition .lane.row_splits {
  height: 30px;
}
.partition .name {
  background: var(--ground);
  box-sizing: border-box;
  font: 12px/25px var(--mono);
  height: 100%;
  left: 0;
  padding-right: 6px;
  position: sticky;
  text-align: right;
  width: var(--names);
  z-index: 3;
}
.partition .items .name {
  line-height: 32px;
}
.partition .lane > .cell,
.partition .lane > .post {
  box-sizing: border-box;
  cursor: default;
  font: 13px/22px var(--mono);
  height: 24px;
  overflow: hidden;
  position: absolute;
  text-align: center;
  text-overflow: ellipsis;
  top: 0;
  transition: left 140ms;
  white-space: pre;
}
.partition .even {
  --band: var(--even);
  --mark: solid;
}
.partition .odd {
  --band: var(--odd);
  --mark: dashed;
}
.partition .lane.items > .cell {
  background: var(--band);
  border: 1px solid var(--line);
  border-bottom: 3px var(--mark) var(--line);
  font-size: 14px;
  height: 30px;
  line-height: 26px;
}
.partition .lane.value_rowids > .cell,
.partition .lane.row_lengths > .cell {
  background: var(--band);
}
.partition .lane.row_lengths > .cell {
  border-bottom: 2px var(--mark) var(--line);
  font-weight: bold;
}
.partition .lane.row_starts > .cell {
  border-left: 2px solid var(--line);
  border-top: 1px solid var(--faint);
  padding-left: 4px;
  text-align: left;
}
.partition .lane.row_limits > .cell {
  border-bottom: 1px solid var(--faint);
  border-right: 2px solid var(--line);
  padding-right: 4px;
  text-align: right;
}
.partition .lane > .post {
  font-weight: bold;
  height: 26px;
  line-height: 24px;
  overflow: visible;
  touch-action: none;
  user-select: none;
  z-index: 1;
}
.partition .post.loose {
  border: 1px solid var(--line);
  border-radius: 4px;
  cursor: ew-resize;
}
/* The boundary: as high as the lanes above, and as wide as a finger's target. */
.partition .post::before {
  background: linear-gradient(currentColor 0 0) 50% 0 / 2px 100% no-repeat;
  bottom: 100%;
  content: "";
  forced-color-adjust: none;
  height: 133px;
  left: 0;
  position: absolute;
  right: 0;
}
.partition .post.fixed::before {
  opacity: 0.6;
}
.partition .post.loose:hover::before,
.partition .post.lit::before {
  background-size: 4px 100%;
}
.partition .lit {
  outline: 2px solid currentColor;
  outline-offset: -1px;
  z-index: 2;
}
.partition .nested .lit,
.partition .length .lit {
  outline-offset: 0;
}
.partition .near:not(.post) {
  box-shadow: inset 0 -3px 0 0 currentColor;
}
.partition .nested .near,
.partition .label.near {
  box-shadow: none;
  text-decoration: underline;
}
.partition .typed,
.partition .new {
  font-style: italic !important;
}
.partition .new {
  border-style: dashed !important;
}
.partition .nested .new {
  border: 1px dashed var(--line);
}
.partition .mark {
  font-weight: bold;
}
.partition .inline {
  background: var(--ground);
  inset: 0;
  min-height: 0;
  min-width: 3.5em;
  padding: 0 3px;
  position: absolute;
  text-align: left;
  z-index: 5;
}
.partition .cell:has(.inline),
.partition .post:has(.inline),
.partition .cells > .value:has(.inline) {
  overflow: visible !important;
  z-index: 5;
}
.partition .columns {
  align-items: flex-start;
  column-gap: 28px;
  display: flex;
  flex-wrap: wrap;
  margin-top: 8px;
}
.partition .grid {
  max-width: 100%;
  overflow-x: auto;
}
.partition .grid .row {
  align-items: center;
  column-gap: 6px;
  display: flex;
  margin: 3px 0;
  padding-left: calc(var(--depth) * 16px);
  width: max-content;
}
.partition .grid .label {
  border-left: 4px var(--mark) var(--line);
  box-sizing: border-box;
  font: 13px/26px var(--mono);
  min-width: calc(var(--labels) - var(--depth) * 16px);
  white-space: pre;
  padding-left: 5px;
}
.partition .grid .ghost .label {
  border-left-style: dotted;
  opacity: 0.75;
}
.partition .length {
  align-items: center;
  column-gap: 5px;
  display: grid;
  grid-template-columns: 26px 58px minmax(16px, max-content) 26px;
}
.partition .length button,
.partition .remove button {
  padding: 0;
  width: 26px;
}
.partition .bar {
  background: var(--band);
  border: solid var(--line);
  border-width: 1px 1px 1px 0;
  box-sizing: border-box;
  height: 20px;
  min-width: 1px;
}
.partition .number {
  font: bold 13px/20px var(--mono);
  min-width: 16px;
}
.partition .cells {
  display: flex;
}
.partition .cells > * {
  border: 1px solid var(--line);
  box-sizing: border-box;
  font: 13px/24px var(--mono);
  height: 27px;
  margin-right: -1px;
  overflow: hidden;
  padding: 0 2px;
  position: relative;
  text-align: center;
  text-overflow: ellipsis;
  white-space: pre;
  width: var(--cell);
}
.partition .cells > .value {
  background: var(--band);
}
.partition .cells > .padding {
  border: 1px dotted var(--faint);
  opacity: 0.65;
}
.partition .forms {
  flex: 1 1 30em;
  min-width: min(100%, 20em);
}
.partition .forms .fields {
  margin-top: 0;
}
.partition input.muted {
  border-style: dotted;
}
.partition .slice .entry {
  align-items: center;
  column-gap: 4px;
  display: flex;
  flex-wrap: wrap;
}
.partition .slice input {
  width: 16em;
}
.partition .slice .hint {
  margin-left: 8px;
}
.partition .slice label,
.partition .slice .close {
  font: bold 15px/1.4 var(--mono);
}
.partition .result {
  border-left: 4px solid var(--accent);
  margin: 4px 0;
  padding-left: 10px;
}
.partition .overview .picture {
  border-bottom: 1px solid var(--line);
  height: 36px;
  position: relative;
}
.partition .bars {
  align-items: flex-end;
  display: flex;
  height: 100%;
}
.partition .bars span {
  background: var(--odd);
  border-top: 1px solid var(--line);
  flex: 1;
}
.partition .here {
  border: 2px solid currentColor;
  bottom: -2px;
  box-sizing: border-box;
  min-width: 6px;
  position: absolute;
  top: -2px;
}
.partition .overview input {
  margin: 4px 0 8px;
  padding: 0;
  width: 100%;
}
.partition .lane[class] > .cell.picked,
.partition .cells > .value.picked,
.partition .nested .picked {
  background: color-mix(in srgb, var(--accent) 32%, transparent);
  font-weight: bold;
  text-decoration: underline 2px;
}
@media (max-width: 560px) {
  .partition {
    --names: 88px;
  }
  .partition .name {
    font-size: 10.5px;
  }
}
@media (forced-colors: active) {
  .partition .picked {
    border-width: 3px;
  }
  .partition .post::before {
    color: CanvasText;
  }
}
`;

// src/app/partition.js
var css = partition_default;
var FIELDS2 = [
  { name: "row_splits", hint: "row boundaries; starts with 0" },
  { name: "row_lengths", hint: "values in each row" },
  { name: "value_rowids", hint: "row of each value" },
  { name: "nrows", hint: "rows, also empty ones at the end" },
  { name: "row_starts", hint: "start of each row" },
  { name: "row_limits", hint: "end of each row" },
  { name: "uniform_row_length" }
];
var HELP = "Drag a boundary; double-click a cell to edit it. Keys: arrows move between cells; Shift and an arrow move a boundary or a value; Enter edits a cell; on a row, + and - change its length, Insert adds an empty row after it, Delete deletes it.";
function mount(root, port) {
  const { send } = port;
  root.classList.add("partition");
  const title = el("strong", { className: "title" });
  const about = el("span", { className: "about" });
  const buttons = tools(root, send);
  const top = el("div", { className: "top" }, title, about, buttons.root);
  const lit = lights(root, (part) => rows.choose(part));
  const whole = nested("nested list");
  const rows = grid(send);
  const boards = el("div", { className: "boards" });
  const scroll = el("div", { className: "scroll" }, boards);
  const forms = el("div", { className: "forms" });
  const slice = sliceBox(port.id, Boolean(port.live), (text2) => send({ type: "slice", text: text2 }));
  const code2 = codeLine(port.id, ["Python", "R"]);
  const window_ = overview(port.id, (start) => send({ type: "window", start }));
  const help = el("p", { className: "hint" }, HELP);
  root.append(top, window_.root, whole.root, scroll, lit.line, help, el("div", { className: "columns" }, rows.root, forms), slice.root, code2.root, lit.live);
  const strips = [];
  const fields = [];
  let state = null;
  let dragged2 = false;
  function preview(to) {
    dragged2 = Boolean(to);
    if (to) drawRows(step(state, { type: "move", ...to }));
    else show(state);
  }
  function addLevel() {
    const level = strips.length;
    const board = strip(level, send, preview);
    const form = fieldset(`${port.id}-${level}`, "", FIELDS2, (field, text2) => send({ type: "edit", level, field, text: text2 }));
    strips.push(board);
    fields.push(form);
    boards.append(board.root);
    forms.append(form.root);
  }
  function drawRows(shown3) {
    const { levels } = shown3;
    while (strips.length < levels.length) addLevel();
    while (strips.length > levels.length) {
      strips.pop()?.root.remove();
      fields.pop()?.root.remove();
    }
    const texts = shown3.items.map((_, i) => textOf(shown3, i));
    const width = widthOf(texts);
    const places = layout(levels, width);
    strips.forEach((board) => board.show(shown3, places, width));
    rows.show(shown3, width);
    const last = levels.length - 1;
    whole.show(levels, texts.map((text2, i) => ({
      text: text2,
      part: { kind: "value", level: last, i },
      kind: kindOf(shown3, i)
    })), true);
    fields.forEach((form, level) => {
      form.legend(levels.length > 1 ? `partitions[${level}]` : "Encodings");
      form.show(textsOf(shown3, level), shown3.error?.level === level ? shown3.error : null);
    });
    root.dataset.splits = JSON.stringify(levels);
    lit.show(shown3, errorOf(shown3) || summary(shown3));
  }
  function show(next2) {
    const before = state;
    state = next2;
    if (dragged2) return;
    drawRows(state);
    title.textContent = state.of;
    about.textContent = aboutOf(state);
    buttons.show(state, same3(state.first, state));
    window_.show(state);
    slice.show(state);
    code2.show({ Python: pythonOf2(state), R: rOf(state) });
    if (before && !same3(before, state)) lit.tell(`Changed: ${summary(state)}`);
    if (state.error) lit.tell(errorOf(state));
  }
  return {
    show,
    unmount() {
      root.replaceChildren();
    }
  };
}
var same3 = (a, b) => JSON.stringify([a.levels, a.items]) === JSON.stringify([b.levels, b.items]);
function errorOf({ error }) {
  return error ? error.message : "";
}
function aboutOf({ dtype, levels, uniform, inner }) {
  const axes = uniform.map((n, k) => n === null ? `(d${k + 1})` : n);
  return `[${[levels[0].length - 1, ...axes, ...inner].join(", ")}], ${dtype}`;
}
function widthOf(texts) {
  const most = Math.max(1, ...texts.map((text2) => text2.length));
  return Math.min(Math.max(36, Math.ceil(most * 8 + 14)), 140);
}
function textsOf(state, level) {
  const splits = state.levels[level];
  const uniform = state.uniform[level];
  const found = {};
  for (const [name, numbers] of Object.entries(encodings(splits))) found[name] = { text: `[${numbers.join(", ")}]` };
  found.nrows = { text: String(splits.length - 1) };
  found.uniform_row_length = { text: uniform === null ? "" : String(uniform), hint: aboutUniform(state, level), muted: uniform === null };
  return found;
}

// src/app/quiz.js
var quiz_exports = {};
__export(quiz_exports, {
  css: () => css2,
  mount: () => mount2
});

// src/view/boards.js
function boardOf(board, counted) {
  const heading = el("figcaption", {}, board.name);
  const root = el("figure", { className: `board${board.given ? "" : " output"}`, "aria-label": board.name }, heading);
  const cells2 = [];
  linesOf(board).forEach(({ label, start, limit }, row) => {
    const line2 = el("div", { className: `line ${row % 2 ? "odd" : "even"}` });
    if (label) line2.append(el("span", { className: "label" }, label));
    const room = el("span", { className: "room" });
    if (start === limit) room.append(el("span", { className: "none" }, "empty"));
    for (let i = start; i < limit; i += 1) {
      const text2 = el("span", { className: "text" });
      const box = el("span", { className: "cell" }, text2);
      if (counted) box.append(el("small", { "aria-hidden": "true" }, positionOf(board, i, start)));
      cells2[i] = { box, text: text2 };
      room.append(box);
    }
    line2.append(room);
    root.append(line2);
  });
  return {
    root,
    heading,
    /** @param {readonly CellView[]} views */
    show(views) {
      views.forEach(({ text: text2, kind }, i) => {
        const cell = cells2[i];
        if (!cell) return;
        cell.text.textContent = text2 || " ";
        cell.text.title = text2.length > 12 ? text2 : "";
        cell.box.className = `cell ${text2 ? "" : "blank"} ${kind ?? ""}`.trim();
      });
      root.tabIndex = root.scrollWidth > root.clientWidth ? 0 : -1;
    },
    /** Brings a cell into the visible part of a wide board. @param {number} i */
    reveal(i) {
      const box = cells2[i]?.box;
      if (!box) return;
      if (box.offsetLeft < root.scrollLeft) root.scrollLeft = box.offsetLeft - 8;
      const right = box.offsetLeft + box.offsetWidth - root.clientWidth;
      if (right > root.scrollLeft) root.scrollLeft = right + 8;
    }
  };
}
var positionOf = (board, i, start) => board.shape.length ? `${start / board.shape[1]}, ${i - start}` : String(i);

// src/view/boards.css
var boards_default = ".raggedkit .boards {\n  align-items: flex-start;\n  display: flex;\n  flex-wrap: wrap;\n  gap: 14px 26px;\n  padding: 4px 2px;\n}\n.raggedkit figure.board {\n  box-sizing: border-box;\n  margin: 0;\n  max-width: 100%;\n  overflow-x: auto;\n  padding: 3px;\n  position: relative;\n}\n.raggedkit figcaption {\n  font: bold 13px/1.5 var(--mono);\n  padding-bottom: 3px;\n}\n.raggedkit .board .line {\n  --band: var(--even);\n  --mark: solid;\n  align-items: flex-start;\n  column-gap: 8px;\n  display: flex;\n  margin-bottom: 5px;\n  width: max-content;\n}\n.raggedkit .board .line.odd {\n  --band: var(--odd);\n  --mark: dashed;\n}\n.raggedkit .board .label {\n  border-left: 4px var(--mark) var(--line);\n  font: 12px/30px var(--mono);\n  padding-left: 5px;\n  white-space: pre;\n}\n.raggedkit .board .room {\n  display: flex;\n}\n.raggedkit .board .none {\n  font: italic 12px/30px var(--mono);\n  opacity: 0.8;\n}\n.raggedkit .board .cell {\n  display: block;\n  margin-right: -1px;\n  min-width: 34px;\n  position: relative;\n  text-align: center;\n}\n.raggedkit .board .text {\n  background: var(--band);\n  border: 1px solid var(--line);\n  box-sizing: border-box;\n  display: block;\n  font: 14px/28px var(--mono);\n  height: 30px;\n  max-width: 130px;\n  overflow: hidden;\n  padding: 0 6px;\n  text-overflow: ellipsis;\n  unicode-bidi: isolate;\n  white-space: pre;\n}\n.raggedkit .board .cell small {\n  display: block;\n  font: 11px/15px var(--mono);\n  opacity: 0.8;\n}\n.raggedkit .board .blank .text {\n  background: none;\n  border-style: dotted;\n}\n";

// src/app/quiz.css
var quiz_default = ".quiz .prompt {\n  font: bold 16px/1.5 var(--jp-content-font-family, system-ui, sans-serif);\n  overflow-wrap: anywhere;\n}\n.quiz .boards {\n  margin: 4px 0 10px;\n}\n.quiz .entry {\n  display: flex;\n  gap: 6px;\n  max-width: 36em;\n}\n.quiz .entry input {\n  flex: 1 1 10em;\n  font-size: 15px;\n  min-height: 30px;\n  min-width: 0;\n}\n.quiz .hint {\n  font-size: 12px;\n  margin: 2px 0 6px;\n}\n.quiz .feedback {\n  border-left: 4px solid var(--line);\n  margin: 6px 0;\n  overflow-wrap: anywhere;\n  padding: 2px 10px;\n}\n.quiz .feedback:empty {\n  display: none;\n}\n.quiz .feedback.right {\n  border-left-style: double;\n  border-left-width: 7px;\n}\n.quiz .feedback.wrong {\n  border-left-style: dashed;\n}\n.quiz .items {\n  display: flex;\n  flex-wrap: wrap;\n  gap: 4px;\n  margin-bottom: 8px;\n}\n.quiz .item {\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  font: 14px/1.5 var(--mono);\n  padding: 1px 8px;\n  text-align: center;\n}\n.quiz .item.wrong {\n  border-style: dashed;\n  border-width: 2px;\n}\n.quiz .item small {\n  display: block;\n  font: 11px/1.4 var(--jp-content-font-family, system-ui, sans-serif);\n}\n.quiz .actions {\n  align-items: center;\n  display: flex;\n  flex-wrap: wrap;\n  gap: 6px;\n}\n.quiz .level {\n  align-items: center;\n  column-gap: 6px;\n  display: flex;\n}\n.quiz ol {\n  margin: 6px 0;\n  padding-left: 2.2em;\n}\n.quiz .solution {\n  border-top: 1px solid var(--faint);\n  margin-top: 8px;\n  padding-top: 6px;\n}\n.quiz .solution code {\n  font: 13px/1.6 var(--mono);\n  overflow-wrap: anywhere;\n}\n";

// src/app/quiz.js
var css2 = boards_default + quiz_default;
var LEVEL_NAMES = ["1, no empty rows", "2, an empty row", "3, empty rows at the end too"];
function mount2(root, port) {
  root.classList.add("quiz");
  const prompt = el("label", { htmlFor: `${port.id}-answer`, className: "prompt" });
  const score = el("span", { className: "score" });
  const boards = el("div", { className: "boards" });
  const input = el("input", {
    id: `${port.id}-answer`,
    name: "answer",
    type: "text",
    spellcheck: false,
    autocomplete: "off",
    "aria-describedby": `${port.id}-help ${port.id}-feedback`,
    placeholder: "[0, ...]"
  });
  const check2 = el("button", { type: "submit", name: "check" }, "check");
  const form = el("form", { className: "entry", onsubmit: (event) => {
    event.preventDefault();
    port.send({ type: "answer", text: input.value });
  } }, input, check2);
  const help = el("p", { id: `${port.id}-help`, className: "hint" }, "Numbers, separated by commas; rows in brackets. Enter checks the answer.");
  const feedback2 = el("p", { id: `${port.id}-feedback`, className: "feedback", role: "status" });
  const items = el("div", { className: "items" });
  const hint = el("button", { type: "button", name: "hint", onclick: () => port.send({ type: "hint" }) }, "hint");
  const reveal = el("button", { type: "button", name: "reveal", onclick: () => port.send({ type: "reveal" }) }, "show answer");
  const next2 = el("button", { type: "button", name: "next", onclick: () => {
    port.send({ type: "next" });
    input.focus();
  } }, "next question");
  const level = el(
    "select",
    { id: `${port.id}-level`, onchange: () => port.send({ type: "level", level: Number(level.value) }) },
    ...LEVELS.map((n) => el("option", { value: String(n) }, LEVEL_NAMES[n - 1]))
  );
  const actions = el(
    "div",
    { className: "actions" },
    hint,
    reveal,
    next2,
    el("span", { className: "level" }, el("label", { htmlFor: level.id }, "level"), level)
  );
  const hintList = el("ol", {});
  const hints = el("div", { className: "hints", role: "log", "aria-label": "hints" }, hintList);
  const worked = el("ol", {});
  const solution = el("section", { className: "solution" }, el("strong", {}, "How it follows"), worked);
  root.append(el("div", { className: "top" }, prompt, score), boards, form, help, feedback2, items, actions, hints, solution);
  let shown3 = null;
  function build(question) {
    shown3 = question;
    boards.replaceChildren(...question.boards.map((board) => {
      const view = boardOf(board, false);
      view.show(board.cells.map((text2) => ({ text: text2 })));
      return view.root;
    }));
    worked.replaceChildren(...question.worked.map((text2) => el("li", {}, el("code", {}, text2))));
  }
  return {
    show(state) {
      const question = state.questions[state.at];
      if (JSON.stringify(shown3) !== JSON.stringify(question)) {
        build(question);
        input.value = state.text;
      }
      if (state.text !== root.dataset.text) input.value = state.text;
      root.dataset.text = state.text;
      prompt.textContent = question.prompt;
      const [solved, asked] = state.points;
      score.textContent = `solved ${solved} of ${asked}${state.tries ? `, tries ${state.tries}` : ""}`;
      const right = state.given !== null && state.message.startsWith("Right");
      const wrong = Boolean(state.text) && !right && !state.revealed;
      feedback2.textContent = state.message && `${right ? "✓ " : wrong ? "✗ " : ""}${state.message}`;
      feedback2.className = `feedback ${right ? "right" : wrong ? "wrong" : ""}`.trim();
      set2(input, "aria-invalid", wrong ? "true" : null);
      const given = Array.isArray(state.given) ? state.given : [];
      items.replaceChildren(...given.map((item, i) => el(
        "span",
        { className: state.marks[i] ? "item right" : "item wrong" },
        el("span", { className: "text" }, written2(item)),
        el("small", {}, state.marks[i] ? "✓ right" : "✗ wrong")
      )));
      hint.disabled = state.hints === question.hints.length;
      hint.textContent = `hint ${Math.min(state.hints + 1, question.hints.length)} of ${question.hints.length}`;
      reveal.disabled = state.revealed;
      hintList.replaceChildren(...question.hints.slice(0, state.hints).map((text2) => el("li", {}, text2)));
      hints.hidden = !state.hints;
      solution.hidden = !(state.revealed || state.solved) || !question.worked.length;
      level.value = String(state.level);
      root.dataset.solved = String(state.solved);
    },
    unmount() {
      root.replaceChildren();
    }
  };
}

// src/app/steps.js
var steps_exports = {};
__export(steps_exports, {
  css: () => css3,
  mount: () => mount3
});

// src/app/steps.css
var steps_default = '.steps .title {\n  font: bold 15px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n}\n.steps .controls {\n  align-items: center;\n  display: flex;\n  flex-wrap: wrap;\n  gap: 6px;\n  margin: 6px 0;\n}\n.steps .controls button[name="play"] {\n  min-width: 84px;\n}\n.steps .controls input {\n  flex: 1 1 130px;\n  max-width: 300px;\n  padding: 0;\n}\n.steps .now {\n  border-left: 4px solid var(--line);\n  margin: 8px 0;\n  min-height: 5.4em; /* three lines: the boards do not move */\n  padding: 2px 10px;\n}\n.steps .arithmetic {\n  font: 16px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n}\n.steps .now p {\n  margin: 2px 0;\n}\n.steps .ending {\n  font: 14px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n}\n.steps .ending.refused {\n  font-weight: bold;\n}\n.steps .output figcaption {\n  text-decoration: underline;\n}\n.steps .tag {\n  font: 12px/1.5 var(--jp-content-font-family, system-ui, sans-serif);\n}\n.steps .text {\n  transition: background 160ms;\n}\n.steps .source .text,\n.steps .sample.source {\n  outline: 2px solid currentColor;\n  outline-offset: -2px;\n}\n.steps .look .text,\n.steps .sample.look {\n  outline: 2px dotted currentColor;\n  outline-offset: -2px;\n}\n.steps .target .text,\n.steps .sample.target {\n  background: color-mix(in srgb, var(--accent) 32%, transparent);\n  border: 3px solid currentColor;\n  font-weight: bold;\n  line-height: 24px;\n}\n.steps .target .text {\n  animation: arrive 260ms ease-out;\n}\n@keyframes arrive {\n  from {\n    transform: translateY(-9px);\n    opacity: 0.2;\n  }\n}\n.steps .legend {\n  column-gap: 18px;\n  display: flex;\n  flex-wrap: wrap;\n  font-size: 12px;\n  margin: 4px 0;\n}\n.steps .sample {\n  border: 1px solid var(--line);\n  box-sizing: border-box;\n  display: inline-block;\n  font: 12px/20px var(--mono);\n  height: 22px;\n  min-width: 24px;\n  text-align: center;\n}\n.steps .sample.target {\n  line-height: 16px;\n}\n.steps .all {\n  margin-top: 8px;\n}\n.steps summary {\n  cursor: pointer;\n  line-height: 26px;\n}\n.steps ol {\n  margin: 4px 0;\n  padding-left: 3em;\n}\n.steps ol button {\n  border-color: transparent;\n  font: 13px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n  text-align: left;\n}\n.steps ol button[aria-current] {\n  border-color: currentColor;\n  font-weight: bold;\n}\n@media (forced-colors: active) {\n  .steps .target .text {\n    border-color: Highlight;\n  }\n}\n';

// src/app/steps.js
var css3 = boards_default + steps_default;
var LEGEND = [
  ["source", "read"],
  ["look", "looked up"],
  ["target", "written"]
];
var MOVES = [
  ["first", "|◀", "first step (Home)"],
  ["previous", "◀", "previous step (left arrow)"],
  ["play", "▶ play", "play (space)"],
  ["next", "▶", "next step (right arrow)"],
  ["last", "▶|", "last step (End)"]
];
var KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
function mount3(root, port) {
  root.classList.add("steps");
  const title = el("code", { className: "title" });
  const count2 = el("span", { className: "count" });
  const buttons = MOVES.map(([name, text2, label]) => el("button", { type: "button", name, "aria-label": label, title: label, onclick: () => press(name) }, text2));
  const play = buttons[2];
  const slider = el("input", { type: "range", min: "0", step: "1", "aria-label": "step", oninput: () => go(Number(slider.value)) });
  const speed = el(
    "select",
    { id: `${port.id}-speed`, onchange: () => port.send({ type: "speed", speed: Number(speed.value) }) },
    ...SPEEDS.map((n) => el("option", { value: String(n) }, `${n} ${n === 1 ? "step" : "steps"} per second`))
  );
  const controls = el(
    "div",
    { className: "controls", role: "group", "aria-label": "player" },
    ...buttons,
    slider,
    el("label", { className: "hint", htmlFor: speed.id }, "speed"),
    speed
  );
  const arithmetic = el("code", { className: "arithmetic" });
  const note = el("p", { className: "note" });
  const end = el("p", { className: "ending" });
  const said = el("div", { className: "now" }, arithmetic, note, end);
  const boards = el("div", {
    className: "boards",
    tabIndex: 0,
    role: "group",
    "aria-label": "cells; space plays, left and right arrow go one step, Home and End to the ends"
  });
  const legend = el(
    "p",
    { className: "legend", "aria-hidden": "true" },
    ...LEGEND.map(([kind, text2]) => el("span", {}, el("span", { className: `sample ${kind}` }, "3"), ` ${text2}`))
  );
  const list = el("ol", {});
  const all = el("details", { className: "all" }, el("summary", {}, "all steps"), list);
  const live = el("p", { className: "live", "aria-live": "polite" });
  root.append(el("div", { className: "top" }, title, count2), controls, said, boards, legend, all, live);
  let drawn2 = /* @__PURE__ */ new Map();
  let items = [];
  let state = null;
  let timer;
  function press(name) {
    if (name === "play") return timer ? pause() : start();
    pause();
    port.send({ type: name });
  }
  function go(to) {
    pause();
    port.send({ type: "go", to });
  }
  function start() {
    if (state.position === state.steps.length) port.send({ type: "first" });
    wait();
    drawPlay();
  }
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      port.send({ type: "next" });
      if (state.position < state.steps.length) wait();
      else pause();
    }, 1e3 / state.speed);
  }
  function pause() {
    clearTimeout(timer);
    timer = void 0;
    drawPlay();
  }
  function drawPlay() {
    play.textContent = timer ? "❚❚ pause" : "▶ play";
    set2(play, "aria-label", timer ? "pause (space)" : "play (space)");
    play.title = timer ? "pause (space)" : "play (space)";
  }
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = (
      /** @type {HTMLElement} */
      event.composedPath()[0]
    );
    if (["INPUT", "SELECT"].includes(target.tagName) && event.key !== " ") return;
    const name = event.key === " " ? "play" : KEYS[
      /** @type {keyof typeof KEYS} */
      event.key
    ];
    if (!name) return;
    if (name === "play" && ["BUTTON", "SELECT", "SUMMARY"].includes(target.tagName)) return;
    event.preventDefault();
    press(name);
  });
  function build() {
    drawn2 = /* @__PURE__ */ new Map();
    boards.replaceChildren();
    for (const board of state.boards) {
      const view = boardOf(board, true);
      if (board.answer) view.heading.append(el("span", { className: "tag" }, " (answer)"));
      drawn2.set(board.name, view);
      boards.append(view.root);
    }
    items = state.steps.map(({ text: text2, note: remark }, i) => el("button", { type: "button", onclick: () => go(i + 1) }, text2, ...remark ? [el("small", {}, ` ${remark}`)] : []));
    list.replaceChildren(...items.map((item) => el("li", {}, item)));
  }
  function draw2() {
    const { position: position4, steps } = state;
    const present = position4 ? steps[position4 - 1] : { text: "", note: "", looks: [], moves: [] };
    const texts = filled(state, position4);
    const kinds = kindsOf(present);
    for (const board of state.boards) {
      const view = drawn2.get(board.name);
      view?.show(texts[board.name].map((text2, i) => ({ text: text2, kind: kinds.get(`${board.name} ${i}`) })));
    }
    for (const { sources, target } of present.moves) {
      for (const [name, i] of [...sources, target]) drawn2.get(name)?.reveal(i);
    }
    title.textContent = state.title;
    count2.textContent = `step ${position4} of ${steps.length}`;
    arithmetic.textContent = present.text || "Press play, or go step by step.";
    note.textContent = present.note;
    end.textContent = position4 === steps.length ? ending(state) : "";
    end.classList.toggle("refused", Boolean(state.refused));
    slider.max = String(steps.length);
    slider.value = String(position4);
    set2(slider, "aria-valuetext", `step ${position4} of ${steps.length}`);
    speed.value = String(state.speed);
    buttons[0].disabled = buttons[1].disabled = position4 === 0;
    buttons[3].disabled = buttons[4].disabled = position4 === steps.length;
    items.forEach((item, i) => set2(item, "aria-current", i + 1 === position4 ? "step" : null));
    root.dataset.position = String(position4);
  }
  return {
    show(next2) {
      const old = state;
      state = next2;
      if (!old || old.title !== state.title || JSON.stringify(old.boards) !== JSON.stringify(state.boards)) build();
      draw2();
      if (old && old.position !== state.position) live.textContent = sentence(state);
      if (state.error) live.textContent = state.error;
      if (timer && old?.speed !== state.speed) wait();
    },
    unmount() {
      clearTimeout(timer);
      root.replaceChildren();
    }
  };
}
function kindsOf({ looks, moves }) {
  const kinds = /* @__PURE__ */ new Map();
  for (const [name, i] of looks) kinds.set(`${name} ${i}`, "look");
  for (const { sources } of moves) for (const [name, i] of sources) kinds.set(`${name} ${i}`, "source");
  for (const { target: [name, i], sources } of moves) {
    const folds = sources.some((source) => source[0] === name && source[1] === i);
    kinds.set(`${name} ${i}`, folds ? "source target" : "target");
  }
  return kinds;
}

// src/app/shapes.js
var shapes_exports = {};
__export(shapes_exports, {
  css: () => css4,
  mount: () => mount4
});

// src/core/shapewords.js
var LARGEST_R = 2147483647;
var pythonOf3 = (dims) => `rk.${reprOf(dims)}`;
function rOf2(dims) {
  if (!dims) return "shape(dims = NULL)";
  if (dims.some((size) => size !== null && Number(size) > LARGEST_R)) return "";
  return `shape(${dims.map((size) => size ?? "NA").join(", ")})`;
}
function lines(a, b) {
  if (a && b && a.length !== b.length) return [];
  const n = (a ?? b ?? []).length;
  return Array.from({ length: n }, (_, axis) => line(axis, a ? a[axis] : void 0, b ? b[axis] : void 0));
}
function line(axis, a, b) {
  const text2 = (size) => size === void 0 ? "any" : sizeText(size);
  const [merged2, common2] = [a ?? b ?? null, a !== void 0 && b !== void 0 && equal(a, b) ? a : null];
  const known2 = a !== null && a !== void 0 && b !== null && b !== void 0;
  const differ = known2 && !equal(a, b);
  return {
    axis,
    a: text2(a),
    b: text2(b),
    differ,
    merged: differ ? "refused" : sizeText(merged2),
    common: a === void 0 || b === void 0 ? "any" : sizeText(common2),
    why: whyOf(a, b)
  };
}
function whyOf(a, b) {
  if (a === void 0 || b === void 0) {
    const [name, size] = a === void 0 ? ["a", b] : ["b", a];
    const keeps = size === null ? "the size stays unknown" : `merge_with keeps ${size}`;
    return `The rank of ${name} is unknown, so every size is possible there; ${keeps}.`;
  }
  if (a === null && b === null) return "Both sizes are unknown, so the result is unknown too.";
  if (a === null || b === null) {
    const [unknown, size] = a === null ? ["a", b] : ["b", a];
    return `The size is unknown in ${unknown}: merge_with keeps ${size}, the common shape has None.`;
  }
  if (equal(a, b)) return `Both sizes are ${a}.`;
  return `${a} and ${b} are different sizes: merge_with is refused, the common shape has None.`;
}
function relation(a, b) {
  const conflict = conflictOf(a, b);
  if (conflict) return `Not compatible: ${conflict}`;
  const [ab, ba] = [subtype(a, b), subtype(b, a)];
  if (ab && ba) return "Compatible: a and b are equal.";
  if (!ab && !ba) return "Compatible, but neither is more specific: each has a known size that the other has not.";
  const [one, other] = ab ? ["a", "b"] : ["b", "a"];
  return `Compatible: ${one} is more specific. It has every known size of ${other}, and more.`;
}
var subtype = (a, b) => (
  /** @type {{flag: boolean}} */
  answers(a, b).is_subtype_of.flag
);
function conflictOf(a, b) {
  if (a && b && a.length !== b.length) {
    return `a has rank ${a.length} and b has rank ${b.length}. Axes are compared one by one from the first; there is no broadcasting.`;
  }
  const axes = lines(a, b).filter(({ differ }) => differ);
  return axes.map((l) => `axis ${l.axis} has size ${l.a} in a and ${l.b} in b`).join("; ") + (axes.length ? "." : "");
}
function whySubtype(a, b, nameA, nameB) {
  if (!b) return `The rank of ${nameB} is unknown: every shape is a subtype of it.`;
  if (!a) return `The rank of ${nameA} is unknown, that of ${nameB} is ${b.length}.`;
  if (a.length !== b.length) return `The ranks are ${a.length} and ${b.length}.`;
  const axis = b.findIndex((size, i) => size !== null && !equal(size, a[i]));
  if (axis < 0) return `${nameA} has every known size of ${nameB}.`;
  return `Axis ${axis}: ${nameB} has ${b[axis]}, ${nameA} has ${sizeText(a[axis])}.`;
}
function whyCommon(a, b) {
  if (!a || !b) return "One rank is unknown, so the only shape that both match has an unknown rank.";
  if (a.length !== b.length) return "The ranks differ, so the only shape that both match has an unknown rank.";
  const axes = a.map((size, i) => equal(size, b[i]) ? -1 : i).filter((i) => i >= 0);
  if (!axes.length) return "All sizes are equal.";
  return `It has the sizes that a and b share, and None on ${axes.length > 1 ? "axes" : "axis"} ${axes.join(", ")}.`;
}
function resultOf(answer) {
  if ("error" in answer) return answer.error;
  return "flag" in answer ? answer.flag ? "True" : "False" : reprOf(answer.dims);
}
function comparison(a, b) {
  const [ab, ba] = [answers(a, b), answers(b, a)];
  const conflict = conflictOf(a, b);
  const card = (question, method, r, why, swapped) => {
    const [x, y] = swapped ? [b, a] : [a, b];
    const answer = (swapped ? ba : ab)[method];
    return {
      question,
      why,
      result: resultOf(answer),
      refused: "error" in answer,
      python: `${pythonOf3(x)}.${method}(${argumentOf(method, y)})`,
      r: rOf2(x) && rOf2(y) && `${r}(${rOf2(x)}, ${rOf2(y)})`
    };
  };
  const fits = "On each axis the sizes are equal, or one is unknown.";
  return [
    card("Are they compatible?", "is_compatible_with", "is_compatible_with", conflict ? upper(conflict) : !a || !b ? "An unknown rank is compatible with every shape." : fits),
    card("Merge", "merge_with", "merge", conflict ? "" : "It has every size that is known in a or in b."),
    card("Most specific compatible shape", "most_specific_compatible_shape", "most_specific_compatible_shape", whyCommon(a, b)),
    card("Concatenate", "concatenate", "c", a && b ? "The axes of a, then the axes of b." : "One rank is unknown, so the rank of the result is, too."),
    card("Is a at least as specific as b?", "is_subtype_of", "is_subtype_of", whySubtype(a, b, "a", "b")),
    card("Is b at least as specific as a?", "is_subtype_of", "is_subtype_of", whySubtype(b, a, "b", "a"), true)
  ];
}
var argumentOf = (method, dims) => method === "is_subtype_of" || !dims ? pythonOf3(dims) : listOf(dims);
var upper = (text2) => text2[0].toUpperCase() + text2.slice(1);
function facts(dims) {
  const [python, r] = [pythonOf3(dims), rOf2(dims)];
  const [count2, axis] = [numElements(dims), dims ? dims.indexOf(null) : -1];
  const unknown = dims ? axis < 0 ? "" : `The size of axis ${axis} is unknown.` : "The number of axes is unknown.";
  const card = (question, result, why, code2, rCode) => ({
    question,
    result,
    why,
    refused: false,
    python: python + code2,
    r: r && rCode
  });
  return [
    card("Rank", dims ? String(dims.length) : "None", dims ? "The number of axes." : unknown, ".rank", `${r}$rank`),
    card("Number of elements", count2 ?? "None", unknown || "The product of the sizes; 1 if there are no axes.", ".num_elements()", `num_elements(${r})`),
    card("Is every size known?", unknown ? "False" : "True", unknown || "The rank and all sizes are known.", ".is_fully_defined()", `is_fully_defined(${r})`)
  ];
}
function code(shapes) {
  const name = (i) => "ab"[i];
  const r = shapes.map(rOf2);
  if (shapes.length === 1) return { Python: pythonOf3(shapes[0]), R: r[0] || NO_R };
  return {
    Python: shapes.map((dims, i) => `${name(i)} = ${pythonOf3(dims)}`).join("\n"),
    R: r.every(Boolean) ? r.map((text2, i) => `${name(i)} <- ${text2}`).join("\n") : NO_R
  };
}
var NO_R = `# R has no sizes above ${LARGEST_R}`;

// src/view/axes.js
var FIELDS3 = [
  { name: "dims", label: "dims", hint: "None: unknown rank" },
  { name: "rank", label: "rank", hint: "?: unknown rank" }
];
function axesOf(id, shape, name, send) {
  const letter = el("strong", { className: "letter" }, name);
  const repr = el("code", { className: "repr" });
  const about = el("span", { className: "hint" });
  const boxes = el("div", { className: "axes" });
  const unknown = el("p", { className: "unknown-rank" }, "The rank is unknown: type it below to get axes.");
  const add = el("button", { type: "button", className: "add", "aria-label": `add an axis to ${name}`, title: "add an axis", onclick: () => send({ type: "add_axis", shape, axis: kept.length }) }, "+");
  const errorId = `${id}-size-error`;
  const error = el("p", { id: errorId, className: "error", role: "alert" });
  const form = fieldset(`${id}-form`, "", FIELDS3, (type, text2) => send({ type, shape, text: text2 }));
  const strip2 = el("div", { className: "scroll" }, el("div", { className: "strip" }, boxes, add));
  const root = el(
    "section",
    { className: "editor", "aria-label": `shape ${name}` },
    el("div", { className: "line" }, letter, repr, about),
    strip2,
    unknown,
    error,
    form.root
  );
  const kept = [];
  let dims = null;
  const last = /* @__PURE__ */ new Map();
  function toggle(axis) {
    const size = dims?.[axis] ?? null;
    send({ type: "size", shape, axis, text: size === null ? last.get(axis) ?? "1" : "?" });
  }
  function make(axis) {
    const input = el("input", { type: "text", id: `${id}-axis${axis}`, inputMode: "numeric", autocomplete: "off", spellcheck: false, "aria-describedby": errorId });
    const commit = () => {
      if (input.value !== input.dataset.shown) send({ type: "size", shape, axis, text: input.value });
    };
    input.addEventListener("change", commit);
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const size = dims?.[axis];
      if (event.key === "?") toggle(axis);
      else if (event.key === "Enter") commit();
      else if (event.key === "Escape") restore(input);
      else if (event.key === "ArrowUp" && typeof size === "number") send({ type: "size", shape, axis, text: String(size + 1) });
      else if (event.key === "ArrowDown" && typeof size === "number" && size) send({ type: "size", shape, axis, text: String(size - 1) });
      else return;
      event.preventDefault();
    });
    const unknownSize = el("button", { type: "button", className: "cycle", onclick: () => toggle(axis) }, "?");
    const less = el("button", { type: "button", className: "less", title: "delete this axis", "aria-label": `delete axis ${axis} of ${name}`, onclick: () => send({ type: "delete_axis", shape, axis }) }, "−");
    const label = el("label", { htmlFor: input.id }, `axis ${axis}`);
    set2(input, "aria-label", `${name}, axis ${axis}`);
    set2(unknownSize, "aria-label", `the size of axis ${axis} of ${name} is unknown`);
    unknownSize.title = "unknown size, and back";
    const box = el("div", { className: "axis" }, label, input, el("div", { className: "pair" }, unknownSize, less));
    box.dataset.axis = String(axis);
    return box;
  }
  function restore(input) {
    input.value = input.dataset.shown ?? "";
    error.textContent = "";
    input.removeAttribute("aria-invalid");
  }
  return {
    root,
    /** @param {Dims} next @param {any} failed the error of the state */
    show(next2, failed) {
      dims = next2;
      const here = failed?.shape === shape ? failed : null;
      const atSize = here && !["dims", "rank"].includes(here.field);
      repr.textContent = reprOf(dims);
      about.textContent = dims ? `${notation(dims)}, ${amount(dims.length, "axis", "axes")}` : "rank unknown";
      unknown.hidden = dims !== null;
      strip2.hidden = dims === null;
      each(boxes, kept, dims ?? [], make, (box, size, axis) => {
        const input = (
          /** @type {HTMLInputElement} */
          box.querySelector("input")
        );
        const wrong = atSize && here.axis === axis && here.field === "size";
        input.dataset.shown = size === null ? "?" : String(size);
        if (!wrong) input.value = input.dataset.shown;
        set2(input, "aria-invalid", wrong ? "true" : null);
        box.classList.toggle("unknown", size === null);
        set2(
          /** @type {HTMLElement} */
          box.querySelector(".cycle"),
          "aria-pressed",
          String(size === null)
        );
        if (size !== null) last.set(axis, String(size));
      });
      error.textContent = atSize ? here.message : "";
      form.show({ dims: { text: dims ? listOf(dims) : "None" }, rank: { text: dims ? String(dims.length) : "?" } }, here);
    }
  };
}

// src/view/cards.js
function cards(label) {
  const root = el("section", { className: "cards", "aria-label": label });
  const kept = [];
  function make() {
    return el(
      "article",
      { className: "card" },
      el("p", { className: "question" }),
      el("p", { className: "result" }),
      el("p", { className: "why" }),
      line2("Python"),
      line2("R")
    );
  }
  function line2(language) {
    const code2 = el("code");
    const copied = el("span", { className: "hint", role: "status" });
    const copy = el("button", { type: "button", className: "copy" }, "copy");
    copy.onclick = async () => {
      copied.textContent = await copyText(code2);
    };
    return el("div", { className: `spelling ${language}` }, el("span", { className: "language" }, language), code2, copy, copied);
  }
  function draw2(card, given) {
    const [question, result, why, python, r] = (
      /** @type {HTMLElement[]} */
      [...card.children]
    );
    question.textContent = given.question;
    result.textContent = given.result;
    result.classList.toggle("refused", given.refused);
    why.textContent = given.why;
    why.hidden = !given.why;
    spell(python, given.python, given.question);
    spell(r, given.r || NO_R, given.question);
  }
  function spell(row, text2, question) {
    const [language, code2, copy, copied] = (
      /** @type {HTMLElement[]} */
      [...row.children]
    );
    if (code2.textContent === text2) return;
    code2.replaceChildren(...text2.split(/(?<=[.(])/).flatMap((part) => [part, el("wbr")]));
    set2(copy, "aria-label", `copy the ${language.textContent} code: ${question}`);
    copied.textContent = "";
  }
  return {
    root,
    /** @param {readonly Card[]} all */
    show(all) {
      each(root, kept, all, make, draw2);
    }
  };
}

// src/view/comparison.js
var COLUMNS = ["axis", "a", "b", "merge", "common", "why"];
function comparison2() {
  const head = el("div", { role: "row", className: "head" }, ...COLUMNS.map((name) => el("span", { role: "columnheader", className: name }, name)));
  const body = el("div", { role: "rowgroup" });
  const root = el("div", { className: "comparison", role: "table", "aria-label": "a and b axis by axis" }, el("div", { role: "rowgroup" }, head), body);
  const kept = [];
  const make = () => el("div", { role: "row" }, ...COLUMNS.map((name) => el("span", { role: name === "axis" ? "rowheader" : "cell", className: name })));
  function draw2(row, line2) {
    const texts = [String(line2.axis), line2.a, line2.b, line2.merged, line2.common, line2.why];
    texts.forEach((text2, i) => {
      row.children[i].textContent = text2;
      row.children[i].classList.toggle("unknown", text2 === "None" || text2 === "any");
    });
    row.classList.toggle("differ", line2.differ);
    row.dataset.axis = String(line2.axis);
  }
  return {
    root,
    /** @param {readonly Line[]} lines */
    show(lines2) {
      root.hidden = !lines2.length;
      each(body, kept, lines2, make, draw2);
    }
  };
}

// src/app/shapes.css
var shapes_default = '.shapes .editors {\n  display: grid;\n  gap: 6px 32px;\n  grid-template-columns: repeat(auto-fit, minmax(min(100%, 27em), 1fr));\n  margin-top: 6px;\n}\n.shapes .editor {\n  min-width: 0;\n}\n.shapes .line {\n  align-items: baseline;\n  column-gap: 10px;\n  display: flex;\n  flex-wrap: wrap;\n}\n.shapes .letter {\n  font: bold 15px/1.6 var(--mono);\n}\n.shapes .repr {\n  font: 14px/1.6 var(--mono);\n  overflow-wrap: anywhere;\n}\n.shapes .strip,\n.shapes .axes {\n  align-items: flex-start;\n  display: flex;\n  gap: 6px;\n}\n.shapes .strip {\n  align-items: center;\n  padding: 3px;\n  width: max-content;\n}\n.shapes .axes > .axis {\n  background: var(--even);\n  border: 1px solid var(--line);\n  border-radius: 4px;\n  box-sizing: border-box;\n  padding: 3px 6px 6px;\n  width: 78px;\n}\n.shapes .axes > .axis:nth-child(even) {\n  background: var(--odd);\n}\n.shapes .axis label {\n  display: block;\n  font-size: 12px;\n}\n.shapes .axis input {\n  background: var(--ground);\n  font: bold 16px/1.5 var(--mono);\n  margin: 2px 0 4px;\n  text-align: center;\n  width: 100%;\n}\n.shapes .axes > .axis.unknown {\n  background: transparent;\n  border-style: dashed;\n}\n.shapes .pair {\n  display: flex;\n  justify-content: space-between;\n}\n.shapes .pair button,\n.shapes .add {\n  min-height: 28px;\n  min-width: 28px;\n  padding: 0;\n}\n.shapes .cycle[aria-pressed="true"] {\n  border-width: 2px;\n  font-weight: bold;\n}\n.shapes .lit {\n  outline: 2px solid currentColor;\n  outline-offset: 1px;\n}\n.shapes .unknown-rank {\n  border: 1px dashed var(--line);\n  border-radius: 4px;\n  margin: 6px 3px;\n  padding: 8px 10px;\n}\n.shapes .editor .fields {\n  margin: 4px 0;\n}\n.shapes .editor .field {\n  grid-template-columns: 12em minmax(6em, 1fr);\n}\n.shapes .said {\n  font-size: 15px;\n  margin: 8px 0;\n}\n.shapes .comparison {\n  margin: 8px 0;\n}\n.shapes .comparison [role="row"] {\n  border-bottom: 1px solid var(--faint);\n  column-gap: 12px;\n  display: grid;\n  grid-template-columns: 3em repeat(2, minmax(4em, 7em)) repeat(2, minmax(4.5em, 7em)) minmax(12em, 1fr);\n  padding: 3px 2px;\n}\n.shapes .comparison .head {\n  border-bottom: 1px solid var(--line);\n  font-weight: bold;\n}\n.shapes .comparison [role="row"] > :not(.why) {\n  font-family: var(--mono);\n  overflow-wrap: anywhere;\n}\n.shapes .comparison .unknown {\n  font-style: italic;\n}\n.shapes .comparison .differ {\n  border-left: 4px double currentColor;\n  font-weight: bold;\n  padding-left: 6px;\n}\n.shapes .cards {\n  display: grid;\n  gap: 10px 20px;\n  grid-template-columns: repeat(auto-fit, minmax(min(100%, 34em), 1fr));\n}\n.shapes .card {\n  border-top: 2px solid var(--line);\n  min-width: 0;\n  padding-top: 4px;\n}\n.shapes .card p {\n  margin: 2px 0;\n}\n.shapes .question {\n  font-weight: bold;\n}\n.shapes .result {\n  font: bold 15px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n}\n.shapes .result.refused {\n  border-left: 4px double currentColor;\n  font-size: 13px;\n  padding-left: 8px;\n}\n.shapes .spelling {\n  align-items: baseline;\n  column-gap: 8px;\n  display: grid;\n  grid-template-columns: 3.6em minmax(0, 1fr) auto auto;\n  margin: 3px 0;\n}\n.shapes .spelling code {\n  font: 13px/1.5 var(--mono);\n  overflow-wrap: anywhere;\n}\n.shapes .language {\n  font-size: 12px;\n  opacity: 0.8;\n}\n@media (max-width: 560px) {\n  .shapes .comparison [role="row"] {\n    column-gap: 6px;\n    font-size: 12px;\n    grid-template-columns: 32px repeat(4, minmax(0, 1fr));\n  }\n  .shapes .comparison .why {\n    grid-column: 1 / -1;\n  }\n  .shapes .comparison .head .why {\n    display: none;\n  }\n  .shapes .editor .field {\n    grid-template-columns: minmax(0, 1fr);\n  }\n  .shapes .spelling .hint {\n    grid-column: 2 / -1;\n  }\n}\n';

// src/app/shapes.js
var css4 = shapes_default;
var HELP2 = "Type a size and press Enter. ? makes a size unknown, and known again; the up and down arrows change it by 1.";
function mount4(root, port) {
  const { send } = port;
  root.classList.add("shapes");
  const title = el("strong", { className: "title" });
  const swap = el("button", { type: "button", name: "swap", title: "exchange a and b", onclick: () => send({ type: "swap" }) }, "swap");
  const buttons = tools(root, send, swap);
  const editors = el("div", { className: "editors" });
  const said = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  const table = comparison2();
  const answers2 = cards("methods");
  const line2 = codeLine(port.id, ["Python", "R"]);
  root.append(
    el("div", { className: "top" }, title, buttons.root),
    editors,
    el("p", { className: "hint" }, HELP2),
    said,
    table.root,
    answers2.root,
    line2.root,
    live
  );
  const shapes = [];
  let state = null;
  root.addEventListener("pointerover", (event) => light(event.target));
  root.addEventListener("pointerleave", () => light(null));
  root.addEventListener("focusin", (event) => light(event.target));
  function light(target) {
    const found = (
      /** @type {HTMLElement | null} */
      /** @type {Element | null} */
      target?.closest?.("[data-axis]") ?? null
    );
    for (const element of root.querySelectorAll("[data-axis]")) {
      element.classList.toggle(
        "lit",
        /** @type {HTMLElement} */
        element.dataset.axis === found?.dataset.axis
      );
    }
  }
  return {
    show(next2) {
      const before = state;
      state = next2;
      const two = state.shapes.length > 1;
      while (shapes.length < state.shapes.length) {
        const k = shapes.length;
        const editor = axesOf(`${port.id}-${k}`, k, two ? "ab"[k] : "shape", send);
        shapes.push(editor);
        editors.append(editor.root);
      }
      shapes.forEach((editor, k) => editor.show(state.shapes[k], state.error));
      const [a, b] = state.shapes;
      title.textContent = two ? "Two TensorShapes" : "TensorShape";
      swap.hidden = !two;
      buttons.show(state, same4(state.shapes, state.first));
      const sentence3 = two ? relation(a, b) : facts(a)[2].why;
      said.textContent = sentence3;
      table.show(two ? lines(a, b) : []);
      answers2.show(two ? comparison(a, b) : facts(a));
      line2.show(code(state.shapes));
      root.dataset.shapes = JSON.stringify(state.shapes);
      if (state.error) live.textContent = state.error.message;
      else if (before && !same4(before.shapes, state.shapes)) live.textContent = `Changed: ${sentence3}`;
    },
    unmount() {
      root.replaceChildren();
    }
  };
}
var same4 = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// src/app/sparse.js
var sparse_exports = {};
__export(sparse_exports, {
  css: () => css5,
  mount: () => mount5
});

// src/core/sparsewords.js
function summary2(state) {
  const sizes = sizesOf(state);
  const all = sizes.reduce((product, size) => product * BigInt(
    /** @type {number | string} */
    size
  ), 1n);
  const values2 = amount(state.nvals, "value");
  const box = listOf(sizes) === listOf(state.tight) ? "This is the tight box." : `The tight box, shaded, is ${listOf(state.tight)}.`;
  return `dense_shape ${listOf(sizes)}: ${values2} in ${all.toLocaleString("en")} ${all === 1n ? "cell" : "cells"}. ${box}`;
}
function cellSentence(state, at, here) {
  const place = listOf(at);
  const inside = contains(sizesOf(state), { i: 0, at, text: "", mark: "" });
  if (!here.length) return inside ? `${place} has no value` : `${place} is outside of the shape ${listOf(sizesOf(state))}`;
  const all = here.map((cell) => `indices[${cell.i}] = ${place}, values[${cell.i}] = ${cell.text}`).join("; ");
  const twice = here.length > 1 ? `: ${here.length} values for one cell` : "";
  return all + twice + (inside ? "" : "; outside of the shape");
}
function hiddenSentence(state) {
  const shown3 = cellsOf(state).length;
  const sizes = sizesOf(state);
  const parts = [];
  const [rows, columns] = sizes.length > 1 ? sizes.slice(-2) : [1, sizes[0]];
  if (Number(rows) > SHOWN) parts.push(`rows 0 to ${SHOWN - 1} of ${Number(rows).toLocaleString("en")}`);
  if (Number(columns) > SHOWN) parts.push(`columns 0 to ${SHOWN - 1} of ${Number(columns).toLocaleString("en")}`);
  if (shown3 === state.nvals && !parts.length) return "";
  const where = state.at.length ? ` of the matrix [${[...state.at, ":", ":"].join(", ")}]` : "";
  const range = parts.length ? parts.join(" and ") : "all cells";
  const corner = parts.length > 1 || parts.length && sizes.length === 1 ? " The corner is outside of the grid: type new_shape." : "";
  return `Shown: ${range}${where}, with ${shown3.toLocaleString("en")} of ${amount(state.nvals, "value")}.${corner}`;
}
var cutBy = (state, sizes) => {
  if (sizes.length !== sizesOf(state).length) return [];
  return state.cells.filter((cell) => !contains(sizes, cell));
};
function refusal(state) {
  const wanted = state.error?.wanted;
  if (!wanted || wanted.length !== sizesOf(state).length) return "";
  const cut2 = cutBy(state, wanted);
  if (cut2.length) {
    const named = cut2.slice(0, 4).map((cell) => listOf(cell.at)).join(", ");
    const more = cut2.length > 4 ? " and others" : "";
    return `${listOf(wanted)} would cut ${amount(cut2.length, "value")}: at ${named}${more}.`;
  }
  return `${listOf(wanted)} would cut no value, but new_shape can only be larger. Press “tight box” for the smallest shape, then make it larger.`;
}

// src/view/matrix.js
var HEIGHT = 28;
var TOP = 22;
var ROOM2 = 3;
function matrix(resize, preview) {
  const head = el("div", { role: "row", className: "columns" });
  const body = el("div", { role: "rowgroup" });
  const grid2 = el("div", { className: "cells", role: "grid" }, el("div", { role: "rowgroup" }, head), body);
  const box = el("div", { className: "box" });
  const tight = el("div", { className: "tight-box" });
  const wanted = el("div", { className: "wanted" });
  const corner = el("button", { type: "button", className: "corner" }, "⇲");
  const plane = el("div", { className: "plane" }, grid2, tight, wanted, box, corner);
  const root = el("div", { className: "scroll" }, plane);
  const columnHeads = (
    /** @type {HTMLElement[]} */
    []
  );
  const rows = (
    /** @type {HTMLElement[]} */
    []
  );
  const cellsIn2 = /* @__PURE__ */ new WeakMap();
  let state = null;
  let [width, left, height, columns] = [40, 40, 1, 1];
  const keys = roving(grid2, () => false);
  const first = el("span", { role: "columnheader", className: "corner-head" });
  head.append(first);
  const vector = () => sizesOf(state).length === 1;
  const extent = (sizes) => sizes.length > 1 ? sizes.slice(-2).map(Number) : [1, Number(sizes[0])];
  const withExtent = (r, c) => vector() ? [c] : [...sizesOf(state).slice(0, -2), ...[r, c].map((n, k) => fixed(k) ?? n)];
  const fixed = (k) => {
    const size = sizesOf(state).slice(-2)[k];
    return Number(size) > SHOWN ? size : null;
  };
  function place(element, sizes) {
    const [r, c] = extent(sizes).map((n, k) => Math.min(n, k ? columns : height));
    Object.assign(element.style, { left: `${left}px`, top: `${TOP}px`, width: `${c * width}px`, height: `${r * HEIGHT}px` });
    return [r, c];
  }
  function outline(shown3, sizes) {
    const [r, c] = place(box, sizes);
    const [allRows, allColumns] = extent(sizes);
    const free = !vector() || allColumns <= SHOWN;
    corner.hidden = !free || allRows > SHOWN && allColumns > SHOWN;
    Object.assign(corner.style, { left: `${left + c * width}px`, top: `${TOP + r * HEIGHT}px` });
    place(tight, shown3.tight);
    const refused = shown3.error?.wanted;
    wanted.hidden = !refused || refused.length !== sizes.length || refused.some((n) => Number(n) < 0);
    if (!wanted.hidden) place(wanted, refused);
  }
  function drawCells(shown3) {
    const [inRows, inColumns] = extent(sizesOf(shown3));
    const cells2 = cellsOf(shown3);
    const at = /* @__PURE__ */ new Map();
    for (const cell of cells2) {
      const key = placeOf(cell).join();
      at.set(key, [...at.get(key) ?? [], cell]);
    }
    const cut2 = new Set(shown3.error?.wanted ? cutBy(shown3, shown3.error.wanted).map((cell) => cell.i) : []);
    set2(grid2, "aria-label", `cells${shown3.at.length ? ` of [${[...shown3.at, ":", ":"].join(", ")}]` : ""}`);
    set2(grid2, "aria-rowcount", String(inRows));
    set2(grid2, "aria-colcount", String(inColumns));
    each(head, columnHeads, Array.from({ length: columns }), () => el("span", { role: "columnheader" }), (element, _, c) => {
      element.textContent = String(c);
      element.classList.toggle("outside", c >= inColumns);
    });
    each(body, rows, Array.from({ length: height }), makeRow, (row, _, r) => {
      const name = (
        /** @type {HTMLElement} */
        row.firstElementChild
      );
      name.textContent = vector() ? "" : String(r);
      name.classList.toggle("outside", r >= inRows);
      each(
        row,
        /** @type {HTMLElement[]} */
        cellsIn2.get(row),
        Array.from({ length: columns }),
        makeCell,
        (element, __, c) => {
          const here = at.get(`${r},${c}`) ?? [];
          const outside = r >= inRows || c >= inColumns;
          element.className = [
            "cell",
            here.length ? "value" : "empty",
            outside ? "outside" : "",
            here[0]?.mark ? "mark" : "",
            here.some((cell) => cut2.has(cell.i)) ? "cut" : ""
          ].join(" ").trim();
          element.textContent = here.length ? here[0].text + (here.length > 1 ? ` +${here.length - 1}` : "") : outside ? "" : "·";
          element.title = here.length ? element.textContent : "";
          const index = vector() ? [c] : [...shown3.at, r, c];
          element.dataset.place = JSON.stringify(index);
          if (here.length) element.dataset.i = String(here[0].i);
          else delete element.dataset.i;
          set2(element, "aria-label", cellSentence(shown3, index, here));
        }
      );
    });
  }
  function makeRow() {
    const row = el("div", { role: "row" }, el("span", { role: "rowheader" }));
    cellsIn2.set(row, []);
    return row;
  }
  const makeCell = () => el("span", { role: "gridcell", "data-cell": "", tabIndex: -1 });
  corner.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [r, c] = extent(sizesOf(state));
    if (by[0] && vector()) return;
    resize(withExtent(Math.max(r + by[0], 0), Math.max(c + by[1], 0)));
  });
  dragging2(corner, plane, () => ({ width, sizes: extent(sizesOf(state)), most: [height, columns] }), (r, c, done) => {
    const sizes = r === null ? null : withExtent(
      r,
      /** @type {number} */
      c
    );
    preview(done ? null : sizes);
    if (done && sizes) resize(sizes);
  });
  return {
    root,
    corner,
    /** @param {any} next */
    show(next2) {
      state = next2;
      const cells2 = cellsOf(state);
      const longest = Math.max(1, ...cells2.map((cell) => cell.text.length));
      width = Math.min(Math.max(30, Math.ceil(longest * 8 + 12)), 110);
      const ends = cells2.map(placeOf);
      const [r, c] = extent(sizesOf(state));
      const [tightRows, tightColumns] = extent(state.tight);
      const most = (k, given) => Math.min(SHOWN, Math.max(...given, ...ends.map((end) => end[k] + 1)) + ROOM2);
      height = vector() ? 1 : most(0, [r, tightRows]);
      columns = most(1, [c, tightColumns]);
      left = vector() ? 8 : 34;
      plane.style.setProperty("--cell", `${width}px`);
      plane.style.setProperty("--left", `${left}px`);
      plane.classList.toggle("vector", vector());
      drawCells(state);
      outline(state, sizesOf(state));
      set2(corner, "aria-label", `corner of the shape ${JSON.stringify(sizesOf(state))}: arrow keys change new_shape`);
      keys.refresh();
    },
    /** A shape while the corner is dragged. @param {any} shown */
    preview(shown3) {
      drawCells(shown3);
      outline(shown3, shown3.error?.wanted ?? sizesOf(shown3));
      plane.classList.toggle("refused", Boolean(shown3.error?.wanted));
    },
    settle: () => plane.classList.remove("refused")
  };
}
function dragging2(corner, plane, now, moved) {
  let drag = null;
  corner.addEventListener("pointerdown", (event) => {
    if (event.button || drag) return;
    const scale = plane.getBoundingClientRect().width / plane.offsetWidth || 1;
    const at = now();
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, scale, at, to: at.sizes };
    corner.setPointerCapture?.(event.pointerId);
    corner.focus();
    event.preventDefault();
  });
  corner.addEventListener("pointermove", (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { at, scale } = drag;
    const by = [(event.clientY - drag.y) / scale / HEIGHT, (event.clientX - drag.x) / scale / at.width];
    const to = at.sizes.map((size, k) => Math.min(Math.max(Math.round(size + by[k]), 0), at.most[k]));
    if (String(to) === String(drag.to)) return;
    drag.to = to;
    moved(to[0], to[1], false);
  });
  const end = (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { to, at } = drag;
    drag = null;
    const kept = event.type === "pointerup" && String(to) !== String(at.sizes);
    moved(kept ? to[0] : null, kept ? to[1] : null, true);
  };
  corner.addEventListener("pointerup", end);
  corner.addEventListener("pointercancel", end);
  corner.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    drag = null;
    moved(null, null, true);
  });
}

// src/app/sparse.css
var sparse_default = '.sparse .plane {\n  padding: 0 20px 20px 0;\n  position: relative;\n  width: max-content;\n}\n.sparse .cells [role="row"] {\n  display: flex;\n}\n.sparse .cells [role="rowheader"],\n.sparse .corner-head {\n  flex: none;\n  font: 12px/28px var(--mono);\n  padding-right: 6px;\n  text-align: right;\n  box-sizing: border-box;\n  width: var(--left);\n}\n.sparse .columns [role="columnheader"] {\n  box-sizing: border-box;\n  font: 12px/22px var(--mono);\n  height: 22px;\n  text-align: center;\n  width: var(--cell);\n}\n.sparse .columns .corner-head {\n  width: var(--left);\n}\n.sparse .cell {\n  border: 1px solid var(--faint);\n  border-left-width: 0;\n  border-top-width: 0;\n  box-sizing: border-box;\n  flex: none;\n  font: 13px/26px var(--mono);\n  height: 28px;\n  overflow: hidden;\n  padding: 0 2px;\n  text-align: center;\n  text-overflow: ellipsis;\n  unicode-bidi: isolate;\n  white-space: pre;\n  width: var(--cell);\n}\n.sparse .cell.value {\n  background: linear-gradient(var(--odd) 0 0), var(--ground);\n  border-bottom: 3px solid var(--line);\n  font-weight: bold;\n}\n.sparse .cell.outside,\n.sparse .cells .outside {\n  border-color: transparent;\n  opacity: 0.55;\n}\n.sparse .cell.value.outside {\n  border: 1px dashed var(--line);\n}\n.sparse .cell.cut {\n  background: repeating-linear-gradient(135deg, transparent 0 4px, var(--line) 4px 6px);\n  text-decoration: line-through;\n}\n.sparse .cell.mark {\n  background: linear-gradient(var(--nan) 0 0), var(--ground);\n}\n.sparse .mark {\n  font-style: italic;\n}\n.sparse .lit {\n  outline: 2px solid currentColor;\n  outline-offset: -2px;\n}\n.sparse .box,\n.sparse .tight-box,\n.sparse .wanted {\n  box-sizing: border-box;\n  pointer-events: none;\n  position: absolute;\n}\n.sparse .box {\n  outline: 3px solid var(--accent);\n}\n.sparse .tight-box {\n  background: var(--empty);\n  border: 2px dashed var(--line);\n  z-index: -1;\n}\n.sparse .wanted {\n  border: 3px dotted currentColor;\n}\n.sparse .plane {\n  z-index: 0;\n}\n.sparse .plane.refused .box {\n  outline-style: dotted;\n}\n.raggedkit.sparse .corner {\n  background: var(--ground);\n  border: 3px solid var(--accent);\n  cursor: nwse-resize;\n  font: bold 15px/1 var(--mono);\n  height: 30px;\n  margin: -10px 0 0 -10px;\n  min-height: 30px;\n  min-width: 30px;\n  padding: 0;\n  position: absolute;\n  touch-action: none;\n  user-select: none;\n  width: 30px;\n}\n.sparse .vector .corner {\n  cursor: ew-resize;\n}\n.sparse .said {\n  min-height: 3em; /* the page does not move while the corner is dragged */\n}\n.sparse .rest {\n  margin: 2px 0 6px;\n}\n.sparse .outer .fields {\n  margin: 4px 0;\n}\n.sparse .list {\n  columns: 26em;\n  font: 13px/1.7 var(--mono);\n  list-style: none;\n  margin: 8px 0;\n  overflow-wrap: anywhere;\n  padding: 0;\n}\n.sparse .list::after {\n  content: attr(data-more);\n}\n.sparse .list li {\n  break-inside: avoid;\n  padding: 0 4px;\n}\n@media (forced-colors: active) {\n  .sparse .cell.value {\n    border-width: 2px;\n  }\n  .sparse .box {\n    outline-color: Highlight;\n  }\n  .raggedkit.sparse .corner {\n    border-color: Highlight;\n  }\n}\n';

// src/app/sparse.js
var css5 = sparse_default;
var HELP3 = "Drag the corner of the box, or focus it and press arrow keys. new_shape may be larger than the present shape, never smaller; “tight box” calls reset_shape without new_shape.";
var LISTED = 40;
function mount5(root, port) {
  const { send } = port;
  root.classList.add("sparse");
  const title = el("strong", { className: "title" }, "SparseTensor");
  const about = el("span", { className: "about" });
  const tight = el("button", { type: "button", name: "tight", title: "reset_shape without new_shape", onclick: () => send({ type: "tight" }) }, "tight box");
  const buttons = tools(root, send, tight);
  const outer = el("div", { className: "outer" });
  const cells2 = matrix(
    (sizes) => send({ type: "resize", text: listOf(sizes) }),
    (sizes) => preview(sizes)
  );
  const hidden = el("p", { className: "rest" });
  const said = el("p", { className: "said" });
  const live = el("p", { className: "live", "aria-live": "polite" });
  const form = fieldset(port.id, "", [{ name: "new_shape", hint: "of reset_shape; leave it out for the tight box" }], (_, text2) => send({ type: "resize", text: text2 }));
  const list = el("ol", { className: "list", "aria-label": "indices and values" });
  const line2 = codeLine(port.id, ["Python"]);
  root.append(
    el("div", { className: "top" }, title, about, buttons.root),
    outer,
    cells2.root,
    hidden,
    said,
    el("p", { className: "hint" }, HELP3),
    form.root,
    list,
    line2.root,
    live
  );
  let state = null;
  let indices = null;
  let dragged2 = false;
  let resting = "";
  const items = [];
  root.addEventListener("pointerover", (event) => light(event.target));
  root.addEventListener("pointerleave", () => light(null));
  root.addEventListener("focusin", (event) => light(event.target));
  function light(target) {
    const element = (
      /** @type {HTMLElement | null} */
      /** @type {Element | null} */
      target?.closest?.("[data-place], .list li") ?? null
    );
    for (const other of root.querySelectorAll("[data-i]")) {
      other.classList.toggle("lit", element?.dataset.i !== void 0 && /** @type {HTMLElement} */
      other.dataset.i === element.dataset.i);
    }
    said.textContent = element?.getAttribute("aria-label") || element?.textContent || resting;
  }
  function preview(sizes) {
    dragged2 = Boolean(sizes);
    if (!sizes) {
      cells2.settle();
      show(state);
      return;
    }
    const shown3 = step4(state, { type: "resize", text: listOf(sizes) });
    cells2.preview(shown3);
    said.textContent = shown3.error ? `${shown3.error.message}. ${refusal(shown3)}` : summary2(shown3);
  }
  function fieldsOfOuter() {
    const names = state.at.map((_, axis) => ({ name: `at-${axis}`, label: `index on axis ${axis}` }));
    if (indices?.input(`at-${names.length - 1}`) && !indices.input(`at-${names.length}`)) return;
    indices = names.length ? fieldset(`${port.id}-at`, "Matrix", names, (name, text2) => send({ type: "at", axis: Number(name.slice(3)), text: text2 })) : null;
    outer.replaceChildren(...indices ? [indices.root] : []);
  }
  function drawList() {
    const all = (
      /** @type {Cell[]} */
      state.cells.slice(0, LISTED)
    );
    each(list, items, all, () => el("li"), (item, cell) => {
      item.textContent = `indices[${cell.i}] = ${listOf(cell.at)}, values[${cell.i}] = ${cell.text}`;
      item.dataset.i = String(cell.i);
      item.classList.toggle("mark", Boolean(cell.mark));
    });
    const more = state.nvals - all.length;
    list.dataset.more = more ? `+${amount(more, "more value", "more values")}` : "";
  }
  function show(next2) {
    const before = state;
    state = next2;
    if (dragged2) return;
    fieldsOfOuter();
    const sizes = sizesOf(state);
    about.textContent = `${listOf(sizes)}, ${state.dtype}, ${amount(state.nvals, "value")}`;
    cells2.show(state);
    hidden.textContent = hiddenSentence(state);
    hidden.hidden = !hidden.textContent;
    const first = !state.box.tight && state.box.sizes === null;
    buttons.show(state, first);
    tight.disabled = listOf(sizes) === listOf(state.tight);
    const field = (
      /** @type {HTMLInputElement} */
      form.input("new_shape")
    );
    const typed3 = field.value && field.value !== listOf(sizes);
    form.show({ new_shape: { text: listOf(sizes) } }, state.error);
    if (state.error?.wanted && !typed3) field.value = listOf(state.error.wanted);
    indices?.show(Object.fromEntries(state.at.map((i, k) => [`at-${k}`, { text: String(i), hint: `0 to ${Math.max(Number(sizes[k]) - 1, 0)}` }])), state.error);
    drawList();
    line2.show({ Python: pythonOf(state) });
    resting = refusal(state) || summary2(state);
    said.textContent = resting;
    root.dataset.shape = JSON.stringify(sizes);
    if (state.error) live.textContent = `${state.error.message} ${refusal(state)}`;
    else if (before && listOf(sizesOf(before)) !== listOf(sizes)) live.textContent = `Changed: ${summary2(state)}`;
    else if (before && String(before.at) !== String(state.at)) live.textContent = `${amount(cellsOf(state).length, "value")} shown`;
  }
  return {
    show,
    unmount() {
      root.replaceChildren();
    }
  };
}

// src/apps.js
var APPS = {
  partition: { ...partition_exports, step: RULES.partition },
  quiz: { ...quiz_exports, step: RULES.quiz },
  steps: { ...steps_exports, step: RULES.steps },
  shapes: { ...shapes_exports, step: RULES.shapes },
  sparse: { ...sparse_exports, step: RULES.sparse }
};

// src/view/base.css
var base_default = ':host {\n  display: block;\n}\n.notice {\n  border: 1px solid currentColor;\n  border-left-width: 5px;\n  margin: 4px 0;\n  padding: 4px 10px;\n}\n[hidden] {\n  display: none !important;\n}\n.raggedkit {\n  --line: color-mix(in srgb, currentColor 45%, transparent);\n  --faint: color-mix(in srgb, currentColor 25%, transparent);\n  --even: color-mix(in srgb, currentColor 4%, transparent);\n  --odd: color-mix(in srgb, currentColor 14%, transparent);\n  --empty: color-mix(in srgb, var(--jp-brand-color1, var(--vscode-charts-blue, #1976d2)) 18%, transparent);\n  --nan: color-mix(in srgb, var(--jp-warn-color1, var(--vscode-charts-orange, #f57c00)) 28%, transparent);\n  --ground: var(--jp-layout-color0, var(--vscode-editor-background, Canvas));\n  --accent: var(--jp-brand-color1, var(--vscode-charts-blue, #1976d2));\n  --mono: var(--jp-code-font-family, ui-monospace, "DejaVu Sans Mono", monospace);\n  color: inherit;\n  font: 14px/1.4 var(--jp-content-font-family, system-ui, sans-serif);\n  max-width: 100%;\n}\n.raggedkit button {\n  background: transparent;\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  color: inherit;\n  cursor: pointer;\n  font: inherit;\n  min-height: 26px;\n  min-width: 26px;\n  padding: 1px 8px;\n}\n.raggedkit button:disabled {\n  border-color: var(--faint);\n  cursor: default;\n  opacity: 0.6;\n}\n.raggedkit input {\n  background: transparent;\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  box-sizing: border-box;\n  color: inherit;\n  font: 13px/1.4 var(--mono);\n  min-height: 26px;\n  padding: 2px 6px;\n}\n.raggedkit select {\n  background: var(--ground);\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  color: inherit;\n  font: inherit;\n  max-width: 100%;\n  min-height: 26px;\n}\n.raggedkit input[aria-invalid] {\n  border: 2px solid currentColor;\n}\n.raggedkit :focus-visible {\n  outline: 2px solid currentColor;\n  outline-offset: 1px;\n}\n.raggedkit .top {\n  align-items: baseline;\n  column-gap: 14px;\n  display: flex;\n  flex-wrap: wrap;\n}\n.raggedkit .title {\n  font-size: 1.1em;\n}\n.raggedkit .tools {\n  display: flex;\n  gap: 6px;\n  margin-left: auto;\n}\n.raggedkit .scroll {\n  overflow-x: auto;\n  padding: 2px 0 6px;\n}\n.raggedkit .said {\n  border-left: 4px solid var(--line);\n  margin: 2px 0 4px;\n  min-height: 1.5em;\n  padding: 2px 10px;\n}\n.raggedkit .live {\n  clip-path: inset(50%);\n  height: 1px;\n  margin: 0;\n  overflow: hidden;\n  position: absolute;\n  width: 1px;\n}\n.raggedkit .bar-of-tabs,\n.raggedkit [role="tablist"] {\n  align-items: center;\n  column-gap: 6px;\n  display: flex;\n}\n.raggedkit [role="tab"][aria-selected="true"] {\n  border-bottom-width: 3px;\n  font-weight: bold;\n}\n.raggedkit .code {\n  border-top: 1px solid var(--faint);\n  margin-top: 10px;\n  padding-top: 8px;\n}\n.raggedkit pre {\n  font: 13px/1.5 var(--mono);\n  margin: 4px 0;\n  overflow-wrap: anywhere;\n  white-space: pre-wrap;\n}\n.raggedkit .hint,\n.raggedkit .facts {\n  font-size: 12px;\n  margin: 2px 0;\n  opacity: 0.8;\n}\n.raggedkit .fields {\n  border: 0;\n  border-top: 1px solid var(--faint);\n  margin: 8px 0;\n  min-width: 0;\n  padding: 4px 0;\n}\n.raggedkit legend {\n  font-weight: bold;\n  padding: 0 8px 0 0;\n}\n.raggedkit .field {\n  align-items: center;\n  column-gap: 10px;\n  display: grid;\n  grid-template-columns: 15em minmax(6em, 36em);\n  margin: 4px 0;\n}\n.raggedkit label {\n  font: 13px/1.3 var(--mono);\n}\n.raggedkit .field .hint {\n  font: 12px/1.3 var(--jp-content-font-family, system-ui, sans-serif);\n  margin: 0;\n}\n.raggedkit .field > span {\n  display: flex;\n  flex-direction: column;\n}\n.raggedkit .error {\n  font-weight: bold;\n  grid-column: 2 / -1;\n  margin: 2px 0 4px;\n}\n.raggedkit .error:empty {\n  display: none;\n}\n@media (max-width: 560px) {\n  .raggedkit .field {\n    grid-template-columns: minmax(0, 1fr);\n  }\n  .raggedkit .error {\n    grid-column: 1;\n  }\n}\n@media (prefers-reduced-motion: reduce) {\n  .raggedkit * {\n    animation: none !important;\n    transition: none !important;\n  }\n}\n';

// src/view/host.js
var count = 0;
function openHost(parent, css6) {
  const host = document.createElement("div");
  host.className = "raggedkit-explorer";
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = base_default + css6;
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  notice.hidden = true;
  const root = document.createElement("div");
  root.className = "raggedkit";
  shadow.append(style, notice, root);
  parent.append(host);
  for (const type of ["keydown", "keypress", "keyup"]) host.addEventListener(type, keepInside);
  count += 1;
  return {
    root,
    id: `rk${count}`,
    /** @param {string} text an empty text removes the notice */
    notice(text2) {
      notice.textContent = text2;
      notice.hidden = !text2;
    },
    close: () => host.remove()
  };
}
function keepInside(event) {
  const { key, ctrlKey, metaKey, altKey } = (
    /** @type {KeyboardEvent} */
    event
  );
  if (key !== "Tab" && !ctrlKey && !metaKey && !altKey) event.stopPropagation();
}

// src/widget.js
var PATIENCE = 2e3;
var SILENT = "The kernel has not answered. Changes are shown here, but Python does not have them yet.";
var GONE = "The kernel was restarted. Changes are shown here, but no longer reach Python; run the cell again.";
var Session = class {
  /** @type {Set<{host: ReturnType<typeof openHost>, view: View}>} */
  #views = /* @__PURE__ */ new Set();
  /** @type {any} */
  #model;
  /** @type {State} */
  #state;
  #sent = 0;
  #notice = "";
  #gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @param {any} model */
  constructor(model) {
    this.#model = model;
    this.#state = model.get("state");
    this.#sent = this.#state.n ?? 0;
    model.on("change:state", this.#arrive);
    model.on("comm_live_update", this.#lose);
  }
  close() {
    clearTimeout(this.#timer);
    this.#model.off("change:state", this.#arrive);
    this.#model.off("comm_live_update", this.#lose);
  }
  /** @param {HTMLElement} el */
  open(el2) {
    const app = APPS[this.#state.kind];
    const host = openHost(el2, app.css);
    const view = app.mount(host.root, { id: host.id, live: true, send: (event) => this.#send(event) });
    const entry = { host, view };
    this.#views.add(entry);
    host.notice(this.#notice);
    view.show(this.#state);
    return () => {
      this.#views.delete(entry);
      view.unmount();
      host.close();
    };
  }
  /** @param {Sent} event */
  #send(event) {
    const next2 = APPS[this.#state.kind].step(this.#state, event);
    if (!next2.asks || this.#gone || this.#notice) this.#show(next2);
    if (this.#gone) return;
    this.#sent += 1;
    this.#model.set("event", { ...event, n: this.#sent });
    this.#model.save_changes();
    this.#timer ??= setTimeout(() => {
      this.#tell(SILENT);
      if (next2.asks) this.#show(next2);
    }, PATIENCE);
  }
  #arrive = () => {
    const state = this.#model.get("state");
    if ((state.n ?? 0) < this.#sent) return;
    clearTimeout(this.#timer);
    this.#timer = void 0;
    this.#sent = state.n ?? 0;
    this.#tell("");
    this.#show(state);
  };
  // An internal event of ipywidgets: the kernel of the model was restarted.
  #lose = () => {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#tell(GONE);
  };
  /** @param {State} state */
  #show(state) {
    this.#state = state;
    for (const { view } of this.#views) view.show(state);
  }
  /** @param {string} notice */
  #tell(notice) {
    this.#notice = notice;
    for (const { host } of this.#views) host.notice(notice);
  }
};
var widget_default = () => {
  let session;
  return {
    /** @param {{model: any}} context */
    initialize({ model }) {
      session = new Session(model);
      return () => session?.close();
    },
    /** @param {{model: any, el: HTMLElement}} context */
    render({ model, el: el2 }) {
      session ??= new Session(model);
      return session.open(el2);
    }
  };
};
export {
  widget_default as default
};
