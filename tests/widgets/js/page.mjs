// A document for tests without a browser, and a fake model of anywidget.
import { createRequire, register } from "node:module";

const require = createRequire(new URL("../../../raggedkit/widgets/js/package.json", import.meta.url));
const { JSDOM } = require("jsdom");

// Node imports no style sheets; esbuild makes strings of them.
register(
  "data:text/javascript," +
    encodeURIComponent(`export const load = (url, context, next) => url.endsWith(".css")
      ? { format: "module", source: "export default ''", shortCircuit: true } : next(url, context);`),
);

export const { window } = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true });
Object.assign(globalThis, { window, document: window.document, HTMLElement: window.HTMLElement, Node: window.Node });

/** The state of `rk.explore(rk.ragged.constant([[3, 1], [], [4]]))`. */
export const STATE = {
  kind: "partition", n: 0, of: "RaggedTensor", dtype: "int64", inner: [], index_dtype: "int64", needs: "",
  levels: [[0, 2, 2, 3]], uniform: [null], items: [0, 1, 2],
  texts: ["3", "1", "4"], marks: {}, python: ["3", "1", "4"], r: ["3L", "1L", "4L"], fill: ["0", "0", "0L"],
  first: { levels: [[0, 2, 2, 3]], uniform: [null], items: [0, 1, 2] },
  past: [], future: [], typed: {}, error: null, key: null, window: null,
};

/** A model that keeps what the page sends. */
export function fakeModel(state = STATE) {
  const data = { state, event: {} };
  const listeners = new Map();
  const model = {
    sent: [],
    get: (name) => data[name],
    set: (name, value) => (data[name] = value),
    save_changes: () => model.sent.push(data.event),
    on: (name, f) => listeners.set(name, [...(listeners.get(name) ?? []), f]),
    off: (name, f) => listeners.set(name, (listeners.get(name) ?? []).filter((g) => g !== f)),
    listeners: () => [...listeners.values()].flat().length,
    fire: (name) => (listeners.get(name) ?? []).forEach((f) => f()),
    /** The kernel's state. */
    arrive(next) {
      data.state = next;
      model.fire("change:state");
    },
  };
  return model;
}
