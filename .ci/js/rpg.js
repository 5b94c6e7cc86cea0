// Rolls the notations on standard input, one a line, with rpg-dice-roller. Prints a JSON object for each:
// the notation, and the number of rolls, the mean and the variance of the totals, or the refusal.
import { readFileSync } from "node:fs";
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
import { MersenneTwister19937 } from "random-js";

const mostRolls = 5_000, mostMs = 300;

/** @param {string} notation */
function rolled(notation) {
  const began = performance.now();
  let rolls = 0, sum = 0, squares = 0;
  NumberGenerator.generator.engine = MersenneTwister19937.seed(1);
  try {
    for (; rolls < mostRolls && performance.now() - began < mostMs; rolls++) {
      const { total } = new DiceRoll(notation);
      sum += total;
      squares += total * total;
    }
  } catch (e) {
    return { notation, refusal: String(e).split("\n")[0] };
  }
  const mean = sum / rolls;
  return { notation, rolls, mean, variance: squares / rolls - mean * mean };
}

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) console.log(JSON.stringify(rolled(line)));
