// The check of a record: every seal against its secret, every outcome of the box's luck again.

import { hex, hmac, sha256, unhex, utf8 } from "./sha256.js";
import { Fault, parse } from "./record.js";
import { begin } from "./games.js";

/** @typedef {import("./record.js").Fact} Fact */
/** @typedef {import("./games.js").Choice} Choice */
/** @typedef {import("./games.js").Position} Position */

/**
 * A seal with its secret, once that is published, and the key of its outcomes.
 * @typedef {{seq: number, seal: string, secret: string, stirrings: string[], key: string, lost: boolean}} Seal
 *
 * An outcome of chance. verdict is one of
 *   right       the outcome derives from its seal
 *   wrong       another outcome derives from it: want
 *   table       people entered it
 *   lost        the secret of its seal is lost
 *   closed      the secret of its seal isn't published yet
 *   unsealed    the box drew it without a seal
 *   weightless  the box can't draw it, because only people can answer
 *   unknown     this checker doesn't know the weights: a game in a file
 * @typedef {{seq: number, stream: string, n: number, says: string, verdict: string, want: string, seen: boolean}} Outcome
 *
 * @typedef {{game: string, title: string, seats: string[], seals: Seal[], outcomes: Outcome[], faults: Fault[], result: string}} Report
 */

/** The line of play after a fact, which an undo may return to. */
class Line {
  /**
   * @param {Line | null} before @param {Position | null} position
   * @param {Map<string, number>} counts number of outcomes of each stream
   * @param {boolean} drawn whether the first seat is drawn
   */
  constructor(before, position, counts, drawn) {
    this.length = (before?.length ?? 0) + 1;
    this.position = position;
    this.counts = counts;
    this.drawn = drawn;
  }
}

/** @param {Fact} fact */
const isOutcome = (fact) => fact.kind === "drawn" || (fact.kind === "decided" && (fact.seat ?? 0) === 0);

/** Follows a record fact by fact. */
class Checker {
  /** @param {Fact} started */
  constructor(started) {
    this.started = started;
    this.line = new Line(null, begin(started), new Map(), false);
    /** @type {Line[]} */ this.lines = [this.line, this.line]; // by seq
    /** @type {Seal[]} */ this.seals = [];
    /** @type {Outcome[]} */ this.outcomes = [];
    /** @type {string[]} */ this.stirrings = [];
    /** @type {Set<string>} */ this.seen = new Set();
    this.used = this.ended = false;
    this.lostSeq = 0;
    if (started.seal) this.addSeal(started);
  }

  get seal() { return this.seals.at(-1); }
  get closed() { return this.seal !== undefined && this.seal.secret === ""; }

  /** @param {Fact} fact */
  addSeal(fact) {
    const seal = fact.seal ?? "";
    if (this.seals.some((s) => s.seal === seal)) throw new Fault("fault.resealed", fact.seq);
    this.seals.push({ seq: fact.seq, seal, secret: "", stirrings: [], key: "", lost: false });
  }

  /** @param {Fact} fact */
  take(fact) {
    if (this.ended && !["undone", "opened", "sealed"].includes(fact.kind)) throw new Fault("fault.ended", fact.seq);
    switch (fact.kind) {
      case "stirred": this.stir(fact); break;
      case "drawn": case "decided": case "ruled": case "seated": this.advance(fact); break;
      case "undone": this.goBack(fact); break;
      case "opened": this.open(fact); break;
      case "sealed": this.reseal(fact); break;
      case "ended": this.ended = true;
    }
    this.lines.push(this.line);
  }

  /** @param {Fact} fact */
  stir(fact) {
    const bytes = utf8(fact.says ?? "").length;
    if (this.used || (this.seal && !this.closed) || this.stirrings.length >= 64 || bytes < 1 || bytes > 200) {
      throw new Fault("fault.stirred", fact.seq);
    }
    this.stirrings.push(fact.says ?? "");
  }

  /** @param {Fact} fact */
  advance(fact) {
    const { line } = this;
    const counts = new Map(line.counts);
    if (fact.kind === "drawn" && (line.drawn || line.length > 1)) throw new Fault("fault.drawn", fact.seq);
    if (isOutcome(fact)) {
      fact.luck ??= "table";
      if (fact.luck === "device" && this.seal && !this.closed) throw new Fault("fault.opened", fact.seq);
      this.used = true;
      const stream = (fact.says ?? "").split(" ")[0];
      counts.set(stream, (counts.get(stream) ?? 0) + 1);
      this.note(fact, stream, counts.get(stream) ?? 1);
    }
    this.line = new Line(line, this.positionAfter(fact), counts, line.drawn || fact.kind === "drawn");
  }

  /** @param {Fact} fact @returns {Position | null} */
  positionAfter(fact) {
    const { position } = this.line;
    if (!position || (fact.kind !== "decided" && fact.kind !== "ruled")) return position;
    const { asked } = position;
    if (fact.kind === "decided" && asked !== undefined && asked !== isOutcome(fact)) throw new Fault("fault.turn", fact.seq);
    try {
      return position.after(fact);
    } catch {
      throw new Fault("fault.illegal", fact.seq, fact.says ?? "");
    }
  }

  /**
   * Adds an outcome, whose verdict waits for the secret of its seal.
   * @param {Fact} fact @param {string} stream @param {number} n
   */
  note(fact, stream, n) {
    const slot = `${this.seals.length} ${stream} ${n}`;
    const outcome = { seq: fact.seq, stream, n, says: fact.says ?? "", verdict: "table", want: "", seen: this.seen.has(slot) };
    this.seen.add(slot);
    this.outcomes.push(outcome);
    const choices = this.choices(fact);
    if (fact.luck !== "device") return;
    const { seal } = this;
    outcome.verdict = seal ? "closed" : "unsealed";
    this.waiting.push({ outcome, seal, choices });
  }

  /** @type {{outcome: Outcome, seal: Seal | undefined, choices: Choice[] | null}[]} */
  waiting = [];

  /** @param {Fact} fact @returns {Choice[] | null} */
  choices(fact) {
    if (fact.kind === "drawn") {
      const among = fact.among ?? [];
      const chair = Number((fact.says ?? "").split(" ")[1]);
      if (among.length > 0 && !among.includes(chair)) throw new Fault("fault.among", fact.seq, fact.says ?? "");
      return (this.started.seats ?? []).map((_, i) => ({
        says: `first ${i + 1}`, weight: among.length === 0 || among.includes(i + 1) ? 1 : 0,
      }));
    }
    if (!this.line.position) return null;
    try {
      const choices = this.line.position.choices(fact);
      if (choices?.every(({ weight, from = 0, to = 0 }) => [weight, from, to].every(Number.isSafeInteger) && weight >= 0)) return choices;
    } catch {
      // The game can't follow the record.
    }
    throw new Fault("fault.illegal", fact.seq, fact.says ?? "");
  }

  /** @param {Fact} fact */
  goBack(fact) {
    const to = fact.back_to ?? 0;
    if (to < 1 || to >= fact.seq || to < this.lostSeq) throw new Fault("fault.back", fact.seq, to);
    this.line = this.lines[to];
    this.ended = false;
  }

  /** @param {Fact} fact */
  open(fact) {
    const { seal } = this;
    if (!seal || !this.closed) throw new Fault("fault.noseal", fact.seq);
    seal.secret = fact.secret ?? "";
    const sum = hex(sha256(unhex(seal.secret)));
    if (sum !== seal.seal) throw new Fault("fault.secret", fact.seq, sum, seal.seal);
    seal.stirrings = [...this.stirrings];
    seal.key = hex(keyOf(seal.secret, seal.stirrings));
  }

  /** @param {Fact} fact */
  reseal(fact) {
    if (fact.lost ? !this.closed : this.closed) throw new Fault("fault.sealed", fact.seq);
    if (fact.lost && this.seal) {
      this.seal.lost = true;
      this.lostSeq = fact.seq;
    }
    if (!fact.seal) throw new Fault("fault.sealed", fact.seq);
    this.addSeal(fact);
    this.used = false;
  }

  /** Judges all outcomes of the box. */
  judge() {
    for (const { outcome, seal, choices } of this.waiting) {
      if (!seal) continue;
      if (seal.lost) {
        outcome.verdict = "lost";
      } else if (seal.secret !== "") {
        const { verdict, want } = judged(outcome, seal, choices);
        outcome.verdict = verdict;
        outcome.want = want;
      }
    }
  }
}

/** @param {string} secret @param {string[]} stirrings @returns {Uint8Array} */
function keyOf(secret, stirrings) {
  const stirred = hex(sha256(utf8(stirrings.map((line) => `${line}\n`).join(""))));
  return hmac(unhex(secret), utf8(`companion-luck-1\n${stirred}\n`));
}

/** @param {Outcome} outcome @param {Seal} seal @param {Choice[] | null} choices */
function judged(outcome, seal, choices) {
  if (!choices) return { verdict: "unknown", want: "" };
  const total = choices.reduce((sum, c) => sum + weightOf(c), 0n);
  if (total === 0n) return { verdict: "weightless", want: "" };
  const want = pick(choices, number(unhex(seal.key), outcome.stream, outcome.n, total));
  // The stream is the first word of the notation of any choice.
  const same = want === outcome.says && want.split(" ")[0] === outcome.stream;
  return { verdict: same ? "right" : "wrong", want };
}

/** @param {Choice} choice @returns {bigint} */
const weightOf = ({ weight, from = 0, to = 0 }) => BigInt(weight) * BigInt(from < to ? to - from + 1 : 1);

/**
 * Returns number n of a stream, from 0 to total-1.
 * @param {Uint8Array} key @param {string} stream @param {number} n @param {bigint} total @returns {bigint}
 */
export function number(key, stream, n, total) {
  const all = 2n ** 64n;
  for (let i = 0; ; i++) {
    const x = BigInt(`0x${hex(hmac(key, utf8(`${stream}/${n}/${i}`))).slice(0, 16)}`);
    if (x < all - (all % total)) return x % total;
  }
}

/** @param {Choice[]} choices @param {bigint} r @returns {string} */
function pick(choices, r) {
  for (const c of choices) {
    if (r < weightOf(c)) {
      const { from = 0, to = 0 } = c;
      return from < to ? `${c.says} ${from + Number(r / BigInt(c.weight))}` : c.says;
    }
    r -= weightOf(c);
  }
  return "";
}

/**
 * Checks a record. result is
 *   right    all is as it should be
 *   partly   what could be checked is right
 *   wrong    an outcome or the record is wrong
 *   closed   a secret isn't published yet
 *   past     the match was entered by hand, and there is nothing to check
 * @param {string} text @returns {Report}
 */
export function verify(text) {
  /** @type {Report} */
  const report = { game: "", title: "", seats: [], seals: [], outcomes: [], faults: [], result: "wrong" };
  try {
    const [started, ...rest] = parse(text);
    report.game = started.game ?? "";
    report.seats = started.seats ?? [];
    const checker = new Checker(started);
    report.seals = checker.seals;
    report.outcomes = checker.outcomes;
    try {
      for (const fact of rest) checker.take(fact);
    } finally {
      checker.judge();
    }
    report.result = resultOf(report, checker.closed);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    report.faults.push(fault);
  }
  return report;
}

/** @param {Report} report @param {boolean} closed @returns {string} */
function resultOf(report, closed) {
  const verdicts = new Set(report.outcomes.map((o) => o.verdict));
  if (["wrong", "unsealed", "weightless"].some((bad) => verdicts.has(bad))) return "wrong";
  if (closed) return "closed";
  if (report.game === "past") return "past";
  return verdicts.has("lost") || verdicts.has("unknown") ? "partly" : "right";
}
