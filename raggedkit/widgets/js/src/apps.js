// The explorers by the `kind` in their state. A new one adds a line here and in core/rules.js.
import { RULES } from "./core/rules.js";
import * as partition from "./app/partition.js";
import * as quiz from "./app/quiz.js";
import * as steps from "./app/steps.js";
import * as shapes from "./app/shapes.js";
import * as sparse from "./app/sparse.js";

/** @type {Record<string, App>} */
export const APPS = {
  partition: { ...partition, step: RULES.partition },
  quiz: { ...quiz, step: RULES.quiz },
  steps: { ...steps, step: RULES.steps },
  shapes: { ...shapes, step: RULES.shapes },
  sparse: { ...sparse, step: RULES.sparse },
};
