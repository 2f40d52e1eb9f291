// Rules of the quiz, the same as in raggedkit/widgets/_asking.py.
import { feedback, read, Unreadable, written } from "./answers.js";

export const LEVELS = [1, 2, 3];
const FRESH = { text: "", given: null, marks: [], message: "", tries: 0, hints: 0, revealed: false, solved: false };

/** @param {any} state @param {any} event */
export function step(state, event) {
  const question = state.questions[state.at];
  if (event.type === "answer" && typeof event.text === "string") return answered(state, question, event.text);
  if (event.type === "hint") return { ...state, hints: Math.min(state.hints + 1, question.hints.length) };
  if (event.type === "reveal") return { ...state, revealed: true, message: `The answer: ${written(question.expected)}` };
  if (event.type === "level" && LEVELS.includes(event.level)) return { ...state, level: event.level };
  if (event.type === "next") return next(state);
  return { ...state, message: "event must be answer, hint, reveal, level or next" };
}

/** @param {any} state @param {any} question @param {string} text */
function answered(state, question, text) {
  let given;
  try {
    given = read(text, question.expected);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...state, text, message: error.message, marks: [], given: null }; // not a try
  }
  const { right, message, marks } = feedback(question, given);
  const open = !state.solved && !state.revealed;
  const counts = right && open;
  const [solved, asked] = state.points;
  return {
    ...state, text, given, marks, message,
    tries: state.tries + Number(open),
    solved: state.solved || counts,
    points: [solved + Number(counts), asked],
  };
}

/** @param {any} state */
function next(state) {
  const { questions, level, used, points: [solved, asked] } = state;
  const ofLevel = questions.flatMap((/** @type {any} */ question, /** @type {number} */ i) => (question.level === level ? [i] : []));
  if (!ofLevel.length) return { ...state, message: "There are no random questions for these arguments." };
  const count = used[level - 1];
  const now = used.map((/** @type {number} */ n, /** @type {number} */ i) => (i === level - 1 ? n + 1 : n));
  return { ...state, ...FRESH, at: ofLevel[count % ofLevel.length], used: now, points: [solved, asked + 1] };
}
