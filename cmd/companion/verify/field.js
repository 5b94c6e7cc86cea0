// Мазайцы with the field: what decisions and outcomes change, as far as chance depends on it.

import { Deck } from "./deck.js";
import { Squares, assumedCards, assumedHares, bears, count, current, key, parseCards, parseHares, ways } from "./squares.js";

/** @typedef {import("./record.js").Fact} Fact */
/** @typedef {import("./squares.js").Card} Card */
/** @typedef {import("./squares.js").Hares} Hares */

/** A position that follows decisions and rulings. */
export class Field extends Squares {
  /** @param {number} seats @param {Record<string, string>} options */
  static begun(seats, options) {
    const f = new Field();
    Object.assign(f, Deck.begun(seats, options));
    f.options = options;
    f.box = parseCards(options.cards ?? assumedCards, options.symbols === "exact");
    f.allHares = parseHares(options.hares ?? assumedHares);
    f.stage = "card";
    for (const cell of f.layOut()) {
      f.cards[cell] = null;
      f.hares[cell] = {};
    }
    f.rowCards = new Array(seats).fill(null).map(() => ({ card: null, worth: 0 }));
    for (let k = 1; k <= seats; k++) {
      f.loads[k] = {};
      f.ashore[k] = {};
    }
    return f;
  }

  /** @param {Fact} fact @returns {Field} */
  after(fact) {
    const f = Object.assign(new Field(), structuredClone({ ...this }));
    const [verb, ...words] = (fact.says ?? "").split(" ");
    if (fact.kind === "ruled") {
      f.rule(verb, words);
    } else {
      f.decide(verb, words);
    }
    return f;
  }

  /** @param {string} verb @param {string[]} words */
  decide(verb, words) {
    const boat = this.mine();
    switch (verb) {
      case "card": return this.nameCards(words);
      case "hare": return this.layHare(Number(words[0]));
      case "mazai": return this.reply(words[0]);
      case "boat":
        this.boats[this.boatToPlace()] = { at: words[0], nose: ways.indexOf(words[1]) };
        return this.awaitBoat();
      case "forward": return this.enter("forward", boat.nose);
      case "diagonal": return this.enter("slant", (boat.nose + (words[0] === "left" ? 7 : 1)) % 8);
      case "turn":
        boat.nose = (boat.nose + (words[0] === "left" ? 6 : 2)) % 8;
        this.act("turn", boat.at);
        return this.afterTurn();
      case "done": return this.endMovement();
      case "pull": return this.pullTo(words[0]);
      case "place": return this.place(words);
      case "spin": return this.spin(words[0] === "cw" ? 1 : 7);
      case "add": return this.announce(words[0]);
      case "lay":
        this.due = [words[0]];
        this.candidates.splice(this.candidates.indexOf(words[0]), 1);
        this.then = "lay";
        return this.drawHares();
      case "leave": return this.closeWindow();
    }
    this.loadHares(verb, words);
  }

  // Cards.

  /** @param {string[]} words */
  nameCards(words) {
    if (words[0] === "mazai") return this.uncover();
    const last = words.at(-1) ?? "";
    const run = this.layingOut() && /^[1-9][0-9]?$/.test(last) ? Number(last) : 1;
    for (let i = 0; i < run; i++) this.nameCard(words);
  }

  /** @param {string[]} words */
  nameCard(words) {
    const card = { type: words[0], hare: words.includes("hare"), way: ways.findIndex((way) => words.includes(way)) };
    if (this.unseen().last) this.thickets--;
    if (!this.layingOut()) {
      if (this.stage === "mazai") this.under = this.pile - 1;
      this.top = card;
      return this.refill();
    }
    const cell = this.nextCell();
    const free = this.rowCards.find((r) => !r.card);
    if (cell && card.type === "thicket" && this.centre().includes(cell)) {
      this.thickets++;
    } else if (cell) {
      this.cards[cell] = card;
    } else if (free) {
      free.card = card;
    } else {
      this.top = card;
    }
    if (this.layingOut()) return;
    this.due = this.layOut().filter((c) => this.cards[c]?.hare);
    this.due = [...this.byRows(this.due), ...this.rowCards.flatMap((r, i) => (r.card?.hare ? [`row ${i}`] : []))];
    this.then = "boat";
    this.drawHares();
  }

  /** Continues the end of a turn until chance must answer. */
  refill() {
    for (;;) {
      if (this.asks()) {
        this.stage = "mazai";
        return;
      }
      if (this.pile > 0 && !this.top) {
        this.stage = "card";
        return;
      }
      if (this.row >= this.seats || this.pile === 0) return this.endTurn();
      const card = this.takeTop();
      this.rowCards[this.row] = { card, worth: 0 };
      this.row++;
      this.then = "refill";
      if (card?.hare && count(this.pool()) > 0) {
        this.due = [`row ${this.row - 1}`];
        this.stage = "hare";
        return;
      }
    }
  }

  takeTop() {
    const card = this.top;
    this.top = null;
    this.pile--;
    return card;
  }

  /** @param {string} word */
  reply(word) {
    if (word === "yes") return this.uncover();
    this.under = this.pile - 1;
    this.refill();
  }

  uncover() {
    const rounds = this.seats === 2 ? 2 : Number(this.options.rounds ?? "3");
    this.hidden = false;
    this.under = 0;
    this.mazai = this.sameTeam() ? "second" : "row";
    if (this.round === rounds) this.mazai = "aside";
    if (this.mazai !== "aside" && rounds > 3) {
      for (let k = 1; k <= this.seats; k++) this.ashore[k] = {}; // written down; their hares return to the pool
    }
    if (this.mazai === "aside" && this.seat() === this.seats) return this.endTurn();
    this.refill();
  }

  sameTeam() {
    return this.on("teams") && this.round === 2 && (this.turn % this.seats + 1 - this.firstAdder) % 2 === 0;
  }

  /** @param {string[]} words */
  place(words) {
    const [cell] = words;
    const from = words.indexOf("from");
    const source = from < 0 ? "1" : words[from + 1];
    const way = ways.indexOf(from < 0 ? words[1] : words.slice(1, from)[0]);
    this.discard(this.cards[cell]);
    for (const k of Object.keys(this.swamps)) if (this.swamps[Number(k)] === cell) delete this.swamps[Number(k)];
    this.laidAt = cell;
    if (this.mazai === "second") this.mazai = "row";
    if (source === "pile") {
      const card = /** @type {Card} */ (this.takeTop());
      this.cards[cell] = { ...card, way };
      this.then = "spin";
      this.due = card.hare ? [cell] : [];
      return this.drawHares();
    }
    const taken = this.takeFromRow(Number(source) - 1);
    this.cards[cell] = { .../** @type {Card} */ (taken.card), way };
    if (taken.worth > 0) this.add(cell, taken.worth, 1);
    this.applyEffects();
  }

  discard(/** @type {Card | null} */ card) {
    if (card) this.discards[key(card)] = (this.discards[key(card)] ?? 0) + 1;
  }

  takeFromRow(/** @type {number} */ i) {
    const [taken] = this.rowCards.splice(i, 1);
    this.rowCards.push({ card: null, worth: 0 });
    this.row--;
    return taken;
  }

  applyEffects() {
    const card = /** @type {Card} */ (this.cards[this.laidAt]);
    const twin = bears(card.type) && !card.hare && this.box[`${card.type} hare`] > 0;
    if (this.on("adv1") && twin) {
      for (const cell of Object.keys(this.cards)) if (this.type(cell) === card.type) this.hares[cell] = {};
    }
    if (card.type === "whirlpool" && this.around(this.laidAt).some((cell) => cell && count(this.hares[cell]) > 0)) {
      this.stage = "spin";
      return;
    }
    if (card.type === "swamp") this.gather();
    this.refill();
  }

  gather() {
    for (const cell of this.around(this.laidAt).filter((c) => c)) {
      for (const [v, n] of Object.entries(this.hares[cell])) this.add(this.laidAt, Number(v), n);
      this.hares[cell] = {};
    }
    this.swamps[this.seat()] = this.laidAt;
  }

  spin(/** @type {number} */ by) {
    const around = this.around(this.laidAt);
    const before = around.map((cell) => (cell ? this.hares[cell] : {}));
    around.forEach((cell, way) => {
      const moved = before[(way - by + 8) % 8];
      if (cell) this.hares[cell] = this.type(cell) === "thicket" ? {} : moved;
    });
    this.refill();
  }

  // Hares.

  /** @param {string} cell @param {number} v @param {number} n */
  add(cell, v, n) { this.hares[cell][v] = (this.hares[cell][v] ?? 0) + n; }

  drawHares() {
    if (this.due.length > 0 && count(this.pool()) > 0) {
      this.stage = "hare";
      return;
    }
    this.due = [];
    const then = this.then;
    this.then = "";
    switch (then) {
      case "boat": return this.awaitBoat();
      case "spin": return this.applyEffects();
      case "lay": return this.continueAddition();
      case "refill": return this.refill();
    }
    this.stage = then; // the stage that a ruling has interrupted
    this.awaitReplacement();
  }

  layHare(/** @type {number} */ v) {
    const [place] = this.due.splice(0, 1);
    if (place.startsWith("row ")) {
      this.rowCards[Number(place.slice(4))].worth = v;
    } else {
      this.add(place, v, 1);
    }
    this.drawHares();
  }

  announce(/** @type {string} */ type) {
    const cells = this.byRows(Object.keys(this.cards).filter((cell) => this.type(cell) === type));
    const enough = count(this.pool()) >= cells.length;
    this.due = enough ? cells : [];
    this.candidates = enough ? [] : cells;
    this.then = "lay";
    this.drawHares();
  }

  continueAddition() {
    if (this.candidates.length > 0 && count(this.pool()) > 0) {
      this.stage = "lay";
      return;
    }
    this.candidates = [];
    this.firstAdder ||= this.seat();
    this.shuffle();
    this.mazai = "pile";
    if (this.seats > 2) {
      this.discards = {};
      this.thickets = 0;
      this.top = null;
    }
    this.refill();
  }

  // Boats.

  boatToPlace() {
    for (let k = this.seats; k > 0; k--) if (!this.boats[k]) return k;
    return 0;
  }

  awaitBoat() {
    this.stage = "boat";
    if (this.boatToPlace() === 0) this.beginTurn();
  }

  beginTurn() {
    if (this.pathBy === this.seat()) this.clearPath();
    this.stage = "move";
    this.openWindow();
  }

  clearPath() {
    this.pathBy = 0;
    this.path = [];
  }

  endTurn() {
    this.unloaded = this.robbed = false;
    if (this.mazai === "aside" && this.seat() === this.seats) {
      this.stage = "over";
      return;
    }
    this.turn++;
    this.beginTurn();
  }

  /** @param {string} kind @param {string} to */
  act(kind, to) {
    if (!this.hasActed()) this.startPath();
    this.mine().at = to;
    this.path.push({ kind, at: to });
  }

  startPath() {
    this.pathBy = this.seat();
    this.path = [{ kind: "at", at: this.mine().at }];
  }

  /** @param {string} kind @param {number} way */
  enter(kind, way) {
    const to = this.neighbour(this.mine().at, way);
    if (!to || this.type(to) === "thicket") throw new Error("the boat can't go there");
    this.act(kind, to);
    this.openWindow();
  }

  afterTurn() {
    if (this.actions() === 1 && current(this.type(this.mine().at))) return this.carry();
    this.awaitSecondAction();
  }

  carry() {
    const { at } = this.mine();
    const to = this.neighbour(at, this.cards[at]?.way ?? 0);
    if (!to || this.type(to) === "thicket") {
      this.path.push({ kind: "stop", at });
      return this.endMovement();
    }
    this.mine().at = to;
    this.path.push({ kind: "drift", at: to });
    this.openWindow();
  }

  arrive() {
    const { at } = this.mine();
    const used = this.path.some((s, i) => s.kind === "drift" && this.path[i - 1].at === at);
    if (this.type(at) === "log") {
      this.path.push({ kind: "log", at });
      return this.endMovement();
    }
    if (current(this.type(at)) && !used) return this.carry();
    this.awaitSecondAction();
  }

  awaitSecondAction() {
    this.stage = "move";
    if (!this.singleAction()) this.endMovement();
  }

  endMovement() {
    const { at } = this.mine();
    const near = this.type(at) === "funnel" ? [] : this.around(at).filter((cell) => cell && this.type(cell) === "funnel");
    if (near.length === 0) return this.endMoveStage();
    if (near.length === 1) return this.pullTo(near[0]);
    this.stage = "pull";
  }

  pullTo(/** @type {string} */ cell) {
    this.mine().at = cell;
    this.path.push({ kind: "funnel", at: cell });
    this.openWindow();
  }

  endMoveStage() {
    this.drownSwamp();
    this.robbed = false;
    this.stage = this.mazai === "row" ? "add" : "replace";
    this.awaitReplacement();
  }

  drownSwamp() {
    const cell = this.swamps[this.seat()];
    if (!cell) return;
    this.hares[cell] = {};
    delete this.swamps[this.seat()];
  }

  /** If no card of the field can be replaced, the farthest open card is discarded. */
  awaitReplacement() {
    if (this.stage !== "replace") return;
    const afloat = Object.values(this.boats).map((b) => b.at);
    const free = Object.keys(this.cards).some((cell) => count(this.hares[cell]) === 0 && !afloat.includes(cell));
    if (free && this.row > 0) return;
    if (this.row > 0) this.discard(this.takeFromRow(0).card);
    if (this.mazai === "second") this.mazai = "row";
    this.refill();
  }

  // Windows, in which hares may come into a boat.

  openWindow() {
    if (this.offers()) {
      this.stage = "window";
      return;
    }
    this.closeWindow();
  }

  closeWindow() {
    if (this.unloaded || (this.hasActed() && this.path.at(-1)?.kind === "funnel")) return this.endMoveStage();
    if (this.hasActed()) return this.arrive();
    this.stage = "move";
  }

  /** Moves hares: take, unload, steal, pass, get. @param {string} verb @param {string[]} words */
  loadHares(verb, words) {
    const me = this.seat();
    const [v, k] = (words[0] ?? "").split("/").map(Number);
    switch (verb) {
      case "take": move(this.hares[this.mine().at], this.loads[me], v); break;
      case "steal": this.robbed = true; move(this.loads[k], this.loads[me], v); break;
      case "get": move(this.loads[k], this.loads[me], v); break;
      case "pass": move(this.loads[me], this.loads[k], v); break;
      case "unload":
        for (const word of words) move(this.loads[me], this.ashore[me], Number(word));
        this.unloaded = true;
        this.startPath();
        break;
      default: throw new Error(`unknown decision ${verb}`);
    }
    this.openWindow();
  }

  // Rulings.

  /** @param {string} verb @param {string[]} words */
  rule(verb, words) {
    const [v, of] = (words[0] ?? "").split("/").map(Number);
    switch (verb) {
      case "drop": this.due = [words[0]]; this.then = this.stage; return this.drawHares();
      case "lift": this.add(words[0], Number(words[1]), -1); return;
      case "give": this.loads[of][v] = (this.loads[of][v] ?? 0) + 1; return;
      case "back": this.loads[of][v]--; return;
      case "nose": this.boats[v].nose = ways.indexOf(words[1]); return;
      case "skip": return this.skip();
      case "turn": return this.beginTurnOf(v);
      case "move":
        this.boats[v].at = words[1];
        if (v === this.seat() && this.stage !== "replace" && this.stage !== "add") return this.beginTurnOf(v);
        this.awaitReplacement();
    }
  }

  beginTurnOf(/** @type {number} */ k) {
    this.turn += k - this.seat();
    this.unloaded = this.robbed = false;
    this.clearPath();
    this.beginTurn();
  }

  skip() {
    if (this.hasActed() || this.unloaded) this.drownSwamp();
    if (this.mazai === "second") {
      this.mazai = "row";
    } else if (this.mazai === "row" && this.sameTeam()) {
      this.mazai = "second";
    }
    this.endTurn();
  }
}

/** Moves a hare of v points. @param {Hares} from @param {Hares} to @param {number} v */
function move(from, to, v) {
  if (!(from[v] > 0)) throw new Error("there is no such hare");
  from[v]--;
  to[v] = (to[v] ?? 0) + 1;
}
