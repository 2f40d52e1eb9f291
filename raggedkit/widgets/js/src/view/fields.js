// Text fields for vectors and numbers, each with the rule that its last entry broke.
import { el } from "./dom.js";

/** @typedef {{name: string, label?: string, hint?: string}} Field */

/**
 * A form of fields. An entry counts on Enter or when the field is left, not per key.
 * @param {string} id of the view; ids of elements begin with it
 * @param {string} legend
 * @param {readonly Field[]} fields
 * @param {(name: string, text: string) => void} commit
 */
export function fieldset(id, legend, fields, commit) {
  const heading = el("legend", {}, legend);
  const root = el("fieldset", { className: "fields" }, heading);
  /** @type {Map<string, {input: HTMLInputElement, error: HTMLElement, hint: HTMLElement, shown: string, typing: boolean}>} */
  const kept = new Map();
  for (const { name, label, hint } of fields) {
    const errorId = `${id}-${name}-error`;
    const hintId = `${id}-${name}-hint`;
    const input = el("input", {
      type: "text", id: `${id}-${name}`, name, spellcheck: false, autocomplete: "off",
      "aria-describedby": `${errorId} ${hintId}`,
    });
    const error = el("p", { id: errorId, className: "error", role: "alert" });
    const about = el("span", { id: hintId, className: "hint" }, hint ?? "");
    const entry = { input, error, hint: about, shown: "", typing: false };
    const done = () => {
      entry.typing = false;
      if (input.value !== entry.shown) commit(name, input.value);
    };
    input.addEventListener("input", () => (entry.typing = true));
    input.addEventListener("change", done);
    // Without a change event the old text was typed again.
    input.addEventListener("blur", () => entry.typing && restore(entry));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") done();
      else if (event.key === "Escape") restore(entry);
      else return;
      event.preventDefault();
    });
    root.append(el("div", { className: "field" }, el("span", {}, el("label", { htmlFor: input.id }, label ?? name), about), input, error));
    kept.set(name, entry);
  }

  /** @param {{input: HTMLInputElement, error: HTMLElement, shown: string, typing: boolean}} entry */
  function restore(entry) {
    entry.typing = false;
    entry.input.value = entry.shown;
    fail(entry, "");
  }

  /** @param {{input: HTMLInputElement, error: HTMLElement}} entry @param {string} message */
  function fail({ input, error }, message) {
    error.textContent = message;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  return {
    root,
    /**
     * @param {Record<string, {text: string, hint?: string, muted?: boolean}>} texts
     * @param {{field: string, message: string} | null} error its field keeps what was typed
     */
    show(texts, error) {
      for (const [name, entry] of kept) {
        const { text, hint, muted } = texts[name];
        entry.shown = text;
        const message = error?.field === name ? error.message : "";
        // The kernel's answer to an earlier edit may arrive while the next one is typed.
        if (!message && !entry.typing) entry.input.value = text;
        fail(entry, message);
        entry.input.classList.toggle("muted", Boolean(muted));
        if (hint !== undefined) entry.hint.textContent = hint;
      }
    },
    /** @param {string} text */
    legend(text) {
      heading.textContent = text;
    },
    /** @param {string} name */
    input: (name) => kept.get(name)?.input,
  };
}
