// @ts-check
// The table: the match on the panel in comfort, and everything that may be done
// with it now. Its parts are scripts of their own; here is which of them are drawn, and when.
import { act } from "./acts.js";
import { image, lies } from "./boards.js";
import { tick, timer } from "./clocks.js";
import { explained } from "./complain.js";
import { deeds, endings, steps } from "./deeds.js";
import { button, byId, el, folded, ornament, refocus, section, show } from "./dom.js";
import { field, picked } from "./field.js";
import { follow, none, refresh, woke } from "./follow.js";
import { layout } from "./lay.js";
import { all, logged } from "./log.js";
import { art, now } from "./match.js";
import { demand, onTurn } from "./news.js";
import { unfinished } from "./open.js";
import { lost } from "./panel.js";
import { fitPodium, podium } from "./podium.js";
import { badge, colour, dress } from "./seats.js";
import { standing } from "./standing.js";
import { count, word } from "./words.js";

export { back, hand, none, refresh, still, woke } from "./follow.js";
export { happened, passed } from "./why.js";

/** @type {HTMLElement | null} */
let place = null; // where the table is shown, while it is
/** @type {Guest} */
let me = { role: "look" };

// open shows the table in place for whoever this phone is.
/** @param {HTMLElement} at @param {Me} who */
export function open(at, who) {
  place = at;
  me = who;
  place.replaceChildren(...skeleton());
  fitting.disconnect(); // the bar is a new one
  for (const id of ["top", "status", "nav", "bar"]) fitting.observe(byId(id));
  drawn.clear();
  follow(draw);
  if (now) draw();
  return who.game === "" ? none() : woke();
}

export function close() {
  place = null;
  follow(null);
}

// wear gives a part of the page the colours of the players of the match.
/** @param {HTMLElement} at */
export const wear = (at) => now && dress(at, now.names);

// ---- Where the parts stand: in a bar that stays, what the turn needs, and what is read.

/** @type {Record<string, string[]>} */
const groups = { bar: ["head", "race"], turn: ["ask", "podium", "strip", "field", "dock"], dock: ["asked", "steps"], asked: ["deeds", "what"], more: ["advice", "standing", "rule", "lines", "log", "ruling", "places", "rest"] };
const parts = Object.values(groups).flat().filter((id) => !groups[id]);

function skeleton() {
  /** @param {string} id @returns {HTMLElement} */
  const made = (id) => el("div", { id }, (groups[id] || []).map(made));
  return ["bar", "turn", "more"].map(made);
}

// fit gives what the turn needs the height that the screen has left, so that nothing lies over
// anything: the style shares it out.
function fit() {
  const turn = document.getElementById("turn"), nav = byId("nav");
  if (!turn) return;
  const floor = getComputedStyle(nav).position === "fixed" ? nav.offsetHeight : 0;
  turn.style.setProperty("--rest", `${Math.max(0, Math.floor(innerHeight - floor - turn.getBoundingClientRect().top - scrollY))}px`);
  fitPodium();
}

const fitting = new ResizeObserver(fit);
addEventListener("resize", fit);

// ---- What is shown. Parts that stay the same are left alone.

/** @type {typeof import("./advice.js") | null} */
let adviser = null; // the part of the page for it, once a game has one

/** @type {typeof import("./ruling.js") | null} */
let fixing = null; // what the table puts right: it comes after what the turn needs

/** @type {Map<string, string>} */
const drawn = new Map(); // what the parts tell
let depicted = art, looked = ""; // the pictures of the game and the looks of the players in them

function draw() {
  if (!place) return;
  const looks = JSON.stringify(now?.looks);
  if (looks !== looked) drawn.clear();
  if (art !== depicted) ["strip", "deeds", "standing", "lines"].forEach((id) => drawn.delete(id)); // another language names them otherwise
  [looked, depicted] = [looks, art];
  if (!now) return drawNone();
  wear(place);
  const plays = me.role === "play", lays = layout(now, art, draw);
  if (!adviser && now.advice) import("./advice.js").then((loaded) => { adviser = loaded; draw(); }, lost);
  const { cells, h } = now.view;
  byId("turn").className = [now.turn > 0 && !now.ready && colour(now.turn), cells.length > 0 && (h > 1 ? "boarded" : "rowed")].filter(Boolean).join(" ");
  /** @type {Scene} */
  const scene = { now, art, plays, lays, asks: plays && !now.ready && !now.ended ? now.choices : [], hint: adviser?.hinted(now.advice) || "", redraw: draw };
  const had = place.contains(document.activeElement);
  drawTurn(scene);
  drawMore(scene);
  if (had && !place.contains(document.activeElement)) refocus(null, byId("turn")); // what it was on has gone
}

function drawNone() {
  drawn.clear();
  parts.forEach((id) => byId(id).replaceChildren());
  for (const id of ["bar", "turn"]) byId(id).className = "";
  byId("head").append(el("h1", {}, word("table")));
  byId("ask").append(el("p", {}, word("table.none")),
    me.role === "play" ? el("p", {}, el("a", { href: "#setup", class: "button choice" }, word("nav.setup"))) : "");
}

/** @param {Scene} scene */
function drawTurn(scene) {
  const { plays, asks, lays } = scene, match = scene.now;
  const over = plays && match.over && !match.ended && match.game !== "dice";
  part("head", [match.turn, match.names, match.ready, match.over, match.clock], (at) => head(at, match));
  part("race", [match.match, match.scores, match.names, match.turn, match.won, match.ready], (at) => race(at, match));
  part("ask", [me.role, match.view.title, match.view.prompt, match.ready, match.why, match.won, match.hints, lays?.open], (at) => ask(at, scene));
  part("podium", match.over && [match.match, match.names, match.scores, match.won, match.lowest], (at) => show(at, podium(match)));
  part("strip", [match.match, match.view.strip, match.names], (at) => strip(at, scene));
  part("field", null, (at) => field(at, scene));
  part("deeds", [asks, over, plays && match.ready, match.likely, match.turn, match.device, picked(scene), match.names, lays?.open],
    (at) => (lays?.open ? show(at, lays.dock()) : over ? endings(at, scene) : deeds(at, scene)));
  part("steps", plays && [match.undo, match.redo], (at) => steps(at, scene));
  part("what", (match.topics || []).length > 0 && [match.game, match.topics], (at) => what(at, match));
  byId("dock").hidden = !document.querySelector("#deeds > *, #steps > *");
  fitPodium();
}

/** @param {Scene} scene */
function drawMore(scene) {
  const { plays } = scene, match = scene.now;
  advised(scene);
  part("standing", [match.ready, match.scores, match.names, match.left, match.turn, match.won, match.clock, match.view.piles], (at) => standing(at, scene));
  part("rule", match.rule || false, (at) => show(at, folded("rule", word("rule"), el("p", {}, match.rule))));
  part("lines", [match.view.lines, match.view.piles], (at) => lines(at, scene));
  part("log", [match.log, all()], (at) => logged(at, scene, refresh));
  const fixes = fixing;
  if (plays && !fixes) import("./ruling.js").then((loaded) => { fixing = loaded; draw(); }, lost);
  part("ruling", fixes !== null && plays && [match.fixes, match.names, match.left], (at) => fixes?.ruling(at, scene));
  part("places", fixes !== null && plays && !match.ready && !match.over && [match.names, match.left, match.fixes.length, match.aside], (at) => fixes?.places(at, scene));
  part("rest", [me.role, match.open, match.seal, match.lost], (at) => rest(at, scene));
}

// part draws a part of the page if what it tells has changed. Null is always new,
// false is nothing.
/** @param {string} id @param {unknown} told @param {(at: HTMLElement) => void} build */
function part(id, told, build) {
  const at = byId(id);
  const key = JSON.stringify([told, document.documentElement.lang]);
  if (told !== null && drawn.get(id) === key) return;
  if (told === false) at.replaceChildren();
  else build(at);
  drawn.set(id, key);
}

// advised shows the adviser where there is one, to who may not ask once it has told
// something.
/** @param {Scene} scene */
function advised({ now: { match, advice }, plays }) {
  const asked = adviser;
  if (!asked || !advice || !(plays || advice.told !== "" || advice.thinks)) return part("advice", false, () => {});
  part("advice", [match, advice.topics, plays], (at) => {
    drawn.delete("advised");
    asked.questions(at, advice, plays && ((topic) => act("/api/hint", { topic })));
  });
  return part("advised", [advice, plays], (at) => asked.answer(at, advice, plays && (() => act("/api/undo", { to: advice.at }))));
}

// ---- Parts that keep nothing.

// head is whose turn it is, in their colour, and their clock.
/** @param {HTMLElement} at @param {Shown} match */
function head(at, match) {
  const turn = match.ready || match.over ? 0 : match.turn;
  const time = turn > 0 && match.clock?.[turn - 1];
  byId("bar").className = turn > 0 ? colour(turn) : "";
  show(at, turn > 0 && badge(match.names, turn), el("h1", {}, onTurn(match)), time && el("b", { class: "clock", role: "timer" }, timer(time)));
  tick();
}

// race is the score as lanes, as far as each is of the best.
/** @param {HTMLElement} at @param {Shown} match */
function race(at, { names, scores, turn, won, ready }) {
  const least = Math.min(0, ...scores), most = Math.max(1, ...scores);
  /** @param {number} score */
  const far = (score) => Math.max(0.02, (score - least) / (most - least));
  show(at, scores.length > 0 && el("ul", { class: `race${names.length > 3 ? " crowd" : ""}${names.length > 8 ? " throng" : ""}`, "aria-label": word("standing") }, names.map((name, i) => {
    const score = scores[i] ?? 0, points = el("b", { class: "points" }, String(score)), bar = el("i", {});
    bar.style.transform = `scaleX(${far(score)})`;
    return el("li", { class: `${colour(i + 1)}${turn === i + 1 && !ready ? " now" : ""}` }, badge(names, i + 1),
      el("span", { class: "who" }, name), won.includes(i + 1) && [el("span", { class: "star", "aria-hidden": "true" }, "★"), el("span", { class: "unseen" }, word("match.won"))], points, bar);
  })));
}

// ask is what must happen now.
/** @param {HTMLElement} at @param {Scene} scene */
function ask(at, { now: match, lays }) {
  show(at, !match.ready && el("p", { class: "prompt" }, lays?.open ? lays.prompt : demand(match)),
    !match.ready && el("p", { class: "title" }, match.view.title), match.over && match.hints > 0 && el("p", { class: "title" }, count("hints", match.hints)), match.ready && el("p", { class: "note" }, word("ready")));
}

// strip is what the table looks at most: pictures and numbers.
/** @param {HTMLElement} at @param {Scene} scene */
function strip(at, { now: { view, names }, art: pictures }) {
  show(at, view.strip.length > 0 && el("ul", { class: "strip", "aria-label": word("strip") }, view.strip.map((tally) =>
    el("li", { class: [tally.seat > 0 && colour(tally.seat), tally.mark & 1 && "last", tally.n === 0 && "none"].filter(Boolean).join(" ") || null },
      image(tally.glyph, pictures), el("span", { class: "unseen" }, [pictures.labels?.[tally.glyph] || tally.glyph, names[tally.seat - 1]].filter(Boolean).join(", ")),
      el("b", {}, String(tally.n)), tally.seat > 0 && badge(names, tally.seat)))));
}

// what leads to the topics of the rules about the decisions.
/** @param {HTMLElement} at @param {Shown} match */
function what(at, { game, topics = [] }) {
  show(at, el("div", { class: "choices" }, topics.map(({ key, title }) =>
    button([el("b", { "aria-hidden": "true" }, "? "), title], () => explained(game, key), { class: "plain", "aria-label": word("rules.what", title), "data-topic": key, "data-focus": `topic ${key}` }))));
}

// said is a line, whose mark of the turn has a word.
/** @param {string} line @returns {Children} */
const said = (line) => (line.startsWith("► ") ? [ornament("► "), line.slice(2), el("span", { class: "unseen" }, ` ${word("standing.turn")}`)] : line);

/** @param {HTMLElement} at @param {Scene} scene */
function lines(at, { now: { view }, art: pictures }) {
  show(at, view.lines.length > 0 && section(word("lines"), ...view.piles.filter((pile) => pile.seat < 1).map((pile) => lies(pile, pictures)), el("ul", { class: "plainlist" }, view.lines.map((line) => el("li", {}, said(line))))));
}

/** @param {HTMLElement} at @param {Scene} scene */
function rest(at, { now: match, plays }) {
  show(at, el("p", {}, el("a", { href: "#print/live" }, word("print.live"))),
    unfinished(match.open, plays),
    match.seal && folded("seal", word("seal"), el("p", { class: "hint" }, word("seal.hint")), el("code", { class: "seal" }, match.seal), el("p", {}, el("a", { href: "#print/fairness" }, word("fairness"))),
      match.lost ? el("p", { class: "hint" }, word("seal.lost", match.lost)) : null));
}
