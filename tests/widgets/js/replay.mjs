// Applies events to states: JSON [[state, [event, ...]], ...] on stdin, the states after each on stdout.
import { readFileSync } from "node:fs";
import { RULES } from "../../../raggedkit/widgets/js/src/core/rules.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const replayed = cases.map(([first, events]) => {
  let state = first;
  return events.map((event) => (state = RULES[first.kind](state, event)));
});
process.stdout.write(JSON.stringify(replayed));
