// @ts-check
// The standing: points, clocks, and what lies before each seat.
import { lies } from "./boards.js";
import { tick, timer } from "./clocks.js";
import { el, ornament, section, show } from "./dom.js";
import { badge } from "./seats.js";
import { word } from "./words.js";

/** @param {HTMLElement} at @param {Scene} scene */
export function standing(at, { now, art }) {
  const timed = now.clock || [], turn = now.ready ? 0 : now.turn; // who begins may still be drawn
  const rows = now.names.map((name, i) => el("tr", { class: turn === i + 1 ? "turn" : null },
    el("th", { scope: "row" }, badge(now.names, i + 1), ` ${name} `,
      turn === i + 1 && el("small", {}, word("standing.turn")), now.left.includes(i + 1) && el("small", {}, word("standing.left")), now.won.includes(i + 1) && el("small", {}, ornament("★ "), word("standing.won")),
      now.view.piles.filter((pile) => pile.seat === i + 1).map((pile) => lies(pile, art))),
    el("td", { class: "points" }, String(now.scores[i] ?? "")), timed[i] && el("td", {}, timer(timed[i]))));
  show(at, section(word("standing"), el("table", { class: "standing" }, el("thead", { class: "unseen" }, el("tr", {},
    [word("standing.name"), word("standing.points"), ...(timed.length ? [word("standing.time")] : [])].map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, rows))));
  tick();
}
