// Views of a ragged tensor or a row partition, and the events that edit it.
import { encodings } from "../core/encodings.js";
import { el } from "../view/dom.js";
import { fieldset } from "../view/fields.js";
import styles from "./partition.css";

export const css = styles;

const FIELDS = ["row_splits", "row_lengths", "value_rowids", "nrows", "row_starts", "row_limits", "uniform_row_length"];

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  const buttons = ["undo", "redo", "reset"].map((type) =>
    el("button", { type: "button", name: type, onclick: () => port.send({ type }) }, type),
  );
  const tools = el("div", { className: "tools" }, ...buttons);
  const levels = el("div");
  root.append(tools, levels);
  /** @type {ReturnType<typeof fieldset>[]} */
  const forms = [];
  return {
    show(state) {
      root.dataset.splits = JSON.stringify(state.levels);
      while (forms.length < state.levels.length) {
        const level = forms.length;
        const form = fieldset(`${port.id}-${level}`, `partitions[${level}]`, FIELDS.map((name) => ({ name })), (field, text) =>
          port.send({ type: "edit", level, field, text }),
        );
        forms.push(form);
        levels.append(form.root);
      }
      while (forms.length > state.levels.length) forms.pop()?.root.remove();
      forms.forEach((form, level) => form.show(texts(state, level), state.error?.level === level ? state.error : null));
      buttons[0].disabled = !state.past.length;
      buttons[1].disabled = !state.future.length;
    },
    unmount() {
      root.replaceChildren();
    },
  };
}

/** @param {any} state @param {number} level */
function texts(state, level) {
  const splits = state.levels[level];
  const uniform = state.uniform[level];
  /** @type {Record<string, {text: string}>} */
  const found = {};
  for (const [name, numbers] of Object.entries(encodings(splits))) found[name] = { text: `[${numbers.join(", ")}]` };
  found.nrows = { text: String(splits.length - 1) };
  found.uniform_row_length = { text: uniform === null ? "" : String(uniform) };
  return found;
}
