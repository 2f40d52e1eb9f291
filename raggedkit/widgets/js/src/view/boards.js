// Boards of cells: rows below each other, a vector on one line, each cell above its position.
import { linesOf } from "../core/steps.js";
import { el } from "./dom.js";

/** @typedef {{text: string, kind?: string}} CellView text, class names */

/**
 * One board.
 * @param {any} board name, size, splits, shape
 * @param {boolean} counted whether positions are below the cells
 */
export function boardOf(board, counted) {
  const heading = el("figcaption", {}, board.name);
  const root = el("figure", { className: `board${board.given ? "" : " output"}`, "aria-label": board.name }, heading);
  /** @type {{box: HTMLElement, text: HTMLElement}[]} */
  const cells = [];
  linesOf(board).forEach(({ label, start, limit }, row) => {
    const line = el("div", { className: `line ${row % 2 ? "odd" : "even"}` });
    if (label) line.append(el("span", { className: "label" }, label));
    const room = el("span", { className: "room" });
    if (start === limit) room.append(el("span", { className: "none" }, "empty"));
    for (let i = start; i < limit; i += 1) {
      const text = el("span", { className: "text" });
      const box = el("span", { className: "cell" }, text);
      if (counted) box.append(el("small", { "aria-hidden": "true" }, positionOf(board, i, start)));
      cells[i] = { box, text };
      room.append(box);
    }
    line.append(room);
    root.append(line);
  });

  return {
    root,
    heading,
    /** @param {readonly CellView[]} views */
    show(views) {
      views.forEach(({ text, kind }, i) => {
        const cell = cells[i];
        if (!cell) return;
        cell.text.textContent = text || "\u00a0";
        cell.text.title = text.length > 12 ? text : "";
        cell.box.className = `cell ${text ? "" : "blank"} ${kind ?? ""}`.trim();
      });
      // The keyboard scrolls a board that is too wide; others are no Tab stops.
      root.tabIndex = root.scrollWidth > root.clientWidth ? 0 : -1;
    },
    /** Brings a cell into the visible part of a wide board. @param {number} i */
    reveal(i) {
      const box = cells[i]?.box;
      if (!box) return;
      // Not scrollIntoView, which would also scroll the page.
      if (box.offsetLeft < root.scrollLeft) root.scrollLeft = box.offsetLeft - 8;
      const right = box.offsetLeft + box.offsetWidth - root.clientWidth;
      if (right > root.scrollLeft) root.scrollLeft = right + 8;
    },
  };
}

/** As texts name the cell: its flat position; row and column if the board is dense. @param {any} board @param {number} i @param {number} start */
const positionOf = (board, i, start) => (board.shape.length ? `${start / board.shape[1]}, ${i - start}` : String(i));
