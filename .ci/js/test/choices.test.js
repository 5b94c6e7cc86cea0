import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { commonEnd, grouped, inAnyOrder, suited } from "../../../companion/web/page/choices.js";

// choices are made of "says = label", or of says alone.
const choices = (...all) => all.map((text) => {
  const [says, label = says] = text.split(" = ");
  return { says, label, from: 0, to: 0, now: 0, grammar: "" };
});

// shown is a group as a table would see it: families in brackets with how many they are of.
const shown = ({ items }) => items.map((item) => (item.choices ? `[${item.label} ${item.choices.length}]` : item.label));

const numbered = (verb, n) => Array.from({ length: n }, (_, i) => `${verb} ${i + 1}`);

test("a few decisions are listed whole, at the beginning only", () => {
  const eight = choices(...numbered("take", 4), ...numbered("leave", 4));
  assert.deepEqual(shown(grouped(eight, "", " ")), eight.map((choice) => choice.label));
  assert.equal(grouped(eight, "", " ").parted, false);
  const nine = choices(...numbered("take", 5), ...numbered("leave", 4));
  assert.deepEqual(shown(grouped(nine, "", " ")), ["[take 5]", "leave 1", "leave 2", "leave 3", "leave 4"]); // a verb of four needs no step
  assert.deepEqual(shown(grouped(choices(...numbered("take", 2)), "take", " ")), ["take 1", "take 2"]);
  assert.deepEqual(shown(grouped(choices("take 1 a", "take 1 b", "take 2 a"), "take", " ")), ["[take 1 2]", "take 2 a"]);
});

test("a family is called by what its labels have in common, or by its verb", () => {
  const many = choices(...numbered("put", 5).map((says) => `${says} = Put card: ${says.slice(4)}`), ...numbered("swap", 5).map((says, i) => `${says} = ${i} for ${i}`));
  assert.deepEqual(shown(grouped(many, "", " ", { swap: "Swap" })), ["[Put card 5]", "[Swap 5]"]);
  assert.deepEqual(shown(grouped(many, "", " ")), ["[Put card 5]", "[swap 5]"]);
});

test("families that would be called the same are told apart by their words", () => {
  const moves = (verb) => numbered(verb, 21).map((says) => `${says} = Move ${says.split(" ")[1]}`);
  const all = choices(...moves("go"), ...moves("run"));
  assert.deepEqual(shown(grouped(all, "", " ", {}, { run: "fast" })), ["[Move: go 21]", "[Move: fast 21]"]);
});

test("where all go on alike, the prefix grows", () => {
  const all = choices(...Array.from({ length: 10 }, (_, i) => [`boat ${i} n`, `boat ${i} s`]).flat());
  const group = grouped(all, "", " ");
  assert.equal(group.prefix, "boat");
  assert.equal(group.items.length, 10);
  assert.equal(group.items[3].prefix, "boat 3");
});

test("on a board a dash ends a word", () => {
  const all = choices("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16", "12-17", "12-18", "12-19");
  assert.deepEqual(grouped(all, "", " -").items.map((item) => item.prefix ?? item.says), ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16", "12-17", "12-18", "12-19"]);
  assert.deepEqual(shown(grouped(all.slice(6), "12", " -")), ["12-16", "12-17", "12-18", "12-19"]);
});

test("decisions that no word tells apart are listed whole", () => {
  const all = choices(...Array.from({ length: 10 }, (_, i) => `a${i} b = Same`), "z = Same");
  const same = grouped(all, "", " ");
  assert.equal(same.parted, false);
  assert.equal(same.items.length, 11);
});

test("every decision can be reached, and once only", () => {
  const all = choices(...["clubs", "hearts"].flatMap((suit) => numbered(`play ${suit}`, 13)), ...numbered("pass", 3), "knock", ...numbered("bid high low", 9));
  const reached = [];
  const visit = (group) => {
    for (const item of group.items) {
      if (item.choices) visit(grouped(item.choices, item.prefix, " "));
      else reached.push(item.says);
    }
  };
  visit(grouped(all, "", " "));
  assert.deepEqual(reached.sort(), all.map((choice) => choice.says).sort());
});

test("words and numbers make a grid", () => {
  const cards = choices("play owl 1", "play owl 9", "play fox 1");
  assert.deepEqual(suited(cards, "play", " ").map(({ suit, cards: those }) => [suit, ...those.map(({ rank }) => rank)]), [["owl", "1", "9"], ["fox", "1"]]);
  for (const [why, list, ends] of [
    ["one word only", choices("play owl 1", "play owl 2"), " "],
    ["no number", choices("play owl 1", "play fox queen"), " "],
    ["three words", choices("play owl 1", "play fox 1 2"), " "],
    ["a board", choices("play owl 1", "play fox 1"), " -"],
    ["a number to type", [...choices("play owl 1"), { ...choices("play fox 1")[0], to: 9 }], " "],
    ["a text to type", [...choices("play owl 1"), { ...choices("play fox 1")[0], grammar: "text" }], " "],
  ]) assert.equal(suited(list, "play", ends), null, why);
});

test("the words of unordered decisions may come in any order", () => {
  const meant = inAnyOrder(choices("rolled 1 2 2", "rolled 3"));
  assert.deepEqual([...meant.keys()], ["rolled 1 2 2", "rolled 2 1 2", "rolled 2 2 1", "rolled 3"]);
  assert.equal(meant.get("rolled 2 1 2").says, "rolled 1 2 2");
});

test("an end that all labels have is found behind a dot in the middle", () => {
  for (const [labels, want] of [
    [["Ann · points", "Bob · points"], " · points"],
    [["Ann · points", "Bob · tricks"], ""],
    [["Ann points", "Bob points"], ""],
    [[" · points", "Bob · points"], ""], // nothing would be left of the first
  ]) assert.equal(commonEnd(labels), want, labels.join());
});
