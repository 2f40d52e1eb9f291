// Sentences and code about one shape or two, for the shape explorer.
import { listOf, sizeText } from "./python.js";
import { answers, equal, numElements, reprOf } from "./shapes.js";

/** @typedef {import("./python.js").Size} Size */
/** @typedef {import("./shapes.js").Dims} Dims */
/** @typedef {{axis: number, a: string, b: string, merged: string, common: string, why: string, differ: boolean}} Line */
/** @typedef {{question: string, result: string, why: string, refused: boolean, python: string, r: string}} Card */

const LARGEST_R = 2147483647;

/** @param {Dims} dims */
export const pythonOf = (dims) => `rk.${reprOf(dims)}`;

/** R's notation; empty if a size is too large for R. @param {Dims} dims */
export function rOf(dims) {
  if (!dims) return "shape(dims = NULL)";
  if (dims.some((size) => size !== null && Number(size) > LARGEST_R)) return "";
  return `shape(${dims.map((size) => size ?? "NA").join(", ")})`;
}

/** Why each axis is as it is in the answers. @param {Dims} a @param {Dims} b @returns {Line[]} */
export function lines(a, b) {
  if (a && b && a.length !== b.length) return [];
  const n = (a ?? b ?? []).length;
  return Array.from({ length: n }, (_, axis) => line(axis, a ? a[axis] : undefined, b ? b[axis] : undefined));
}

/** @param {number} axis @param {Size | undefined} a undefined: of unknown rank @param {Size | undefined} b @returns {Line} */
function line(axis, a, b) {
  const text = (/** @type {Size | undefined} */ size) => (size === undefined ? "any" : sizeText(size));
  const [merged, common] = [a ?? b ?? null, a !== undefined && b !== undefined && equal(a, b) ? a : null];
  const known = a !== null && a !== undefined && b !== null && b !== undefined;
  const differ = known && !equal(a, b);
  return {
    axis, a: text(a), b: text(b), differ, merged: differ ? "refused" : sizeText(merged),
    common: a === undefined || b === undefined ? "any" : sizeText(common), why: whyOf(a, b),
  };
}

/** @param {Size | undefined} a @param {Size | undefined} b */
function whyOf(a, b) {
  if (a === undefined || b === undefined) {
    const [name, size] = a === undefined ? ["a", b] : ["b", a];
    const keeps = size === null ? "the size stays unknown" : `merge_with keeps ${size}`;
    return `The rank of ${name} is unknown, so every size is possible there; ${keeps}.`;
  }
  if (a === null && b === null) return "Both sizes are unknown, so the result is unknown too.";
  if (a === null || b === null) {
    const [unknown, size] = a === null ? ["a", b] : ["b", a];
    return `The size is unknown in ${unknown}: merge_with keeps ${size}, the common shape has None.`;
  }
  if (equal(a, b)) return `Both sizes are ${a}.`;
  return `${a} and ${b} are different sizes: merge_with is refused, the common shape has None.`;
}

/** The relation of two shapes in one sentence or two. @param {Dims} a @param {Dims} b */
export function relation(a, b) {
  const conflict = conflictOf(a, b);
  if (conflict) return `Not compatible: ${conflict}`;
  const [ab, ba] = [subtype(a, b), subtype(b, a)];
  if (ab && ba) return "Compatible: a and b are equal.";
  if (!ab && !ba) return "Compatible, but neither is more specific: each has a known size that the other has not.";
  const [one, other] = ab ? ["a", "b"] : ["b", "a"];
  return `Compatible: ${one} is more specific. It has every known size of ${other}, and more.`;
}

/** @param {Dims} a @param {Dims} b */
const subtype = (a, b) => /** @type {{flag: boolean}} */ (answers(a, b).is_subtype_of).flag;

/** @param {Dims} a @param {Dims} b */
function conflictOf(a, b) {
  if (a && b && a.length !== b.length) {
    return `a has rank ${a.length} and b has rank ${b.length}. Axes are compared one by one from the first; there is no broadcasting.`;
  }
  const axes = lines(a, b).filter(({ differ }) => differ);
  return axes.map((l) => `axis ${l.axis} has size ${l.a} in a and ${l.b} in b`).join("; ") + (axes.length ? "." : "");
}

/** Why a shape is no subtype of another. @param {Dims} a @param {Dims} b @param {string} nameA @param {string} nameB */
function whySubtype(a, b, nameA, nameB) {
  if (!b) return `The rank of ${nameB} is unknown: every shape is a subtype of it.`;
  if (!a) return `The rank of ${nameA} is unknown, that of ${nameB} is ${b.length}.`;
  if (a.length !== b.length) return `The ranks are ${a.length} and ${b.length}.`;
  const axis = b.findIndex((size, i) => size !== null && !equal(size, a[i]));
  if (axis < 0) return `${nameA} has every known size of ${nameB}.`;
  return `Axis ${axis}: ${nameB} has ${b[axis]}, ${nameA} has ${sizeText(a[axis])}.`;
}

/** @param {Dims} a @param {Dims} b */
function whyCommon(a, b) {
  if (!a || !b) return "One rank is unknown, so the only shape that both match has an unknown rank.";
  if (a.length !== b.length) return "The ranks differ, so the only shape that both match has an unknown rank.";
  const axes = a.map((size, i) => (equal(size, b[i]) ? -1 : i)).filter((i) => i >= 0);
  if (!axes.length) return "All sizes are equal.";
  return `It has the sizes that a and b share, and None on ${axes.length > 1 ? "axes" : "axis"} ${axes.join(", ")}.`;
}

/** @param {import("./shapes.js").Answer} answer */
function resultOf(answer) {
  if ("error" in answer) return answer.error;
  return "flag" in answer ? (answer.flag ? "True" : "False") : reprOf(answer.dims);
}

/** The methods of two shapes, their results, reasons and code. @param {Dims} a @param {Dims} b @returns {Card[]} */
export function comparison(a, b) {
  const [ab, ba] = [answers(a, b), answers(b, a)];
  const conflict = conflictOf(a, b);
  /** @param {string} question @param {string} method @param {string} r @param {string} why @param {boolean} [swapped] @returns {Card} */
  const card = (question, method, r, why, swapped) => {
    const [x, y] = swapped ? [b, a] : [a, b];
    const answer = (swapped ? ba : ab)[method];
    return {
      question, why, result: resultOf(answer), refused: "error" in answer,
      python: `${pythonOf(x)}.${method}(${argumentOf(method, y)})`, r: rOf(x) && rOf(y) && `${r}(${rOf(x)}, ${rOf(y)})`,
    };
  };
  const fits = "On each axis the sizes are equal, or one is unknown.";
  return [
    card("Are they compatible?", "is_compatible_with", "is_compatible_with", conflict ? upper(conflict) : !a || !b ? "An unknown rank is compatible with every shape." : fits),
    card("Merge", "merge_with", "merge", conflict ? "" : "It has every size that is known in a or in b."),
    card("Most specific compatible shape", "most_specific_compatible_shape", "most_specific_compatible_shape", whyCommon(a, b)),
    card("Concatenate", "concatenate", "c", a && b ? "The axes of a, then the axes of b." : "One rank is unknown, so the rank of the result is, too."),
    card("Is a at least as specific as b?", "is_subtype_of", "is_subtype_of", whySubtype(a, b, "a", "b")),
    card("Is b at least as specific as a?", "is_subtype_of", "is_subtype_of", whySubtype(b, a, "b", "a"), true),
  ];
}

/** Only is_subtype_of needs a TensorShape. @param {string} method @param {Dims} dims */
const argumentOf = (method, dims) => (method === "is_subtype_of" || !dims ? pythonOf(dims) : listOf(dims));

/** @param {string} text */
const upper = (text) => text[0].toUpperCase() + text.slice(1);

/** The facts about one shape. @param {Dims} dims @returns {Card[]} */
export function facts(dims) {
  const [python, r] = [pythonOf(dims), rOf(dims)];
  const [count, axis] = [numElements(dims), dims ? dims.indexOf(null) : -1];
  const unknown = dims ? (axis < 0 ? "" : `The size of axis ${axis} is unknown.`) : "The number of axes is unknown.";
  const card = (/** @type {string} */ question, /** @type {string} */ result, /** @type {string} */ why, /** @type {string} */ code, /** @type {string} */ rCode) => ({
    question, result, why, refused: false, python: python + code, r: r && rCode,
  });
  return [
    card("Rank", dims ? String(dims.length) : "None", dims ? "The number of axes." : unknown, ".rank", `${r}$rank`),
    card("Number of elements", count ?? "None", unknown || "The product of the sizes; 1 if there are no axes.", ".num_elements()", `num_elements(${r})`),
    card("Is every size known?", unknown ? "False" : "True", unknown || "The rank and all sizes are known.", ".is_fully_defined()", `is_fully_defined(${r})`),
  ];
}

/** The lines that make the present shapes. @param {Dims[]} shapes */
export function code(shapes) {
  const name = (/** @type {number} */ i) => "ab"[i];
  const r = shapes.map(rOf);
  if (shapes.length === 1) return { Python: pythonOf(shapes[0]), R: r[0] || NO_R };
  return {
    Python: shapes.map((dims, i) => `${name(i)} = ${pythonOf(dims)}`).join("\n"),
    R: r.every(Boolean) ? r.map((text, i) => `${name(i)} <- ${text}`).join("\n") : NO_R,
  };
}

export const NO_R = `# R has no sizes above ${LARGEST_R}`;
