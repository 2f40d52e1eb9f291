// The quiz with fake events: an answer, feedback with marks, hints, the solution, the next question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { window } from "./page.mjs";

const { mount } = await import("../../../raggedkit/widgets/js/src/app/quiz.js");
const { step } = await import("../../../raggedkit/widgets/js/src/core/quiz.js");

const question = (level, splits) => ({
  ask: "row_splits", prompt: "What is row_splits?", level, expected: splits.map(String), items: "numbers are",
  boards: [{ name: "rt", size: splits.at(-1), given: true, splits: [splits], shape: [], cells: Array(splits.at(-1)).fill("7") }],
  count: `There is one split more than rows, ${splits.length}`,
  mistakes: [{ answer: ["2", "0"], message: "You gave row lengths." }],
  hints: ["one", "two"], worked: ["row_splits[0] = 0"],
});

const STATE = {
  kind: "quiz", questions: [question(0, [0, 2, 2]), question(1, [0, 1]), question(1, [0, 3])],
  at: 0, text: "", given: null, marks: [], message: "", tries: 0, hints: 0, revealed: false, solved: false,
  level: 1, used: [0, 0, 0], points: [0, 1],
};

function view(state = STATE) {
  const root = document.createElement("div");
  document.body.append(root);
  let now = state;
  const app = mount(root, { id: "q", live: false, send: (event) => {
    now = step(now, event);
    app.show(now);
  } });
  app.show(now);
  const input = root.querySelector("input");
  const answer = (text) => {
    input.value = text;
    root.querySelector("form").dispatchEvent(new window.Event("submit", { cancelable: true }));
  };
  return {
    root, input, answer, app,
    text: (selector) => root.querySelector(selector).textContent,
    press: (name) => root.querySelector(`button[name=${name}]`).click(),
    marks: () => [...root.querySelectorAll(".item")].map((e) => e.className),
  };
}

test("a typical mistake is explained, its items are marked", () => {
  const { root, input, answer, text, marks } = view();
  answer("2, 0");
  assert.equal(text(".feedback"), "✗ 0 of 3 numbers are right. You gave row lengths.");
  assert.deepEqual(marks(), ["item wrong", "item wrong"]);
  assert.equal(input.getAttribute("aria-invalid"), "true");
  answer("[0, 2, 3]");
  assert.equal(text(".feedback"), "✗ 2 of 3 numbers are right. Position 2 is not 3.");
  assert.deepEqual(marks(), ["item right", "item right", "item wrong"]);
  assert.equal(root.querySelector(".item.wrong small").textContent, "✗ wrong");
});

test("the right answer is counted and its steps are shown", () => {
  const { root, input, answer, text } = view();
  assert.equal(root.querySelector(".solution").hidden, true);
  answer("0 2 2");
  assert.equal(text(".feedback"), "✓ Right: [0, 2, 2]");
  assert.equal(text(".score"), "solved 1 of 1, tries 1");
  assert.equal(root.querySelector(".solution").hidden, false);
  assert.equal(input.hasAttribute("aria-invalid"), false);
});

test("an unreadable answer keeps what was typed", () => {
  const { input, answer, text } = view();
  answer("0 x");
  assert.match(text(".feedback"), /^✗ answer must have numbers.*got x$/);
  assert.equal(input.value, "0 x");
  assert.equal(text(".score"), "solved 0 of 1");
});

test("hints, the answer, and the next questions", () => {
  const { root, input, press, answer, text } = view();
  press("hint");
  assert.deepEqual([...root.querySelectorAll(".hints li")].map((e) => e.textContent), ["one"]);
  press("hint");
  assert.equal(root.querySelector("button[name=hint]").disabled, true);
  press("reveal");
  assert.equal(text(".feedback"), "The answer: [0, 2, 2]");
  answer("0 2 2");
  assert.equal(text(".score"), "solved 0 of 1");
  press("next");
  assert.equal(input.value, "");
  assert.equal(root.querySelectorAll(".board .cell").length, 1);
  assert.equal(root.querySelector(".hints").hidden, true);
  press("next");
  assert.equal(root.querySelectorAll(".board .cell").length, 3);
  answer("0 3");
  assert.equal(text(".score"), "solved 1 of 3, tries 1");
});

test("a level without questions says so", () => {
  const { root, press, text } = view();
  const level = root.querySelector("select");
  level.value = "3";
  level.dispatchEvent(new window.Event("change"));
  press("next");
  assert.match(text(".feedback"), /no random questions/);
});

test("what is being typed stays when another state arrives", () => {
  const { app, input } = view();
  input.value = "0 2";
  app.show({ ...STATE, hints: 1 });
  assert.equal(input.value, "0 2");
  app.show({ ...STATE, text: "1" });
  assert.equal(input.value, "1");
});
