// @ts-check
// The podium: the first three of a match that is over, as they stand beside the table.
import { crown } from "./crown.js";
import { byId, el } from "./dom.js";
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

const most = 4; // that have room side by side

/**
 * standing are those on the podium: the first three places, whole, as far as they have room.
 * @param {ReturnType<typeof placed>} all
 */
export function standing(all) {
  const fits = (/** @type {number} */ place) => all.filter((one) => one.place <= place).length <= most;
  return all.filter(({ place }) => place <= 3 && fits(place));
}

/**
 * podium shows who stands on it, or null where nobody does: a match that all lose, or that all
 * win together, has no places.
 * @param {Match} match
 */
export function podium(match) {
  const up = standing(placed(match)), won = match.won.length, scored = match.scores.some(Boolean);
  if (!match.over || !won || won === match.names.length || !up.length) return null;
  return el("ol", { class: "steps" }, up.map(({ seat, place, won: first }) =>
    el("li", { class: `step${place} ${colour(seat)}` }, el("span", { class: "face" }, first && crown(), badge(match.names, seat)),
      el("span", { class: "unseen" }, `${place}. `), el("b", { class: "who" }, match.names[seat - 1]), el("span", { class: "block" }, el("span", { "aria-hidden": "true" }, String(place)), scored && el("small", {}, number(match.scores[seat - 1] ?? 0))))));
}

const least = 144; // px of a board beside it

// fitPodium hides the podium where what the turn needs has no room beside it.
export function fitPodium() {
  const at = byId("podium"), turn = byId("turn"), asked = byId("asked"), field = byId("field");
  at.hidden = false;
  const cut = (/** @type {HTMLElement} */ part) => part.scrollHeight > part.clientHeight + 1;
  at.hidden = !at.hasChildNodes() || cut(turn) || cut(asked) || (turn.classList.contains("boarded") && field.clientHeight < least);
}
