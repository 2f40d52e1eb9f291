// Rows as a nested list, in Python's notation.
import { each, el } from "./dom.js";
import { tag } from "./said.js";

/** @typedef {import("../core/words.js").Part} Part */
/** @typedef {{text: string, part?: Part, kind?: string}} Token */

/** @param {string} label */
export function nested(label) {
  const root = el("div", { className: "nested", "aria-label": label, role: "group" });
  /** @type {HTMLElement[]} */
  const kept = [];
  return {
    root,
    /**
     * @param {number[][]} levels none: a vector of values
     * @param {readonly {text: string, kind?: string, part?: Part}[]} values
     * @param {boolean} linked whether brackets are parts of the state
     * @param {boolean} [scalar] whether there are no brackets
     */
    show(levels, values, linked, scalar = false) {
      const tokens = scalar ? values.map(drawn) : tokensOf(levels, values, linked);
      each(root, kept, tokens, () => el("span"), (span, { text, part, kind }) => {
        span.textContent = text;
        span.className = kind ?? "";
        if (part) tag(span, part);
        else delete span.dataset.kind;
      });
    },
  };
}

/** @param {Token} value @returns {Token} */
const drawn = (value) => ({ ...value, kind: `value ${value.kind ?? ""}`.trim() });

/** @param {number[][]} levels @param {readonly Token[]} values @param {boolean} linked @returns {Token[]} */
function tokensOf(levels, values, linked) {
  /** @type {Token[]} */
  const tokens = [];
  /** @param {number} level @param {number} from @param {number} to @param {Part} [part] */
  function list(level, from, to, part) {
    tokens.push({ text: "[", part, kind: "bracket" });
    for (let i = from; i < to; i += 1) {
      if (level === levels.length) tokens.push(drawn(values[i]));
      else list(level + 1, levels[level][i], levels[level][i + 1], linked ? { kind: "row", level, i } : undefined);
      if (i < to - 1) tokens.push({ text: ", " });
    }
    tokens.push({ text: "]", part, kind: "bracket" });
  }
  list(0, 0, levels.length ? levels[0].length - 1 : values.length);
  return tokens;
}
