// Explorers in a page without Python: the rules of core/ answer each event.
import { APPS } from "./apps.js";
import { openHost } from "./view/host.js";

/** @param {HTMLElement} section an element with the state as JSON, and a snapshot that is then hidden */
function start(section) {
  const json = section.querySelector("script[type='application/json']")?.textContent ?? "";
  const snapshot = section.querySelector("[data-snapshot]");
  /** @type {State} */
  let state = JSON.parse(json);
  const app = APPS[state.kind];
  const host = openHost(section, app.css);
  const view = app.mount(host.root, {
    id: host.id,
    live: false,
    send(event) {
      state = app.step(state, event);
      view.show(state);
    },
  });
  view.show(state);
  section.dataset.started = "";
  if (snapshot instanceof HTMLElement) snapshot.hidden = true;
}

for (const section of document.querySelectorAll("[data-raggedkit-explorer]:not([data-started])")) {
  start(/** @type {HTMLElement} */ (section));
}
