// The outcomes of chance in each game, with their weights. A game has a state, which its decisions and
// rulings change. It follows decisions and doesn't judge whether they are legal.

import { Field } from "./field.js";
import { Deck } from "./deck.js";

/**
 * An outcome with its weight, or with from < to the outcomes of a range, each with this weight.
 * @typedef {{says: string, weight: number, from?: number, to?: number}} Choice
 *
 * @typedef {import("./record.js").Fact} Fact
 *
 * A position of a game. choices returns the outcomes that chance has for the fact, sorted by the
 * bytes of their notation, or null if this checker doesn't know the game. after returns the position
 * after a decision or a ruling. asked tells whether chance decides next, where that is known.
 * @typedef {{choices: (fact: Fact) => Choice[] | null, after: (fact: Fact) => Position, asked?: boolean}} Position
 */

/** Compares texts by their bytes in UTF-8. @param {string} a @param {string} b @returns {number} */
export function bytewise(a, b) {
  const [x, y] = [[...a], [...b]];
  const i = x.findIndex((c, k) => c !== y[k]);
  if (i < 0 || i >= y.length) return x.length - y.length;
  return (x[i].codePointAt(0) ?? 0) - (y[i].codePointAt(0) ?? 0);
}

/**
 * Returns one choice for each different text, weighted by its number, in the order of the bytes.
 * @param {string[]} texts @returns {Choice[]}
 */
export function counted(texts) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const text of texts) weights.set(text, (weights.get(text) ?? 0) + 1);
  return [...weights].map(([says, weight]) => ({ says, weight })).sort((a, b) => bytewise(a.says, b.says));
}

/** @param {string} says @param {number} from @param {number} to @returns {Choice[]} */
const numbers = (says, from, to) => [{ says, weight: 1, from, to }];

/** A game whose chance depends on no decision. @param {(fact: Fact) => Choice[] | null} choices @returns {Position} */
function constant(choices) {
  /** @type {Position} */
  const position = { choices, after: () => position };
  return position;
}

/** Mice: chance rolls both dice. @returns {Position} */
function mice() {
  const colours = ["red", "orange", "yellow", "green", "blue", "white"];
  const rolls = counted(colours.flatMap((a, i) => colours.map((b, k) => `dice ${i < k ? `${a} ${b}` : `${b} ${a}`}`)));
  /** @param {boolean} asked @returns {Position} */
  const position = (asked) => ({
    asked,
    choices: () => rolls,
    after(fact) {
      const { kind, says = "" } = fact;
      if (kind === "decided") return position(says === "roll");
      return position(asked && !says.startsWith("turn ") && !says.startsWith("skip "));
    },
  });
  return position(false);
}

/**
 * Dice: the stream names the die.
 * @param {Record<string, string>} options @returns {Position}
 */
function dice(options) {
  const own = new Map((options.dice ?? "").split(";").map((die) => {
    const [name, list = ""] = die.split("=");
    return [name.trim(), list.split(",").map((face) => face.trim())];
  }));
  const d66 = (options.notation ?? "1") !== "1";
  return constant((fact) => faces((fact.says ?? "").split(" ")[0], own, d66));
}

/** @param {string} die @param {Map<string, string[]>} own @param {boolean} d66 @returns {Choice[]} */
function faces(die, own, d66) {
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const name = die.slice(1);
  /** @param {(string | number)[]} list */
  const listed = (list) => counted(list.map((face) => `${die} ${face}`));
  if (die === "coin") return listed(["heads", "tails"]);
  if (die === "dF") return numbers(die, -1, 1);
  if (die === "dF.1") return listed([-1, 0, 0, 0, 0, 1]);
  if (die === "d00") return listed(digits.map((n) => `${n}0`));
  if (die === "d66" && d66) return listed(digits.slice(1, 7).flatMap((t) => digits.slice(1, 7).map((u) => `${t}${u}`)));
  if (/^[1-9][0-9]*$/.test(name)) return numbers(die, 1, Number(name));
  if (/^\{.*\}$/.test(name)) return listed(name.slice(1, -1).split(","));
  return listed(own.get(name) ?? []);
}

/**
 * Another game ("table"): a cup of equal dice, and seats that are drawn.
 * @param {number} seats @param {Record<string, string>} options @param {Set<number>} out @returns {Position}
 */
function table(seats, options, out) {
  const cup = Number((options.cup ?? "").split("d")[1]);
  return {
    choices(fact) {
      if (fact.says?.startsWith("die ")) return cup > 1 ? numbers("die", 1, cup) : [];
      const playing = Array.from({ length: seats }, (_, i) => i + 1).filter((seat) => !out.has(seat));
      return counted(playing.map((seat) => `draw ${seat}`));
    },
    after(fact) {
      const [verb, of] = (fact.says ?? "").split(" ");
      const seat = Number(of);
      switch (verb) {
        case "out": case "leave": return table(seats, options, new Set([...out, seat]));
        case "back": return table(seats, options, new Set([...out].filter((k) => k !== seat)));
        case "join": return table(seats + 1, options, out);
      }
      return this;
    },
  };
}

const perSide = 16; // pieces of a side in Maze, without the Mates
const ofEach = 2; // pieces of each kind and side
const bound = "123BLRST".split("").filter((kind) => "LRB2".includes(kind)); // stay on their colour

/** Returns the row and column of a square of Maze, counted from 0. @param {number} square @returns {[number, number]} */
function squareAt(square) {
  const heights = [2, 4, 6, 6, 6, 6, 6, 6, 4, 2];
  for (let column = 0; ; column++) {
    if (square < heights[column]) return [(6 - heights[column]) / 2 + square, column];
    square -= heights[column];
  }
}

/** Reports whether the i-th place of a start is of the same colour as square 1. @param {number} i @returns {boolean} */
function light(i) {
  const [row, column] = squareAt(i < perSide ? 2 + i : 14 + i);
  return (row + column) % 2 === 0;
}

/**
 * Maze: chance draws a start of a list, or the pieces of a start one by one.
 * @param {Record<string, string>} options @param {string[]} placed kinds by place; "" is free
 * @returns {Position}
 */
function maze(options, placed) {
  const each = options.setup === "small" ? 10 : perSide;
  const order = Array.from({ length: 2 * perSide }, (_, i) => i).filter((i) => i < each || i >= 2 * perSide - each);
  const i = order[placed.filter((kind) => kind).length];
  const given = (options.problem ?? "off") !== "off" || Boolean(options.start);
  const listed = (options.starts ?? "off") !== "off";
  return {
    asked: !given && i !== undefined,
    choices() {
      if (given) return [];
      if (listed) return numbers("start", 1, 1000);
      const square = i < perSide ? 3 + i : 15 + i;
      const odds = options.setup === "balanced" ? balanced(placed, i) : left(placed, i);
      return [..."123BLRST"].map((kind) => ({ says: `set ${square} ${kind}`, weight: odds(kind) })).filter((c) => c.weight > 0);
    },
    after(fact) {
      const [verb, , kind] = (fact.says ?? "").split(" ");
      if (verb === "start") return maze(options, placed.map(() => "listed"));
      return verb === "set" ? maze(options, placed.with(i, kind)) : this;
    },
  };
}

/** Returns the number of pieces that a side has left, by kind. @param {string[]} placed @param {number} i */
function left(placed, i) {
  const side = i < perSide ? placed.slice(0, perSide) : placed.slice(perSide);
  return (/** @type {string} */ kind) => ofEach - side.filter((k) => k === kind).length;
}

/**
 * Returns the odds for a balanced start: on the squares of each colour one Lightning, Rabbit, Stone and
 * Time Pawn 2 of each side. With f free squares of that colour and b bound pieces still to come there,
 * each of these comes with probability 1/f.
 * @param {string[]} placed @param {number} i
 */
function balanced(placed, i) {
  const first = i < perSide ? 0 : perSide;
  const before = placed.slice(first, i).map((kind, k) => ({ kind, same: light(first + k) === light(i) }));
  const here = before.filter((p) => p.same).map((p) => p.kind);
  const others = perSide / 2 - before.filter((p) => !bound.includes(p.kind)).length;
  const free = perSide / 2 - here.length;
  const toCome = bound.filter((kind) => !here.includes(kind)).length;
  return (/** @type {string} */ kind) => {
    if (!bound.includes(kind)) return (free - toCome) * left(placed, i)(kind);
    return here.includes(kind) ? 0 : Math.max(others, 1);
  };
}

/**
 * Returns the first position of a match, or null for a game that this checker doesn't know.
 * @param {Fact} started @returns {Position | null}
 */
export function begin(started) {
  const options = started.options ?? {};
  const seats = started.seats?.length ?? 0;
  switch (started.game) {
    case "mice": return mice();
    case "fox": case "score": return constant(() => []);
    case "dice": return dice(options);
    case "table": return table(seats, options, new Set());
    case "maze": return maze(options, new Array(2 * perSide).fill(""));
    case "mazaitsy": return options.field === "on" ? Field.begun(seats, options) : Deck.begun(seats, options);
  }
  return null;
}
