// @ts-check
// The podium: the first three of a match that is over, as they stand beside the table.
import { crown } from "./crown.js";
import { el } from "./dom.js";
import { badge, colour } from "./seats.js";
import { number } from "./words.js";

/**
 * placed are the seats as they came in, with their places: who won first, then by points. Seats
 * with the same points share a place.
 * @param {{ names: string[], scores: number[], won: number[], lowest: boolean }} match
 * @returns {{ seat: number, place: number, won: boolean }[]}
 */
export function placed({ names, scores, won, lowest }) {
  const points = (/** @type {number} */ seat) => (lowest ? 1 : -1) * (scores[seat - 1] ?? 0);
  const rank = (/** @type {number} */ seat) => [won.includes(seat) ? 0 : 1, points(seat)];
  const before = (/** @type {number} */ a, /** @type {number} */ b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1];
  const seats = names.map((_, i) => i + 1).sort((a, b) => before(a, b) || a - b);
  return seats.map((seat) => ({ seat, place: 1 + seats.filter((other) => before(other, seat) < 0).length, won: won.includes(seat) }));
}

const steps = 3; // places that have a step

/**
 * podium shows who stands on it, or null where nobody does: a match that all lose, or that all
 * win together, has no places.
 * @param {Match} match
 */
export function podium(match) {
  const all = placed(match), won = match.won.length;
  if (!match.over || !won || won === match.names.length) return null;
  const scored = match.scores.some(Boolean);
  return el("ol", { class: "steps" }, all.filter(({ place }) => place <= steps).slice(0, steps + 1).map(({ seat, place, won: first }) =>
    el("li", { class: `step${place} ${colour(seat)}` }, el("span", { class: "face" }, first && crown(), badge(match.names, seat)),
      el("b", { class: "who" }, match.names[seat - 1]), el("span", { class: "block" }, el("span", { "aria-hidden": "true" }, String(place)), scored && el("small", {}, number(match.scores[seat - 1] ?? 0))))));
}
