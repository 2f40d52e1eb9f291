// The step player with fake events: cells, controls, keys, and playing by a clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { window } from "./page.mjs";

const { mount } = await import("../../../raggedkit/widgets/js/src/app/steps.js");
const { linesOf, sentence, step } = await import("../../../raggedkit/widgets/js/src/core/steps.js");

/** A sum of two values. */
const STATE = {
  kind: "steps", title: "sum(x)", refused: "", result: "array([4])", position: 0, speed: 1, error: "",
  boards: [
    { name: "flat", size: 2, given: true, splits: [[0, 2, 2]], shape: [], cells: ["3", "1"], answer: false },
    { name: "result", size: 1, given: false, splits: [], shape: [], cells: [], answer: true },
  ],
  steps: [
    { text: "result[0] = flat[0] = 3", note: "", looks: [], moves: [{ sources: [["flat", 0]], target: ["result", 0], text: "3" }] },
    {
      text: "result[0] = result[0] + flat[1] = 3 + 1 = 4", note: "A note.", looks: [],
      moves: [{ sources: [["result", 0], ["flat", 1]], target: ["result", 0], text: "4" }],
    },
  ],
};

function view(state = STATE) {
  const root = document.createElement("div");
  document.body.append(root);
  const sent = [];
  let now = state;
  const app = mount(root, { id: "a", live: false, send: (event) => {
    sent.push(event);
    now = step(now, event);
    app.show(now);
  } });
  app.show(now);
  const texts = (selector) => [...root.querySelectorAll(`${selector} .text`)].map((e) => e.textContent.trim());
  const press = (name) => root.querySelector(`button[name=${name}]`).click();
  const key = (key_, target = root.querySelector(".boards")) =>
    target.dispatchEvent(new window.KeyboardEvent("keydown", { key: key_, bubbles: true, composed: true }));
  return { root, sent, app, texts, press, key, position: () => now.position };
}

test("sources are lit, the target has the new value", () => {
  const { root, texts, press } = view();
  assert.deepEqual(texts(".output"), [""]);
  press("next");
  assert.deepEqual([texts(".source"), texts(".target")], [["3"], ["3"]]);
  press("next");
  assert.deepEqual([texts(".source"), texts(".target")], [["1", "4"], ["4"]]);
  assert.equal(root.querySelector(".arithmetic").textContent, STATE.steps[1].text);
  assert.equal(root.querySelector(".note").textContent, "A note.");
  assert.equal(root.querySelector(".ending").textContent, "Result: array([4])");
  assert.equal(root.querySelector("button[name=next]").disabled, true);
  press("first");
  assert.deepEqual([texts(".source"), texts(".output")], [[], [""]]);
});

test("cells are the same elements after each step", () => {
  const { root, press } = view();
  const before = [...root.querySelectorAll(".cell")];
  press("last");
  assert.deepEqual([...root.querySelectorAll(".cell")], before);
});

test("keys move, except where they have another use", () => {
  const { root, key, position, sent } = view();
  key("ArrowRight");
  assert.equal(position(), 1);
  key("End");
  assert.equal(position(), 2);
  key("ArrowLeft");
  key("Home");
  assert.equal(position(), 0);
  const count = sent.length;
  key("ArrowRight", root.querySelector("select"));
  key("ArrowRight", root.querySelector("input"));
  key(" ", root.querySelector("button"));
  key("x");
  assert.equal(sent.length, count);
});

test("playing goes step by step at its speed, and stops at the end", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { root, key, position, press } = view({ ...STATE, speed: 2 });
  const play = root.querySelector("button[name=play]");
  key(" ");
  assert.equal(play.getAttribute("aria-label"), "pause (space)");
  t.mock.timers.tick(499);
  assert.equal(position(), 0);
  t.mock.timers.tick(1);
  assert.equal(position(), 1);
  t.mock.timers.tick(500);
  assert.equal(position(), 2);
  assert.equal(play.getAttribute("aria-label"), "play (space)");
  key(" ");
  assert.equal(position(), 0);
  press("next");
  t.mock.timers.tick(5000);
  assert.equal(position(), 1);
});

test("a refused operation ends with its error", () => {
  const { root, press } = view({ ...STATE, refused: "rt must have a value" });
  assert.equal(root.querySelector(".ending").textContent, "");
  press("last");
  assert.equal(root.querySelector(".ending").textContent, "Refused: rt must have a value");
});

test("sentences for screen readers", () => {
  const { root, press } = view();
  press("next");
  assert.equal(root.querySelector("[aria-live]").textContent, "Step 1 of 2: result[0] = flat[0] = 3.");
  assert.equal(sentence(STATE), "Before the first of 2 steps.");
  assert.equal(sentence({ ...STATE, position: 2 }), `Step 2 of 2: ${STATE.steps[1].text}. A note. Result: array([4])`);
});

test("lines of boards are rows, rows of rows, and rows of a dense array", () => {
  const labels = (board) => linesOf({ size: 0, splits: [], shape: [], ...board }).map(({ label, start, limit }) => `${label}: ${start} ${limit}`);
  assert.deepEqual(labels({ size: 3 }), [": 0 3"]);
  assert.deepEqual(labels({ splits: [[0, 2, 2]] }), ["row 0: 0 2", "row 1: 2 2"]);
  assert.deepEqual(labels({ splits: [[0, 1, 1, 2], [0, 2, 3]] }), ["row 0, 0: 0 2", "row 2, 0: 2 3"]);
  assert.deepEqual(labels({ shape: [2, 2] }), ["row 0: 0 2", "row 1: 2 4"]);
});
