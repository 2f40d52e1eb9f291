// What a reader would trip over on this page: text too faint, cut off, lying over other text, or
// outside a window that cannot be scrolled to it. A function: selector -> list of findings.
(selector) => {
  const findings = new Set();
  const find = (element, what) => {
    const section = chainOf(element).findLast((e) => e.matches("section[data-name]"));
    findings.add(`${section ? section.dataset.name : "page"}: ${what}`);
  };
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const AA = 4.5;
  const SLACK = 1.5; // px; browsers lay text out in fractions

  // ------------------------------------------------------------------ colour
  // Pages have thousands of cells of a few colours, so each colour and each element is read once.
  const once = (read) => {
    const known = new Map();
    return (key) => {
      if (!known.has(key)) known.set(key, read(key));
      return known.get(key);
    };
  };
  const rgba = once((colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = "#000";
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  });
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const faded = (top, below, share) => top.map((c, i) => c * share + below[i] * (1 - share));
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, two) => {
    const [low, high] = [luminance(one), luminance(two)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  // Parents across the borders of shadow trees, in which some displays and widgets live.
  const parentOf = (e) => e.parentElement || (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null);
  const chainOf = (element) => (element ? [...chainOf(parentOf(element)), element] : []);
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const dark = scheme.includes("dark") && (scheme === "dark" || matchMedia("(prefers-color-scheme: dark)").matches);
  const canvas = dark ? [18, 18, 18] : [255, 255, 255];

  // Every colour that a gradient passes through is tried as the background of all of it.
  const backgrounds = once((element) => {
    const style = getComputedStyle(element);
    const stops = style.backgroundImage.match(/(rgba?|color|oklab|oklch|lab|lch|hsla?)\([^()]*\)/g) || [];
    return [[rgba(style.backgroundColor)], ...stops.map((stop) => [rgba(style.backgroundColor), rgba(stop)])];
  });
  // The shapes of an SVG under a point, lowest first, as layers of colour.
  const shapesUnder = (element, x, y) => {
    const svg = element.closest && element.closest("svg");
    if (!svg) return [];
    return document
      .elementsFromPoint(x, y)
      .reverse()
      .filter((shape) => svg.contains(shape) && shape instanceof SVGGeometryElement && !shape.contains(element))
      .filter((shape) => shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
      .filter((shape) => !["none", ""].includes(getComputedStyle(shape).fill))
      .map((shape) => {
        const style = getComputedStyle(shape);
        const colour = rgba(style.fill);
        const opacity = chainOf(shape).reduce((o, e) => (svg.contains(e) ? o * getComputedStyle(e).opacity : o), 1);
        return [...colour.slice(0, 3), colour[3] * style.fillOpacity * opacity];
      });
  };
  const inkOf = (element) => {
    const style = getComputedStyle(element);
    if (!element.closest("svg")) return rgba(style.color);
    const ink = rgba(style.fill);
    return [...ink.slice(0, 3), ink[3] * style.fillOpacity];
  };
  // What is seen of a chain of nested elements on a backdrop, with or without the innermost's text.
  const seen = ([element, ...inner], backdrop, layers, ink, pick) => {
    const options = backgrounds(element);
    let own = options[Math.min(pick, options.length - 1)].reduce((below, layer) => over(layer, below), backdrop);
    let shown;
    if (inner.length) shown = seen(inner, own, layers, ink, pick);
    else {
      own = layers.reduce((below, layer) => over(layer, below), own);
      shown = ink ? over(ink, own) : own;
    }
    return faded(shown, backdrop, getComputedStyle(element).opacity);
  };
  const worstContrast = (element, x, y) => {
    const chain = chainOf(element);
    const layers = shapesUnder(element, x, y);
    const ink = inkOf(element);
    const picks = Math.max(...chain.map((e) => backgrounds(e).length));
    let worst = Infinity;
    for (let pick = 0; pick < picks; pick++)
      worst = Math.min(worst, contrast(seen(chain, canvas, layers, ink, pick), seen(chain, canvas, layers, null, pick)));
    return worst;
  };

  // ------------------------------------------------------------------ place
  const scrolls = (style) => /(auto|scroll)/.test(style.overflowX + style.overflowY);
  const clips = (style) => /(hidden|clip)/.test(style.overflowX + style.overflowY);
  const outside = (box, frame) =>
    box.left < frame.left - SLACK || box.right > frame.right + SLACK ||
    box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK;
  const cutBy = (element, box) => {
    for (let e = element; e && e !== document.body; e = parentOf(e)) {
      const style = getComputedStyle(e);
      if (scrolls(style)) return null; // what is outside can be scrolled to
      const isPicture = e.tagName === "svg" && style.overflow !== "visible";
      if ((clips(style) || isPicture) && outside(box, e.getBoundingClientRect())) return e;
    }
    const page = document.documentElement;
    return box.right > page.clientWidth + SLACK || box.left < -SLACK ? page : null;
  };

  // ------------------------------------------------------------------ each piece of text
  const textsIn = function* (node) {
    if (node.nodeType === Node.TEXT_NODE) yield node;
    for (const child of (node.shadowRoot || node).childNodes) yield* textsIn(child);
  };
  const pieces = [];
  for (const node of textsIn(document.querySelector(selector))) {
    const element = node.parentElement || node.parentNode.host;
    if (!node.data.trim() || element.closest("style, script, title, desc, metadata")) continue;
    const style = getComputedStyle(element);
    const closed = chainOf(element).some((e) => e.tagName === "DETAILS" && !e.open);
    if (closed && !element.closest("summary")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const words = node.data.trim().slice(0, 40);
    // Strips repeat the names of their lines for pages on which they are below each other.
    if (!boxes.length && element.closest(".strips")) continue;
    const meant = element.closest(".sr-only, .visually-hidden, .raggedkit-sr");
    if (!boxes.length || style.visibility !== "visible") {
      if (!meant) find(element, `not shown: ${words}`);
      continue;
    }
    if (meant) continue;
    const size = parseFloat(style.fontSize);
    if (size < 9) find(element, `${size}px letters: ${words}`);
    for (const box of boxes) {
      const by = cutBy(element, box);
      if (by) find(element, `outside its ${by.tagName.toLowerCase()}: ${words}`);
      pieces.push({ node, element, words, box });
    }
    const [box] = boxes;
    const ratio = worstContrast(element, box.left + box.width / 2, box.top + box.height / 2);
    if (ratio < AA) find(element, `contrast ${ratio.toFixed(2)}: ${words}`);
  }

  // ------------------------------------------------------------------ text over text
  pieces.sort((one, two) => one.box.top - two.box.top);
  for (let i = 0; i < pieces.length; i++)
    for (let k = i + 1; k < pieces.length && pieces[k].box.top < pieces[i].box.bottom; k++) {
      const [one, two] = [pieces[i], pieces[k]];
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      const least = Math.min(one.box.height, two.box.height);
      if (one.node !== two.node && wide > 2 && high > 0.45 * least)
        find(one.element, `one over the other: ${one.words} | ${two.words}`);
    }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + SLACK)
    find(document.body, "it scrolls sideways");
  return [...findings];
}
