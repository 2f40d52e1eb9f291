// The line of code that reproduces a state, in Python and in R.

/** @param {any} state */
export function pythonOf(state) {
  const partition = state.of === "RowPartition";
  let code = partition ? "" : values(state);
  const last = state.levels.length - 1;
  for (let level = last; level >= 0; level -= 1) {
    const splits = state.levels[level];
    const [uniform, nvals] = [state.uniform[level], splits[splits.length - 1]];
    const name = `rk.${state.of}.from_`;
    const before = partition ? "" : `${code}, `;
    if (uniform === null) code = `${name}row_splits(${before}[${splits.join(", ")}])`;
    else {
      const size = uniform === 0 ? `, nrows=${splits.length - 1}` : partition ? `, nvals=${nvals}` : "";
      code = `${name}uniform_row_length(${before}${uniform}${size})`;
    }
  }
  if (state.index_dtype === "int64") return code;
  return `${code}.${partition ? "with_dtype" : "with_row_splits_dtype"}("${state.index_dtype}")`;
}

/** @param {any} state */
function values(state) {
  if (state.python === null) return "values";
  const list = `[${state.items.map((/** @type {number} */ i) => (i < 0 ? state.fill[1] : state.python[i])).join(", ")}]`;
  // An empty list has no dtype of its own.
  const dtype = state.needs || (state.items.length ? "" : state.dtype);
  return dtype ? `np.array(${list}, "${dtype}")` : list;
}

/** @param {any} state */
export function rOf(state) {
  let code = "values";
  if (state.of === "RowPartition") code = `seq_len(${state.items.length})`;
  else if (state.r !== null) {
    const list = state.items.map((/** @type {number} */ i) => (i < 0 ? state.fill[2] : state.r[i]));
    code = list.length ? `c(${list.join(", ")})` : "numeric(0)";
  }
  for (const splits of [...state.levels].reverse()) code = `ragged_from_splits(${code}, c(${splits.join(", ")}))`;
  return code;
}
