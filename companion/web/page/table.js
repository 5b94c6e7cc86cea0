// The table: the match on the panel in comfort, and everything that may be done
// with it now.
import { get, post } from "./api.js";
import { board, both, image, lies, pictured, picturesOf } from "./boards.js";
import { walk } from "./choices.js";
import { button, el, folded, say, section, show, sure, tell } from "./dom.js";
import { layout } from "./lay.js";
import * as motion from "./motion.js";
import { badge, colour, dress, know } from "./seats.js";
import { unfinished } from "./open.js";
import { painter } from "./paint.js";
import { lost } from "./panel.js";
import { count, seatClock, word } from "./words.js";

let place = null; // where the table is shown, while it is
let me = { role: "look" };
let now = null; // the match as it was last heard of
let art = { glyphs: {} };
let seen = { seq: 0, match: "" };
let picked = []; // cells tapped so far
let heardAt = 0; // when that was, for clocks that run on
let allLog = false;
let lays = null; // the lay-out that is due
let adviser = null; // the part of the page for it, once a game has one

// open shows the table in place for whoever this phone is.
export function open(at, who) {
  place = at;
  me = who;
  place.replaceChildren(...skeleton());
  fitting.disconnect(); // the bar is a new one
  for (const id of ["top", "status", "nav", "bar"]) fitting.observe(document.getElementById(id));
  drawn.clear();
  if (now) draw();
  return who.game === "" ? none() : woke();
}

export function close() { place = null; }

// ---- Following the match. One question at a time; what comes meanwhile asks again.

let asking = null, next = null, away = false;

// refresh asks for the match anew, after what was asked already.
export function refresh() {
  if (!place) return Promise.resolve();
  if (!asking) {
    asking = load().finally(() => { asking = null; });
    return asking;
  }
  next = next || asking.catch(() => {}).then(() => {
    next = null;
    return refresh();
  });
  return next;
}

let handed = null; // a match that came with other news

// hand gives the table the match for its next look at it.
export const hand = (match) => { handed = match; };

// none says that no match is on the panel.
export function none() {
  if (place) take(null);
}

// back is refresh after the companion wasn't heard for a while.
export function back() {
  away = place !== null;
  return refresh();
}

let jumps = false; // to how the match stands, without a motion
const follows = () => place !== null && !jumps && !away;

// woke is refresh after nobody looked: what moved meanwhile is not shown any more.
export function woke() {
  jumps = true;
  return refresh().finally(() => { jumps = false; });
}

// still waits until what was heard of is drawn, and nothing moves any more.
export const still = () => Promise.resolve(next || asking).catch(() => {}).then(motion.settled);

async function load() {
  try {
    const heard = handed || await get(`/api/match${allLog ? "?log=all" : ""}`);
    handed = null;
    const pictures = await picturesOf(heard.game, heard.pictures);
    if (pictures !== art) ["strip", "deeds", "standing", "lines"].forEach((id) => drawn.delete(id)); // another language names them otherwise
    art = pictures;
    for (const list of ["won", "left", "choices", "fixes", "log"]) heard[list] = heard[list] || [];
    if (follows() && motion.rolls(now, heard, art)) await motion.tumble(document.getElementById("field"), now, heard, art);
    take(heard);
  } catch (refusal) {
    if (refusal.status === undefined) throw refusal; // a fault of the page
    if (refusal.status === 404) take(null);
    if (refusal.status === 0) lost();
  }
}

function take(heard) {
  if (!heard || !now || heard.seq !== now.seq || heard.match !== now.match) picked = [];
  const move = heard && follows() ? motion.watch(now, heard, art) : () => {};
  if (heard) know(heard.names, heard.looks);
  if (JSON.stringify(heard?.looks) !== JSON.stringify(now?.looks)) drawn.clear();
  now = heard;
  heardAt = Date.now();
  if (away) catchUp();
  away = false;
  seen = now ? { seq: now.seq, match: now.match } : { seq: 0, match: "" };
  draw();
  move();
}

// catchUp says what happened while this phone heard nothing.
function catchUp() {
  if (!now || now.match !== seen.match) return tell(word("caught.other"));
  const news = now.log.filter((entry) => entry.seq > seen.seq).map((entry) => entry.text);
  tell(news.length ? told("caught", news) : word("caught.none"));
}

function told(key, news) {
  return `${count(key, news.length)} ${news.slice(-4).join(" · ")}`;
}

// ---- Doing something.

let acting = false;

// act asks the companion to do something with the match as this page knows it. It
// reports whether that was done; else it says why not.
async function act(path, body) {
  if (acting || !now) return false; // a second tap means the same
  acting = true;
  place?.classList.add("waiting");
  try {
    const { asked } = await post(path, { ...body, match: now.match, after: now.seq });
    tell(asked ? word("ask.sent") : "", asked ? "good" : "");
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  } finally {
    await refresh();
    acting = false;
    place?.classList.remove("waiting");
  }
}

function complain(refusal) {
  switch (refusal.status) {
    case undefined: throw refusal; // a fault of the page
    case 409: return tell(refusal.news.length ? told("stale", refusal.news) : refusal.message || word("stale.plain"), "bad");
    case 403: return say(word("looking"), "bad");
    case 0: return lost();
  }
  const { topic } = refusal, { game } = now || {};
  say(refusal.message || word("refused"), "bad");
  if (topic && game) document.getElementById("status").append(" ", button(word("rules.why"), () => explained(game, topic), { class: "plain", "data-topic": topic }));
}

const decide = (says) => act("/api/decide", { says });

// ---- What is shown. Parts that stay the same are left alone.

// They stand in three groups: a bar that stays, what the turn needs, and what is read.
const groups = { bar: ["head", "race"], turn: ["ask", "strip", "field", "dock"], dock: ["asked", "steps"], asked: ["deeds", "what"], more: ["advice", "standing", "rule", "lines", "log", "ruling", "places", "rest"] };
const parts = Object.values(groups).flat().filter((id) => !groups[id]);
const drawn = new Map();

// fit gives what the turn needs the height that the screen has left, so that nothing lies over
// anything: the style shares it out.
function fit() {
  const turn = document.getElementById("turn"), nav = document.getElementById("nav");
  if (!turn) return;
  const floor = getComputedStyle(nav).position === "fixed" ? nav.offsetHeight : 0;
  turn.style.setProperty("--rest", `${Math.max(0, Math.floor(innerHeight - floor - turn.getBoundingClientRect().top - scrollY))}px`);
}

const fitting = new ResizeObserver(fit);
addEventListener("resize", fit);

function skeleton() {
  const made = (id) => el("div", { id, "aria-live": id === "head" || id === "ask" ? "polite" : null }, (groups[id] || []).map(made));
  return ["bar", "turn", "more"].map(made);
}

function draw() {
  if (!place) return;
  if (!now) {
    drawn.clear();
    parts.forEach((part) => document.getElementById(part).replaceChildren());
    for (const id of ["bar", "turn"]) document.getElementById(id).className = "";
    document.getElementById("head").append(el("h1", {}, word("table")));
    document.getElementById("ask").append(el("p", {}, word("table.none")),
      me.role === "play" ? el("p", {}, el("a", { href: "#setup", class: "button choice" }, word("nav.setup"))) : "");
    return;
  }
  wear(place);
  const plays = me.role === "play";
  lays = layout(now, art, draw);
  if (!adviser && now.advice) import("./advice.js").then((loaded) => { adviser = loaded; draw(); }, lost);
  const { cells, h } = now.view;
  document.getElementById("turn").className = [now.turn > 0 && !now.ready && colour(now.turn), cells.length > 0 && (h > 1 ? "boarded" : "rowed")].filter(Boolean).join(" ");
  const over = plays && now.over && !now.ended && now.game !== "dice";
  const asks = plays && !now.ready && !now.ended ? now.choices : [];
  part("head", [now.turn, now.names, now.ready, now.over, now.clock], head);
  part("race", [now.match, now.scores, now.names, now.turn, now.won, now.ready], race);
  part("ask", [me.role, now.view.title, now.view.prompt, now.ready, now.why, now.won, now.hints, lays?.open], ask);
  part("strip", [now.match, now.view.strip, now.names], strip);
  part("field", null, (at) => field(at, asks));
  part("deeds", [asks, over, plays && now.ready, now.likely, now.turn, now.device, picked, now.names, lays?.open], (at) => (lays?.open ? show(at, lays.dock()) : over ? endings(at) : deeds(at, asks)));
  part("steps", plays && [now.undo, now.redo], steps);
  part("what", now.topics?.length > 0 && [now.game, now.topics], what);
  document.getElementById("dock").hidden = !document.querySelector("#deeds > *, #steps > *");
  advised(plays);
  part("standing", [now.ready, now.scores, now.names, now.left, now.turn, now.won, now.clock, now.view.piles], standing);
  part("rule", now.rule || false, rule);
  part("lines", [now.view.lines, now.view.piles], lines);
  part("log", [now.log, allLog], logged);
  part("ruling", plays && [now.fixes, now.names, now.left], ruling);
  part("places", plays && !now.ready && !now.over && [now.names, now.left, now.fixes.length, now.aside], places);
  part("rest", [me.role, now.open, now.seal, now.lost], rest);
}

// wear gives a part of the page the colours of the players of the match.
export const wear = (at) => now && dress(at, now.names);

// part draws a part of the page if what it tells has changed. Null is always new,
// false is nothing.
function part(id, told, build) {
  const at = document.getElementById(id);
  const key = JSON.stringify([told, document.documentElement.lang]);
  if (told !== null && drawn.get(id) === key) return;
  if (told === false) at.replaceChildren();
  else build(at);
  drawn.set(id, key);
}

// head is whose turn it is, in their colour, and their clock.
function head(at) {
  const turn = now.ready || now.over ? 0 : now.turn;
  const time = turn > 0 && now.clock?.[turn - 1];
  document.getElementById("bar").className = turn > 0 ? colour(turn) : "";
  show(at, turn > 0 && badge(now.names, turn), el("h1", {}, onTurn()), time && el("b", { class: "clock", role: "timer" }, timer(time)));
  tick();
}

// race is the score as lanes, as far as each is of the best.
function race(at) {
  const least = Math.min(0, ...now.scores), most = Math.max(1, ...now.scores);
  const part = (score) => Math.max(0.02, (score - least) / (most - least));
  show(at, now.scores.length > 0 && el("ul", { class: `race${now.names.length > 3 ? " crowd" : ""}${now.names.length > 8 ? " throng" : ""}`, "aria-label": word("standing") }, now.names.map((name, i) => {
    const score = now.scores[i] ?? 0, points = el("b", { class: "points" }, String(score)), bar = el("i", {});
    bar.style.transform = `scaleX(${part(score)})`;
    return el("li", { class: `${colour(i + 1)}${now.turn === i + 1 && !now.ready ? " now" : ""}` }, badge(now.names, i + 1),
      el("span", { class: "who" }, name), now.won.includes(i + 1) && el("span", { class: "star" }, "★"), points, bar);
  })));
}

// ask is what must happen now.
function ask(at) {
  show(at, !now.ready && el("p", { class: "prompt" }, now.why && now.over ? `${victors()} ${now.why}` : lays?.open ? lays.prompt : now.view.prompt),
    !now.ready && el("p", { class: "title" }, now.view.title), now.over && now.hints > 0 && el("p", { class: "title" }, count("hints", now.hints)), now.ready && el("p", { class: "note" }, word("ready")));
}

// advised shows the adviser where there is one, to who may not ask once it has told
// something.
function advised(plays) {
  const { advice } = now;
  const shown = adviser && advice && (plays || advice.told !== "" || advice.thinks);
  part("advice", shown ? [now.match, advice.topics, plays] : false, (at) => {
    drawn.delete("advised");
    adviser.questions(at, advice, plays && ((topic) => act("/api/hint", { topic })));
  });
  if (shown) part("advised", [advice, plays], (at) => adviser.answer(at, advice, plays && (() => act("/api/undo", { to: advice.at }))));
}

// what leads to the topics of the rules about the decisions.
function what(at) {
  show(at, el("div", { class: "choices" }, now.topics.map(({ key, title }) =>
    button([el("b", { "aria-hidden": "true" }, "? "), title], () => explained(now.game, key), { class: "plain", "aria-label": word("rules.what", title), "data-topic": key }))));
}

// explained shows a topic of the rules over the page.
const explained = async (game, key) => (await import("./rules.js")).explain(game, key).catch(lost);

// strip is what the table looks at most: pictures and numbers.
function strip(at) {
  show(at, now.view.strip.length > 0 && el("ul", { class: "strip" }, now.view.strip.map((tally) =>
    el("li", { class: [tally.seat > 0 && colour(tally.seat), tally.mark & 1 && "last", tally.n === 0 && "none"].filter(Boolean).join(" ") || null },
      image(tally.glyph, art), el("span", { class: "unseen" }, [art.labels?.[tally.glyph] || tally.glyph, now.names[tally.seat - 1]].filter(Boolean).join(", ")),
      el("b", {}, String(tally.n)), tally.seat > 0 && badge(now.names, tally.seat)))));
}

function rule(at) {
  show(at, now.rule && folded("rule", word("rule"), el("p", {}, now.rule)));
}

function onTurn() {
  if (now.ready) return word("turn.ready");
  if (now.over || now.turn < 0) return word("turn.over");
  return now.turn ? word("turn", now.names[now.turn - 1]) : word("turn.chance");
}

function victors() {
  const names = now.won.map((seat) => now.names[seat - 1]).join(", ");
  return names ? word("won", names) : "";
}

// ---- The board.

// ends are what parts the words of a decision: on a board 13-20 is two of them.
const ends = () => (now.view.h > 1 ? " -" : " ");

// cellsOf are the cells that a decision names, or where it leads the boat on turn.
function cellsOf(choice, names, bearings) {
  const led = bearings.get(choice.says.startsWith("unload") ? "unload" : choice.says);
  return led ? [led] : choice.says.split(/[ -]/).filter((w) => names.has(w));
}

const compass = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const steps8 = { n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1] };

// bearings are the cells that a boat's decisions lead to.
function bearingsOf(view, seat) {
  const led = new Map();
  const i = view.cells.findIndex((cell) => cell.seat === seat && cell.glyph.startsWith("boat-"));
  if (i < 0) return led;
  const nose = compass.indexOf(view.cells[i].glyph.slice(5));
  const to = (says, turn) => {
    const [dx, dy] = steps8[compass[(nose + turn + 8) % 8]];
    const x = (i % view.w) + dx, y = Math.floor(i / view.w) + dy;
    if (x >= 0 && y >= 0 && x < view.w && y < view.h) led.set(says, view.cells[y * view.w + x].name);
  };
  to("forward", 0);
  to("diagonal left", -1);
  to("diagonal right", 1);
  for (const says of ["turn left", "turn right", "unload"]) led.set(says, view.cells[i].name);
  return led;
}

// pointing parts the decisions by the cells tapped so far.
function pointing(asks) {
  const names = new Set(now.view.cells.map((cell) => cell.name).filter(Boolean));
  const bearings = bearingsOf(now.view, now.turn);
  const all = now.view.h < 2 ? [] : asks.map((choice) => ({ choice, cells: cellsOf(choice, names, bearings) }));
  const rest = all.filter(({ cells }) => picked.every((name, i) => cells[i] === name));
  const next = rest.filter(({ cells }) => cells.length > picked.length);
  return { rest: rest.map(({ choice }) => choice), whole: next.length === 0, open: new Set([...next.map(({ cells }) => cells[picked.length]), ...picked]) };
}

function field(at, asks) {
  if (!now.view.cells.length) return show(at);
  if (lays?.open) return show(at, lays.field());
  const paint = painter({ ...now, choices: asks }, art, decide, () => now, draw);
  const how = paint || { open: pointing(asks).open, chosen: picked, hinted: hinted(), tap: (name) => tap(name, asks) };
  const made = board(now.view, art, now.names, how);
  show(at, made, now.view.h > 1 && el("p", { id: "why", class: "hint" }, reasons()), paint?.nodes, lays?.again);
}

// hinted are the cells of the decision that the adviser has told.
function hinted() {
  const names = new Set(now.view.cells.map((cell) => cell.name).filter(Boolean));
  return cellsOf({ says: adviser?.hinted(now.advice) || "" }, names, new Map());
}

let why = { match: "", seq: 0, texts: [] }; // what has moved on the board

// happened is told what a decision has made happen: under a board it stands until a seat
// decides again.
/** @param {Moment} moment */
export function happened({ match, seq, text, note }) {
  const said = [text, note].filter(Boolean).join(" ").replace(/\s+/g, " ");
  why = { match, seq, texts: match === why.match && seq === why.seq ? [...why.texts, said] : [said] };
  const at = document.getElementById("why");
  if (at && now) at.textContent = reasons();
}

// passed reports whether a seat has decided since a moment, or another match is on the panel.
export function passed({ match, seq }) {
  return now !== null && (now.match !== match || now.log.some((entry) => entry.seq > seq && entry.seat > 0));
}

// reasons are what stands under a board; the banner tells it to screen readers.
function reasons() {
  return why.seq <= now.seq && !passed(why) ? why.texts.join(" · ") : "";
}

// tap takes a cell: back to before it if it was tapped already; the decision, if
// only one is left.
function tap(name, asks) {
  const before = picked.indexOf(name);
  picked = before < 0 ? [...picked, name] : picked.slice(0, before);
  const { rest, whole } = pointing(asks);
  const only = rest.length === 1 && picked.length && whole ? rest[0] : null;
  if (only && !only.grammar && only.from >= only.to) {
    picked = [];
    decide(only.says);
  }
  draw();
}

// ---- Decisions.

function deeds(at, asks) {
  if (now.ready && me.role === "play") return show(at, button(word("play"), () => act("/api/begin", {}), { class: "choice big", id: "play", "data-focus": "play" }));
  if (!asks.length && !(now.device && me.role === "play")) return show(at, me.role !== "play" && el("p", { class: "note" }, word("looking")));
  const walked = el("div", { class: "walk" });
  const list = picked.length ? pointing(asks).rest : asks;
  const card = section(picked.length ? word("decide.from", picked.join(" → ")) : word("decide"), walked,
    now.device && button(word("device"), () => decide("device"), { class: "choice", "data-focus": "device" }));
  const heading = card.querySelector("h2");
  heading.tabIndex = -1;
  if (!picked.length) heading.className = "unseen"; // the prompt asks
  const inside = at.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  at.replaceChildren(card);
  if (phone.matches && !picked.length && tellable(asks)) {
    const all = el("details", { class: "listed", open: listed, toggle: (event) => { listed = event.currentTarget.open; } }, el("summary", {}, word("decide.tap")));
    walked.replaceWith(all);
    all.append(walked);
  }
  walk(walked, list, ends(), decide, { labels: art.labels, verbs: now.verbs, images, tint, likely: now.likely || "", unordered: now.unordered });
  if (inside !== null) ([...at.querySelectorAll("[data-focus]")].find((e) => e.dataset.focus === inside) || card.querySelector("h2")).focus({ preventScroll: true });
}

const phone = matchMedia("(max-width: 63.99rem)");
let listed = false;

// tellable reports whether taps on the board tell all decisions apart: a phone needs no
// list of them then.
function tellable(asks) {
  if (now.view.h < 2) return false;
  const names = new Set(now.view.cells.map((cell) => cell.name).filter(Boolean));
  const bearings = bearingsOf(now.view, now.turn);
  const cells = asks.map((choice) => cellsOf(choice, names, bearings).join(" "));
  return asks.length > 2 && !cells.includes("") && new Set(cells).size === cells.length;
}

const mostImages = 3;

// named are the pictures that the words of a decision name, for a square of the board
// what is on it.
function named(says) {
  const on = new Map(now.view.h > 1 ? now.view.cells.map((cell) => [cell.name, cell.glyph]) : []);
  const words = says.split(/[ -]/);
  const whole = `${words[0]}-${words[words.length - 1]}`; // "boat-n" of "boat c3 n"
  if (pictured(whole, art) && !pictured(words[words.length - 1], art)) return [whole];
  const found = words.filter((w) => !/^\d*$/.test(w) && pictured(w, art));
  return found.length ? found.slice(0, mostImages) : words.map((w) => on.get(w)).filter((name) => pictured(name, art)).slice(0, 1);
}

const images = (says) => named(says).map((name) => image(name, art));

// tint is the colour of what a decision names, or of the seat whose name it begins with.
function tint(says, label) {
  const seat = now.names.findIndex((name) => label === name || label.startsWith(`${name} `) || label.startsWith(`${name}:`)) + 1;
  if (seat > 0) return { kind: colour(seat) };
  const [first] = named(says);
  return art.colours?.[first] ? { colour: softened(art.colours[first]) } : {};
}

// softened is a lamp's colour as paper has it.
const softened = (colour) => `#${[1, 3, 5].map((i) => Math.round(0.6 * parseInt(colour.slice(i, i + 2), 16) + 45).toString(16).padStart(2, "0")).join("")}`;

// endings are what a match that is over leads to.
function endings(at) {
  const game = now.game;
  const again = async () => {
    if (await act("/api/end", { again: true })) location.hash = `setup/${game}`;
  };
  show(at, el("div", { class: "choices" }, button(word("end.again"), again, { class: "choice", id: "again", "data-focus": "again" }),
    button(word("end"), () => act("/api/end", { again: false }), { id: "end", "data-focus": "end" })));
}

function steps(at) {
  const told = (sign, key, label) => [el("span", { "aria-hidden": "true" }, sign), el("span", {}, word(key, label))];
  const undo = now.undo && button(told("↶", "undo", now.undo.label), (event) => {
    const go = () => act("/api/undo", { to: now.undo.to });
    if (now.undo.seen) sure(event.currentTarget, word("undo.seen"), word("undo.yes"), word("no"), go);
    else go();
  }, { "data-focus": "undo", id: "undo" });
  const redo = now.redo && button(told("↷", "redo", now.redo.label), () => act("/api/undo", { to: now.redo.to }), { "data-focus": "redo", id: "redo" });
  show(at, (undo || redo) && el("div", { class: "choices" }, undo || "", redo || ""));
}

// ruling lets the table decide against the book, with its reason.
function ruling(at) {
  const fixes = now.fixes.filter((fix) => !attends(fix.says)); // places has the others
  if (!fixes.length) return show(at);
  const walked = el("div", { class: "walk" });
  const begin = () => walk(walked, fixes, " ", (says) => reason(walked, says, begin), { labels: art.labels, verbs: now.verbs });
  begin();
  return show(at, folded("ruling", word("overrule"), el("p", { class: "hint" }, word("overrule.hint")), walked));
}

// places lets somebody else play a seat; who has one already changes places. Where the
// game goes on without a seat, its turns can be passed over. Where the game lets them, somebody
// comes late, or leaves for good.
function places(at) {
  const skips = now.names.length > 1 && now.fixes.some((fix) => /^skip \d+$/.test(fix.says));
  const aside = (now.aside || []).map((choice) => button(`${choice.label}…`, (event) =>
    sure(event.currentTarget, `${choice.label}?`, choice.label, word("no"), () => decide(choice.says)), { "data-aside": choice.says, "data-focus": `aside ${choice.says}` }));
  show(at, aside.length > 0 && el("div", { class: "choices" }, aside), skips && folded("away", word("away"), el("p", { class: "hint" }, word("away.hint")), now.names.map((name, i) => !now.left.includes(i + 1) &&
    el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), leaves(name, i + 1, true), leaves(name, i + 1, false)))),
  folded("places", word("places"), ...comings(), el("p", { class: "hint" }, word("places.hint")), now.names.map((name, i) => {
    const who = el("input", { type: "text", maxlength: 16, required: true, value: name, "aria-label": word("places.who", i + 1), "data-focus": `place ${i}` });
    return el("form", { class: "entry", submit: (event) => {
      event.preventDefault();
      if (who.value.trim() !== name) act("/api/seat", { seat: i + 1, name: who.value.trim() });
    } }, badge(now.names, i + 1), el("label", { class: "field" }, el("span", {}, word("places.who", i + 1)), who), el("button", {}, word("places.yes")));
  })));
}

// attends reports whether a ruling is about who takes part: somebody comes, leaves for good, or is back.
function attends(says) {
  const [verb, seat] = says.split(" ");
  return verb === "join" || verb === "leave" || (verb === "back" && now.left.includes(Number(seat)));
}

// rules reports whether the table may rule so.
const rules = (says) => now.fixes.some((fix) => fix.says === says);

// comings lets somebody come late, leave for good, or come back.
function comings() {
  const seat = now.names.length + 1, who = el("input", { type: "text", maxlength: 16, required: true, "aria-label": word("places.newcomer"), "data-focus": "newcomer" });
  const parting = now.names.map((name, i) => {
    const [leave, back] = [`leave ${i + 1}`, `back ${i + 1}`];
    if (now.left.includes(i + 1)) return rules(back) && el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), ruled(back, name, word("away.back")));
    return rules(leave) && el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), button(word("places.leave"), (event) =>
      sure(event.currentTarget, word("places.leave.ask", name), word("places.leave"), word("no"), () => act("/api/rule", { says: leave })),
    { "aria-label": `${name}: ${word("places.leave")}`, "data-focus": `place ${leave}` }));
  });
  return [rules(`join ${seat}`) && el("form", { class: "entry", submit: (event) => {
    event.preventDefault();
    act("/api/seat", { seat, name: who.value.trim() });
  } }, el("label", { class: "field" }, el("span", {}, word("places.newcomer")), who), el("button", {}, word("places.yes"))), ...parting];
}

// ruled is a button by which the table rules about a player.
function ruled(says, name, text) {
  return button(text, () => act("/api/rule", { says }), { "aria-label": `${name}: ${text}`, "data-focus": `place ${says}` });
}

// leaves says that a seat's turns are passed over from now on, or not any more.
function leaves(name, seat, gone) {
  const text = gone ? word("away.gone") : word("away.back");
  return button(text, async () => {
    if (await act("/api/away", { seat, away: gone })) tell(`${name}: ${text}`, "good");
  }, { "aria-label": `${name}: ${text}`, "data-focus": `away ${seat} ${gone}` });
}

function reason(walked, says, begin) {
  const choice = now.fixes.find((fix) => says === fix.says || says.startsWith(`${fix.says} `));
  const why = el("input", { type: "text", maxlength: 60, required: true, list: "reasons", "aria-label": word("overrule.why"), id: "why" });
  const form = el("form", { class: "entry", submit: async (event) => {
    event.preventDefault();
    if (await act("/api/rule", { says, why: why.value.trim() })) begin();
  } }, el("label", { class: "field" }, el("span", {}, word("overrule.why")), why),
  el("datalist", { id: "reasons" }, ["why.mistake", "why.house", "why.agreed"].map((key) => el("option", { value: word(key) }))),
  el("button", { class: "danger" }, word("overrule.yes")), button(word("no"), begin));
  walked.replaceChildren(el("h3", {}, choice ? choice.label + says.slice(choice.says.length) : says), form);
  why.focus();
}

// ---- What is to be read.

function standing(at) {
  const timed = now.clock || [], turn = now.ready ? 0 : now.turn; // who begins may still be drawn
  const rows = now.names.map((name, i) => el("tr", { class: turn === i + 1 ? "turn" : null },
    el("th", { scope: "row" }, badge(now.names, i + 1), ` ${name} `,
      turn === i + 1 && el("small", {}, word("standing.turn")), now.left.includes(i + 1) && el("small", {}, word("standing.left")), now.won.includes(i + 1) && el("small", {}, word("standing.won")),
      now.view.piles.filter((pile) => pile.seat === i + 1).map((pile) => lies(pile, art))),
    el("td", { class: "points" }, String(now.scores[i] ?? "")), timed[i] && el("td", {}, timer(timed[i]))));
  show(at, section(word("standing"), el("table", { class: "standing" }, el("thead", { class: "unseen" }, el("tr", {},
    [word("standing.name"), word("standing.points"), ...(timed.length ? [word("standing.time")] : [])].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows))));
  tick();
}

let ticking;
let timers = []; // clocks that run, with what they were

// timer is a clock that goes on as long as it stands on the page.
function timer(time) {
  const node = el("span", {}, seatClock(time, Date.now() - heardAt));
  if (time.running) timers.push([node, time, heardAt]);
  return node;
}

function tick() {
  clearInterval(ticking);
  ticking = setInterval(() => {
    timers = timers.filter(([node]) => node.isConnected);
    timers.forEach(([node, time, since]) => { node.textContent = seatClock(time, Date.now() - since); });
    if (!timers.length) clearInterval(ticking);
  }, 1000);
}

function lines(at) {
  show(at, now.view.lines.length && section(word("lines"), now.view.piles.filter((pile) => pile.seat < 1).map((pile) => lies(pile, art)), el("ul", { class: "plainlist" }, now.view.lines.map((line) => el("li", {}, line)))));
}

const latest = 8;

function logged(at) {
  const entries = [...now.log].reverse();
  const cut = allLog ? entries : entries.slice(0, latest);
  const more = () => {
    allLog = !allLog;
    refresh();
  };
  show(at, section(word("log"), el("ol", { class: "plainlist log" }, cut.map((entry) => el("li", { value: entry.seq }, acted(entry) && [badge(now.names, entry.seat), " "], both(entry.text, now.view)))),
    entries.length > latest && button(allLog ? word("log.less") : word("log.all"), more, { class: "plain", "data-focus": "log" })));
}

// acted reports whether an entry of the log begins with the name of its seat.
const acted = ({ seat, text }) => seat > 0 && now.names[seat - 1] && text.startsWith(now.names[seat - 1]);

function rest(at) {
  show(at, el("p", {}, el("a", { href: "#print/live" }, word("print.live"))),
    unfinished(now.open, me.role === "play"),
    now.seal && folded("seal", word("seal"), el("p", { class: "hint" }, word("seal.hint")), el("code", { class: "seal" }, now.seal),
      now.lost && el("p", { class: "hint" }, word("seal.lost", now.lost))));
}

export { complain };
