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

/** Literals of all values; null if one has none. @param {any} state @param {"python" | "r"} language @param {1 | 2} fill its literal for new values */
function literalsOf(state, language, fill) {
  if (state[language] === null) return null;
  const found = state.items.map((/** @type {number} */ i) => (i >= 0 ? state[language][i] : i === -1 ? state.fill[fill] : state.typed[i][language]));
  return found.includes(null) ? null : found;
}

/** @param {any} state */
function values(state) {
  const literals = literalsOf(state, "python", 1);
  if (!literals) return "values";
  const list = `[${literals.join(", ")}]`;
  // An empty list has no dtype of its own.
  const dtype = wideEnough(state) || (state.items.length ? "" : state.dtype);
  return dtype ? `np.array(${list}, "${dtype}")` : list;
}

/** The dtype that the literals need; that of bytes has room for what was typed. @param {any} state */
function wideEnough({ needs, items, typed }) {
  const [, width] = /^\|S(\d+)$/.exec(needs) ?? [];
  if (!width) return needs;
  const sizes = items.map((/** @type {number} */ i) => typed[i]?.entry.length ?? 0);
  return `|S${Math.max(Number(width), ...sizes)}`;
}

/** @param {any} state */
export function rOf(state) {
  let code = "values";
  if (state.of === "RowPartition") code = `seq_len(${state.items.length})`;
  else {
    const list = literalsOf(state, "r", 2);
    if (list) code = list.length ? `c(${list.join(", ")})` : "numeric(0)";
  }
  for (const splits of [...state.levels].reverse()) code = `ragged_from_splits(${code}, c(${splits.join(", ")}))`;
  return code;
}
