// Мазайцы without the field: only the numbers of cards in the pile and the row.

/** @typedef {import("./record.js").Fact} Fact */

const allCards = 51;

/**
 * The deck. The card Мазай lies under the pile, or among its lowest cards.
 */
export class Deck {
  /** @param {number} seats @param {Record<string, string>} options */
  static begun(seats, options) {
    const deck = new Deck();
    deck.seats = seats;
    deck.real = options.mazai === "real";
    deck.places = seats === 2 ? 1 : Number(options.places ?? "5");
    deck.row = seats;
    deck.pile = allCards - deck.fieldSize() - seats;
    deck.hide(1);
    return deck;
  }

  seats = 0;
  real = false; // whether a real card Мазай is in the pile, so that only people answer
  places = 0; // number of places for Мазай in the pile
  row = 0;
  pile = 0; // number of cards in the pile, without Мазай
  hidden = false; // whether Мазай is in the pile
  least = 0; // least number of cards under him
  under = 0; // greatest number of cards under him

  fieldSize() { return this.seats === 2 ? 25 : 36; }

  /** Hides Мазай for a round. @param {number} round */
  hide(round) {
    this.round = round;
    this.hidden = true;
    this.least = this.seats === 2 && round === 1 ? 13 : 0;
    this.under = this.seats === 2 && round === 1 ? 13 : this.places - 1;
  }

  round = 0;

  /** Whether chance must answer if Мазай lies on top. */
  asks() { return this.hidden && this.pile <= this.under; }

  /** @returns {import("./games.js").Choice[]} */
  answers() {
    const cards = this.pile - this.least; // that may lie on top instead of him
    const weight = this.real ? 0 : 1;
    const yes = { says: "mazai yes", weight };
    return cards === 0 ? [yes] : [{ says: "mazai no", weight: weight * cards }, yes];
  }

  waits = false; // whether chance must answer now

  get asked() { return this.waits; }

  /** @param {Fact} fact @returns {import("./games.js").Choice[]} */
  choices(fact) {
    if (fact.says?.split(" ")[0] !== "mazai") throw new Error(`${fact.says} isn't asked for`);
    return this.answers();
  }

  /** Fills the row until chance must answer. */
  refill() {
    while (!this.waits && this.row < this.seats && this.pile > 0) {
      this.row++;
      this.draw();
    }
  }

  /** Takes the top card off the pile. */
  draw() {
    this.pile--;
    this.waits = this.asks();
  }

  /** Hides Мазай again after an addition of hares. */
  shuffle() {
    if (this.seats > 2) this.pile = allCards - this.fieldSize() - this.row;
    this.hide(this.round + 1);
  }

  /** @param {Fact} fact @returns {Deck} */
  after(fact) {
    const deck = Object.assign(new Deck(), this);
    const [verb, ...words] = (fact.says ?? "").split(" ");
    deck.change(fact.kind === "ruled" && verb !== "cards" ? "" : verb, words);
    return deck;
  }

  /** @param {string} verb @param {string[]} words */
  change(verb, words) {
    switch (verb) {
      case "place":
        if (words[1] === "pile") {
          this.draw();
        } else if (this.row > 0) {
          this.row--;
        }
        return this.refill();
      case "add":
        this.shuffle();
        return this.refill();
      case "mazai":
      case "card":
        this.answer(words[0]);
        return this.refill();
      case "cards":
        this.pile = Number(words[0]);
        this.under = Math.min(this.under, Math.max(this.pile, 1) - 1);
    }
  }

  /** @param {string} word */
  answer(word) {
    this.waits = false;
    if (word === "no") {
      this.under = this.pile - 1;
    } else {
      this.hidden = false;
    }
  }
}
