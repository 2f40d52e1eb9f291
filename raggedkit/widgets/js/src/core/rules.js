// The rules of each kind of explorer: a state and an event make the next state. No DOM.
import { step as partition } from "./partition.js";
import { step as quiz } from "./quiz.js";
import { step as shapes } from "./shapes.js";
import { step as sparse } from "./sparse.js";
import { step as steps } from "./steps.js";

/** @type {Record<string, (state: any, event: any) => any>} */
export const RULES = { partition, quiz, shapes, sparse, steps };
