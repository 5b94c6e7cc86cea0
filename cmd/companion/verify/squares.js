// Мазайцы with the field: a position and the questions that chance and the rules ask about it.

import { Deck } from "./deck.js";

/** @typedef {import("./record.js").Fact} Fact */
/** @typedef {import("./games.js").Choice} Choice */
/** A card: its type, whether it has the symbol of a hare, and the direction of a current. @typedef {{type: string, hare: boolean, way: number}} Card */
/** A number of hares by their points. @typedef {Record<number, number>} Hares */

export const ways = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const moves = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
export const assumedCards = "water:9/8,fish:7/6,log:6/5,thicket:4,whirlpool:5/4,swamp:4,funnel:4/3,straight:6/5,side:6/5";
export const assumedHares = "1:14,2:12,3:10,4:8,5:6";

/** @param {string} type */
export const bears = (type) => type !== "thicket" && type !== "swamp";
/** @param {string} type */
export const current = (type) => type === "straight" || type === "side";
/** @param {Card} c */
export const key = (c) => `${c.type} ${c.hare ? "hare" : "-"}`;
/** @param {Hares} hares */
export const count = (hares) => Object.values(hares).reduce((sum, n) => sum + n, 0);

/** Returns the cards in the box by key. @param {string} text @param {boolean} exact @returns {Record<string, number>} */
export function parseCards(text, exact) {
  /** @type {Record<string, number>} */
  const box = {};
  for (const entry of text.split(",")) {
    const [type, counts] = entry.split(":");
    const [all, marked] = counts.split("/");
    const n = Number(all);
    const given = marked === undefined ? 0 : Number(marked);
    const hares = bears(type) && n > 0 && !(exact && marked !== undefined) ? n - 1 : given;
    box[`${type} -`] = n - hares;
    box[`${type} hare`] = hares;
  }
  return box;
}

/** @param {string} text @returns {Hares} */
export const parseHares = (text) => Object.fromEntries(text.split(",").map((entry) => entry.split(":").map(Number)));

/** The cards, hares and boats of a position. Cells are "a1" to "f6". */
export class Squares extends Deck {
  /** @type {Record<string, string>} */ options = {};
  /** @type {Record<string, number>} */ box = {};
  /** @type {Hares} */ allHares = {};
  stage = "";

  get asked() { return ["mazai", "card", "hare"].includes(this.stage); }

  turn = 1; // number of the turn, counted over all seats
  firstAdder = 0;
  mazai = "pile"; // place of Мазай: pile, row, second, aside
  /** @type {Record<string, Card | null>} */ cards = {};
  /** @type {Record<string, Hares>} */ hares = {};
  /** @type {{card: Card | null, worth: number}[]} */ rowCards = [];
  /** @type {Card | null} */ top = null;
  /** @type {Record<string, number>} */ discards = {};
  thickets = 0; // thickets under the pile
  /** @type {Record<number, {at: string, nose: number}>} */ boats = {};
  /** @type {Record<number, Hares>} */ loads = {}; // hares in the boats
  /** @type {Record<number, Hares>} */ ashore = {};
  /** @type {Record<number, string>} */ swamps = {}; // swamp laid by each seat
  unloaded = false;
  robbed = false;
  pathBy = 0; // seat of the last path
  /** @type {{kind: string, at: string}[]} */ path = [];
  laidAt = "";
  /** @type {string[]} */ due = []; // cells, or "row 0", that get a hare
  /** @type {string[]} */ candidates = [];
  then = "";

  on(/** @type {string} */ option) { return this.options[option] === "on"; }
  seat() { return (this.turn - 1) % this.seats + 1; }
  mine() { return this.boats[this.seat()]; }
  size() { return this.seats === 2 ? 5 : 6; }
  partner(/** @type {number} */ k) { return this.on("teams") ? (k + 1) % 4 + 1 : 0; }

  centre() { return this.seats === 2 ? ["c3"] : ["c3", "d3", "c4", "d4"]; }

  /** Returns the cells in the order of the lay-out. */
  layOut() {
    const n = this.size();
    const all = Array.from({ length: n * n }, (_, i) => "abcdef"[i % n] + (Math.floor(i / n) + 1));
    return [...this.centre(), ...all.filter((cell) => !this.centre().includes(cell))];
  }

  /** Sorts cells by rows, the order in which cards get hares. @param {string[]} cells */
  byRows(cells) { return cells.toSorted((a, b) => (a[1] + a[0] < b[1] + b[0] ? -1 : 1)); }

  /** Returns the neighbouring cell, or "" beyond the shore. @param {string} cell @param {number} way */
  neighbour(cell, way) {
    const [right, down] = moves[way];
    const next = "abcdef"["abcdef".indexOf(cell[0]) + right] + (Number(cell[1]) + down);
    return next in this.cards ? next : "";
  }

  around(/** @type {string} */ cell) { return moves.map((_, way) => this.neighbour(cell, way)); }
  type(/** @type {string} */ cell) { return this.cards[cell]?.type ?? ""; }

  /** Returns the hares beside the field. @returns {Hares} */
  pool() {
    const pool = { ...this.allHares };
    const places = [...Object.values(this.hares), ...Object.values(this.loads), ...Object.values(this.ashore),
      ...this.rowCards.filter((r) => r.worth > 0).map((r) => ({ [r.worth]: 1 }))];
    for (const place of places) {
      for (const [v, n] of Object.entries(place)) pool[Number(v)] -= n;
    }
    return pool;
  }

  /** @param {Fact} fact @returns {Choice[]} */
  choices(fact) {
    switch (this.stage) {
      case "mazai": return this.answers();
      case "card": return this.nextCards();
      case "hare": {
        const weight = this.options.deal === "table" ? 0 : 1;
        return Object.entries(this.pool()).filter(([, n]) => n > 0).map(([v, n]) => ({ says: `hare ${v}`, weight: weight * n }));
      }
    }
    throw new Error(`${fact.says} isn't asked for`);
  }

  /** Returns the cards that nobody has seen, by key. */
  unseen() {
    const left = { ...this.box };
    const open = [...Object.values(this.cards), ...this.rowCards.map((r) => r.card), this.top];
    for (const card of open) if (card) left[key(card)]--;
    for (const [card, n] of Object.entries(this.discards)) left[card] -= n;
    left["thicket -"] -= this.thickets;
    const last = this.thickets > 0 && count(left) === 0;
    if (last) left["thicket -"] = this.thickets;
    return { left, last };
  }

  /** @returns {Choice[]} */
  nextCards() {
    const directed = this.layingOut() && this.nextCell() !== "";
    const weight = this.options.deal === "table" || this.real ? 0 : 1;
    /** @type {Choice[]} */
    const all = [];
    for (const [card, n] of Object.entries(this.unseen().left)) {
      const [type, symbol] = card.split(" ");
      const hare = symbol === "hare" ? " hare" : "";
      if (n <= 0) continue;
      if (directed && current(type)) {
        const parity = type === "side" ? 1 : 0;
        ways.forEach((way, i) => { if (i % 2 === parity) all.push({ says: `card ${type} ${way}${hare}`, weight: weight * n }); });
      } else {
        all.push({ says: `card ${type}${hare}`, weight: weight * n * (directed ? 4 : 1) });
      }
    }
    return all.sort((a, b) => (a.says < b.says ? -1 : 1));
  }

  layingOut() { return !this.boats[this.seats] && !this.top; }
  nextCell() { return this.layOut().find((cell) => !this.cards[cell]) ?? ""; }

  hasActed() { return this.pathBy === this.seat() && this.path.length > 1; }
  actions() { return this.path.filter((s) => ["forward", "turn", "slant"].includes(s.kind)).length; }
  singleAction() { return this.actions() === 1 && ["forward", "turn"].includes(this.path[1].kind); }

  /** @param {number} k @param {number} v */
  fits(k, v) {
    const load = this.loads[k];
    if (!this.on("adv3")) return count(load) < 4;
    return Object.entries(load).reduce((sum, [w, n]) => sum + Number(w) * n, 0) + v <= 9;
  }

  /** Reports whether a hare could come into the boat or go to the partner's. */
  offers() {
    const me = this.seat();
    const { at } = this.mine();
    const partner = this.partner(me);
    /** @param {Hares} hares @param {number} k */
    const fit = (hares, k) => Object.entries(hares).some(([v, n]) => n > 0 && this.fits(k, Number(v)));
    if (partner && this.boats[partner].at === at && (fit(this.loads[partner], me) || fit(this.loads[me], partner))) return true;
    const start = this.pathBy === me && this.path.length > 0 ? this.path[0].at : at;
    for (let k = 1; k <= this.seats; k++) {
      const robs = this.on("adv4") && !this.robbed && k !== me && k !== partner && this.boats[k].at === at && at !== start;
      if (robs && fit(this.loads[k], me)) return true;
    }
    return fit(this.hares[at], me);
  }
}
