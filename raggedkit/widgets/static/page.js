"use strict";
(() => {
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
  function integers(text, name) {
    const inside = trimmed(trimmed(text).replace(/^\[|\]$/g, ""));
    const words = inside ? inside.split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/) : [];
    const single = name === "uniform_row_length" || name === "nrows";
    words.forEach((word, i) => {
      const where = single ? name : `${name}[${i}]`;
      if (!/^[-+]?[0-9]+$/.test(word)) {
        throw new Broken(`${name} must hold integers, got ${where} = ${word || "nothing"}`);
      }
      if (word.length > LONGEST) {
        throw new Broken(`${name} must fit int64, got ${where} = ${word.slice(0, LONGEST)}...`);
      }
    });
    if (words.length > MOST + 1) tooMany(`items of ${name}`, words.length);
    return words.map((word) => BigInt(word.replace("+", "")));
  }
  var trimmed = (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
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
  function flattened(tree, depth) {
    const levels = [];
    let nodes = tree;
    for (let level = 0; level < depth; level += 1) {
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
    const text = trimmed(given);
    if (!text) return { key: null };
    const key = { text, error: "", items: [], levels: [], scalar: false, shown: "" };
    if (text.length > LONGEST2) {
      const error = `key must have at most ${LONGEST2} characters, got ${text.length}`;
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
  function parsed(text) {
    const parts = [];
    const pattern = /[ \t]*(?:(\[[-+0-9, \t]*\])|(\.\.\.)|([-+]?[0-9]*)[ \t]*(?:(:)[ \t]*([-+]?[0-9]*)[ \t]*(?::[ \t]*([-+]?[0-9]*))?)?)[ \t]*(,|$)/y;
    while (pattern.lastIndex < text.length) {
      const found = pattern.exec(text);
      if (!found) return null;
      const [, list, dots, first, colon, stop, step2] = found;
      const part = list ? listed(list) : dots ? "..." : colon ? sliced(first, stop, step2) : number(first);
      if (part === null || typeof part === "number" && Number.isNaN(part)) return null;
      parts.push(part);
    }
    return parts.length && parts.filter((part) => part === "...").length < 2 ? parts : null;
  }
  function number(word) {
    if (!word || !/^[-+]?(0|[1-9][0-9]*)$/.test(word)) return NaN;
    return Number.isSafeInteger(Number(word)) ? Number(word) : NaN;
  }
  function sliced(start2, stop, step2) {
    const ends = [start2, stop, step2].map((word) => word ? number(word) : null);
    return ends.some(Number.isNaN) ? null : { start: ends[0], stop: ends[1], step: ends[2] };
  }
  function listed(text) {
    const inside = trimmed(text.slice(1, -1)).replace(/,$/, "");
    const found = inside ? inside.split(",").map((word) => number(trimmed(word))) : [];
    return found.some(Number.isNaN) || text.length > 50 ? null : found;
  }
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
      ways.push(`say what a short row gives (${name}.column(${i}, default=...))`);
      ways.push(`or keep only rows that have it (${name}[${name}.row_lengths() > ${i >= 0 ? i : -i - 1}])`);
    } else {
      if (axis === 2 && whole.length === 2 && whole[0] && whole[1]) {
        ways.push(`say what a short row gives (rt.with_values(rt.values.column(${i}, default=...)))`);
      }
      ways.push(`or complete short rows first (${written(parts).replace("rt", "rt.to_tensor()")})`);
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
    let start2 = 0;
    return picked.map((list) => results.slice(start2, start2 += list.length));
  }
  function position(i, n, axis) {
    const at = i < 0 ? i + n : i;
    if (at >= 0 && at < n) return at;
    const name = axis ? `index of axis ${axis}` : "row";
    if (n) throw new Refused(`${name} must be from ${-n} to ${n - 1}, got ${i}`);
    if (!axis) throw new Refused(`row must be in range, but there are no rows, got ${i}`);
    throw new Refused(`${name} must be in range, but there are no items, got ${i}; a slice gives what there is`);
  }
  function rowOf(i, k, n) {
    if (i < -n || i >= n) throw new Refused(`key[${k}] must be from ${n ? -n : 0} to ${n - 1}, got ${i}`);
    return i < 0 ? i + n : i;
  }
  function placesOf({ start: start2, stop, step: step2 }, n) {
    const by = step2 ?? 1;
    const [low, high] = by > 0 ? [0, n] : [-1, n - 1];
    const clip = (end, missing) => end === null ? missing : Math.min(Math.max(end < 0 ? end + n : end, low), high);
    const first = clip(start2, by > 0 ? low : high);
    const last = clip(stop, by > 0 ? high : low);
    const places = [];
    for (let i = first; by > 0 ? i < last : i > last; i += by) places.push(i);
    return places;
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
      const rows = type === "reset" ? state.first : edited(state, event);
      if (same(rows, state)) return { ...state, error: null };
      const past = trimmedHistory([...state.past, rowsOf(state)]);
      return shown({ ...state, ...rows, past, future: [], error: null });
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      const level = Number.isInteger(event.level) ? event.level : 0;
      const failed = { ...state, error: { field: event.field ?? type, level, message: error.message } };
      return type === "window" ? { ...failed, asks: true } : failed;
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
    return shown({ ...state, ...from[from.length - 1], past, future, error: null });
  }
  function shown(state) {
    return state.key === null ? state : { ...state, ...selected(state, state.key.text) };
  }
  var cells = (rows) => rows.items.length + rows.levels.reduce((sum, splits) => sum + splits.length - 1, 0);
  function trimmedHistory(past) {
    let kept = past.slice(-HISTORY);
    while (kept.length > 1 && kept.reduce((sum, rows) => sum + cells(rows), 0) > REMEMBERED) kept = kept.slice(1);
    return kept;
  }
  function edited(state, event) {
    const edit = EDITS[event.type];
    const level = event.level ?? 0;
    if (!edit) throw new Broken(`event must be known, got '${event.type}'`);
    if (state.window?.frozen) throw new Broken(state.window.frozen);
    if (!Number.isInteger(level) || level < 0 || level >= state.levels.length) {
      throw new Broken(`level must be from 0 to ${state.levels.length - 1}, got ${level}`);
    }
    const rows = edit(rowsOf(state), level, event);
    const n = cells(rows);
    if (n > MOST && n > cells(state)) tooMany("rows and values", n);
    return { ...rows, uniform: rows.uniform.map((length, i) => allOf(rows.levels[i], length) ? length : null) };
  }
  var allOf = (splits, length) => splits.every((stop, i) => !i || stop - splits[i - 1] === length);
  function typed(rows, level, event) {
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
    edit: typed,
    set,
    move: dragged,
    grow: grown,
    shrink: shrunk,
    add_row: addedRow,
    delete_row: deletedRow
  };

  // src/core/rules.js
  var RULES = { partition: step };

  // src/app/partition.js
  var partition_exports = {};
  __export(partition_exports, {
    css: () => css,
    mount: () => mount
  });

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

  // src/view/fields.js
  function fieldset(id, legend, fields, commit) {
    const root = el("fieldset", { className: "fields" }, el("legend", {}, legend));
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
      const entry = { input, error, hint: about, shown: "" };
      const done = () => {
        if (input.value !== entry.shown) commit(name, input.value);
      };
      input.addEventListener("change", done);
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") done();
        else if (event.key === "Escape") restore(entry);
        else return;
        event.preventDefault();
      });
      root.append(el("div", { className: "field" }, el("label", { htmlFor: input.id }, label ?? name), input, about, error));
      kept.set(name, entry);
    }
    function restore(entry) {
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
      show(texts2, error) {
        for (const [name, entry] of kept) {
          const { text, hint, muted } = texts2[name];
          entry.shown = text;
          const message = error?.field === name ? error.message : "";
          if (!message) entry.input.value = text;
          fail(entry, message);
          entry.input.classList.toggle("muted", Boolean(muted));
          if (hint !== void 0) entry.hint.textContent = hint;
        }
      },
      /** @param {string} name */
      input: (name) => kept.get(name)?.input
    };
  }

  // src/app/partition.css
  var partition_default = ".raggedkit .tools {\n  display: flex;\n  flex-wrap: wrap;\n  gap: 6px;\n}\n";

  // src/app/partition.js
  var css = partition_default;
  var FIELDS2 = ["row_splits", "row_lengths", "value_rowids", "nrows", "row_starts", "row_limits", "uniform_row_length"];
  function mount(root, port) {
    const buttons = ["undo", "redo", "reset"].map(
      (type) => el("button", { type: "button", name: type, onclick: () => port.send({ type }) }, type)
    );
    const tools = el("div", { className: "tools" }, ...buttons);
    const levels = el("div");
    root.append(tools, levels);
    const forms = [];
    return {
      show(state) {
        root.dataset.splits = JSON.stringify(state.levels);
        while (forms.length < state.levels.length) {
          const level = forms.length;
          const form = fieldset(
            `${port.id}-${level}`,
            `partitions[${level}]`,
            FIELDS2.map((name) => ({ name })),
            (field, text) => port.send({ type: "edit", level, field, text })
          );
          forms.push(form);
          levels.append(form.root);
        }
        while (forms.length > state.levels.length) forms.pop()?.root.remove();
        forms.forEach((form, level) => form.show(texts(state, level), state.error?.level === level ? state.error : null));
        buttons[0].disabled = !state.past.length;
        buttons[1].disabled = !state.future.length;
      },
      unmount() {
        root.replaceChildren();
      }
    };
  }
  function texts(state, level) {
    const splits = state.levels[level];
    const uniform = state.uniform[level];
    const found = {};
    for (const [name, numbers] of Object.entries(encodings(splits))) found[name] = { text: `[${numbers.join(", ")}]` };
    found.nrows = { text: String(splits.length - 1) };
    found.uniform_row_length = { text: uniform === null ? "" : String(uniform) };
    return found;
  }

  // src/apps.js
  var APPS = {
    partition: { ...partition_exports, step: RULES.partition }
  };

  // src/view/base.css
  var base_default = ':host {\n  display: block;\n}\n.notice {\n  border: 1px solid currentColor;\n  border-left-width: 5px;\n  margin: 4px 0;\n  padding: 4px 10px;\n}\n[hidden] {\n  display: none !important;\n}\n.raggedkit {\n  --line: color-mix(in srgb, currentColor 55%, transparent);\n  --faint: color-mix(in srgb, currentColor 25%, transparent);\n  --even: color-mix(in srgb, var(--jp-brand-color1, var(--vscode-charts-blue, #1976d2)) 14%, transparent);\n  --odd: color-mix(in srgb, var(--jp-warn-color1, var(--vscode-charts-orange, #f57c00)) 18%, transparent);\n  --mono: var(--jp-code-font-family, ui-monospace, "DejaVu Sans Mono", monospace);\n  color: inherit;\n  font: 14px/1.4 var(--jp-content-font-family, system-ui, sans-serif);\n  max-width: 100%;\n}\n.raggedkit button {\n  background: transparent;\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  color: inherit;\n  cursor: pointer;\n  font: inherit;\n  min-height: 26px;\n  min-width: 26px;\n  padding: 1px 8px;\n}\n.raggedkit button:disabled {\n  border-color: var(--faint);\n  cursor: default;\n  opacity: 0.6;\n}\n.raggedkit input {\n  background: transparent;\n  border: 1px solid var(--line);\n  border-radius: 3px;\n  box-sizing: border-box;\n  color: inherit;\n  font: 13px/1.4 var(--mono);\n  min-height: 26px;\n  padding: 2px 6px;\n}\n.raggedkit input[aria-invalid] {\n  border: 2px solid currentColor;\n}\n.raggedkit :focus-visible {\n  outline: 2px solid currentColor;\n  outline-offset: 1px;\n}\n.raggedkit .fields {\n  border: 0;\n  border-top: 1px solid var(--faint);\n  margin: 8px 0;\n  min-width: 0;\n  padding: 4px 0;\n}\n.raggedkit legend {\n  font-weight: bold;\n  padding: 0 8px 0 0;\n}\n.raggedkit .field {\n  align-items: center;\n  column-gap: 8px;\n  display: grid;\n  grid-template-columns: 11em minmax(6em, 28em) minmax(0, 1fr);\n  margin: 3px 0;\n}\n.raggedkit label {\n  font: 13px/1.4 var(--mono);\n}\n.raggedkit .error {\n  font-weight: bold;\n  grid-column: 2 / -1;\n  margin: 2px 0 4px;\n}\n.raggedkit .error:empty {\n  display: none;\n}\n@media (max-width: 560px) {\n  .raggedkit .field {\n    grid-template-columns: minmax(0, 1fr);\n  }\n  .raggedkit .error {\n    grid-column: 1;\n  }\n}\n';

  // src/view/host.js
  var count = 0;
  function openHost(parent, css2) {
    const host = document.createElement("div");
    host.className = "raggedkit-explorer";
    host.setAttribute("data-lm-suppress-shortcuts", "true");
    const shadow = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = base_default + css2;
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
      notice(text) {
        notice.textContent = text;
        notice.hidden = !text;
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

  // src/page.js
  function start(section) {
    const json = section.querySelector("script[type='application/json']")?.textContent ?? "";
    const snapshot = section.querySelector("[data-snapshot]");
    let state = JSON.parse(json);
    const app = APPS[state.kind];
    const host = openHost(section, app.css);
    const view = app.mount(host.root, {
      id: host.id,
      send(event) {
        state = app.step(state, event);
        view.show(state);
      }
    });
    view.show(state);
    section.dataset.started = "";
    if (snapshot instanceof HTMLElement) snapshot.hidden = true;
  }
  for (const section of document.querySelectorAll("[data-raggedkit-explorer]:not([data-started])")) {
    start(
      /** @type {HTMLElement} */
      section
    );
  }
})();
