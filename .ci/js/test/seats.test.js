import { storage } from "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { both } from "../../../companion/web/page/boards.js";
import { colour, initials } from "../../../companion/web/page/seats.js";
import { keep, recalled } from "../../../companion/web/page/tab.js";

test("initials tell names apart", () => {
  for (const [names, want] of [
    [["Ann", "Bob"], ["A", "B"]],
    [["ann", "Bob"], ["A", "B"]],
    [["Ann", "Adam", "Bob"], ["AN", "AD", "B"]],
    [["Anna", "Anton", "Bob"], ["1", "2", "B"]],
    [["Guest 1", "Guest 12"], ["1", "12"]], // the number of a guest
    [["Ann 123", "Bob"], ["A", "B"]], // isn't one
    [["Аня", "Боря", "Ёжик"], ["А", "Б", "Ё"]],
    [["🦊 Fox", "Bob"], ["🦊", "B"]], // one letter of two halves
  ]) assert.deepEqual(initials(names), want, names.join());
});

test("there are twelve colours of seats", () => {
  assert.deepEqual([1, 12, 13, 25].map(colour), ["seat1", "seat12", "seat1", "seat1"]);
});

test("moves between numbered squares get their coordinates", () => {
  const view = { w: 2, h: 2, cells: ["1", "2", "", "4"].map((name) => ({ glyph: "", name })) };
  for (const [text, want] of [["Ann: 1-4", "Ann: 1-4 (a1-b2)"], ["1-2, 2-4", "1-2 (a1-a2), 2-4 (a2-b2)"], ["1-9", "1-9"], ["won 1-0", "won 1-0"]]) {
    assert.equal(both(text, view), want);
  }
  assert.equal(both("1-4", { ...view, h: 1 }), "1-4"); // a row of dice has none
});

test("a tab keeps values until they are dropped", () => {
  assert.equal(recalled("draft"), null);
  keep("draft", { names: ["Ann"] });
  assert.deepEqual(recalled("draft"), { names: ["Ann"] });
  keep("draft", undefined);
  assert.equal(recalled("draft"), null);
  assert.equal(storage.getItem("draft"), null);
});

test("a tab without room, or with what is no JSON, keeps nothing and fails nothing", () => {
  storage.full = true;
  keep("draft", 1);
  storage.full = false;
  assert.equal(recalled("draft"), null);
  storage.setItem("draft", "{");
  assert.equal(recalled("draft"), null);
});
