// Bundles src/widget.js and src/page.js, with their style sheets, into two files of one folder.
// usage: node build.mjs FOLDER
import { build } from "esbuild";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node build.mjs FOLDER");
const common = {
  absWorkingDir: import.meta.dirname, // its paths are in the comments of the bundle
  bundle: true,
  charset: "utf8",
  legalComments: "none",
  loader: { ".css": "text" },
  logLevel: "error",
  target: ["es2022"],
};
const { resolve } = await import("node:path");
// anywidget imports the first from a blob, so it must not import siblings.
await build({ ...common, entryPoints: ["src/widget.js"], format: "esm", outfile: resolve(folder, "explorer.js") });
// The second runs as a classic inline script, which needs the fewest rights of a page.
await build({ ...common, entryPoints: ["src/page.js"], format: "iife", outfile: resolve(folder, "page.js") });
