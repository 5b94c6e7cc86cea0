import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, leaders, nearest, told } from "../../../companion/web/page/curve.js";
import { speak } from "../../../companion/web/page/words.js";

const names = ["Ann", "Bob", "Cy"];

test("leaders are those who were alone ahead, each time that somebody takes the lead", () => {
  for (const [what, lines, lowest, want] of [
    ["level all the time", [[0, 1], [0, 1]], false, []],
    ["ahead to the end", [[0, 2, 3], [0, 1, 2]], false, ["Ann"]],
    ["a lead that is lost and won back", [[0, 2, 2, 5], [0, 1, 3, 4]], false, ["Ann", "Bob", "Ann"]],
    ["a lead that was only levelled", [[0, 2, 2, 5], [0, 1, 2, 4]], false, ["Ann"]],
    ["fewest points lead", [[0, 2], [0, 1]], true, ["Bob"]],
    ["below zero", [[0, -2], [0, -1], [0, -3]], false, ["Bob"]],
  ]) assert.deepEqual(leaders(names, { seqs: lines[0].map((_, i) => i), lines }, lowest), want, what);
});

test("the point of a moment is the last one that isn't after it", () => {
  for (const [seq, want] of [[0, 0], [1, 0], [4, 0], [5, 1], [8, 1], [9, 2], [99, 2]]) assert.equal(nearest([1, 5, 9], seq), want, `${seq}`);
});

test("circles keep off each other and off the edge", () => {
  for (const [what, heights] of [["alike", [50, 50, 50]], ["at the top", [0, 0, 1]], ["at the bottom", [100, 100, 99]], ["far apart", [10, 90]], ["not in order", [60, 58, 10, 59]]]) {
    const at = apart(heights, 8, 100);
    const sorted = [...at].sort((a, b) => a - b);
    assert.ok(sorted[0] >= 8 && sorted[sorted.length - 1] <= 92, `${what}: ${at}`);
    sorted.slice(1).forEach((y, i) => assert.ok(y - sorted[i] > 16.99, `${what}: ${at}`));
    heights.forEach((a, i) => heights.forEach((b, k) => assert.ok(a >= b || at[i] < at[k], `${what} keeps the order: ${at}`)));
  }
  assert.deepEqual(apart([30, 60], 8, 100), [30, 60]); // none moves that need not
});

test("twelve circles without room share it", () => {
  const at = apart(Array(12).fill(50), 8, 64);
  assert.ok(at.every((y) => y >= 8.99 && y <= 55.01), `${at}`);
  assert.equal(new Set(at.map((y) => y.toFixed(3))).size, 12);
});

test("a curve is told by its middle and its end", async () => {
  await speak("en");
  assert.equal(told(["Ann", "Bob"], { seqs: [1, 2, 3, 4], lines: [[0, 1, 2, 30], [0, 5, 6, 7]] }), "The scores through the match. Halfway: Ann 1, Bob 5. At the end: Ann 30, Bob 7.");
});
