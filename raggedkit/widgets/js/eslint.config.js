import js from "@eslint/js";

const browser = ["CSS", "HTMLElement", "Node", "clearTimeout", "console", "document", "navigator", "setTimeout", "structuredClone", "window"];
const node = ["document", "URL", "process", "console", "globalThis", "setTimeout"];
const globals = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  js.configs.recommended,
  { rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" } },
  { files: ["**/src/**/*.js"], languageOptions: { globals: globals(browser) } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals(node) } },
];
