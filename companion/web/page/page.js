// @ts-check
// The page: which part of it is shown, to whom, in which language.
import { get, onOutside } from "./api.js";
import { forget, image, picturesOf } from "./boards.js";
import { button, byId, el, refocus, say, show } from "./dom.js";
import { renew } from "./files.js";
import * as door from "./join.js";
import * as motion from "./motion.js";
import { announce, sentence } from "./news.js";
import * as panel from "./panel.js";
import { switches } from "./phone.js";
import * as table from "./table.js";
import * as voice from "./voice.js";
import { choose, own, speak, word } from "./words.js";

const root = document.documentElement;
const view = byId("view");
const device = byId("device");
/** @type {Me | null} */
let me = null;

// views by the first word behind the "#"; the first is the page's own. The others are
// loaded when somebody looks.
/** @type {Record<string, (place: HTMLElement, arg: string, who: Me) => unknown>} */
const views = {
  table: (place, arg, who) => table.open(place, who),
  dice: async (place, arg, who) => {
    dice = await import("./dice.js");
    if (!place.isConnected) return null; // another view was opened meanwhile, even these dice again
    if (lies) dice.heard(lies);
    return dice.open(place, who);
  },
  setup: async (place, arg, who) => (await import("./setup.js")).open(place, who, arg),
  evenings: async (place, arg, who) => (await import("./history.js")).openEvenings(place, who),
  match: async (place, arg, who) => (await import("./history.js")).openMatch(place, who, arg),
  year: async (place, arg) => (await import("./year.js")).open(place, arg),
  game: async (place, arg) => (await import("./plays.js")).openGame(place, arg),
  pair: async (place) => (await import("./plays.js")).openPair(place),
  times: async (place) => (await import("./plays.js")).openTimes(place),
  players: async (place, arg, who) => (await import("./players.js")).open(place, who),
  out: async (place, arg, who) => (await import("./out.js")).open(place, who),
  rules: async (place, arg, who) => (await import("./rules.js")).open(place, who, arg),
  book: async (place, arg, who) => (await import("./book.js")).open(place, who, arg),
  print: async (place, arg, who) => (await import("./print.js")).open(place, who, arg),
};
/** @type {typeof import("./dice.js") | null} */
let dice = null; // once somebody has looked at them
/** @type {Throw | null} */
let lies = null; // the throw that was heard of last

/** @param {Throw} event */
function thrown(event) {
  lies = event;
  dice?.heard(event);
}

const inNav = ["table", "dice", "setup", "rules", "evenings", "players", "out"];
/** @type {() => Record<string, string>} */
const navWords = () => ({ table: word("nav.table"), dice: word("toss"), setup: word("nav.setup"), rules: word("nav.rules"), evenings: word("nav.evenings"), players: word("nav.players"), out: word("nav.out") });
/** @type {Record<string, string>} */
const parents = { match: "evenings", year: "evenings", game: "evenings", times: "evenings", pair: "players", print: "out", book: "setup" };

// ---- Which part is shown.

function route() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  return { name: views[name] ? name : first(), arg: decode(rest.join("/")) };
}

// first is what a guest finds: the match, or the dice where none is on the panel.
const first = () => (me && !me.wired && (me.game === "" || me.game === "dice") ? "dice" : "table");

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let opened = 0;

async function go() {
  if (!me) return;
  const { name, arg } = route(), mine = ++opened;
  table.close();
  dice?.close();
  root.dataset.view = name;
  fold();
  const part = parents[name] || name;
  nav(part);
  document.title = `${navWords()[part]} · ${word("title")}`;
  const place = el("div", { id: name, class: "view" });
  show(view, place);
  try {
    await views[name](place, arg, me);
  } catch (/** @type {any} */ refusal) {
    if (mine === opened && refusal.status !== 401) await missing(place, refusal);
  }
}

/** @param {HTMLElement} place @param {any} refusal */
async function missing(place, refusal) {
  if (refusal.status === undefined && await renew()) return; // files of this version are gone
  if (refusal.status === undefined) console.error(refusal); // a fault of the page
  const why = refusal.status === 404 ? word("missing") : refusal.message || word("lost");
  show(place, el("p", { class: "note", role: "alert" }, why), button(word("again"), go));
}

/** @param {string} current */
function nav(current) {
  const said = navWords();
  show(byId("nav"), el("ul", {}, inNav.map((name) => el("li", { class: name === "players" ? "spare" : null },
    el("a", { href: `#${name}`, "aria-current": name === current ? "page" : null, "data-focus": `nav ${name}` }, said[name])))));
}

// moved shows another part, and leads whoever doesn't see to it.
async function moved() {
  say("");
  scrollTo(0, 0);
  await go();
  if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest("nav")) reach();
}

// reach gives the focus to the heading of what is shown, or to its place until there is one.
function reach() {
  const heading = view.querySelector("h1");
  if (heading) refocus(heading, view);
  else view.focus({ preventScroll: true });
}

// ---- Who this phone is.

async function enter() {
  try {
    me = await get("/api/me?with=match");
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === 401) return outside();
    panel.lost();
    if (refusal.status === 503 && refusal.message) say(refusal.message);
    return setTimeout(enter, 2000);
  }
  root.classList.remove("lost", "outside");
  table.hand(me.match);
  if (!own() && me.lang && me.lang !== root.lang) await speakIn(me.lang);
  device.classList.toggle("looking", me.role !== "play");
  await go();
  follower = follower || voice.overhear({ matched, happened, thrown, back });
  return panel.follow(follower);
}

/** @type {Follower | null} */
let follower = null;

// back is told that the box answers again. It may have been renewed meanwhile.
async function back() {
  if (!await renew()) await table.back();
}

const banner = byId("moment");

/** @type {[Moment, Element | null][]} */
const told = [];
const most = 3; // what is still to be shown; the older is passed over
let naps = 0;
/** @type {Promise<unknown>} */
let queue = Promise.resolve();

// happened shows what a decision has made happen over the page: once it is seen in its
// place, one after another, each for a while or until somebody taps. A round's end and the
// end of a match wait for a tap, or for the next decision.
/** @param {Moment} moment */
function happened(moment) {
  if (document.hidden || !me) return;
  table.happened(moment);
  announce(sentence(moment));
  const mine = naps;
  queue = queue.then(async () => {
    await table.still();
    const pictures = await picturesOf(me ? me.game : "");
    if (mine !== naps || !me) return;
    told.push([moment, image(moment.glyph, pictures) || image("cover", pictures)]);
    if (told.length > most) told.shift();
    if (banner.hidden) next();
  });
}

// turned is told that somebody looks at this phone again, or nobody does any more. What
// happens meanwhile it isn't told, not even later: it listens anew, and finds what came
// of it.
function turned() {
  naps++;
  told.length = 0;
  motion.skip();
  next();
  if (document.hidden || !me || !follower) return;
  table.woke();
  panel.follow(follower);
}

document.addEventListener("visibilitychange", turned);
document.addEventListener("resume", turned);

const waiting = new Set(["round", "win", "defeat"]); // kinds of moments that wait for a tap
/** @type {Moment | null} */
let shown = null; // the moment on the banner

/** @type {number | undefined} */
let comes; // the next moment, by itself

function next() {
  clearTimeout(comes);
  const [moment, drawn = null] = told.shift() || [];
  shown = moment || null;
  banner.hidden = !moment;
  if (moment) tell(moment, drawn);
}

/** @param {Moment} moment @param {Element | null} drawn */
function tell(moment, drawn) {
  banner.className = moment.kind;
  if (moment.seats.length) banner.dataset.seat = String((moment.seats[0] - 1) % 12 + 1);
  else delete banner.dataset.seat;
  table.wear(banner);
  show(banner, drawn, el("strong", {}, moment.text), el("span", {}, moment.names.join(", ")), el("span", {}, moment.note || ""));
  if (!waiting.has(moment.kind)) comes = setTimeout(next, told.length ? 1200 : 2000);
}

// overtaken ends moments after which a seat has decided.
function overtaken() {
  while (shown && table.passed(shown)) next();
}

let swallowed = false; // whether the click of a tap that has ended a moment is still to come

// skip ends what moves. A tap, Enter or Space that ends a moment does nothing else, wherever
// it falls: it was meant for the moment.
/** @param {PointerEvent | KeyboardEvent} event */
function skip(event) {
  motion.skip();
  swallowed = false;
  if (banner.hidden) return;
  next();
  if (!("key" in event)) swallowed = true;
  else if (event.key === "Enter" || event.key === " ") swallow(event);
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("pointerdown", skip, true);
addEventListener("keydown", skip, true);
addEventListener("click", (event) => {
  if (swallowed) swallow(event);
  swallowed = false;
}, true);

// matched hears that the match may be another.
/** @param {MatchEvent} event */
function matched(event) {
  if (!me) return null;
  if (!own() && event.lang && event.lang !== root.lang) return speakIn(event.lang).then(go);
  me.game = event.game;
  byId("veil").hidden = !event.private || me.wired;
  byId("slow").hidden = !event.slow;
  if (event.role && event.role !== me.role) {
    me.role = event.role;
    device.classList.toggle("looking", me.role !== "play");
    return go();
  }
  if (location.hash.length < 2 && first() !== root.dataset.view) return go(); // nobody has chosen a view
  return event.game === "" ? table.none() : table.refresh().then(overtaken);
}

// outside asks for the code.
function outside() {
  me = null;
  panel.leave();
  table.close();
  device.hidden = true;
  byId("slow").hidden = true;
  root.classList.add("outside");
  byId("nav").replaceChildren();
  const place = el("div", { id: "join", class: "view" });
  show(view, place);
  door.open(place, enter);
}

// ---- Languages.

/** @param {string} lang */
async function speakIn(lang) {
  await speak(lang);
  forget();
  languageButton();
}

function languageButton() {
  switches();
  const other = byId("language");
  other.textContent = word("language.switch");
  other.lang = word("language.other");
}

byId("language").addEventListener("click", async () => {
  await choose(word("language.other"));
  forget();
  languageButton();
  say("");
  if (!me) return outside();
  panel.listen();
  await go();
});

// ---- The panel takes room on a phone: it is folded away there, unless it is all the
// panel there is.

const phone = matchMedia("(max-width: 63.99rem)");
const folder = byId("fold");
/** @type {boolean | null} */
let folded = null; // what somebody chose

function fold() {
  const away = folded ?? (phone.matches && !me?.wired);
  device.hidden = root.dataset.view !== "table" || away;
  folder.setAttribute("aria-expanded", String(!away));
}

folder.addEventListener("click", () => {
  folded = !device.hidden;
  fold();
  if (!folded) device.scrollIntoView({ block: "nearest" });
});
phone.addEventListener?.("change", () => me && fold());

// ---- The beginning.

byId("skip").addEventListener("click", reach);
addEventListener("hashchange", moved);

async function begin() {
  await speakIn(own() || root.lang);
  onOutside(() => {
    if (!me) return;
    say(""); // the connection isn't lost, it was ended
    outside();
  });
  const key = door.token();
  if (key || location.pathname !== "/") {
    history.replaceState(null, "", `/${location.search}${location.hash}`);
    if (key && !await door.join(key)) return outside();
  }
  return enter();
}

begin();
