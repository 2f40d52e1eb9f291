// Answers of a quiz, the same rules as in raggedkit/widgets/_answers.py: nested lists of texts.

/** @typedef {any} Answer a text, or a list of answers */

const ERROR = "error";
const LONGEST = 2000;
const TOKEN = /[ \t\r\n,]*(?:([[\]()])|'([^']*)'|"([^"]*)"|([^ \t\r\n[\](),'"]+)|$)/y;
const NUMBER = /^-?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[-+]?[0-9]+)?$/;
const INTEGER = /^-?[0-9]+$/;
/** @type {Record<string, string>} */
const WORDS = {
  true: "True", false: "False", none: "None", null: "None", na: "None", "?": "None",
  nan: "nan", inf: "inf", "-inf": "-inf", error: ERROR,
};
const NEAR = 0.001;

/** A text that cannot be read as an answer. */
export class Unreadable extends Error {}

/** @param {Answer} answer @returns {string} */
export const written = (answer) => (Array.isArray(answer) ? `[${answer.map(written).join(", ")}]` : answer);

/** @param {string} text @param {Answer} expected @returns {Answer} */
export function read(text, expected) {
  const size = [...text].length;
  if (size > LONGEST) throw new Unreadable(`answer must have at most ${LONGEST} characters, got ${size}`);
  const items = itemsOf(text);
  if (!items.length) throw new Unreadable("answer must not be empty; [] is a list without items");
  if (items.length > 1) return items;
  const [item] = items;
  if (!Array.isArray(expected)) return item;
  if (Array.isArray(item) && (depth(item) === depth(expected) || depth(items) !== depth(expected))) return item;
  return item === ERROR ? item : items;
}

/** @param {string} text @returns {Answer[]} */
function itemsOf(text) {
  /** @type {Answer[][]} */
  const stack = [[]];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new Unreadable(`answer must close each quote, got ${[...text.slice(at).replace(/^[ ,]+/, "")].slice(0, 20).join("")}`);
    at = TOKEN.lastIndex;
    const [, bracket, single, double, word] = found;
    const top = stack[stack.length - 1];
    if (bracket === "[" || bracket === "(") {
      /** @type {Answer[]} */
      const list = [];
      top.push(list);
      stack.push(list);
    } else if (bracket) {
      stack.pop();
      if (!stack.length) throw new Unreadable(`answer must open each bracket, got ${bracket} too many`);
    } else if (single !== undefined || double !== undefined) top.push(`'${single ?? double}'`);
    else if (word) top.push(leaf(word));
  }
  if (stack.length > 1) throw new Unreadable("answer must close each bracket");
  return stack[0];
}

/** @param {string} word */
function leaf(word) {
  const low = word.toLowerCase().replace(/^\+/, "");
  if (Object.hasOwn(WORDS, low)) return WORDS[low];
  if (low.length > 40 || !NUMBER.test(low)) {
    throw new Unreadable(`answer must have numbers, True, False, None, nan or text in quotes, got ${[...word].slice(0, 40).join("")}`);
  }
  return low;
}

/** @param {Answer} answer @returns {number} */
const depth = (answer) => (Array.isArray(answer) ? 1 + Math.max(0, ...answer.map(depth)) : 0);

/** @param {Answer} expected @param {Answer} given @returns {boolean} */
export function same(expected, given) {
  if (Array.isArray(expected) || Array.isArray(given)) {
    return Array.isArray(expected) && Array.isArray(given) && expected.length === given.length
      && expected.every((item, i) => same(item, given[i]));
  }
  if (expected === given) return true;
  if (!NUMBER.test(expected) || !NUMBER.test(given)) return false;
  const [x, y] = [Number(expected), Number(given)];
  if (INTEGER.test(expected)) return x === y;
  return Number.isFinite(y) && Math.abs(x - y) <= NEAR * Math.max(1, Math.abs(x));
}

/**
 * Whether an answer is right, what is wrong with it, and which items are right.
 * @param {any} question @param {Answer} given
 * @returns {{right: boolean, message: string, marks: boolean[]}}
 */
export function feedback(question, given) {
  const { expected } = question;
  const lists = Array.isArray(given) && Array.isArray(expected);
  /** @type {boolean[]} */
  const marks = Array.isArray(given) ? given.map((item, k) => lists && k < expected.length && same(expected[k], item)) : [];
  if (same(expected, given)) return { right: true, message: `Right: ${written(expected)}`, marks };
  const parts = lists ? [`${marks.filter(Boolean).length} of ${expected.length} ${question.items} right.`] : [];
  const known = question.mistakes.find((/** @type {any} */ mistake) => same(mistake.answer, given));
  parts.push(...(known ? [known.message] : differences(question, given, marks)));
  return { right: false, message: parts.join(" "), marks };
}

/** @param {any} question @param {Answer} given @param {boolean[]} marks */
function differences({ expected, count }, given, marks) {
  if (given === ERROR) return ["It is not refused: there is a result."];
  if (expected === ERROR) return ["Look again: does each row fit, and has each row a value?"];
  if (!Array.isArray(expected)) return [Array.isArray(given) ? "One value is asked, not a list." : `${given} is not right.`];
  if (!Array.isArray(given)) return ["A list is asked, not one value."];
  const sentences = [];
  const k = marks.indexOf(false);
  if (k >= 0 && k < expected.length) sentences.push(`Position ${k} is not ${written(given[k])}.`);
  if (given.length !== expected.length) sentences.push(`${count}, you gave ${given.length}.`);
  return sentences;
}
