// @ts-check
// Dice to throw: a tap throws, all phones and the panel see it. What dice did is the
// box's to say: they tumble here until it has told what lies there.
import { get, post } from "./api.js";
import { image, picturesOf } from "./boards.js";
import { button, el, field, say, section, show, styled } from "./dom.js";
import { complain } from "./complain.js";
import { tray } from "./tray.js";
import { number, word } from "./words.js";

const landing = 400; // ms at most from what was thrown to dice that lie
const typing = 250; // ms of rest after which a notation is looked at

/** @type {HTMLElement | null} */
let place = null; // where the dice are shown, while they are
/** @type {Guest} */
let me = { role: "look" };
/** @type {Throw | null} */
let last = null; // the throw that was heard of last
/** @type {Pictures} */
let art = { glyphs: {} };
let cup = ""; // that a tap throws
/** @type {number | null} */
let chosen = null; // a number of the curve
/** @type {number | undefined} */
let tumbles; // a timer, while dice tumble of which it is known what they show

// open shows the dice in place for whoever this phone is.
/** @param {HTMLElement} at @param {Guest} who */
export async function open(at, who) {
  place = at;
  me = who;
  styled("tray");
  styled("dice");
  art = await picturesOf("dice");
  if (place !== at) return;
  cup = cup || last?.cup || last?.cups[0]?.cup || "2d6";
  const plays = me.role === "play";
  show(place, el("h1", {}, word("toss")), el("div", { id: "stage" }), el("p", { id: "tossed", class: "prompt", role: "status" }), el("div", { id: "cups" }),
    plays && notation(), el("p", { id: "says", class: "prompt", role: "status" }), el("div", { id: "odds" }), el("div", { id: "past" }));
  draw();
  look(cup);
}

// close is told that another part of the page is shown.
export function close() {
  place = null;
  clearTimeout(tumbles);
  tumbles = undefined;
}

const moves = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// heard takes the event "throw": that dice roll, or what they came to. Those that this
// phone hears of as it comes lie already.
/** @param {Throw} thrown */
export function heard(thrown) {
  const before = last;
  last = thrown;
  if (!place) return;
  clearTimeout(tumbles);
  tumbles = undefined;
  const rolled = before?.rolling && before.seq === thrown.seq && before.match === thrown.match;
  const news = before && thrown.seq > 0 && (before.seq !== thrown.seq || before.match !== thrown.match);
  if (news && !rolled && !thrown.rolling && moves()) { // the panel shows it at once
    last = { ...thrown, rolling: true };
    draw();
    tumbles = setTimeout(() => {
      tumbles = undefined;
      last = thrown;
      draw(true);
    }, landing);
    return;
  }
  draw(rolled);
}

// ---- Throwing.

let waits = false;

/** @param {string} of */
async function toss(of) {
  if (waits) return; // a second tap means the same
  waits = true;
  choose(of);
  place?.classList.add("waiting");
  try {
    await post("/api/roll", { cup: of });
    say("");
  } catch (refusal) {
    complain(refusal);
  } finally {
    waits = false;
    place?.classList.remove("waiting");
  }
}

// choose makes a cup the one that a tap throws.
/** @param {string} of */
function choose(of) {
  if (of === cup) return;
  cup = of;
  chosen = null;
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("notation"));
  if (typed && document.activeElement !== typed) typed.value = cup;
  offer();
  look(cup);
}

// ---- What lies there.

function draw(lands = false) {
  const stage = document.getElementById("stage");
  if (!stage) return;
  const cells = last?.cells || [];
  const inside = [cells.length ? tray(cells, art, lands) : el("span", { class: "tray", "aria-hidden": "true" }, image("cover", art) || ""),
    el("strong", { class: "total" }, last?.rolling ? "…" : last?.title || ""),
    me.role === "play" && el("button", { type: "button", class: "hint", "data-focus": "toss", click: () => toss(cup) }, word("toss.tap", nameOf(cup)))];
  show(stage, el("div", { class: `felt${last?.rolling ? " rolling" : ""}` }, inside));
  tell("tossed", told());
  offer();
  past();
}

// tell puts a text where screen readers hear of it, if it is another.
/** @param {string} id @param {string} text */
function tell(id, text) {
  const at = document.getElementById(id);
  if (at && at.textContent !== text) at.textContent = text;
}

// told says the last throw, and whose it is.
function told() {
  if (!last?.seq) return me.role === "play" ? "" : word("looking");
  const text = last.rolling ? word("toss.rolling", nameOf(last.cup)) : last.past[0]?.text || last.text || "";
  return by(last, text);
}

/** @param {{ who: string, panel: boolean }} of @param {string} text */
function by({ who, panel }, text) {
  const name = panel ? word("toss.panel") : who;
  return name ? word("toss.by", name, text) : text;
}

/** @param {string} of */
const nameOf = (of) => last?.cups.find((one) => one.cup === of)?.text || of;

// ---- Which cup.

function offer() {
  const at = document.getElementById("cups");
  if (!at || me.role !== "play") return;
  const cups = [...(last?.cups || [])];
  if (cup && !cups.some((one) => one.cup === cup)) cups.unshift({ cup, text: cup });
  show(at, el("div", { class: "choices cups", role: "group", "aria-label": word("toss.cups") }, cups.map((one) =>
    button(one.text, () => toss(one.cup), { "aria-pressed": String(one.cup === cup), "aria-label": word("toss.throw", one.text), "data-focus": `cup ${one.cup}` }))));
}

/** @type {number | undefined} */
let rest;

// notation takes any cup as people write it.
function notation() {
  const typed = el("input", { type: "text", id: "notation", value: cup, maxlength: 100, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "says", "data-focus": "notation" });
  typed.addEventListener("input", () => {
    clearTimeout(rest);
    rest = setTimeout(() => look(typed.value), typing);
  });
  return section(word("toss.own"), el("form", { class: "entry", submit: async (event) => {
    event.preventDefault();
    clearTimeout(rest);
    const found = await look(typed.value);
    if (found) toss(found);
  } }, field(word("toss.notation"), typed), el("button", { class: "choice" }, word("toss.go"))), el("p", { class: "hint" }, word("toss.hint")));
}

// ---- What a cup is, and its odds.

let asked = 0;

// look says what a notation is; it returns its shortest form, "" where it is none.
/** @param {string} of */
async function look(of) {
  const at = document.getElementById("odds"), mine = ++asked;
  if (!at) return "";
  try {
    const found = await get(`/api/odds?cup=${encodeURIComponent(of)}`);
    if (mine === asked && document.contains(at)) curve(at, found);
    return found.cup;
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === undefined || refusal.status === 0) complain(refusal);
    else if (mine === asked) {
      tell("says", refusal.message);
      show(at);
    }
    return "";
  }
}

// percent says a probability so that what may be is never 0 %, and what may fail never 100 %.
/** @param {number} p */
export function percent(p) {
  if (p > 0 && p < 0.0005) return `< ${number(0.1, 1)}`;
  if (p < 1 && p > 0.9995) return `> ${number(99.9, 1)}`;
  return number(100 * p, p < 0.1 ? 2 : 1);
}

/** @param {CupOdds} odds @returns {odds is CupOdds & Odds} */
const computed = (odds) => odds.p !== undefined;

/** @param {HTMLElement} at @param {CupOdds} odds */
function curve(at, odds) {
  const heading = word("toss.odds", nameOf(odds.cup));
  tell("says", `${nameOf(odds.cup)}: ${odds.says}`);
  if (!computed(odds)) return show(at, section(heading, el("p", { class: "hint" }, word("toss.nocurve"))));
  const to = odds.from + odds.p.length - 1;
  const most = odds.p.indexOf(Math.max(...odds.p));
  if (chosen === null || chosen < odds.from || chosen > to) chosen = Math.round(odds.mean);
  const drawn = bars(odds);
  const chance = el("span", { class: "chance" });
  const slider = el("input", { type: "range", min: odds.from, max: to, step: 1, value: chosen, "aria-label": word("toss.least"), "data-focus": "least" });
  const move = () => {
    chosen = Number(slider.value);
    const p = odds.p.slice(chosen - odds.from).reduce((sum, q) => sum + q, odds.above);
    chance.textContent = word("toss.chance", number(chosen), percent(chosen === odds.from ? 1 - odds.below : p));
    slider.setAttribute("aria-valuetext", chance.textContent);
    drawn.from(chosen);
  };
  slider.addEventListener("input", move);
  move();
  return show(at, section(heading, el("div", { class: "curve" }, drawn.picture, el("div", { class: "axis", "aria-hidden": "true" }, el("span", {}, number(odds.from)), el("span", {}, number(to)))),
    el("label", { class: "field wideslider" }, slider, chance),
    el("p", {}, word("toss.mean", number(odds.mean, 2)), " ", word("toss.most", number(odds.from + most), percent(odds.p[most]))),
    odds.tail > 1e-6 && el("p", { class: "hint" }, word("toss.tail", percent(odds.tail)))));
}

const svg = "http://www.w3.org/2000/svg";
const high = 100;

// bars draws a bar for each total: full from a number on, hollow before it.
/** @param {Odds} odds */
function bars({ from, p, mean }) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", `0 0 ${p.length} ${high}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", word("toss.curve", number(from), number(from + p.length - 1), number(mean, 2)));
  const [below, above] = ["below", "above"].map((kind) => {
    const path = document.createElementNS(svg, "path");
    path.setAttribute("class", kind);
    picture.append(path);
    return path;
  });
  const best = Math.max(...p), gap = p.length > 60 ? 0 : 0.1;
  /** @param {number} q @param {number} i */
  const bar = (q, i) => {
    const tall = Math.max(high * 0.98 * q / best, 0.4);
    return `M${(i + gap).toFixed(1)} ${high}v-${tall.toFixed(2)}h${(1 - 2 * gap).toFixed(1)}v${tall.toFixed(2)}z`;
  };
  const all = p.map(bar);
  return { picture, from(/** @type {number} */ n) {
    below.setAttribute("d", all.slice(0, n - from).join(""));
    above.setAttribute("d", all.slice(n - from).join(""));
  } };
}

// ---- What was thrown before.

function past() {
  const at = document.getElementById("past");
  const thrown = last?.past || [];
  if (at) show(at, section(word("toss.past"), thrown.length ? el("ol", { class: "plainlist log" }, thrown.map((one) => el("li", {}, by(one, one.text)))) : el("p", { class: "hint" }, word("toss.past.none"))));
}
