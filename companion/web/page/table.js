// The table: the match on the panel in comfort, and everything that may be done
// with it now.
import { get, post } from "./api.js";
import { board, both, picturesOf } from "./boards.js";
import { walk } from "./choices.js";
import { button, el, folded, say, section, show, sure } from "./dom.js";
import { unfinished } from "./open.js";
import { painter } from "./paint.js";
import { lost } from "./panel.js";
import { clock, count, word } from "./words.js";

let place = null; // where the table is shown, while it is
let me = { role: "look" };
let now = null; // the match as it was last heard of
let art = { glyphs: {} };
let seen = { seq: 0, match: "" };
let picked = []; // cells tapped so far
let allLog = false;

// open shows the table in place for whoever this phone is.
export function open(at, who) {
  place = at;
  me = who;
  place.replaceChildren(...skeleton());
  drawn.clear();
  if (now) draw();
  return who.game === "" ? none() : refresh();
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

// none says that no match is on the panel.
export function none() {
  if (place) take(null);
}

// back is refresh after the companion wasn't heard for a while.
export function back() {
  away = place !== null;
  return refresh();
}

async function load() {
  try {
    const heard = await get(`/api/match${allLog ? "?log=all" : ""}`);
    art = await picturesOf(heard.game);
    take(heard);
  } catch (refusal) {
    if (refusal.status === undefined) throw refusal; // a fault of the page
    if (refusal.status === 404) take(null);
    if (refusal.status === 0) lost();
  }
}

function take(heard) {
  if (heard) for (const list of ["won", "choices", "fixes", "log"]) heard[list] = heard[list] || [];
  if (!heard || !now || heard.seq !== now.seq || heard.match !== now.match) picked = [];
  now = heard;
  if (away) catchUp();
  away = false;
  seen = now ? { seq: now.seq, match: now.match } : { seq: 0, match: "" };
  draw();
}

// catchUp says what happened while this phone heard nothing.
function catchUp() {
  if (!now || now.match !== seen.match) return say(word("caught.other"));
  const news = now.log.filter((entry) => entry.seq > seen.seq).map((entry) => entry.text);
  say(news.length ? told("caught", news) : word("caught.none"));
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
    await post(path, { ...body, match: now.match, after: now.seq });
    say("");
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
    case 409: return say(refusal.news.length ? told("stale", refusal.news) : refusal.message || word("stale.plain"), "bad");
    case 403: return say(word("looking"), "bad");
    case 0: return lost();
  }
  return say(refusal.message || word("refused"), "bad");
}

const decide = (says) => act("/api/decide", { says });

// ---- What is shown. Parts that stay the same are left alone.

const parts = ["head", "field", "deeds", "steps", "standing", "rule", "lines", "log", "ruling", "places", "rest"];
const drawn = new Map();

function skeleton() {
  return parts.map((part) => el("div", { id: part, "aria-live": part === "head" ? "polite" : null }));
}

function draw() {
  if (!place) return;
  if (!now) {
    drawn.clear();
    parts.forEach((part) => document.getElementById(part).replaceChildren());
    document.getElementById("head").append(el("h1", {}, word("table")), el("p", {}, word("table.none")),
      me.role === "play" ? el("p", {}, el("a", { href: "#setup", class: "button" }, word("nav.setup"))) : "");
    return;
  }
  const plays = me.role === "play";
  const over = plays && now.over && !now.ended && now.game !== "dice";
  const asks = plays && !now.ready && !now.ended ? now.choices : [];
  part("head", [me.role, now.view.title, now.view.prompt, now.turn, now.names, now.ready, now.why, now.won], head);
  part("field", null, (at) => field(at, asks));
  part("deeds", [asks, over, now.device, picked, now.names], (at) => (over ? endings(at) : deeds(at, asks)));
  part("steps", plays && [now.undo, now.redo], steps);
  part("standing", [now.ready, now.scores, now.names, now.turn, now.won, now.clock], standing);
  part("rule", now.rule || false, rule);
  part("lines", now.view.lines, lines);
  part("log", [now.log, allLog], logged);
  part("ruling", plays && [now.fixes, now.names], ruling);
  part("places", plays && !now.ready && !now.over && [now.names], places);
  part("rest", [me.role, now.open, now.seal, now.lost], rest);
}

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

function head(at) {
  show(at, el("h1", {}, onTurn()), !now.ready && el("p", { class: "prompt" }, now.why && now.over ? `${victors()} ${now.why}` : now.view.prompt),
    !now.ready && el("p", { class: "title" }, now.view.title),
    now.ready && el("p", { class: "note" }, word("ready")),
    now.ready && me.role === "play" && el("p", { class: "choices" }, button(word("play"), () => act("/api/begin", {}), { class: "choice big", id: "play", "data-focus": "play" })));
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
  const paint = painter(now, art, decide, () => now, draw);
  const how = asks.length && paint ? paint : { open: pointing(asks).open, chosen: picked, tap: (name) => tap(name, asks) };
  return show(at, board(now.view, art, now.names, how), asks.length && paint ? paint.nodes : null);
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
  if (!asks.length && !(now.device && me.role === "play")) return show(at, me.role !== "play" && el("p", { class: "note" }, word("looking")));
  const walked = el("div", { class: "walk" });
  const list = picked.length ? pointing(asks).rest : asks;
  const card = section(picked.length ? word("decide.from", picked.join(" → ")) : word("decide"), walked,
    now.device && button(word("device"), () => decide("device"), { "data-focus": "device" }));
  card.querySelector("h2").tabIndex = -1;
  const inside = at.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  at.replaceChildren(card);
  walk(walked, list, ends(), decide, art.labels);
  if (inside !== null) ([...at.querySelectorAll("[data-focus]")].find((e) => e.dataset.focus === inside) || card.querySelector("h2")).focus({ preventScroll: true });
}

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
  const undo = now.undo && button(word("undo", now.undo.label), (event) => {
    const go = () => act("/api/undo", { to: now.undo.to });
    if (now.undo.seen) sure(event.currentTarget, word("undo.seen"), word("undo.yes"), word("no"), go);
    else go();
  }, { "data-focus": "undo", id: "undo" });
  const redo = now.redo && button(word("redo", now.redo.label), () => act("/api/undo", { to: now.redo.to }), { "data-focus": "redo", id: "redo" });
  show(at, (undo || redo) && el("div", { class: "choices" }, undo || "", redo || ""));
}

// ruling lets the table decide against the book, with its reason.
function ruling(at) {
  if (!now.fixes.length) return show(at);
  const walked = el("div", { class: "walk" });
  const begin = () => walk(walked, now.fixes, " ", (says) => reason(walked, says, begin), art.labels);
  begin();
  return show(at, folded("ruling", word("overrule"), el("p", { class: "hint" }, word("overrule.hint")), walked));
}

// places lets somebody else play a seat; who has one already changes places.
function places(at) {
  show(at, folded("places", word("places"), el("p", { class: "hint" }, word("places.hint")), now.names.map((name, i) => {
    const who = el("input", { type: "text", maxlength: 10, required: true, value: name, "aria-label": word("places.who", i + 1), "data-focus": `place ${i}` });
    return el("form", { class: "entry", submit: (event) => {
      event.preventDefault();
      if (who.value.trim() !== name) act("/api/seat", { seat: i + 1, name: who.value.trim() });
    } }, el("label", { class: "field" }, el("span", {}, word("places.who", i + 1)), who), el("button", {}, word("places.yes")));
  })));
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

let ticking;

function standing(at) {
  clearInterval(ticking);
  const timed = now.clock || [], turn = now.ready ? 0 : now.turn; // who begins may still be drawn
  const times = timed.map((time) => el("td", {}, clock(shownTime(time, 0))));
  const rows = now.names.map((name, i) => el("tr", { class: turn === i + 1 ? "turn" : null },
    el("th", { scope: "row" }, el("span", { class: `badge seat${i + 1}` }, String(i + 1)), ` ${name} `,
      turn === i + 1 && el("small", {}, word("standing.turn")), now.won.includes(i + 1) && el("small", {}, word("standing.won"))),
    el("td", { class: "points" }, String(now.scores[i] ?? "")), times[i]));
  show(at, section(word("standing"), el("table", { class: "standing" }, el("thead", { class: "unseen" }, el("tr", {},
    [word("standing.name"), word("standing.points"), ...(timed.length ? [word("standing.time")] : [])].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows))));
  const began = Date.now();
  if (timed.some((time) => time.running)) {
    ticking = setInterval(() => timed.forEach((time, i) => { times[i].textContent = clock(shownTime(time, Date.now() - began)); }), 1000);
  }
}

// shownTime is what a seat has left after so many more ms, or has used where no
// budget limits it.
function shownTime(time, more) {
  const gone = time.running ? more : 0;
  return time.left === null || time.left === undefined || time.left === -time.ms ? time.ms + gone : time.left - gone;
}

function lines(at) {
  show(at, now.view.lines.length && section(word("lines"), el("ul", { class: "plainlist" }, now.view.lines.map((line) => el("li", {}, line)))));
}

const latest = 8;

function logged(at) {
  const entries = [...now.log].reverse();
  const cut = allLog ? entries : entries.slice(0, latest);
  const more = () => {
    allLog = !allLog;
    refresh();
  };
  show(at, section(word("log"), el("ol", { class: "plainlist log" }, cut.map((entry) => el("li", { value: entry.seq }, both(entry.text, now.view)))),
    entries.length > latest && button(allLog ? word("log.less") : word("log.all"), more, { class: "plain", "data-focus": "log" })));
}

function rest(at) {
  show(at, el("p", {}, el("a", { href: "#print/live" }, word("print.live"))),
    unfinished(now.open, me.role === "play"),
    now.seal && folded("seal", word("seal"), el("p", { class: "hint" }, word("seal.hint")), el("code", { class: "seal" }, now.seal),
      now.lost && el("p", { class: "hint" }, word("seal.lost", now.lost))));
}

export { complain };
