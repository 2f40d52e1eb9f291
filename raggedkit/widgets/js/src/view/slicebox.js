// The slice box: an index expression, its error, or its result with the partition of that.
import { textOf } from "../core/words.js";
import { el, set } from "./dom.js";
import { nested } from "./nested.js";

/** @param {string} id @param {boolean} live whether Python evaluates comparisons @param {(text: string) => void} commit */
export function sliceBox(id, live, commit) {
  const input = el("input", {
    type: "text", id: `${id}-slice`, name: "slice", spellcheck: false, autocomplete: "off", placeholder: "1:3, :2",
    "aria-describedby": `${id}-slice-hint ${id}-slice-error`, "aria-label": "index expression",
  });
  const hint = el("span", { id: `${id}-slice-hint`, className: "hint" },
    live ? "integers, slices, lists of rows, or a condition: rt > 3" : "integers, slices, lists of rows; conditions such as rt > 3 need Python");
  const error = el("p", { id: `${id}-slice-error`, className: "error", role: "alert" });
  const result = nested("result");
  const about = el("p", { className: "facts" });
  const shown = el("div", { className: "result", hidden: true }, result.root, about);
  const label = el("label", { htmlFor: input.id }, "rt[");
  const root = el("section", { className: "slice" }, el("div", { className: "entry" }, label, input, el("span", { className: "close" }, "]"), hint), error, shown);
  let last = "";
  let typing = false;
  const done = () => {
    typing = false;
    if (input.value !== last) commit((last = input.value));
  };
  input.addEventListener("input", () => (typing = true));
  input.addEventListener("change", done);
  input.addEventListener("blur", () => {
    if (typing) input.value = last; // the old text was typed again
    typing = false;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") done();
    else if (event.key === "Escape") {
      input.value = "";
      done();
    } else return;
    event.preventDefault();
  });
  return {
    root,
    /** @param {any} state */
    show(state) {
      const { key } = state;
      error.textContent = key?.error ?? "";
      set(input, "aria-invalid", key?.error ? "true" : null);
      shown.hidden = !key || Boolean(key.error);
      last = key?.text ?? "";
      if (!typing) input.value = last;
      if (shown.hidden) return result.show([], [], false, true);
      const values = key.items.map((/** @type {number} */ i) => ({ text: textOf(state, i), kind: "picked" }));
      result.root.hidden = Boolean(key.shown);
      result.show(key.levels, values, false, key.scalar);
      about.textContent = aboutResult(key);
    },
  };
}

/** @param {import("../core/select.js").Key} key */
function aboutResult(key) {
  if (key.shown) return key.shown;
  if (key.scalar) return "one value";
  if (!key.levels.length) return `a vector of ${key.items.length} values`;
  return key.levels.map((splits, k) => `${key.levels.length > 1 ? `partitions[${k}]: ` : ""}row_splits [${splits.join(", ")}]`).join("; ");
}
