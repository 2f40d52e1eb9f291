// Sentences about a part of a state, for the line under the views and for screen readers.

/** @typedef {{kind: "value" | "row" | "post" | "padding", level: number, i: number, item?: number}} Part */

/** The row that has position `i`. @param {readonly number[]} splits @param {number} i */
export const rowOf = (splits, i) => splits.findIndex((stop, row) => row > 0 && i < stop) - 1;

/** Row numbers on the levels down to `level`. @param {readonly number[][]} levels @param {number} level @param {number} row */
export function pathOf(levels, level, row) {
  const path = [row];
  for (let k = level - 1; k >= 0; k -= 1) path.unshift(rowOf(levels[k], path[0]));
  // Within its outer row, as in an index: rt[outer, inner].
  return path.map((r, k) => (k ? r - levels[k - 1][path[k - 1]] : r));
}

/** Flat positions of a row: `[first, after the last]`. @param {readonly number[][]} levels @param {number} level @param {number} row */
export function spanOf(levels, level, row) {
  let [a, b] = [levels[level][row], levels[level][row + 1]];
  for (const splits of levels.slice(level + 1)) [a, b] = [splits[a], splits[b]];
  return [a, b];
}

/** The text of the value at a position. @param {any} state @param {number} i */
export function textOf(state, i) {
  if (state.of === "RowPartition") return String(i);
  const item = state.items[i];
  return state.typed[item]?.text ?? (item < 0 ? state.fill[0] : state.texts[item]);
}

/** Class names of the value at a position. @param {any} state @param {number} i */
export function kindOf(state, i) {
  const item = state.items[i];
  const mark = state.typed[item]?.mark || state.marks[item];
  return [
    item === -1 ? "new" : item < 0 ? "typed" : "", mark ? "mark" : "", state.key?.items.includes(i) ? "picked" : "",
  ].filter(Boolean).join(" ");
}

/** @param {number} n @param {string} one @param {string} [many] */
export const amount = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** @param {any} state @param {Part} part */
export function sentence(state, part) {
  const { levels } = state;
  const last = levels.length - 1;
  if (part.kind === "value") {
    const row = rowOf(levels[last], part.i);
    const [a, b] = [levels[last][row], levels[last][row + 1]];
    const item = state.items[part.i];
    const edit = item === -1 ? ", new" : item < 0 ? ", typed" : "";
    const value = state.of === "RowPartition" ? "" : ` (${textOf(state, part.i)}${edit})`;
    const where = pathOf(levels, last, row).join(", ");
    return `row ${where}, item ${part.i - a} = flat value ${part.i}${value}, between splits ${a} and ${b}`;
  }
  const splits = levels[part.level];
  if (part.kind === "padding") return `row ${pathOf(levels, last, part.i).join(", ")} has no item ${part.item}: padding`;
  if (part.kind === "post") {
    const name = `row_splits[${part.i}] = ${splits[part.i]}`;
    if (part.i === 0) return `${name}: start of row 0; always 0`;
    if (part.i === splits.length - 1) return `${name}: end of row ${part.i - 1}; the number of ${itemsOf(state, part.level)}`;
    return `${name}: end of row ${part.i - 1}, start of row ${part.i}`;
  }
  const [a, b] = [splits[part.i], splits[part.i + 1]];
  const where = pathOf(levels, part.level, part.i).join(", ");
  if (a === b) return `row ${where} is empty: splits ${a} and ${b} are equal`;
  const items = part.level === last ? "flat value" : "inner row";
  const range = b - a === 1 ? `${items} ${a}` : `${items}s ${a} to ${b - 1}`;
  return `row ${where}: ${range}; length ${b} - ${a} = ${b - a}`;
}

/** The items of a level. @param {any} state @param {number} level */
export const itemsOf = (state, level) => (level === state.levels.length - 1 ? "values" : "inner rows");

/** All rows in one sentence. @param {any} state */
export function summary(state) {
  const parts = state.levels.map((/** @type {number[]} */ splits, /** @type {number} */ level) => {
    const empty = splits.filter((stop, i) => i && stop === splits[i - 1]).length;
    return `${amount(splits.length - 1, level ? "inner row" : "row")}${empty ? ` (${empty} empty)` : ""}`;
  });
  return [...parts, amount(state.items.length, "value")].join(", ");
}

/** Why a level has no uniform row length, or how it got one. @param {any} state @param {number} level */
export function aboutUniform(state, level) {
  const splits = state.levels[level];
  const lengths = splits.slice(1).map((/** @type {number} */ stop, /** @type {number} */ i) => stop - splits[i]);
  const length = state.uniform[level];
  if (length !== null) return `declared: every row has length ${length}`;
  if (!lengths.length) return "None: there are no rows";
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (least === most) return `None: all lengths are ${least}, but the partition does not declare it`;
  const at = lengths.findIndex((/** @type {number} */ n) => n !== lengths[0]);
  return `None: row 0 has length ${lengths[0]}, row ${at} has length ${lengths[at]}`;
}
