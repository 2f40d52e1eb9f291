// Rows of all levels as nested arrays, on which edits are array operations.

/** @typedef {{levels: number[][], uniform: (number | null)[], items: number[]}} Rows */

/** @param {Rows} rows @returns {any[]} */
export function treeOf(rows) {
  /** @type {any[]} */
  let nodes = [...rows.items];
  for (const splits of [...rows.levels].reverse()) {
    nodes = splits.slice(1).map((stop, i) => nodes.slice(splits[i], stop));
  }
  return nodes;
}

/** The rows of a level, which are arrays inside the tree. @param {any[]} tree @param {number} level @returns {any[][]} */
export function nodesOf(tree, level) {
  let nodes = tree;
  for (let i = 0; i < level; i += 1) nodes = nodes.flat(1);
  return nodes;
}

/**
 * The row splits of a tree on so many levels, and its items.
 * @param {any[]} tree
 * @param {number} depth
 */
export function flattened(tree, depth) {
  /** @type {number[][]} */
  const levels = [];
  let nodes = tree;
  for (let level = 0; level < depth; level += 1) {
    const splits = [0];
    for (const row of nodes) splits.push(splits[splits.length - 1] + row.length);
    levels.push(splits);
    nodes = nodes.flat(1);
  }
  return { levels, items: /** @type {number[]} */ (nodes) };
}
