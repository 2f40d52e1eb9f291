// Horizontal positions of values and row boundaries. Two boundaries of one level are never closer
// than GAP, so that the equal splits of an empty row are two targets of at least 24 px.

export const GAP = 26;

/**
 * @param {readonly number[][]} levels row splits, the outermost first
 * @param {number} cell width of a value
 */
export function layout(levels, cell) {
  const last = levels.length - 1;
  /** @type {number[]} left edges */
  const values = [];
  /** @type {number[][]} left edges of the room of GAP that each boundary has */
  const posts = levels.map(() => [0]);
  let x = 0;
  // The levels that have a boundary in the room at x: an outer one shares it with an inner one.
  let here = new Set(levels.keys());

  /** @param {number} level @param {number} from @param {number} to */
  function rows(level, from, to) {
    for (let row = from; row < to; row += 1) {
      const [a, b] = [levels[level][row], levels[level][row + 1]];
      if (level < last) rows(level + 1, a, b);
      else for (let i = a; i < b; i += 1) value();
      if (here.has(level)) {
        x += GAP;
        here = new Set();
      }
      here.add(level);
      posts[level].push(x);
    }
  }

  function value() {
    if (here.size) x += GAP;
    here = new Set();
    values.push(x);
    x += cell;
  }

  rows(0, 0, levels[0].length - 1);
  return { values, posts, right: x + GAP };
}
