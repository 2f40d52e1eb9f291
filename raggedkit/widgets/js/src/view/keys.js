// One Tab stop for a grid of cells, and arrow keys inside it (ARIA grid pattern).

/**
 * @param {HTMLElement} grid with `[role=row]` elements, whose cells have `data-cell`
 * @param {(event: KeyboardEvent, cell: HTMLElement) => boolean} own other keys; true if handled
 */
export function roving(grid, own) {
  /** @type {HTMLElement | null} */
  let current = null;
  const lanes = () => [...grid.querySelectorAll("[role=row]")].map(cellsOf).filter((cells) => cells.length);

  /** @param {HTMLElement | undefined} cell */
  function go(cell) {
    if (!cell) return;
    select(cell);
    cell.focus();
    cell.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  /** @param {HTMLElement} cell */
  function select(cell) {
    if (current && current !== cell) current.tabIndex = -1;
    current = cell;
    cell.tabIndex = 0;
  }

  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell) select(cell);
  });
  grid.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.target !== cell) return;
    if (own(event, cell)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = lanes();
    const y = all.findIndex((cells) => cells.includes(cell));
    const x = all[y].indexOf(cell);
    const moves = {
      ArrowRight: () => all[y][x + 1],
      ArrowLeft: () => all[y][x - 1],
      ArrowDown: () => nearest(all[y + 1], cell),
      ArrowUp: () => nearest(all[y - 1], cell),
      Home: () => all[y][0],
      End: () => all[y][all[y].length - 1],
    };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (!move) return;
    event.preventDefault();
    go(move());
  });

  return {
    /** Call after a change of the cells: one of them, the same if possible, stays the Tab stop. */
    refresh() {
      const cells = lanes().flat();
      const kept = current && cells.includes(current) ? current : cells[0];
      if (current && current !== kept) current.tabIndex = -1; // a disabled button keeps its own
      for (const cell of cells) cell.tabIndex = cell === kept ? 0 : -1;
      current = kept ?? null;
    },
    go,
  };
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const cellOf = (target) => /** @type {HTMLElement} */ (target).closest?.("[data-cell]") ?? null;

/** @param {Element} lane @returns {HTMLElement[]} */
const cellsOf = (lane) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (lane.querySelectorAll("[data-cell]"))].filter(
    (cell) => !cell.hidden && !(/** @type {HTMLButtonElement} */ (cell).disabled),
  );

/** The cell of a lane below or above another one. @param {HTMLElement[] | undefined} lane @param {HTMLElement} cell */
function nearest(lane, cell) {
  if (!lane) return undefined;
  const middle = (/** @type {HTMLElement} */ e) => e.offsetLeft + e.offsetWidth / 2;
  const x = middle(cell);
  return lane.reduce((best, other) => (Math.abs(middle(other) - x) < Math.abs(middle(best) - x) ? other : best));
}
