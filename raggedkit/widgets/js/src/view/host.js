// The element of one view: an open shadow root with the styles, a notice, and room for an app.
import base from "./base.css";

let count = 0;

/**
 * @param {HTMLElement} parent
 * @param {string} css the styles of the app
 */
export function openHost(parent, css) {
  const host = document.createElement("div");
  host.className = "raggedkit-explorer";
  // Notebook 7 tests this attribute on the element of an event, which outside the root is the host.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = base + css;
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  notice.hidden = true;
  const root = document.createElement("div");
  root.className = "raggedkit";
  shadow.append(style, notice, root);
  parent.append(host);
  for (const type of ["keydown", "keypress", "keyup"]) host.addEventListener(type, keepInside);
  count += 1;
  return {
    root,
    id: `rk${count}`,
    /** @param {string} text an empty text removes the notice */
    notice(text) {
      notice.textContent = text;
      notice.hidden = !text;
    },
    close: () => host.remove(),
  };
}

/**
 * Plain keys do not reach the notebook, where `d d` deletes a cell. Chords, and Tab, do.
 * @param {Event} event
 */
function keepInside(event) {
  const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
  if (key !== "Tab" && !ctrlKey && !metaKey && !altKey) event.stopPropagation();
}
