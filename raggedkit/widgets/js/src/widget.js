// The anywidget module. An event is applied here at once; the kernel's state then confirms it.
import { APPS } from "./apps.js";
import { openHost } from "./view/host.js";

const PATIENCE = 2000; // milliseconds; a kernel that is busy or gone does not answer

const SILENT = "The kernel has not answered. Changes are shown here, but Python does not have them yet.";
const GONE = "The kernel was restarted. Changes are shown here, but no longer reach Python; run the cell again.";

/** One model, and the state that all its views show. */
class Session {
  /** @type {Set<{host: ReturnType<typeof openHost>, view: View}>} */
  #views = new Set();
  /** @type {any} */
  #model;
  /** @type {State} */
  #state;
  #sent = 0;
  #notice = "";
  #gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {any} model */
  constructor(model) {
    this.#model = model;
    this.#state = model.get("state");
    this.#sent = this.#state.n ?? 0;
    model.on("change:state", this.#arrive);
    model.on("comm_live_update", this.#lose);
  }

  close() {
    clearTimeout(this.#timer);
    this.#model.off("change:state", this.#arrive);
    this.#model.off("comm_live_update", this.#lose);
  }

  /** @param {HTMLElement} el */
  open(el) {
    const app = APPS[this.#state.kind];
    const host = openHost(el, app.css);
    const view = app.mount(host.root, { id: host.id, live: true, send: (event) => this.#send(event) });
    const entry = { host, view };
    this.#views.add(entry);
    host.notice(this.#notice);
    view.show(this.#state);
    return () => {
      this.#views.delete(entry);
      view.unmount();
      host.close();
    };
  }

  /** @param {Sent} event */
  #send(event) {
    const next = APPS[this.#state.kind].step(this.#state, event);
    if (!next.asks || this.#gone || this.#notice) this.#show(next);
    if (this.#gone) return;
    this.#sent += 1;
    this.#model.set("event", { ...event, n: this.#sent });
    this.#model.save_changes();
    this.#timer ??= setTimeout(() => {
      this.#tell(SILENT);
      // What waited for Python gets the reason why there is no answer.
      if (next.asks) this.#show(next);
    }, PATIENCE);
  }

  #arrive = () => {
    const state = this.#model.get("state");
    if ((state.n ?? 0) < this.#sent) return; // the answer to a later event is on its way
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sent = state.n ?? 0;
    this.#tell("");
    this.#show(state);
  };

  // An internal event of ipywidgets: the kernel of the model was restarted.
  #lose = () => {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#tell(GONE);
  };

  /** @param {State} state */
  #show(state) {
    this.#state = state;
    for (const { view } of this.#views) view.show(state);
  }

  /** @param {string} notice */
  #tell(notice) {
    this.#notice = notice;
    for (const { host } of this.#views) host.notice(notice);
  }
}

/** A factory: each model has its own session, which its views share. */
export default () => {
  /** @type {Session | undefined} */
  let session;
  return {
    /** @param {{model: any}} context */
    initialize({ model }) {
      session = new Session(model);
      return () => session?.close();
    },
    /** @param {{model: any, el: HTMLElement}} context */
    render({ model, el }) {
      session ??= new Session(model);
      return session.open(el);
    },
  };
};
