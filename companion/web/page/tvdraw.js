// @ts-check
// What the big screen shows: who is on turn, the race of the scores, the board, and what
// happens. Parts that stay the same are left alone, and nothing grows.
import { board, both, image, lies, picture, symbol } from "./boards.js";
import { byId, el, every, ornament, show } from "./dom.js";
import { rolls, tumble } from "./motion.js";
import { announce, sentence, tell } from "./news.js";
import { badge, colour, dress, know, roll } from "./seats.js";
import { tray } from "./tray.js";
import { seatClock, word } from "./words.js";

/** @param {string} id @returns {HTMLElement} */
const at = (id) => byId(id);

// only shows one of the three things that the screen can show.
/** @param {string} id */
function only(id) {
  for (const name of ["door", "idle", "match"]) at(name).hidden = name !== id;
  return at(id);
}

// ---- Parts.

const told = new Map();

// part draws a part anew if what it tells has changed.
/** @param {string} id @param {unknown} what @param {() => Children[]} build */
function part(id, what, build) {
  const key = JSON.stringify([what, document.documentElement.lang]);
  if (told.get(id) === key) return;
  told.set(id, key);
  show(at(id), ...build());
}

// ---- Nobody plays, or this screen isn't let in.

// drawDoor makes room for the code that lets this screen in.
export function drawDoor() {
  still();
  return only("door");
}

// drawIdle invites phones.
export function drawIdle() {
  still();
  only("idle");
  part("idle", "", () => [el("h1", {}, word("title")), el("p", { class: "prompt" }, word("table.none")), invitation()]);
}

// invitation tells how a phone joins. An address that only this machine has is none.
function invitation() {
  const here = /^(localhost|127\.|\[?::1)/.test(location.hostname);
  const steps = [!here && word("tv.invite.scan", location.host), word("tv.invite.code")].filter(Boolean);
  return el("section", { class: "invitation", "aria-label": word("tv.invite") },
    !here && el("img", { src: "/tv.svg", alt: word("tv.invite.qr", location.host), width: 300, height: 300 }),
    el("div", {}, el("h2", {}, word("tv.invite")), el("ol", {}, steps.map((step) => el("li", {}, step))),
      !here && el("p", { class: "hint" }, word("tv.invite.wifi"))));
}

// drawTopic shows a topic of the rules over everything: its picture, or the board of its
// example, and its text. Null hides it.
/** @param {Topic | null | undefined} topic @param {Pictures} [pictures] */
export function drawTopic(topic, pictures = {}) {
  at("topic").hidden = !topic;
  if (!topic) return at("topic").replaceChildren();
  const example = topic.examples[0];
  const seen = topic.art ? symbol(topic.art) : topic.rows ? picture(topic.rows) : example?.view.h > 1 && plain(board(example.view, pictures, example.names));
  announce(topic.title);
  return show(at("topic"), seen && el("div", { class: "seen" }, seen), el("div", {}, el("h1", {}, topic.title), el("p", {}, topic.text)));
}

// ---- A match.

/** @type {Match | null} */
let shown = null; // the match on the screen

// drawMatch shows a match as everybody may see it, with the pictures of its game: dice that
// the box has just rolled tumble first.
/** @param {Match} now @param {Pictures} pictures */
export async function drawMatch(now, pictures) {
  past(now.match);
  drawing = pictures;
  know(now.names, now.looks);
  dress(document.body, now.names);
  const { cells, h } = now.view, low = now.names.length > crowded && h === 1; // a row of many seats leaves the lanes the whole width
  only("match").className = [cells.length ? "boarded" : "bare", low && "low", cells.length > 0 && h === 1 && !low && "rowed"].filter(Boolean).join(" ");
  const before = shown;
  if (before && rolls(before, now, pictures)) await tumbled(before, now, pictures);
  part("head", [now.view.prompt, now.turn, now.names, now.ready, now.over, now.why, now.won, Boolean(now.clock), now.looks], () => head(now));
  part("board", [now.game, now.view.w, now.view.cells, now.names, now.looks], () => [now.view.cells.length > 0 && plain(board(now.view, pictures, now.names))]);
  const common = now.view.piles.filter((pile) => pile.seat < 1);
  part("strip", [now.game, now.view.strip, common, now.names, now.looks], () => [strip(now, pictures), common.map((pile) => lies(pile, pictures))]);
  race(now);
  part("foot", [now.view.title, now.view.lines, news(now)], () => foot(now));
  tick(now);
  tell(before, now);
  shown = now;
  refit(); // the head and the foot have taken their room
}

/** @param {Match} before @param {Match} now @param {Pictures} pictures */
function tumbled(before, now, pictures) {
  told.delete("board");
  shown = now;
  const landed = tumble(at("board"), before, now, pictures);
  refit();
  return landed;
}

/** @param {Match} now */
const onTurn = (now) => (now.ready || now.over ? 0 : now.turn);

const long = 60; // letters of a line at the top that has no room in large ones

/** @param {Match} now */
function head(now) {
  const prompt = now.over ? now.why : now.view.prompt, seat = onTurn(now);
  return [el("div", { class: `turn${seat > 0 ? ` ${colour(seat)}` : ""}` }, seat > 0 && badge(now.names, seat), el("h1", { class: says(now).length > long ? "long" : null }, says(now)), el("span", { id: "clock", role: "timer", "aria-live": "off" })),
    prompt && !now.ready && el("p", { class: "prompt" }, prompt)];
}

/** @param {Match} now */
function says(now) {
  if (now.ready) return word("turn.ready");
  if (now.over || now.turn < 0) return now.won.length ? word("won", now.won.map((seat) => now.names[seat - 1]).join(", ")) : word("turn.over");
  return now.turn ? word("turn", now.names[now.turn - 1]) : word("turn.chance");
}

// ---- The race. Its lanes stay, so that a bar moves from what it was.

const crowded = 8; // lanes that have room one below the other

/** @type {ReturnType<typeof lane>[]} */
let lanes = [];
let laned = "";

/** @param {Match} now */
function race(now) {
  const key = JSON.stringify([now.match, now.names, now.looks, now.lowest, document.documentElement.lang]);
  if (key !== laned) {
    laned = key;
    now.names.forEach((_, i) => told.delete(`lies${i + 1}`));
    lanes = now.names.map((name, i) => lane(now.names, i + 1));
    at("race").replaceChildren(el("ol", { class: [lanes.length > 5 && "many", lanes.length > crowded && "crowd"].filter(Boolean).join(" ") || null }, lanes.map((one) => one.row)), el("p", { class: "hint", hidden: !now.lowest }, word("tv.lowest")));
  }
  const all = now.names.map((_, i) => now.scores[i] ?? 0);
  const terse = all.length > crowded, low = Math.min(0, ...all), high = Math.max(low + 1, goal(now), ...all), seat = onTurn(now);
  lanes.forEach((one, i) => {
    one.row.className = `${colour(i + 1)}${seat === i + 1 ? " onturn" : ""}`;
    if (all[i] !== one.score) roll(one.points, one.score ?? all[i], all[i]);
    one.score = all[i];
    one.points.hidden = !now.scores.length;
    one.fill.style.left = `${100 * (Math.min(0, all[i]) - low) / (high - low)}%`;
    one.fill.style.width = `${100 * Math.abs(all[i]) / (high - low)}%`;
    const note = noteOn(now, all, i);
    show(one.note, Boolean(note) && (now.over || terse) && ornament("★ "), terse ? el("span", { class: "unseen" }, note) : note);
    part(`lies${i + 1}`, [now.game, now.view.piles], () => now.view.piles.filter((pile) => pile.seat === i + 1).map((pile) => lies(pile, drawing)));
  });
}

// goal is what is played for, where an option says it.
/** @param {Match} now */
const goal = (now) => Number(now.options.target) || 0;

/** @param {string[]} names @param {number} seat */
function lane(names, seat) {
  const points = el("b", { class: "points" }), fill = el("i", { class: "fill" }), note = el("small", {});
  const row = el("li", {}, el("div", { class: "who" }, badge(names, seat), el("span", { class: "name" }, names[seat - 1]), note, el("span", { id: `lies${seat}` }), points),
    el("div", { class: "track", "aria-hidden": "true" }, fill));
  return { row, points, fill, note, score: /** @type {number | undefined} */ (undefined) };
}

// noteOn says who has won, or who is ahead of all others.
/** @param {Match} now @param {number[]} all @param {number} i */
function noteOn(now, all, i) {
  if (now.over) return now.won.includes(i + 1) ? word("standing.won") : "";
  const best = now.lowest ? Math.min(...all) : Math.max(...all);
  const alone = all.filter((score) => score === best).length === 1;
  return alone && all.length > 1 && all[i] === best ? word("tv.ahead") : "";
}

// ---- The clock of the seat on turn. It is the only thing that ticks.

/** @type {number | undefined} */
let ticking;

/** @param {Match} now */
function tick(now) {
  clearInterval(ticking);
  const place = at("clock"), time = (now.clock || [])[onTurn(now) - 1];
  if (!place) return;
  place.textContent = time ? seatClock(time, 0) : "";
  if (!time || !time.running) return;
  const began = Date.now();
  ticking = setInterval(() => { place.textContent = seatClock(time, Date.now() - began); }, 500);
}

// ---- The board. A square is as large as the room for all of them leaves: the dice
// lie in as many rows as makes them largest.

const largest = 300; // px of a die

/** @param {View} view */
function fit({ w, h }) {
  const room = at("board"), made = every(".board", room)[0];
  if (!made) return;
  const high = room.clientHeight, wide = room.clientWidth;
  const [across, side] = h > 1 ? [w, Math.min(wide / w, high / h)] : rows(w, wide, high);
  made.style.setProperty("--side", `${Math.floor(side)}px`);
  made.style.gridTemplateColumns = `repeat(${across}, ${Math.floor(side)}px)`;
}

// rows are how many dice lie in a row, and how large.
/** @param {number} n @param {number} wide @param {number} high */
function rows(n, wide, high) {
  let best = [n, 0];
  for (let across = n; across > 0; across--) {
    const side = Math.min(wide / across, high / Math.ceil(n / across), largest);
    if (side > best[1]) best = [across, side];
  }
  return best;
}

// plain takes the second name, a row and a column, off squares that have a number.
/** @param {HTMLElement} made */
function plain(made) {
  for (const tag of every(".at ~ .tag", made)) {
    if (tag.dataset.at) tag.remove();
  }
  return made;
}

// How small lanes may become, of their usual size: with words about who is ahead, or with a star.
/** @type {[string, number][]} */
const smallest = [["", 0.7], ["terse", 0.4]];
const smaller = 0.95; // from one try to the next

/** @param {HTMLElement} place */
const fits = (place) => every(":scope > *", place).reduce((sum, one) => sum + one.offsetHeight, 0) <= place.clientHeight &&
  [...place.querySelectorAll(".who")].every((who) => who.scrollWidth <= who.clientWidth);

// fitLanes makes the lanes as large as lets all of them be seen.
function fitLanes() {
  const place = at("race");
  for (const [how, least] of smallest) {
    place.className = how;
    for (let size = 1; size >= least; size *= smaller) {
      place.style.setProperty("--lane", String(size));
      if (fits(place)) return;
    }
  }
}

// refit makes the board and the lanes fit anew.
export function refit() {
  if (!shown) return;
  fit(shown.view);
  fitLanes();
}

// strip is what the table looks at most: pictures with numbers, and whose they are.
/** @param {Match} match @param {Pictures} pictures */
function strip({ names, view: { strip: tallies } }, pictures) {
  if (!tallies.length) return null;
  return el("ul", { class: "strip" }, tallies.map((tally) => el("li", { class: [tally.seat > 0 && colour(tally.seat), tally.mark & 1 && "last"].filter(Boolean).join(" ") },
    image(tally.glyph, pictures), el("span", { class: "unseen" }, pictures.labels?.[tally.glyph] || tally.glyph), el("b", {}, String(tally.n)), tally.seat > 0 && badge(names, tally.seat))));
}

// ---- What is to be read.

const newest = 2, lines = 2;

/** @param {Match} now */
const news = (now) => now.log.slice(-newest).map((entry) => both(entry.text, now.view));

/** @param {Match} now */
function foot(now) {
  return [now.view.title && el("p", { class: "title" }, now.view.title),
    now.view.lines.length > 0 && el("ul", { class: "lines" }, now.view.lines.slice(0, lines).map((line) => el("li", {}, line))),
    el("ol", { class: "log" }, news(now).map((text) => el("li", {}, text)))];
}

// ---- Dice that are thrown beside any game, over everything for a while.

const lie = 4000; // ms
/** @type {number | undefined} */
let tossing;

// drawThrow shows dice that roll, or lie.
/** @param {Throw} thrown @param {Pictures} pictures */
export function drawThrow(thrown, pictures) {
  const place = at("toss"), fell = Boolean(tossing);
  clearTimeout(tossing);
  place.hidden = false;
  place.className = thrown.rolling ? "rolling" : "";
  if (!thrown.rolling) announce(thrown.text || thrown.title || "");
  const whose = thrown.panel ? word("toss.panel") : thrown.who;
  show(place, whose && el("span", { class: "whom" }, whose), tray(thrown.cells, pictures, fell && !thrown.rolling), el("strong", {}, thrown.rolling ? "…" : thrown.title));
  tossing = setTimeout(cleared, lie);
}

function cleared() {
  clearTimeout(tossing);
  tossing = undefined;
  at("toss").hidden = true;
  at("toss").replaceChildren();
}

// ---- Moments: one after the other, over everything.

const most = 3, usual = 2600, afterDice = 700; // ms
/** @type {Record<string, number>} */
const lasts = { round: 6000, win: 12000, defeat: 8000 }; // ms
/** @type {Moment[]} */
let queue = [];
/** @type {number | undefined} */
let showing;
let of = "";
/** @type {Pictures} */
let drawing = {};

// happened shows what a decision has made happen, after what is being shown, and after the
// dice that made it happen.
/** @param {Moment} moment */
export function happened(moment) {
  if (document.hidden) return;
  announce(sentence(moment));
  queue = [...queue, moment].slice(-most);
  if (showing) return;
  of = moment.match;
  showing = setTimeout(next, afterDice);
}

function next() {
  const moment = queue.shift(), place = at("moment");
  showing = moment ? setTimeout(next, lasts[moment.kind] || usual) : undefined;
  place.hidden = !moment;
  if (!moment) return place.replaceChildren();
  of = moment.match;
  place.className = `${moment.kind}${moment.seats.length === 1 ? ` ${colour(moment.seats[0])}` : ""}`;
  const face = image(moment.glyph, drawing) || image("cover", drawing);
  return show(place, face, el("strong", {}, moment.text), el("span", { class: "whom" }, moment.names.join(", ")), moment.note && el("span", {}, moment.note));
}

// past ends the moments of other matches than this one.
/** @param {string} match */
function past(match) {
  queue = queue.filter((moment) => moment.match === match);
  if (!showing || of === match) return;
  clearTimeout(showing);
  next();
}

// still ends what moves: the moments and the clock. What was missed doesn't move later.
export function still() {
  shown = null;
  clearTimeout(showing);
  clearInterval(ticking);
  queue = [];
  cleared();
  if (showing) next();
}
