// A number or a value that is typed into its own cell.
import { entryOf, FIELD } from "../core/typed.js";
import { el } from "./dom.js";

/** @param {HTMLElement} cell @param {any} state @param {number} i position of the value @param {(event: Sent) => void} send */
export function typeValue(cell, state, i, send) {
  const level = state.levels.length - 1;
  typeInto(cell, `${FIELD}[${i}]`, entryOf(state, i), (text) => send({ type: "set", level, field: FIELD, i, text }));
}

/**
 * @param {HTMLElement} cell that gets the field, and the focus back
 * @param {string} label
 * @param {string} text
 * @param {(text: string) => void} commit
 */
export function typeInto(cell, label, text, commit) {
  const input = el("input", { className: "inline", type: "text", value: text, "aria-label": label, autocomplete: "off" });
  let open = true;
  /** @param {boolean} keep */
  const close = (keep) => {
    if (!open) return;
    open = false;
    const entered = input.value;
    input.remove();
    cell.focus();
    if (keep && entered !== text) commit(entered);
  };
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") close(true);
    else if (event.key === "Escape") close(false);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => close(false));
  input.addEventListener("pointerdown", (event) => event.stopPropagation());
  cell.append(input);
  input.focus();
  input.select();
}
