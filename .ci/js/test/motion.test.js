import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { gainer, lacking, movers, rolls, stakes, untagged, way } from "../../../companion/web/page/motion.js";

// drawn is a board: words are glyphs, "." is an empty square, "*" after one is a mark of the last
// decision, "@2" is a thing of seat 2, "#x" after one is its tag.
const drawn = (...rows) => {
  const cells = rows.flatMap((row) => row.split(" ")).map((text) => {
    const [, thing, tag = "", mark] = /^([^#*]+)(?:#(\w+))?(\*?)$/.exec(text);
    const seat = thing.startsWith("@") ? Number(thing.slice(1)) : 0;
    return { glyph: thing === "." ? "" : seat ? `boat-${tag || "n"}` : thing, seat, mark: mark ? 1 : 0, tag: seat ? "" : tag, name: "" };
  });
  return { w: rows[0].split(" ").length, h: rows.length, cells, strip: [], piles: [], lines: [], title: "", prompt: "" };
};

const match = (more) => ({ match: "m", seq: 1, turn: 1, names: ["Ann", "Bob"], scores: [0, 0], log: [], view: drawn("."), ...more });

test("a thing has moved from the square that it left to the one on which it came", () => {
  for (const [what, before, now, want] of [
    ["a man", drawn("man . ."), drawn(". . man*"), [[0, 2]]],
    ["nothing", drawn("man . ."), drawn("man . ."), []],
    ["a thing that came from outside", drawn(". . ."), drawn(". man* ."), []],
    ["a thing that is gone", drawn("man . ."), drawn(". . ."), []],
    ["a square that isn't marked", drawn("man . ."), drawn(". . man"), []],
    ["two of a kind at once: nobody knows which went where", drawn("man man . ."), drawn(". . man* man*"), []],
    ["a boat that has turned as well", drawn("@1#n . ."), drawn(". @1#e* ."), [[0, 1]]],
    ["a thing with another sign", drawn("wM . ."), drawn(". . wM×*"), [[0, 2]]],
    ["two that have changed places: the rarer one moved", drawn("log sea sea"), drawn("sea* log* sea"), [[0, 1]]],
    ["a boat and the ground under it", drawn("@1 sea"), drawn("sea* @1*"), [[0, 1]]],
    ["four things: three are enough", drawn("a b c d . . . ."), drawn(". . . . a* b* c* d*"), [[0, 4], [1, 5], [2, 6]]],
  ]) assert.deepEqual(movers(before, now), want, what);
});

test("a way leads over the squares that are marked only now", () => {
  for (const [what, before, now, from, to, want] of [
    ["straight", drawn("@1 . . ."), drawn(". . . @1*"), 0, 3, [0, 3]],
    ["over marked squares", drawn("@1 . . ."), drawn(". .* .* @1*"), 0, 3, [0, 1, 2, 3]],
    ["not over those that were marked before", drawn("@1 .* . ."), drawn(". .* . @1*"), 0, 3, [0, 3]],
    ["around a corner", drawn("@1 .", ". ."), drawn(". .*", "@1* ."), 0, 2, [0, 1, 2]],
    ["not over the edge", drawn(". @1 .", ". . ."), drawn(". . .*", "@1* . ."), 1, 3, [1, 3]],
    ["cut short", drawn("@1 . . . . ."), drawn(". .* .* .* .* @1*"), 0, 5, [0, 1, 2, 5]],
  ]) assert.deepEqual(way(before, now, from, to), want, what);
});

test("cards that others lack are found, each as often as it is lacking", () => {
  const row = (text) => drawn(text).cells;
  for (const [cells, others, want] of [["a b c", "c a", [1]], ["a a a", "a", [1, 2]], ["a b", "b a", []], ["a#1 a#2", "a#2", [0]]]) {
    assert.deepEqual(lacking(row(cells), row(others)), want, `${cells} without ${others}`);
  }
});

test("squares whose tag has gone are found on a board of the same size only", () => {
  assert.deepEqual(untagged(drawn("a#x b#y c"), drawn("a b#y c#z")), [0]);
  assert.deepEqual(untagged(drawn("a#x b"), drawn("a b c")), []);
});

test("the gainer is the seat that alone has more", () => {
  const strip = (n) => ({ ...drawn("."), strip: [{ glyph: "mouse", n, seat: 2, mark: 0 }] });
  for (const [what, before, now, want] of [
    ["points of one", match({}), match({ scores: [0, 3] }), 2],
    ["points of both", match({}), match({ scores: [1, 3] }), 0],
    ["fewer points", match({ scores: [4, 0] }), match({ scores: [3, 0] }), 0],
    ["what the strip counts", match({ view: strip(1) }), match({ view: strip(2) }), 2],
    ["the strip of one, points of another", match({ view: strip(1) }), match({ view: strip(2), scores: [1, 0] }), 0],
    ["what the strip counts for the first time", match({}), match({ view: strip(2) }), 0],
    ["a seat that came late", match({}), match({ names: ["Ann", "Bob", "Cy"], scores: [0, 0, 5] }), 3],
  ]) assert.equal(gainer(before, now), want, what);
});

test("stakes are what was marked as nobody's and isn't any more", () => {
  const strip = (...all) => match({ view: { ...drawn("."), strip: all.map(([glyph, mark, seat = 0]) => ({ glyph, n: 1, seat, mark })) } });
  const before = strip(["mouse", 1], ["cat", 1], ["owl", 0], ["fox", 1, 2]);
  assert.deepEqual(stakes(before, strip(["mouse", 1], ["owl", 0])).map(({ was, at, is }) => [was.glyph, at, is]), [["cat", 1, undefined]]);
  assert.deepEqual(stakes(before, strip(["mouse", 0], ["cat", 1])).map(({ was, is }) => [was.glyph, is.mark]), [["mouse", 0]]);
});

test("dice roll if the box has answered the decision of a seat", () => {
  const before = match({}), entry = (seq, seat) => ({ seq, seat, kind: "decided", text: "", ms: 0 });
  const rolled = match({ seq: 3, log: [entry(2, 1), entry(3, 0)], view: drawn("one two") });
  assert.equal(rolls(before, rolled, {}), true);
  for (const [what, was, now, pictures] of [
    ["nothing before", null, rolled, {}],
    ["another match", match({ match: "other" }), rolled, {}],
    ["it was nobody's turn", match({ turn: 0 }), rolled, {}],
    ["a seat was the last to decide", before, { ...rolled, log: [entry(2, 0), entry(3, 1)] }, {}],
    ["a step was taken back", match({ seq: 9 }), rolled, {}],
    ["a board", before, { ...rolled, view: drawn("one two", "one two") }, {}],
    ["no dice", before, { ...rolled, view: { ...drawn("one"), cells: [] } }, {}],
    ["cards", before, rolled, { art: new Set(["card"]) }],
  ]) assert.equal(rolls(was, now, pictures), false, what);
});
