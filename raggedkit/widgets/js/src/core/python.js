// Values as Python writes them in errors and code.

/** @typedef {number | string | null} Size  integers from 2**53 are text */

/** @param {Size} size */
export const sizeText = (size) => (size === null ? "None" : String(size));

/** `[2, None]` @param {readonly Size[]} sizes */
export const listOf = (sizes) => `[${sizes.map(sizeText).join(", ")}]`;

/** `(2,)` @param {readonly Size[]} sizes */
export const tupleOf = (sizes) => `(${sizes.map(sizeText).join(", ")}${sizes.length === 1 ? "," : ""})`;

const WIDTH = 60;

/** A repr on one line, cut as raggedkit.errors.shown cuts it. @param {string} repr */
export function cut(repr) {
  const all = [...repr];
  return all.length <= WIDTH ? repr : `${all.slice(0, WIDTH - 3).join("")}...`;
}

/** A text that a user typed, as errors show it. @param {string} text */
export const shown = (text) => cut(quoted([...text].slice(0, WIDTH).join("")));

/** Python's repr of a text. @param {string} text */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = [...text].map((c) => {
    if (c === quote || c === "\\") return `\\${c}`;
    if (c === "\n" || c === "\r" || c === "\t") return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c];
    if (c === " " || !/[\p{C}\p{Z}]/u.test(c)) return c;
    const code = /** @type {number} */ (c.codePointAt(0));
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
  return quote + inside.join("") + quote;
}
