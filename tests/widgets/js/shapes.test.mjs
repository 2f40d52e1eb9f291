// The explorers of shapes and sparse tensors in a document without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { window } from "./page.mjs";

const { APPS } = await import("../../../raggedkit/widgets/js/src/apps.js");
const words = await import("../../../raggedkit/widgets/js/src/core/shapewords.js");
const sparse = await import("../../../raggedkit/widgets/js/src/core/sparsewords.js");

const PAIR = { kind: "shapes", shapes: [[null, 3], [2, null]], first: [[null, 3], [2, null]], past: [], future: [], error: null };
const SPARSE = {
  kind: "sparse", declared: [3, 4], tight: [2, 3], dtype: "int64", nvals: 2, at: [], box: { tight: false, sizes: null },
  python: "rk.SparseTensor([[0, 0], [1, 2]], [5, 7], [3, 4])", past: [], future: [], error: null,
  cells: [{ i: 0, at: [0, 0], text: "5", mark: "" }, { i: 1, at: [1, 2], text: "7", mark: "" }],
};

/** An app whose events are answered by the rules in JavaScript. */
function mounted(first) {
  const root = document.createElement("div");
  document.body.replaceChildren(root);
  const app = APPS[first.kind];
  const found = { root, state: first, sent: [] };
  const view = app.mount(root, {
    id: "t", live: false,
    send(event) {
      found.sent.push(event);
      found.state = app.step(found.state, event);
      view.show(found.state);
    },
  });
  view.show(first);
  return Object.assign(found, { one: (selector) => root.querySelector(selector), all: (selector) => [...root.querySelectorAll(selector)] });
}

const press = (element, key) => element.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const type = (input, text) => {
  input.value = text;
  press(input, "Enter");
};
const field = (app, name) => app.one(`input[aria-label='${name}']`);

test("a size is typed, made unknown and known again", () => {
  const app = mounted(PAIR);
  type(field(app, "a, axis 0"), "5");
  assert.deepEqual(app.state.shapes, [[5, 3], [2, null]]);
  press(field(app, "a, axis 0"), "?");
  assert.equal(field(app, "a, axis 0").value, "?");
  press(field(app, "a, axis 0"), "?");
  assert.equal(field(app, "a, axis 0").value, "5");
  press(field(app, "a, axis 0"), "ArrowUp");
  press(field(app, "a, axis 1"), "ArrowDown");
  assert.deepEqual(app.state.shapes, [[6, 2], [2, null]]);
  type(field(app, "b, axis 0"), "");
  assert.deepEqual(app.state.shapes[1], [null, null]);
});

test("a broken rule keeps the typed text, marks the field and names the rule", () => {
  const app = mounted(PAIR);
  type(field(app, "b, axis 1"), "-1");
  const input = field(app, "b, axis 1");
  assert.equal(input.value, "-1");
  assert.equal(input.getAttribute("aria-invalid"), "true");
  const alert = document.getElementById(input.getAttribute("aria-describedby"));
  assert.equal(alert.textContent, "dims[1] must be >= 0, got -1; write None where the size is not known");
  assert.equal(app.one(".live").textContent, alert.textContent);
  press(input, "Escape");
  assert.equal(input.value, "?");
  assert.equal(input.getAttribute("aria-invalid"), null);
});

test("axes are added and deleted, and the fields that stay keep the focus", () => {
  const app = mounted(PAIR);
  field(app, "a, axis 0").focus();
  app.one("button[aria-label='add an axis to a']").click();
  assert.deepEqual(app.state.shapes[0], [null, 3, null]);
  assert.equal(document.activeElement, field(app, "a, axis 0"));
  app.one("button[aria-label='delete axis 1 of a']").click();
  assert.deepEqual(app.state.shapes[0], [null, null]);
  for (const name of ["swap", "undo", "undo", "redo", "reset"]) app.one(`button[name='${name}']`).click();
  assert.deepEqual(app.state.shapes, PAIR.shapes);
});

test("an unknown rank has no boxes; a typed rank gives them", () => {
  const app = mounted(PAIR);
  const rank = app.all("input[name='rank']")[0];
  type(rank, "3");
  assert.match(app.one("[id='t-0-form-rank-error']").textContent, /^shape must have rank 3, got \(None, 3\) of rank 2/);
  type(rank, "?");
  assert.equal(app.state.shapes[0], null);
  assert.equal(app.all(".editor")[0].querySelectorAll(".axis").length, 0);
  assert.equal(app.all(".editor")[0].querySelector(".unknown-rank").hidden, false);
  type(app.all("input[name='rank']")[0], "1");
  type(app.all("input[name='dims']")[1], "shape(NA, 7)");
  assert.deepEqual(app.state.shapes, [[null], [null, 7]]);
});

test("results, reasons and code of two shapes", () => {
  const app = mounted(PAIR);
  assert.equal(app.one(".said").textContent, "Compatible, but neither is more specific: each has a known size that the other has not.");
  const results = app.all(".result").map((e) => e.textContent);
  assert.deepEqual(results, ["True", "TensorShape([2, 3])", "TensorShape([None, None])", "TensorShape([None, 3, 2, None])", "False", "False"]);
  const merge = app.all(".card")[1].querySelectorAll("code");
  assert.equal(merge[0].textContent, "rk.TensorShape([None, 3]).merge_with([2, None])");
  assert.equal(merge[1].textContent, "merge(shape(NA, 3), shape(2, NA))");
  assert.equal(app.all(".comparison [role=row]")[1].textContent, "0None22NoneThe size is unknown in a: merge_with keeps 2, the common shape has None.");
  type(app.all("input[name='dims']")[0], "4, 3");
  assert.equal(app.one(".said").textContent, "Not compatible: axis 0 has size 4 in a and 2 in b.");
  assert.equal(app.one(".result.refused").textContent, "other[0] must be 4 or None as in (4, 3), got 2 in (2, None); most_specific_compatible_shape keeps the sizes that both have");
  type(app.all("input[name='dims']")[0], "4");
  assert.equal(app.one(".comparison").hidden, true);
});

test("which of two shapes is more specific", () => {
  assert.equal(words.relation([2], [2]), "Compatible: a and b are equal.");
  assert.match(words.relation([2, 3], [2, null]), /a is more specific/);
  assert.match(words.relation(null, [2]), /b is more specific/);
  assert.match(words.relation([2], [2, 3]), /^Not compatible: a has rank 1 and b has rank 2/);
  assert.equal(words.comparison([2], [3])[4].why, "Axis 0: b has 3, a has 2.");
  assert.equal(words.comparison(["3000000000"], [3])[0].r, "");
});

test("the corner changes the shape with the arrow keys", () => {
  const app = mounted(SPARSE);
  press(app.one(".corner"), "ArrowRight");
  press(app.one(".corner"), "ArrowDown");
  assert.equal(app.root.dataset.shape, "[4,5]");
  app.one("button[name='undo']").click();
  app.one("button[name='undo']").click();
  press(app.one(".corner"), "ArrowLeft");
  assert.equal(app.one("[id='t-new_shape-error']").textContent, app.state.error.message);
  assert.match(app.one(".said").textContent, /^\[3, 3\] would cut no value, but new_shape can only be larger/);
  app.one("button[name='tight']").click();
  assert.equal(app.root.dataset.shape, "[2,3]");
  assert.equal(app.one("button[name='tight']").disabled, true);
  press(app.one(".corner"), "ArrowLeft");
  assert.equal(app.one(".said").textContent, "[2, 2] would cut 1 value: at [1, 2].");
  assert.deepEqual(app.all(".cut").map((e) => e.textContent), ["7"]);
});

test("a cell and its value in the list are marked together", () => {
  const app = mounted(SPARSE);
  const cell = app.all(".cell.value")[1];
  assert.equal(cell.getAttribute("aria-label"), "indices[1] = [1, 2], values[1] = 7");
  cell.dispatchEvent(new window.Event("focusin", { bubbles: true }));
  assert.deepEqual(app.all(".lit").map((e) => e.tagName), ["SPAN", "LI"]);
  assert.equal(app.one(".said").textContent, "indices[1] = [1, 2], values[1] = 7");
});

test("cells of more than one value, outside of the shape, or of another matrix", () => {
  const twice = { ...SPARSE, nvals: 3, cells: [...SPARSE.cells, { i: 2, at: [1, 2], text: "9", mark: "" }] };
  assert.equal(sparse.cellSentence(twice, [1, 2], twice.cells.slice(1)), "indices[1] = [1, 2], values[1] = 7; indices[2] = [1, 2], values[2] = 9: 2 values for one cell");
  assert.equal(sparse.cellSentence(SPARSE, [0, 1], []), "[0, 1] has no value");
  assert.equal(sparse.cellSentence(SPARSE, [3, 1], []), "[3, 1] is outside of the shape [3, 4]");
  const deep = {
    ...SPARSE, declared: [2, 3, 60], tight: [2, 3, 50], at: [1],
    cells: [{ i: 0, at: [0, 0, 1], text: "5", mark: "" }, { i: 1, at: [1, 2, 3], text: "7", mark: "" }],
  };
  assert.equal(sparse.hiddenSentence(deep), "Shown: columns 0 to 39 of 60 of the matrix [1, :, :], with 1 of 2 values.");
  const app = mounted(deep);
  assert.deepEqual(app.all(".cell.value").map((e) => e.textContent), ["7"]);
  type(app.one("input[name='at-0']"), "0");
  assert.deepEqual(app.all(".cell.value").map((e) => e.textContent), ["5"]);
  type(app.one("input[name='at-0']"), "2");
  assert.equal(app.one("[id='t-at-at-0-error']").textContent, "index must be from 0 to 1, got 2");
});
