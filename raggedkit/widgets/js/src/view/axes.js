// The axes of one shape as boxes, each with a field for its size.
import { listOf } from "../core/python.js";
import { notation, reprOf } from "../core/shapes.js";
import { amount } from "../core/words.js";
import { each, el, set } from "./dom.js";
import { fieldset } from "./fields.js";

/** @typedef {import("../core/shapes.js").Dims} Dims */

const FIELDS = [
  { name: "dims", label: "dims", hint: "None: unknown rank" },
  { name: "rank", label: "rank", hint: "?: unknown rank" },
];

/**
 * @param {string} id ids begin with it
 * @param {number} shape 0 or 1
 * @param {string} name of the shape in sentences and labels
 * @param {(event: Sent) => void} send
 */
export function axesOf(id, shape, name, send) {
  const letter = el("strong", { className: "letter" }, name);
  const repr = el("code", { className: "repr" });
  const about = el("span", { className: "hint" });
  const boxes = el("div", { className: "axes" });
  const unknown = el("p", { className: "unknown-rank" }, "The rank is unknown: type it below to get axes.");
  const add = el("button", { type: "button", className: "add", "aria-label": `add an axis to ${name}`, title: "add an axis", onclick: () => send({ type: "add_axis", shape, axis: kept.length }) }, "+");
  const errorId = `${id}-size-error`;
  const error = el("p", { id: errorId, className: "error", role: "alert" });
  const form = fieldset(`${id}-form`, "", FIELDS, (type, text) => send({ type, shape, text }));
  const strip = el("div", { className: "scroll" }, el("div", { className: "strip" }, boxes, add));
  const root = el(
    "section", { className: "editor", "aria-label": `shape ${name}` },
    el("div", { className: "line" }, letter, repr, about),
    strip, unknown, error, form.root,
  );
  /** @type {HTMLElement[]} */
  const kept = [];
  /** @type {Dims} */
  let dims = null;
  /** The last known size of each axis, which the second press on `?` gives back. @type {Map<number, string>} */
  const last = new Map();

  /** @param {number} axis */
  function toggle(axis) {
    const size = dims?.[axis] ?? null;
    send({ type: "size", shape, axis, text: size === null ? (last.get(axis) ?? "1") : "?" });
  }

  /** @param {number} axis */
  function make(axis) {
    const input = el("input", { type: "text", id: `${id}-axis${axis}`, inputMode: "numeric", autocomplete: "off", spellcheck: false, "aria-describedby": errorId });
    const commit = () => {
      if (input.value !== input.dataset.shown) send({ type: "size", shape, axis, text: input.value });
    };
    input.addEventListener("change", commit);
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const size = dims?.[axis];
      if (event.key === "?") toggle(axis);
      else if (event.key === "Enter") commit();
      else if (event.key === "Escape") restore(input);
      else if (event.key === "ArrowUp" && typeof size === "number") send({ type: "size", shape, axis, text: String(size + 1) });
      else if (event.key === "ArrowDown" && typeof size === "number" && size) send({ type: "size", shape, axis, text: String(size - 1) });
      else return;
      event.preventDefault();
    });
    const unknownSize = el("button", { type: "button", className: "cycle", onclick: () => toggle(axis) }, "?");
    const less = el("button", { type: "button", className: "less", title: "delete this axis", "aria-label": `delete axis ${axis} of ${name}`, onclick: () => send({ type: "delete_axis", shape, axis }) }, "\u2212");
    const label = el("label", { htmlFor: input.id }, `axis ${axis}`);
    set(input, "aria-label", `${name}, axis ${axis}`);
    set(unknownSize, "aria-label", `the size of axis ${axis} of ${name} is unknown`);
    unknownSize.title = "unknown size, and back";
    const box = el("div", { className: "axis" }, label, input, el("div", { className: "pair" }, unknownSize, less));
    box.dataset.axis = String(axis);
    return box;
  }

  /** @param {HTMLInputElement} input */
  function restore(input) {
    input.value = input.dataset.shown ?? "";
    error.textContent = "";
    input.removeAttribute("aria-invalid");
  }

  return {
    root,
    /** @param {Dims} next @param {any} failed the error of the state */
    show(next, failed) {
      dims = next;
      const here = failed?.shape === shape ? failed : null;
      const atSize = here && !["dims", "rank"].includes(here.field);
      repr.textContent = reprOf(dims);
      about.textContent = dims ? `${notation(dims)}, ${amount(dims.length, "axis", "axes")}` : "rank unknown";
      unknown.hidden = dims !== null;
      strip.hidden = dims === null;
      each(boxes, kept, dims ?? [], make, (box, size, axis) => {
        const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
        const wrong = atSize && here.axis === axis && here.field === "size";
        input.dataset.shown = size === null ? "?" : String(size);
        if (!wrong) input.value = input.dataset.shown;
        set(input, "aria-invalid", wrong ? "true" : null);
        box.classList.toggle("unknown", size === null);
        set(/** @type {HTMLElement} */ (box.querySelector(".cycle")), "aria-pressed", String(size === null));
        if (size !== null) last.set(axis, String(size));
      });
      error.textContent = atSize ? here.message : "";
      form.show({ dims: { text: dims ? listOf(dims) : "None" }, rank: { text: dims ? String(dims.length) : "?" } }, here);
    },
  };
}
