// Undo and redo: the parts of a state that edits change are kept in `past` and `future`.

const HISTORY = 100;

/**
 * The state before or after the present one.
 * @param {any} state
 * @param {boolean} back
 * @param {string} name of the part that edits change
 */
export function restored(state, back, name) {
  const [from, to] = back ? [state.past, state.future] : [state.future, state.past];
  if (!from.length) return { ...state, error: null };
  const [left, right] = [from.slice(0, -1), [...to, state[name]]];
  const [past, future] = back ? [left, right] : [right, left];
  return { ...state, [name]: from[from.length - 1], past, future, error: null };
}

/**
 * The state with another part, and a step to undo if it differs.
 * @param {any} state
 * @param {string} name
 * @param {any} part
 */
export function changed(state, name, part) {
  if (JSON.stringify(part) === JSON.stringify(state[name])) return { ...state, error: null };
  return { ...state, [name]: part, past: [...state.past, state[name]].slice(-HISTORY), future: [], error: null };
}
