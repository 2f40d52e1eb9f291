// A line of code in several languages, with tabs and a copy button.
import { copyText } from "./copy.js";
import { el, set } from "./dom.js";

/** @param {string} id @param {readonly string[]} languages */
export function codeLine(id, languages) {
  const code = el("code", { tabIndex: 0 });
  const panel = el("pre", { id: `${id}-code`, role: "tabpanel" }, code);
  const copied = el("span", { className: "hint", role: "status" });
  const copy = el("button", { type: "button", name: "copy", onclick: () => void copyCode() }, "copy");
  const tabs = languages.map((language) =>
    el("button", { type: "button", role: "tab", id: `${id}-tab-${language}`, "aria-controls": panel.id, onclick: () => choose(language) }, language),
  );
  const list = el("div", { role: "tablist", "aria-label": "code that reproduces this" }, ...tabs);
  const root = el("section", { className: "code" }, el("div", { className: "bar-of-tabs" }, list, copy, copied), panel);
  let chosen = languages[0];
  /** @type {Record<string, string>} */
  let texts = {};

  list.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    choose(languages[(languages.indexOf(chosen) + by + languages.length) % languages.length]);
    tabs[languages.indexOf(chosen)].focus();
  });

  /** @param {string} language */
  function choose(language) {
    chosen = language;
    draw();
  }

  function draw() {
    tabs.forEach((tab, i) => {
      set(tab, "aria-selected", String(languages[i] === chosen));
      tab.tabIndex = languages[i] === chosen ? 0 : -1;
    });
    set(panel, "aria-labelledby", `${id}-tab-${chosen}`);
    code.textContent = texts[chosen] ?? "";
    copied.textContent = "";
  }

  async function copyCode() {
    copied.textContent = await copyText(code);
  }

  return {
    root,
    /** @param {Record<string, string>} next */
    show(next) {
      texts = next;
      draw();
    },
  };
}
