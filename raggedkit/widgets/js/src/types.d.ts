/** State of an explorer: JSON that Python and the page exchange. `n` is the last event that it answers. */
interface State {
  kind: string;
  n?: number;
  /** True if only Python can answer the event; the state then has the reason for a page without Python. */
  asks?: boolean;
  [field: string]: any;
}

/** What a user did: `type` and its arguments. */
interface Sent {
  type: string;
  [argument: string]: any;
}

/** The way from a view to the rules. `id` differs between the views of a page. */
interface Port {
  id: string;
  /** Whether Python answers: false in a saved page. */
  live: boolean;
  send(event: Sent): void;
}

/** A mounted view. */
interface View {
  show(state: any): void;
  unmount(): void;
}

/** One kind of explorer. */
interface App {
  mount(root: HTMLElement, port: Port): View;
  step(state: any, event: any): any;
  css: string;
}
