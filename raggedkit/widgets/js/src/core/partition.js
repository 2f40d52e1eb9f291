// Rules of the partition explorer: a state and an event make the next state.
// raggedkit.widgets._step has the same rules; tests/widgets/test_parity.py compares the two.
import {
  Broken,
  brokenAt,
  checkCount,
  encodings,
  fromRowLengths,
  fromRowLimits,
  fromRowSplits,
  fromRowStarts,
  fromUniform,
  fromValueRowids,
  integers,
  MOST,
  tooMany,
} from "./encodings.js";
import { selected } from "./select.js";
import { flattened, nodesOf, treeOf } from "./tree.js";
import { Asks, FIELD, typed } from "./typed.js";

/** @typedef {import("./typed.js").Typed} Typed */
/** @typedef {import("./tree.js").Rows} Rows */

export const NEW = -1;
const HISTORY = 100;
const REMEMBERED = 20_000;

/** @param {any} given @param {any} event @returns {any} */
export function step(given, event) {
  const state = { ...given };
  delete state.asks;
  const { type } = event;
  if (type === "undo" || type === "redo") return restored(state, type === "undo");
  if (type === "slice") return { ...state, ...selected(state, String(event.text)) };
  try {
    if (type === "window") throw new Broken("Without Python, this page has only these rows.");
    const value = type === "set" && event.field === FIELD && state.of === "RaggedTensor";
    const [rows, values] = value ? withValue(state, event) : [type === "reset" ? state.first : edited(state, event), state.typed];
    if (same(rows, state)) return { ...state, error: null };
    const past = trimmedHistory([...state.past, rowsOf(state)]);
    return shown({ ...state, ...rows, past, future: [], typed: used(values, [rows, ...past]), error: null });
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const level = Number.isInteger(event.level) ? event.level : 0;
    const failed = { ...state, error: { field: event.field ?? type, level, message: error.message } };
    return type === "window" || error instanceof Asks ? { ...failed, asks: true } : failed;
  }
}

/** @param {Rows} state @returns {Rows} */
const rowsOf = ({ levels, uniform, items }) => ({ levels, uniform, items });

/** @param {Rows} a @param {Rows} b */
const same = (a, b) => JSON.stringify(rowsOf(a)) === JSON.stringify(rowsOf(b));

/** @param {any} state @param {boolean} back */
function restored(state, back) {
  const [from, to] = back ? [state.past, state.future] : [state.future, state.past];
  if (!from.length) return { ...state, error: null };
  const left = from.slice(0, -1);
  const right = [...to, rowsOf(state)];
  const [past, future] = back ? [left, right] : [right, left];
  return shown({ ...state, ...from[from.length - 1], past, future, error: null });
}

/** The state with the slice box evaluated for its rows. @param {any} state */
function shown(state) {
  return state.key === null ? state : { ...state, ...selected(state, state.key.text) };
}

/** @param {Rows} rows */
const cells = (rows) => rows.items.length + rows.levels.reduce((sum, splits) => sum + splits.length - 1, 0);

/** @param {Rows[]} past */
function trimmedHistory(past) {
  let kept = past.slice(-HISTORY);
  while (kept.length > 1 && kept.reduce((sum, rows) => sum + cells(rows), 0) > REMEMBERED) kept = kept.slice(1);
  return kept;
}

/** @param {any} state @param {any} event */
function checkPlace(state, { level = 0 }) {
  if (state.window?.frozen) throw new Broken(state.window.frozen);
  if (!Number.isInteger(level) || level < 0 || level >= state.levels.length) {
    throw new Broken(`level must be from 0 to ${state.levels.length - 1}, got ${level}`);
  }
}

/**
 * A typed value in place of another, and all typed values by number.
 * @param {any} state
 * @param {any} event
 * @returns {[Rows, Record<string, Typed>]}
 */
function withValue(state, event) {
  checkPlace(state, event);
  const i = position(event.i, state.items.length);
  const value = typed(String(event.text), i, state);
  const numbers = Object.keys(state.typed).map(Number);
  const known = numbers.find((n) => state.typed[n].entry === value.entry);
  const number = known ?? Math.min(NEW, ...numbers) - 1;
  const values = known === undefined ? { ...state.typed, [number]: value } : state.typed;
  return [{ ...rowsOf(state), items: state.items.with(i, number) }, values];
}

/** The typed values of these rows. @param {Record<string, Typed>} values @param {Rows[]} all */
function used(values, all) {
  const numbers = Object.keys(values);
  if (!numbers.length) return values;
  const items = new Set(all.flatMap((rows) => rows.items));
  return Object.fromEntries(numbers.filter((n) => items.has(Number(n))).map((n) => [n, values[n]]));
}

/** @param {any} state @param {any} event @returns {Rows} */
function edited(state, event) {
  const edit = EDITS[event.type];
  const level = event.level ?? 0;
  if (!edit) throw new Broken(`event must be known, got '${event.type}'`);
  checkPlace(state, event);
  const rows = edit(rowsOf(state), level, event);
  const n = cells(rows);
  if (n > MOST && n > cells(state)) tooMany("rows and values", n);
  return { ...rows, uniform: rows.uniform.map((length, i) => (allOf(rows.levels[i], length) ? length : null)) };
}

/** @param {number[]} splits @param {number | null} length */
const allOf = (splits, length) => splits.every((stop, i) => !i || stop - splits[i - 1] === length);

/** @param {Rows} rows @param {number} level @param {any} event */
function entered(rows, level, event) {
  const name = event.field;
  if (!FIELDS.includes(name)) throw new Broken(`field must be an encoding, got '${name}'`);
  const numbers = integers(String(event.text), name);
  if (name !== "uniform_row_length" && name !== "nrows") return encoded(rows, level, name, numbers);
  if (numbers.length !== 1) throw new Broken(`${name} must be a single integer, got ${numbers.length}`);
  return name === "nrows" ? withNrows(rows, level, numbers[0]) : madeUniform(rows, level, numbers[0]);
}

/** @param {Rows} rows @param {number} level @param {string} name @param {bigint[]} numbers */
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

/** @param {Rows} rows @param {number} level @param {bigint[]} splits */
function withSplits(rows, level, splits) {
  checkCounts(rows.levels.with(level, /** @type {any} */ (splits)), rows.items.length);
  return { ...rows, levels: rows.levels.with(level, splits.map(Number)) };
}

/** Each level must use up the items below it. @param {(bigint | number)[][]} levels @param {number} nvals */
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

/** @param {Rows} rows @param {number} level @param {bigint[]} lengths */
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

/** @param {any[]} tree @param {Rows} like @returns {Rows} */
const fromTree = (tree, like) => ({ ...like, ...flattened(tree, like.levels.length) });

/** @param {Rows} rows @param {number} level @returns {any} */
const newItem = (rows, level) => (level === rows.levels.length - 1 ? NEW : []);

/** @param {Rows} rows @param {number} level @param {bigint} n */
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

/** @param {any[]} tree @param {number} level */
function parentAtEnd(tree, level) {
  const parents = level ? nodesOf(tree, level - 1) : [tree];
  if (!parents.length) {
    throw new Broken("the outer level must have a row for it, got none; add one there first");
  }
  return parents[parents.length - 1];
}

/** @param {Rows} rows @param {number} level @param {bigint} length */
function madeUniform(rows, level, length) {
  const old = rows.levels[level];
  const splits = fromUniform(length, old[old.length - 1], old.length - 1);
  if (length > MOST) tooMany("uniform_row_length", length);
  return { ...withSplits(rows, level, splits), uniform: rows.uniform.with(level, Number(length)) };
}

/** One number of a vector; a row id moves its item to that row. @param {Rows} rows @param {number} level @param {any} event */
function set(rows, level, event) {
  const vectors = /** @type {Record<string, number[]>} */ (encodings(rows.levels[level]));
  const name = event.field;
  if (!Object.hasOwn(vectors, name)) throw new Broken(`field must be an encoding, got '${name}'`);
  const i = position(event.i, vectors[name].length);
  const found = integers(String(event.text), name);
  if (found.length !== 1) throw new Broken(`${name}[${i}] must be a single integer, got ${found.length}`);
  if (name === "value_rowids") return movedItem(rows, level, i, found[0]);
  return encoded(rows, level, name, vectors[name].map(BigInt).with(i, found[0]));
}

/** @param {Rows} rows @param {number} level @param {number} i @param {bigint} to */
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

/** @param {Rows} rows @param {number} level @param {any} event */
function dragged(rows, level, event) {
  const splits = rows.levels[level];
  const i = position(event.i, splits.length);
  if (i === 0 || i === splits.length - 1) return rows;
  const at = Math.min(Math.max(event.to, splits[i - 1]), splits[i + 1]);
  return withSplits(rows, level, splits.map(BigInt).with(i, BigInt(at)));
}

/** @param {Rows} rows @param {number} level @param {any} event */
function grown(rows, level, event) {
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  found[position(event.i, found.length)].push(newItem(rows, level));
  return fromTree(tree, rows);
}

/** @param {Rows} rows @param {number} level @param {any} event */
function shrunk(rows, level, event) {
  const tree = treeOf(rows);
  const found = nodesOf(tree, level);
  const i = position(event.i, found.length);
  if (!found[i].length) throw new Broken(`row ${i} must have an item to delete, got an empty row`);
  found[i].pop();
  return fromTree(tree, rows);
}

/** An empty row before row `i`, on inner levels in the outer row of the one before. @param {Rows} rows @param {number} level @param {any} event */
function addedRow(rows, level, event) {
  const tree = treeOf(rows);
  const i = position(event.i, rows.levels[level].length);
  if (!level) {
    tree.splice(i, 0, []);
    return fromTree(tree, rows);
  }
  const outer = rows.levels[level - 1];
  const parents = nodesOf(tree, level - 1);
  if (!parents.length) parentAtEnd(tree, level);
  const owners = encodings(outer).value_rowids;
  const at = i ? owners[i - 1] : (owners[0] ?? 0);
  parents[at].splice(i - outer[at], 0, []);
  return fromTree(tree, rows);
}

/** @param {Rows} rows @param {number} level @param {any} event */
function deletedRow(rows, level, event) {
  const tree = treeOf(rows);
  const i = position(event.i, rows.levels[level].length - 1);
  if (!level) {
    tree.splice(i, 1);
    return fromTree(tree, rows);
  }
  const outer = rows.levels[level - 1];
  const owner = encodings(outer).value_rowids[i];
  nodesOf(tree, level - 1)[owner].splice(i - outer[owner], 1);
  return fromTree(tree, rows);
}

/** @param {any} i @param {number} n @returns {number} */
function position(i, n) {
  if (Number.isInteger(i) && i >= 0 && i < n) return i;
  throw new Broken(`i must ${n ? `be from 0 to ${n - 1}` : "be in range, but there are no items"}, got ${i}`);
}

const FIELDS = ["row_splits", "row_lengths", "value_rowids", "row_starts", "row_limits", "uniform_row_length", "nrows"];

/** @type {Record<string, (rows: Rows, level: number, event: any) => Rows>} */
const EDITS = {
  edit: entered,
  set,
  move: dragged,
  grow: grown,
  shrink: shrunk,
  add_row: addedRow,
  delete_row: deletedRow,
};
