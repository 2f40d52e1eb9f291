// Layout, sentences and linked parts, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { STATE } from "./page.mjs";

const { GAP, layout } = await import("../../../raggedkit/widgets/js/src/view/layout.js");
const { degrees } = await import("../../../raggedkit/widgets/js/src/view/said.js");
const words = await import("../../../raggedkit/widgets/js/src/core/words.js");

const DEEP = { ...STATE, levels: [[0, 2, 2, 3], [0, 2, 2, 3]], uniform: [null, null] };

/** All small pairs of levels. */
function* pairsOfLevels() {
  const lengths = [[], [0], [2], [0, 0], [1, 0, 2], [0, 3, 0], [2, 2]];
  const splits = (list) => list.reduce((found, n) => [...found, found[found.length - 1] + n], [0]);
  for (const inner of lengths) {
    yield [splits(inner)];
    for (let a = 0; a <= inner.length; a += 1) yield [splits([a, 0, inner.length - a]), splits(inner)];
  }
}

test("boundaries of a level are never closer than a target", () => {
  for (const levels of pairsOfLevels()) {
    for (const posts of layout(levels, 36).posts) {
      posts.slice(1).forEach((x, i) => assert.ok(x - posts[i] >= GAP, JSON.stringify(levels)));
    }
  }
});

test("values are between the boundaries of their row, in order", () => {
  for (const levels of pairsOfLevels()) {
    const { values, posts } = layout(levels, 36);
    levels.forEach((_, level) => {
      posts[level].slice(1).forEach((right, row) => {
        const [a, b] = words.spanOf(levels, level, row);
        for (let i = a; i < b; i += 1) {
          assert.ok(posts[level][row] + GAP <= values[i] && values[i] + 36 <= right, JSON.stringify(levels));
        }
      });
    });
    values.slice(1).forEach((x, i) => assert.ok(x >= values[i] + 36));
  }
});

test("sentences name rows, items, flat values and splits", () => {
  const say = (kind, level, i, state = STATE) => words.sentence(state, { kind, level, i });
  assert.equal(say("value", 0, 1), "row 0, item 1 = flat value 1 (1), between splits 0 and 2");
  assert.equal(say("row", 0, 1), "row 1 is empty: splits 2 and 2 are equal");
  assert.equal(say("row", 0, 0), "row 0: flat values 0 to 1; length 2 - 0 = 2");
  assert.equal(say("post", 0, 0), "row_splits[0] = 0: start of row 0; always 0");
  assert.equal(say("post", 0, 3), "row_splits[3] = 3: end of row 2; the number of values");
  assert.equal(say("value", 1, 2, DEEP), "row 2, 0, item 0 = flat value 2 (4), between splits 2 and 3");
  assert.equal(say("row", 0, 0, DEEP), "row 0: inner rows 0 to 1; length 2 - 0 = 2");
  assert.equal(say("value", 0, 1, { ...STATE, of: "RowPartition" }), "row 0, item 1 = flat value 1, between splits 0 and 2");
  assert.equal(say("value", 0, 1, { ...STATE, items: [0, -1, 2] }), "row 0, item 1 = flat value 1 (0, new), between splits 0 and 2");
  assert.equal(words.summary(STATE), "3 rows (1 empty), 3 values");
  assert.equal(words.summary(DEEP), "3 rows (1 empty), 3 inner rows (1 empty), 3 values");
});

test("the reason why rows are not uniform", () => {
  const about = (levels, uniform = [null]) => words.aboutUniform({ ...STATE, levels, uniform }, 0);
  assert.equal(about([[0, 2, 2, 3]]), "None: row 0 has length 2, row 1 has length 0");
  assert.equal(about([[0, 2, 4]]), "None: all lengths are 2, but the partition does not declare it");
  assert.equal(about([[0, 2, 4]], [2]), "declared: every row has length 2");
  assert.equal(about([[0]]), "None: there are no rows");
});

test("a part lights itself, and what belongs to it", () => {
  const { levels } = DEEP;
  const degree = (part, other) => degrees(levels, { level: 0, ...part })({ level: 0, ...other });
  const value = { kind: "value", level: 1, i: 2 };
  assert.equal(degree(value, value), 2);
  assert.equal(degree(value, { ...value, i: 1 }), 0);
  assert.equal(degree(value, { kind: "row", level: 1, i: 2 }), 1);
  assert.equal(degree(value, { kind: "row", level: 0, i: 2 }), 1);
  assert.equal(degree(value, { kind: "row", level: 0, i: 0 }), 0);
  assert.equal(degree(value, { kind: "post", level: 1, i: 3 }), 1);
  assert.equal(degree({ kind: "row", i: 0 }, { kind: "value", level: 1, i: 1 }), 2);
  assert.equal(degree({ kind: "row", i: 0 }, { kind: "row", level: 1, i: 1 }), 1);
  assert.equal(degree({ kind: "row", i: 0 }, { kind: "post", i: 1 }), 2);
  assert.equal(degree({ kind: "post", i: 1 }, { kind: "row", i: 0 }), 1);
  assert.equal(degree({ kind: "post", i: 1 }, { kind: "row", i: 2 }), 0);
});
