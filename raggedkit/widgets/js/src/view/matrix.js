// A sparse matrix as a grid of cells, with a corner that is dragged to change the shape.
import { SHOWN, cellsOf, placeOf, sizesOf } from "../core/sparse.js";
import { cellSentence, cutBy } from "../core/sparsewords.js";
import { each, el, set } from "./dom.js";
import { roving } from "./keys.js";

/** @typedef {import("../core/python.js").Size} Size */
/** @typedef {import("../core/sparse.js").Cell} Cell */

const HEIGHT = 28;
const TOP = 22;
const ROOM = 3; // rows and columns beyond the shape, to drag the corner into

/**
 * @param {(sizes: Size[]) => void} resize
 * @param {(sizes: Size[] | null) => void} preview of a shape while the corner is dragged
 */
export function matrix(resize, preview) {
  const head = el("div", { role: "row", className: "columns" });
  const body = el("div", { role: "rowgroup" });
  const grid = el("div", { className: "cells", role: "grid" }, el("div", { role: "rowgroup" }, head), body);
  const box = el("div", { className: "box" });
  const tight = el("div", { className: "tight-box" });
  const wanted = el("div", { className: "wanted" });
  const corner = el("button", { type: "button", className: "corner" }, "\u21f2");
  const plane = el("div", { className: "plane" }, grid, tight, wanted, box, corner);
  const root = el("div", { className: "scroll" }, plane);
  const columnHeads = /** @type {HTMLElement[]} */ ([]);
  const rows = /** @type {HTMLElement[]} */ ([]);
  /** @type {WeakMap<HTMLElement, HTMLElement[]>} */
  const cellsIn = new WeakMap();
  /** @type {any} */
  let state = null;
  let [width, left, height, columns] = [40, 40, 1, 1];
  const keys = roving(grid, () => false);
  const first = el("span", { role: "columnheader", className: "corner-head" });
  head.append(first);

  const vector = () => sizesOf(state).length === 1;
  /** Rows and columns of a shape, in the grid. @param {Size[]} sizes */
  const extent = (sizes) => (sizes.length > 1 ? sizes.slice(-2).map(Number) : [1, Number(sizes[0])]);
  /** The present shape with other rows and columns. @param {number} r @param {number} c @returns {Size[]} */
  const withExtent = (r, c) => (vector() ? [c] : [...sizesOf(state).slice(0, -2), ...[r, c].map((n, k) => fixed(k) ?? n)]);
  /** A size that is too large for the grid is not dragged. @param {number} k @returns {Size | null} */
  const fixed = (k) => {
    const size = sizesOf(state).slice(-2)[k];
    return Number(size) > SHOWN ? size : null;
  };

  /** @param {HTMLElement} element @param {Size[]} sizes */
  function place(element, sizes) {
    const [r, c] = extent(sizes).map((n, k) => Math.min(n, k ? columns : height));
    Object.assign(element.style, { left: `${left}px`, top: `${TOP}px`, width: `${c * width}px`, height: `${r * HEIGHT}px` });
    return [r, c];
  }

  /** @param {any} shown @param {Size[]} sizes that are outlined */
  function outline(shown, sizes) {
    const [r, c] = place(box, sizes);
    const [allRows, allColumns] = extent(sizes);
    const free = !vector() || allColumns <= SHOWN;
    corner.hidden = !free || (allRows > SHOWN && allColumns > SHOWN);
    Object.assign(corner.style, { left: `${left + c * width}px`, top: `${TOP + r * HEIGHT}px` });
    place(tight, shown.tight);
    const refused = shown.error?.wanted;
    wanted.hidden = !refused || refused.length !== sizes.length || refused.some((/** @type {Size} */ n) => Number(n) < 0);
    if (!wanted.hidden) place(wanted, refused);
  }

  /** @param {any} shown */
  function drawCells(shown) {
    const [inRows, inColumns] = extent(sizesOf(shown));
    const cells = cellsOf(shown);
    /** @type {Map<string, Cell[]>} */
    const at = new Map();
    for (const cell of cells) {
      const key = placeOf(cell).join();
      at.set(key, [...(at.get(key) ?? []), cell]);
    }
    const cut = new Set(shown.error?.wanted ? cutBy(shown, shown.error.wanted).map((cell) => cell.i) : []);
    set(grid, "aria-label", `cells${shown.at.length ? ` of [${[...shown.at, ":", ":"].join(", ")}]` : ""}`);
    set(grid, "aria-rowcount", String(inRows));
    set(grid, "aria-colcount", String(inColumns));
    each(head, columnHeads, Array.from({ length: columns }), () => el("span", { role: "columnheader" }), (element, _, c) => {
      element.textContent = String(c);
      element.classList.toggle("outside", c >= inColumns);
    });
    each(body, rows, Array.from({ length: height }), makeRow, (row, _, r) => {
      const name = /** @type {HTMLElement} */ (row.firstElementChild);
      name.textContent = vector() ? "" : String(r);
      name.classList.toggle("outside", r >= inRows);
      each(row, /** @type {HTMLElement[]} */ (cellsIn.get(row)), Array.from({ length: columns }), makeCell, (element, __, c) => {
        const here = at.get(`${r},${c}`) ?? [];
        const outside = r >= inRows || c >= inColumns;
        element.className = [
          "cell", here.length ? "value" : "empty", outside ? "outside" : "", here[0]?.mark ? "mark" : "",
          here.some((cell) => cut.has(cell.i)) ? "cut" : "",
        ].join(" ").trim();
        element.textContent = here.length ? here[0].text + (here.length > 1 ? ` +${here.length - 1}` : "") : outside ? "" : "\u00b7";
        element.title = here.length ? element.textContent : "";
        const index = vector() ? [c] : [...shown.at, r, c];
        element.dataset.place = JSON.stringify(index);
        if (here.length) element.dataset.i = String(here[0].i);
        else delete element.dataset.i;
        set(element, "aria-label", cellSentence(shown, index, here));
      });
    });
  }

  function makeRow() {
    const row = el("div", { role: "row" }, el("span", { role: "rowheader" }));
    cellsIn.set(row, []);
    return row;
  }

  const makeCell = () => el("span", { role: "gridcell", "data-cell": "", tabIndex: -1 });

  corner.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [r, c] = extent(sizesOf(state));
    if (by[0] && vector()) return;
    resize(withExtent(Math.max(r + by[0], 0), Math.max(c + by[1], 0)));
  });
  dragging(corner, plane, () => ({ width, sizes: extent(sizesOf(state)), most: [height, columns] }), (r, c, done) => {
    const sizes = r === null ? null : withExtent(r, /** @type {number} */ (c));
    preview(done ? null : sizes);
    if (done && sizes) resize(sizes);
  });

  return {
    root, corner,
    /** @param {any} next */
    show(next) {
      state = next;
      const cells = cellsOf(state);
      const longest = Math.max(1, ...cells.map((cell) => cell.text.length));
      width = Math.min(Math.max(30, Math.ceil(longest * 8 + 12)), 110);
      const ends = cells.map(placeOf);
      const [r, c] = extent(sizesOf(state));
      const [tightRows, tightColumns] = extent(state.tight);
      const most = (/** @type {number} */ k, /** @type {number[]} */ given) => Math.min(SHOWN, Math.max(...given, ...ends.map((end) => end[k] + 1)) + ROOM);
      height = vector() ? 1 : most(0, [r, tightRows]);
      columns = most(1, [c, tightColumns]);
      left = vector() ? 8 : 34;
      plane.style.setProperty("--cell", `${width}px`);
      plane.style.setProperty("--left", `${left}px`);
      plane.classList.toggle("vector", vector());
      drawCells(state);
      outline(state, sizesOf(state));
      set(corner, "aria-label", `corner of the shape ${JSON.stringify(sizesOf(state))}: arrow keys change new_shape`);
      keys.refresh();
    },
    /** A shape while the corner is dragged. @param {any} shown */
    preview(shown) {
      drawCells(shown);
      outline(shown, shown.error?.wanted ?? sizesOf(shown));
      plane.classList.toggle("refused", Boolean(shown.error?.wanted));
    },
    settle: () => plane.classList.remove("refused"),
  };
}

/**
 * The corner follows the pointer, from cell to cell.
 * @param {HTMLElement} corner
 * @param {HTMLElement} plane
 * @param {() => {width: number, sizes: number[], most: number[]}} now
 * @param {(rows: number | null, columns: number | null, done: boolean) => void} moved null: given up
 */
function dragging(corner, plane, now, moved) {
  /** @type {{id: number, x: number, y: number, scale: number, at: ReturnType<typeof now>, to: number[]} | null} */
  let drag = null;
  corner.addEventListener("pointerdown", (event) => {
    if (event.button || drag) return;
    const scale = plane.getBoundingClientRect().width / plane.offsetWidth || 1;
    const at = now();
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, scale, at, to: at.sizes };
    corner.setPointerCapture?.(event.pointerId);
    corner.focus();
    event.preventDefault();
  });
  corner.addEventListener("pointermove", (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { at, scale } = drag;
    const by = [(event.clientY - drag.y) / scale / HEIGHT, (event.clientX - drag.x) / scale / at.width];
    const to = at.sizes.map((size, k) => Math.min(Math.max(Math.round(size + by[k]), 0), at.most[k]));
    if (String(to) === String(drag.to)) return;
    drag.to = to;
    moved(to[0], to[1], false);
  });
  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!drag || drag.id !== event.pointerId) return;
    const { to, at } = drag;
    drag = null;
    const kept = event.type === "pointerup" && String(to) !== String(at.sizes);
    moved(kept ? to[0] : null, kept ? to[1] : null, true);
  };
  corner.addEventListener("pointerup", end);
  corner.addEventListener("pointercancel", end);
  corner.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    drag = null;
    moved(null, null, true);
  });
}
