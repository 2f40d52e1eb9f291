// Which rows of a large tensor are shown, and the control that moves this window.
import { amount } from "../core/words.js";
import { each, el } from "./dom.js";

/** @param {string} id @param {(start: number) => void} commit */
export function overview(id, commit) {
  const bars = el("div", { className: "bars", role: "presentation" });
  const here = el("div", { className: "here" });
  const picture = el("div", { className: "picture" }, bars, here);
  const range = el("input", { type: "range", id: `${id}-window`, name: "window", min: "0" });
  const text = el("label", { htmlFor: range.id });
  const root = el("section", { className: "overview", hidden: true }, text, picture, range);
  /** @type {HTMLElement[]} */
  const kept = [];
  range.addEventListener("change", () => commit(Number(range.value)));
  return {
    root,
    /** @param {any} state */
    show({ window }) {
      root.hidden = !window;
      if (!window) return;
      const { start, stop, nrows, nvals, bins } = window;
      const most = Math.max(1, ...bins);
      each(bars, kept, bins, () => el("span"), (bar, n) => (bar.style.height = `${(100 * /** @type {number} */ (n)) / most}%`));
      here.style.left = `${(100 * start) / nrows}%`;
      here.style.width = `${(100 * (stop - start)) / nrows}%`;
      range.max = String(Math.max(nrows - 1, 0));
      range.value = String(start);
      const one = `${window.frozen ? "the beginning of " : ""}row ${start.toLocaleString("en")}`;
      const rows = stop - start === 1 ? one : `rows ${start.toLocaleString("en")} to ${(stop - 1).toLocaleString("en")}`;
      text.textContent = `Shown: ${rows} of ${amount(nrows, "row")} with ${amount(nvals, "value")}, as a tensor of their own. ${window.frozen}`;
    },
  };
}
