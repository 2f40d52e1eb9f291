// The buttons and keys that undo, redo and reset.
import { el } from "./dom.js";

/**
 * @param {HTMLElement} root that gets the keys
 * @param {(event: Sent) => void} send
 * @param {...HTMLElement} before buttons of the app
 */
export function tools(root, send, ...before) {
  const [undo, redo, reset] = ["undo", "redo", "reset"].map((type) =>
    el("button", { type: "button", name: type, onclick: () => send({ type }) }, type),
  );
  root.addEventListener("keydown", (event) => {
    const typing = /** @type {HTMLElement} */ (event.composedPath()[0]).tagName === "INPUT";
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || typing) return;
    event.preventDefault();
    event.stopPropagation();
    send({ type: event.shiftKey ? "redo" : "undo" });
  });
  return {
    root: el("span", { className: "tools" }, ...before, undo, redo, reset),
    /** @param {any} state @param {boolean} first whether the state is as at the start */
    show(state, first) {
      undo.disabled = !state.past.length;
      redo.disabled = !state.future.length;
      reset.disabled = first;
    },
  };
}
