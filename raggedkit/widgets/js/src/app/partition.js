// Views of a ragged tensor or a row partition, and the events that edit it.
import { pythonOf, rOf } from "../core/code.js";
import { encodings } from "../core/encodings.js";
import { step } from "../core/partition.js";
import { aboutUniform, kindOf, summary, textOf } from "../core/words.js";
import { codeLine } from "../view/codeline.js";
import { el } from "../view/dom.js";
import { fieldset } from "../view/fields.js";
import { grid } from "../view/grid.js";
import { layout } from "../view/layout.js";
import { nested } from "../view/nested.js";
import { overview } from "../view/overview.js";
import { lights } from "../view/said.js";
import { sliceBox } from "../view/slicebox.js";
import { strip } from "../view/strip.js";
import { tools } from "../view/tools.js";
import styles from "./partition.css";

export const css = styles;

const FIELDS = [
  { name: "row_splits", hint: "row boundaries; starts with 0" },
  { name: "row_lengths", hint: "values in each row" },
  { name: "value_rowids", hint: "row of each value" },
  { name: "nrows", hint: "rows, also empty ones at the end" },
  { name: "row_starts", hint: "start of each row" },
  { name: "row_limits", hint: "end of each row" },
  { name: "uniform_row_length" },
];
const HELP =
  "Drag a boundary; double-click a cell to edit it. Keys: arrows move between cells; Shift and an arrow move a boundary or a value; Enter edits a cell; on a row, + and - change its length, Insert adds an empty row after it, Delete deletes it.";

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  const { send } = port;
  root.classList.add("partition");
  const title = el("strong", { className: "title" });
  const about = el("span", { className: "about" });
  const buttons = tools(root, send);
  const top = el("div", { className: "top" }, title, about, buttons.root);
  const lit = lights(root, (part) => rows.choose(part));
  const whole = nested("nested list");
  const rows = grid(send);
  const boards = el("div", { className: "boards" });
  const scroll = el("div", { className: "scroll" }, boards);
  const forms = el("div", { className: "forms" });
  const slice = sliceBox(port.id, Boolean(port.live), (text) => send({ type: "slice", text }));
  const code = codeLine(port.id, ["Python", "R"]);
  const window_ = overview(port.id, (start) => send({ type: "window", start }));
  const help = el("p", { className: "hint" }, HELP);
  root.append(top, window_.root, whole.root, scroll, lit.line, help, el("div", { className: "columns" }, rows.root, forms), slice.root, code.root, lit.live);

  /** @type {ReturnType<typeof strip>[]} */
  const strips = [];
  /** @type {ReturnType<typeof fieldset>[]} */
  const fields = [];
  /** @type {any} */
  let state = null;
  let dragged = false;

  /** @param {{level: number, i: number, to: number} | null} to */
  function preview(to) {
    dragged = Boolean(to);
    if (to) drawRows(step(state, { type: "move", ...to }));
    else show(state);
  }

  function addLevel() {
    const level = strips.length;
    const board = strip(level, send, preview);
    const form = fieldset(`${port.id}-${level}`, "", FIELDS, (field, text) => send({ type: "edit", level, field, text }));
    strips.push(board);
    fields.push(form);
    boards.append(board.root);
    forms.append(form.root);
  }

  /** Everything that follows a boundary while it is dragged. @param {any} shown */
  function drawRows(shown) {
    const { levels } = shown;
    while (strips.length < levels.length) addLevel();
    while (strips.length > levels.length) {
      strips.pop()?.root.remove();
      fields.pop()?.root.remove();
    }
    const texts = shown.items.map((/** @type {number} */ _, /** @type {number} */ i) => textOf(shown, i));
    const width = widthOf(texts);
    const places = layout(levels, width);
    strips.forEach((board) => board.show(shown, places, width));
    rows.show(shown, width);
    const last = levels.length - 1;
    whole.show(levels, texts.map((/** @type {string} */ text, /** @type {number} */ i) => ({
      text, part: { kind: "value", level: last, i }, kind: kindOf(shown, i),
    })), true);
    fields.forEach((form, level) => {
      form.legend(levels.length > 1 ? `partitions[${level}]` : "Encodings");
      form.show(textsOf(shown, level), shown.error?.level === level ? shown.error : null);
    });
    root.dataset.splits = JSON.stringify(levels);
    lit.show(shown, errorOf(shown) || summary(shown));
  }

  /** @param {any} next */
  function show(next) {
    const before = state;
    state = next;
    if (dragged) return; // the end of the drag draws it
    drawRows(state);
    title.textContent = state.of;
    about.textContent = aboutOf(state);
    buttons.show(state, same(state.first, state));
    window_.show(state);
    slice.show(state);
    code.show({ Python: pythonOf(state), R: rOf(state) });
    if (before && !same(before, state)) lit.tell(`Changed: ${summary(state)}`);
    if (state.error) lit.tell(errorOf(state));
  }

  return {
    show,
    unmount() {
      root.replaceChildren();
    },
  };
}

/** Whether two states have the same rows. @param {any} a @param {any} b */
const same = (a, b) => JSON.stringify([a.levels, a.items]) === JSON.stringify([b.levels, b.items]);

/** Errors of typed fields are beside the field; others in the line under the strips. @param {any} state */
function errorOf({ error }) {
  return error ? error.message : "";
}

/** @param {any} state */
function aboutOf({ dtype, levels, uniform, inner }) {
  const axes = uniform.map((/** @type {number | null} */ n, /** @type {number} */ k) => (n === null ? `(d${k + 1})` : n));
  return `[${[levels[0].length - 1, ...axes, ...inner].join(", ")}], ${dtype}`;
}

/** The width of all values: that of the longest text, within limits. @param {string[]} texts */
function widthOf(texts) {
  const most = Math.max(1, ...texts.map((text) => text.length));
  return Math.min(Math.max(36, Math.ceil(most * 8 + 14)), 140);
}

/** @param {any} state @param {number} level */
function textsOf(state, level) {
  const splits = state.levels[level];
  const uniform = state.uniform[level];
  /** @type {Record<string, {text: string, hint?: string, muted?: boolean}>} */
  const found = {};
  for (const [name, numbers] of Object.entries(encodings(splits))) found[name] = { text: `[${numbers.join(", ")}]` };
  found.nrows = { text: String(splits.length - 1) };
  found.uniform_row_length = { text: uniform === null ? "" : String(uniform), hint: aboutUniform(state, level), muted: uniform === null };
  return found;
}
