import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, ends, pointed, tellable } from "../../../companion/web/page/pointing.js";

const asked = (...all) => all.map((says) => ({ says, label: says, from: 0, to: 0, now: 0, grammar: "" }));

// board is one of cells a1, b1 … with a boat of seat 1 on a cell, if it points anywhere.
const board = (w, h, boat = "", at = "") => ({ w, h, cells: Array.from({ length: w * h }, (_, i) => {
  const name = String.fromCharCode(97 + i % w) + (Math.floor(i / w) + 1);
  return { name, glyph: name === at ? `boat-${boat}` : "", seat: name === at ? 1 : 0 };
}) });

test("the cells of a decision are those that it names", () => {
  const cells = cellsOf(board(3, 2));
  for (const [says, want] of [["a1-b2", ["a1", "b2"]], ["hare c1", ["c1"]], ["pass", []], ["a1 z9 a1", ["a1", "a1"]]]) assert.deepEqual(cells(says), want, says);
  assert.equal(ends(board(3, 2)), " -");
  assert.equal(ends(board(3, 1)), " ");
});

test("a boat is led to the cells around its nose", () => {
  for (const [nose, forward, left, right] of [["n", "b1", "a1", "c1"], ["e", "c2", "c1", "c3"], ["nw", "a1", "a2", "b1"], ["s", "b3", "c3", "a3"]]) {
    const cells = cellsOf(board(3, 3, nose, "b2"), 1);
    assert.deepEqual([cells("forward"), cells("diagonal left"), cells("diagonal right")], [[forward], [left], [right]], nose);
    assert.deepEqual([cells("turn left"), cells("unload fish")], [["b2"], ["b2"]], nose);
  }
  const edge = cellsOf(board(3, 3, "n", "a1"), 1);
  assert.deepEqual([edge("forward"), edge("diagonal right"), edge("turn right")], [[], [], ["a1"]]);
  for (const [nose, at] of [["e", "c1"], ["s", "c3"], ["w", "a2"]]) assert.deepEqual(cellsOf(board(3, 3, nose, at), 1)("forward"), [], `${nose} of ${at}`);
  assert.deepEqual(cellsOf(board(3, 3, "n", "b2"), 2)("forward"), []); // another seat's boat
});

test("taps part the decisions until one is left", () => {
  const view = board(3, 2), asks = asked("a1-b1", "a1-b1-c1", "a1-c1", "b2-c2", "pass");
  for (const [picked, rest, whole, open] of [
    [[], asks.map(({ says }) => says), false, ["a1", "b2"]],
    [["a1"], ["a1-b1", "a1-b1-c1", "a1-c1"], false, ["b1", "c1", "a1"]],
    [["a1", "b1"], ["a1-b1", "a1-b1-c1"], false, ["c1", "a1", "b1"]],
    [["a1", "c1"], ["a1-c1"], true, ["a1", "c1"]],
    [["c2"], [], true, ["c2"]],
  ]) {
    const got = pointed(view, 1, asks, picked);
    assert.deepEqual([got.rest.map(({ says }) => says), got.whole, [...got.open]], [rest, whole, open], picked.join());
  }
  assert.deepEqual(pointed(board(3, 1), 1, asks, []).rest, []); // cells of a row aren't tapped
});

test("taps tell decisions apart if each has cells of its own", () => {
  for (const [says, want] of [
    [["a1-b1", "a1-c1", "b1-c1"], true],
    [["a1-b1", "a1-c1"], false], // two are soon read
    [["a1-b1", "a1-c1", "pass"], false],
    [["take a1", "leave a1", "take b1"], false],
  ]) assert.equal(tellable(board(3, 2), 1, asked(...says)), want, says.join());
  assert.equal(tellable(board(3, 1), 1, asked("a1", "b1", "c1")), false);
});
