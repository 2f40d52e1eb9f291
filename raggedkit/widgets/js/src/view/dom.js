// Elements with their properties, attributes and children in one call.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [given] properties of the element, else attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) set(element, key, value);
  element.append(...children);
  return element;
}

/** @param {HTMLElement} element @param {string} key @param {any} value null and false remove an attribute */
export function set(element, key, value) {
  if (key in element && !key.includes("-")) /** @type {any} */ (element)[key] = value;
  else if (value === null || value === false || value === undefined) element.removeAttribute(key);
  else element.setAttribute(key, value === true ? "" : String(value));
}

/** Sets the text of an element; an open inline field inside stays. @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.firstChild?.nodeType === 3) element.firstChild.nodeValue = text;
  else element.prepend(document.createTextNode(text));
}

/**
 * The children of a parent that `make` makes, one per item; nodes are kept between calls, with
 * their focus and pointer capture.
 * @template T
 * @template {HTMLElement} E
 * @param {HTMLElement} parent
 * @param {E[]} kept
 * @param {readonly T[]} items
 * @param {(i: number) => E} make
 * @param {(element: E, item: T, i: number) => void} draw
 */
export function each(parent, kept, items, make, draw) {
  while (kept.length > items.length) kept.pop()?.remove();
  while (kept.length < items.length) {
    const element = make(kept.length);
    kept.push(element);
    parent.append(element);
  }
  items.forEach((item, i) => draw(kept[i], item, i));
}
