// The anywidget module with a fake model: events, answers, several views, a kernel that is gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeModel, STATE, window } from "./page.mjs";

const { default: factory } = await import("../../../raggedkit/widgets/js/src/widget.js");
const { step } = await import("../../../raggedkit/widgets/js/src/core/partition.js");

function widget(views = 1) {
  const model = fakeModel();
  const { initialize, render } = factory();
  const close = initialize({ model });
  const opened = Array.from({ length: views }, () => {
    const el = document.createElement("div");
    document.body.append(el);
    const unmount = render({ model, el });
    const root = el.firstElementChild.shadowRoot.querySelector(".raggedkit");
    return { el, root, unmount, notice: () => el.firstElementChild.shadowRoot.querySelector(".notice").textContent };
  });
  return { model, views: opened, close };
}

function type(view, name, text) {
  const input = view.root.querySelector(`input[name=${name}]`);
  input.value = text;
  input.dispatchEvent(new window.Event("change"));
}

const splits = (view) => JSON.parse(view.root.dataset.splits);
const EDIT = { type: "edit", level: 0, field: "row_splits", text: "0, 1, 2, 3" };

test("an edit is shown at once and sent with its number", () => {
  const { model, views: [view] } = widget();
  type(view, "row_splits", "0, 1, 2, 3");
  assert.deepEqual(splits(view), [[0, 1, 2, 3]]);
  assert.deepEqual(model.sent, [{ ...EDIT, n: 1 }]);
});

test("the kernel's answer is taken, an answer to an earlier event is not", () => {
  const { model, views: [view] } = widget();
  type(view, "row_splits", "0, 1, 2, 3");
  type(view, "row_splits", "0, 0, 2, 3");
  model.arrive({ ...step(STATE, EDIT), n: 1 });
  assert.deepEqual(splits(view), [[0, 0, 2, 3]]);
  model.arrive({ ...STATE, levels: [[0, 3]], n: 2 });
  assert.deepEqual(splits(view), [[0, 3]]);
});

test("an answer that arrives keeps what is being typed, until the field is left", () => {
  const { model, views: [view] } = widget();
  for (const name of ["row_splits", "slice"]) {
    const input = view.root.querySelector(`input[name=${name}]`);
    const before = input.value;
    input.value = "0, 1";
    input.dispatchEvent(new window.Event("input", { bubbles: true }));
    model.arrive({ ...STATE, levels: [[0, 3]] });
    assert.equal(input.value, "0, 1");
    input.value = before;
    input.dispatchEvent(new window.Event("blur"));
    assert.equal(input.value, name === "slice" ? "" : "[0, 3]");
    model.arrive({ ...STATE, levels: [[0, 0, 3]] });
    assert.equal(input.value, name === "slice" ? "" : "[0, 0, 3]");
  }
});

test("two views show the same", () => {
  const { views: [a, b] } = widget(2);
  type(a, "row_splits", "0, 1, 2, 3");
  assert.deepEqual(splits(b), [[0, 1, 2, 3]]);
  const ids = [a, b].map(({ root }) => root.querySelector("input").id);
  assert.notEqual(ids[0], ids[1]);
});

test("without an answer a notice appears, and the page goes on", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { model, views: [view] } = widget();
  type(view, "row_splits", "0, 1, 2, 3");
  t.mock.timers.tick(1999);
  assert.equal(view.notice(), "");
  t.mock.timers.tick(1);
  assert.match(view.notice(), /has not answered/);
  assert.deepEqual(splits(view), [[0, 1, 2, 3]]);
  model.arrive({ ...step(STATE, EDIT), n: 1 });
  assert.equal(view.notice(), "");
});

test("after a restart nothing is sent, and the picture stays editable", () => {
  const { model, views: [view] } = widget();
  model.fire("comm_live_update");
  assert.match(view.notice(), /restarted/);
  type(view, "row_splits", "0, 1, 2, 3");
  assert.deepEqual(model.sent, []);
  assert.deepEqual(splits(view), [[0, 1, 2, 3]]);
});

test("an event for Python alone waits for its answer, then gives the reason", async (t) => {
  const { selected } = await import("../../../raggedkit/widgets/js/src/core/select.js");
  assert.equal(selected(STATE, "rt > 3").asks, true);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const next = step(STATE, { type: "slice", text: "rt > 3" });
  assert.equal(next.asks, true);
  assert.match(next.key.error, /Without Python/);
  assert.equal("asks" in step(next, { type: "undo" }), false);
});

test("views and the model leave nothing behind", () => {
  const { model, views: [a, b], close } = widget(2);
  a.unmount();
  assert.equal(a.el.childElementCount, 0);
  type(b, "row_splits", "0, 1, 2, 3");
  b.unmount();
  close();
  assert.equal(model.listeners(), 0);
});

test("plain keys stay inside, chords and Tab do not", () => {
  const { views: [view] } = widget();
  const seen = [];
  view.el.addEventListener("keydown", (event) => seen.push(event.key));
  for (const init of [{ key: "d" }, { key: "Enter" }, { key: "Tab" }, { key: "s", ctrlKey: true }]) {
    view.root.dispatchEvent(new window.KeyboardEvent("keydown", { ...init, bubbles: true, composed: true }));
  }
  assert.deepEqual(seen, ["Tab", "s"]);
  assert.equal(view.el.firstElementChild.hasAttribute("data-lm-suppress-shortcuts"), true);
});
