// One partition as a strip: its items, and below each the encodings, with row boundaries between.
import { encodings } from "../core/encodings.js";
import { canType, FIELD } from "../core/typed.js";
import { kindOf, rowOf, sentence, textOf } from "../core/words.js";
import { each, el, set, setText } from "./dom.js";
import { typeInto, typeValue } from "./inline.js";
import { roving } from "./keys.js";
import { GAP } from "./layout.js";
import { partOf, tag } from "./said.js";

/** @typedef {import("../core/words.js").Part} Part */
/** @typedef {{values: number[], posts: number[][], right: number}} Places */
/** @typedef {{part: Part, text: string, left: number, width: number, row: number, field?: string, i?: number, note?: string}} Drawn */

const LANES = ["items", "value_rowids", "row_lengths", "row_starts", "row_limits", "row_splits"];

/**
 * @param {number} level
 * @param {(event: Sent) => void} send
 * @param {(to: {level: number, i: number, to: number} | null) => void} preview of a boundary that is dragged
 */
export function strip(level, send, preview) {
  const board = el("div", { className: "board", role: "grid" });
  /** @type {Record<string, {root: HTMLElement, name: HTMLElement, cells: HTMLElement[]}>} */
  const lanes = {};
  for (const lane of LANES) {
    const name = el("div", { className: "name", role: "rowheader" }, lane);
    const root = el("div", { className: `lane ${lane}`, role: "row" }, name);
    lanes[lane] = { root, name, cells: [] };
    board.append(root);
  }
  /** @type {any} */
  let state = null;
  let cell = 0;
  const keys = roving(board, (event, element) => pressed(event, element, partOf(element)));

  /** @param {KeyboardEvent} event @param {HTMLElement} element @param {Part | null} part */
  function pressed(event, element, part) {
    if (!part || event.ctrlKey || event.metaKey || event.altKey) return false;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.shiftKey && by) {
      if (part.kind === "post") send({ type: "move", level, i: part.i, to: state.levels[level][part.i] + by });
      else if (part.kind === "value" || part.level > level) {
        const row = rowOf(state.levels[level], part.i) + by;
        send({ type: "set", level, field: "value_rowids", i: part.i, text: String(row) });
      } else return false;
      return true;
    }
    if (event.key === "Enter" || event.key === "F2") return type(element);
    if (part.kind !== "row" || part.level !== level) return false;
    if (event.key === "+") send({ type: "grow", level, i: part.i });
    else if (event.key === "-") send({ type: "shrink", level, i: part.i });
    else if (event.key === "Delete") send({ type: "delete_row", level, i: part.i });
    else if (event.key === "Insert") send({ type: "add_row", level, i: part.i + 1 });
    else return false;
    return true;
  }

  /** @param {HTMLElement} element */
  function type(element) {
    const { field, at } = element.dataset;
    if (!field) return false;
    if (field === FIELD) {
      typeValue(element, state, Number(at), send);
      return true;
    }
    const text = element.firstChild?.textContent ?? "";
    typeInto(element, `${field}[${at}]`, text, (entered) =>
      send({ type: "set", level, field, i: Number(at), text: entered }),
    );
    return true;
  }

  board.addEventListener("dblclick", (event) => {
    const element = /** @type {HTMLElement} */ (event.target).closest("[data-field]");
    if (element) type(/** @type {HTMLElement} */ (element));
  });
  dragging(board, () => ({ splits: state.levels[level], cell, items: itemWidths() }), (i, to, done) => {
    preview(to === null || done ? null : { level, i, to });
    if (done && to !== null) send({ type: "move", level, i, to });
  });

  /** The left edges of the items, and the right edge of the last. */
  const itemWidths = () => lanes.items.cells.map((element) => element.offsetLeft + element.offsetWidth / 2);

  return {
    root: board,
    /** @param {any} next @param {Places} places @param {number} width of a value */
    show(next, places, width) {
      state = next;
      cell = width;
      const drawn = drawnOf(state, level, places, width);
      const outer = level < state.levels.length - 1;
      set(board, "aria-label", `partitions[${level}]: ${outer ? "rows of rows" : "rows of values"}`);
      lanes.items.name.textContent = outer ? `partitions[${level + 1}]` : state.of === "RowPartition" ? "positions" : "values";
      for (const lane of LANES) {
        const { root, cells } = lanes[lane];
        each(root, cells, drawn[lane], () => el("div", { role: "gridcell", "data-cell": "", tabIndex: -1 }, ""), (element, d) =>
          draw(element, d, lane, state, level),
        );
      }
      board.style.setProperty("--right", `${places.right}px`);
      keys.refresh();
    },
  };
}

/** @param {HTMLElement} element @param {Drawn} d @param {string} lane @param {any} state @param {number} level */
function draw(element, d, lane, state, level) {
  const post = lane === "row_splits";
  const fixed = post && (d.part.i === 0 || d.part.i === state.levels[level].length - 1);
  const value = d.part.kind === "value";
  const picked = value && state.key?.items.includes(d.part.i);
  element.className = [
    post ? "post" : "cell", post ? (fixed ? "fixed" : "loose") : d.row % 2 ? "odd" : "even",
    value && lane === "items" ? kindOf(state, d.part.i) : picked ? "picked" : "",
  ].join(" ").trim();
  tag(element, d.part);
  setText(element, d.text);
  element.style.left = `calc(var(--names) + ${d.left}px)`;
  element.style.width = `${d.width}px`;
  if (d.field && !fixed) Object.assign(element.dataset, { field: d.field, at: String(d.i) });
  else delete element.dataset.field;
  const name = d.field && d.field !== FIELD && !post ? `${d.field}[${d.i}] = ${d.text}, ` : "";
  set(element, "aria-label", `${name}${sentence(state, d.part)}`);
  element.title = d.note ?? "";
}

/** What each lane shows. @param {any} state @param {number} level @param {Places} places @param {number} width @returns {Record<string, Drawn[]>} */
function drawnOf(state, level, places, width) {
  const splits = state.levels[level];
  const last = level === state.levels.length - 1;
  const posts = places.posts[level];
  const vectors = encodings(splits);
  const middle = GAP / 2;
  /** @param {number[]} numbers @param {string} field @returns {Drawn[]} */
  const overRows = (numbers, field) =>
    numbers.map((n, i) => ({
      part: { kind: "row", level, i }, text: String(n), row: i, field, i,
      left: posts[i] + middle + 1, width: posts[i + 1] - posts[i] - 2,
    }));
  const items = vectors.value_rowids.map((row, i) => {
    /** @type {Part} */
    const part = last ? { kind: "value", level, i } : { kind: "row", level: level + 1, i };
    const left = last ? places.values[i] : places.posts[level + 1][i] + middle + 1;
    const right = last ? left + width : places.posts[level + 1][i + 1] + middle - 1;
    return { part, row, i, left, width: right - left, text: "" };
  });
  return {
    items: items.map((d) => last
      ? { ...d, text: textOf(state, d.i), note: textOf(state, d.i), field: canType(state) ? FIELD : undefined }
      : { ...d, text: d.width > 56 ? `row ${d.i}` : String(d.i), note: "" }),
    value_rowids: items.map((d) => ({ ...d, text: String(d.row), field: "value_rowids" })),
    row_lengths: overRows(vectors.row_lengths, "row_lengths"),
    row_starts: overRows(vectors.row_starts, "row_starts"),
    row_limits: overRows(vectors.row_limits, "row_limits"),
    row_splits: splits.map((/** @type {number} */ n, /** @type {number} */ i) => ({
      part: { kind: "post", level, i }, text: String(n), row: i, field: "row_splits", i, left: posts[i], width: GAP,
    })),
  };
}

/**
 * Boundaries follow the pointer, from value to value.
 * @param {HTMLElement} board
 * @param {() => {splits: number[], cell: number, items: number[]}} now
 * @param {(i: number, to: number | null, done: boolean) => void} moved `to` is null if the drag is given up
 */
function dragging(board, now, moved) {
  /** @type {{i: number, id: number, x: number, scale: number, at: number, middles: number[], splits: number[], to: number} | null} */
  let drag = null;
  board.addEventListener("pointerdown", (event) => {
    const post = /** @type {HTMLElement} */ (event.target).closest(".post.loose");
    if (!(post instanceof HTMLElement) || event.button || drag) return;
    const i = Number(post.dataset.i);
    const { splits, items } = now();
    const scale = board.getBoundingClientRect().width / board.offsetWidth || 1;
    const at = post.offsetLeft + post.offsetWidth / 2;
    drag = { i, id: event.pointerId, x: event.clientX, scale, at, middles: items, splits: [...splits], to: splits[i] };
    post.setPointerCapture?.(event.pointerId);
    post.focus();
    event.preventDefault();
  });
  board.addEventListener("pointermove", (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const x = drag.at + (event.clientX - drag.x) / drag.scale;
    // Items between the old place and the pointer are counted where they were at the start.
    const before = drag.middles.filter((middle) => middle < x).length;
    const to = Math.min(Math.max(before, drag.splits[drag.i - 1]), drag.splits[drag.i + 1]);
    if (to !== drag.to) moved(drag.i, (drag.to = to), false);
  });
  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { i, to, splits } = drag;
    drag = null;
    moved(i, event.type === "pointerup" && to !== splits[i] ? to : null, true);
  };
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", end);
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    const { i } = drag;
    drag = null;
    moved(i, null, true);
    event.stopPropagation();
  });
}
