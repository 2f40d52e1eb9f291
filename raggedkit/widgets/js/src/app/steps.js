// The step player: boards of cells, the arithmetic of one step, and the controls of a player.
import { ending, filled, sentence, SPEEDS } from "../core/steps.js";
import { boardOf } from "../view/boards.js";
import boards_ from "../view/boards.css";
import { el, set } from "../view/dom.js";
import styles from "./steps.css";

export const css = boards_ + styles;

const LEGEND = [
  ["source", "read"],
  ["look", "looked up"],
  ["target", "written"],
];
/** @type {[string, string, string][]} */
const MOVES = [
  ["first", "|◀", "first step (Home)"],
  ["previous", "◀", "previous step (left arrow)"],
  ["play", "▶ play", "play (space)"],
  ["next", "▶", "next step (right arrow)"],
  ["last", "▶|", "last step (End)"],
];
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

/** @param {HTMLElement} root @param {Port} port @returns {View} */
export function mount(root, port) {
  root.classList.add("steps");
  const title = el("code", { className: "title" });
  const count = el("span", { className: "count" });
  const buttons = MOVES.map(([name, text, label]) =>
    el("button", { type: "button", name, "aria-label": label, title: label, onclick: () => press(name) }, text));
  const play = buttons[2];
  const slider = el("input", { type: "range", min: "0", step: "1", "aria-label": "step", oninput: () => go(Number(slider.value)) });
  const speed = el("select", { id: `${port.id}-speed`, onchange: () => port.send({ type: "speed", speed: Number(speed.value) }) },
    ...SPEEDS.map((n) => el("option", { value: String(n) }, `${n} ${n === 1 ? "step" : "steps"} per second`)));
  const controls = el("div", { className: "controls", role: "group", "aria-label": "player" },
    ...buttons, slider, el("label", { className: "hint", htmlFor: speed.id }, "speed"), speed);
  const arithmetic = el("code", { className: "arithmetic" });
  const note = el("p", { className: "note" });
  const end = el("p", { className: "ending" });
  const said = el("div", { className: "now" }, arithmetic, note, end);
  const boards = el("div", {
    className: "boards", tabIndex: 0, role: "group",
    "aria-label": "cells; space plays, left and right arrow go one step, Home and End to the ends",
  });
  const legend = el("p", { className: "legend", "aria-hidden": "true" },
    ...LEGEND.map(([kind, text]) => el("span", {}, el("span", { className: `sample ${kind}` }, "3"), ` ${text}`)));
  const list = el("ol", {});
  const all = el("details", { className: "all" }, el("summary", {}, "all steps"), list);
  const live = el("p", { className: "live", "aria-live": "polite" });
  root.append(el("div", { className: "top" }, title, count), controls, said, boards, legend, all, live);

  /** @type {Map<string, ReturnType<typeof boardOf>>} */
  let drawn = new Map();
  /** @type {HTMLButtonElement[]} */
  let items = [];
  /** @type {any} */
  let state = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} name */
  function press(name) {
    if (name === "play") return timer ? pause() : start();
    pause();
    port.send({ type: name });
  }

  /** @param {number} to */
  function go(to) {
    pause();
    port.send({ type: "go", to });
  }

  function start() {
    if (state.position === state.steps.length) port.send({ type: "first" });
    wait();
    drawPlay();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      port.send({ type: "next" });
      if (state.position < state.steps.length) wait();
      else pause();
    }, 1000 / state.speed);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    drawPlay();
  }

  function drawPlay() {
    play.textContent = timer ? "❚❚ pause" : "▶ play";
    set(play, "aria-label", timer ? "pause (space)" : "play (space)");
    play.title = timer ? "pause (space)" : "play (space)";
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (["INPUT", "SELECT"].includes(target.tagName) && event.key !== " ") return; // their own keys
    const name = event.key === " " ? "play" : KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (!name) return;
    // Space presses a button, opens a list and a folded section.
    if (name === "play" && ["BUTTON", "SELECT", "SUMMARY"].includes(target.tagName)) return;
    event.preventDefault();
    press(name);
  });

  /** Boards and steps never change, but a page of another kernel may show others. */
  function build() {
    drawn = new Map();
    boards.replaceChildren();
    for (const board of state.boards) {
      const view = boardOf(board, true);
      if (board.answer) view.heading.append(el("span", { className: "tag" }, " (answer)"));
      drawn.set(board.name, view);
      boards.append(view.root);
    }
    items = state.steps.map((/** @type {any} */ { text, note: remark }, /** @type {number} */ i) =>
      el("button", { type: "button", onclick: () => go(i + 1) }, text, ...(remark ? [el("small", {}, ` ${remark}`)] : [])));
    list.replaceChildren(...items.map((item) => el("li", {}, item)));
  }

  function draw() {
    const { position, steps } = state;
    const present = position ? steps[position - 1] : { text: "", note: "", looks: [], moves: [] };
    const texts = filled(state, position);
    const kinds = kindsOf(present);
    for (const board of state.boards) {
      const view = drawn.get(board.name);
      view?.show(texts[board.name].map((text, i) => ({ text, kind: kinds.get(`${board.name} ${i}`) })));
    }
    for (const { sources, target } of present.moves) {
      for (const [name, i] of [...sources, target]) drawn.get(name)?.reveal(i);
    }
    title.textContent = state.title;
    count.textContent = `step ${position} of ${steps.length}`;
    arithmetic.textContent = present.text || "Press play, or go step by step.";
    note.textContent = present.note;
    end.textContent = position === steps.length ? ending(state) : "";
    end.classList.toggle("refused", Boolean(state.refused));
    slider.max = String(steps.length);
    slider.value = String(position);
    set(slider, "aria-valuetext", `step ${position} of ${steps.length}`);
    speed.value = String(state.speed);
    buttons[0].disabled = buttons[1].disabled = position === 0;
    buttons[3].disabled = buttons[4].disabled = position === steps.length;
    items.forEach((item, i) => set(item, "aria-current", i + 1 === position ? "step" : null));
    root.dataset.position = String(position);
  }

  return {
    show(next) {
      const old = state;
      state = next;
      if (!old || old.title !== state.title || JSON.stringify(old.boards) !== JSON.stringify(state.boards)) build();
      draw();
      if (old && old.position !== state.position) live.textContent = sentence(state);
      if (state.error) live.textContent = state.error;
      if (timer && old?.speed !== state.speed) wait();
    },
    unmount() {
      clearTimeout(timer);
      root.replaceChildren();
    },
  };
}

/** Class names of the cells of a step. @param {any} present */
function kindsOf({ looks, moves }) {
  /** @type {Map<string, string>} */
  const kinds = new Map();
  for (const [name, i] of looks) kinds.set(`${name} ${i}`, "look");
  for (const { sources } of moves) for (const [name, i] of sources) kinds.set(`${name} ${i}`, "source");
  for (const { target: [name, i], sources } of moves) {
    const folds = sources.some((/** @type {any} */ source) => source[0] === name && source[1] === i);
    kinds.set(`${name} ${i}`, folds ? "source target" : "target");
  }
  return kinds;
}
