// Rules of the step player, the same as in raggedkit/widgets/_playing.py.

export const SPEEDS = [0.25, 0.5, 1, 2, 4]; // steps per second

/** @param {any} state @param {any} event */
export function step(state, event) {
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
    go: event.to,
  };
  if (!Object.hasOwn(positions, event.type)) {
    return { ...state, error: "event must be first, last, next, previous, go or speed" };
  }
  const to = positions[/** @type {keyof typeof positions} */ (event.type)];
  if (!Number.isInteger(to) || to < 0 || to > last) {
    return { ...state, error: `position must be an integer from 0 to ${last}` };
  }
  return { ...state, position: to, error: "" };
}

/**
 * Texts of all cells after the first steps; an empty cell is an empty text.
 * @param {any} state @param {number} position
 * @returns {Record<string, string[]>}
 */
export function filled(state, position) {
  /** @type {Record<string, string[]>} */
  const boards = Object.create(null);
  for (const { name, size, cells } of state.boards) {
    boards[name] = [...cells, ...Array(size - cells.length).fill("")];
  }
  for (const { moves } of state.steps.slice(0, position)) {
    for (const { target: [name, i], text } of moves) boards[name][i] = text;
  }
  return boards;
}

/** The present step in a sentence. @param {any} state */
export function sentence(state) {
  const { position, steps } = state;
  if (!position) return `Before the first of ${steps.length} steps.`;
  const { text, note } = steps[position - 1];
  const at = `Step ${position} of ${steps.length}: ${text}.${note ? ` ${note}` : ""}`;
  return position === steps.length ? `${at} ${ending(state)}` : at;
}

/** The result, or the error that replaces it. @param {any} state */
export const ending = ({ refused, result }) => (refused ? `Refused: ${refused}` : `Result: ${result}`);

/**
 * Lines of a board: its rows, or one for a vector.
 * @param {any} board
 * @returns {{label: string, start: number, limit: number}[]}
 */
export function linesOf({ size, splits, shape }) {
  if (shape.length) {
    const [rows, columns] = shape;
    return Array.from({ length: rows }, (_, row) => ({ label: `row ${row}`, start: row * columns, limit: (row + 1) * columns }));
  }
  if (!splits.length) return [{ label: "", start: 0, limit: size }];
  let labels = splits[0].slice(1).map((/** @type {number} */ _, /** @type {number} */ i) => `row ${i}`);
  for (const level of splits.slice(0, -1)) {
    labels = labels.flatMap((/** @type {string} */ label, /** @type {number} */ i) =>
      Array.from({ length: level[i + 1] - level[i] }, (_, k) => `${label}, ${k}`));
  }
  const last = splits[splits.length - 1];
  return labels.map((/** @type {string} */ label, /** @type {number} */ i) => ({ label, start: last[i], limit: last[i + 1] }));
}
