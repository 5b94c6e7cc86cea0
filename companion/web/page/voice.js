// @ts-check
// Aloud: this phone says whose turn it is, what came up and what has happened, once
// somebody has switched that on here. Every phone is silent by itself, so that no two
// talk over each other.
import { get } from "./api.js";
import * as buzz from "./buzz.js";
import { button, say, switched } from "./dom.js";
import { keep, recall } from "./kept.js";
import { sentence } from "./news.js";
import { count, lang, word } from "./words.js";

const kept = "companion.voice";
/** @type {Record<string, string>} */
const tags = { ru: "ru-RU", en: "en-GB" };
const speech = window.speechSynthesis;
const recalled = () => Boolean(speech) && recall(kept) === "on";
let on = recalled();

// follows reports whether this phone is to tell a turn, by its voice or by shaking.
const follows = () => on || buzz.wants();

// ---- Saying something.

const patience = 4; // sentences that may wait; more would be late
/** @type {Set<SpeechSynthesisUtterance>} */
const saying = new Set(); // browsers forget a sentence that nobody holds, in the middle of it

// voiceOf is a voice of this phone's own for a language: null where it has none, and
// undefined where it tells none at all and finds one itself. Others would send what
// they are to say, names among it, to another host.
/** @param {string} tongue */
function voiceOf(tongue) {
  const all = speech.getVoices();
  const own = all.filter((voice) => voice.localService && voice.lang.slice(0, 2).toLowerCase() === tongue);
  if (!all.length) return undefined;
  return own.find((voice) => voice.default) || own[0] || null;
}

/** @param {string} text @param {string} [tongue] */
function utter(text, tongue = lang) {
  const voice = voiceOf(tongue);
  if (voice === null || document.hidden || !text) return;
  if (saying.size >= patience) hush();
  const speaking = new SpeechSynthesisUtterance(readable(text));
  speaking.lang = tags[tongue];
  if (voice) speaking.voice = voice;
  speaking.onend = speaking.onerror = () => saying.delete(speaking);
  saying.add(speaking);
  speech.speak(speaking);
}

// readable is a text without the signs that a voice would spell out.
/** @param {string} text */
const readable = (text) => text.replace(/−(?=\d)/g, `${word("voice.minus")} `).replace(/\s*[·→★•]\s*/g, ", ").replace(/^, |\s+/g, " ").trim();

function hush() {
  speech.cancel();
  saying.clear();
}

// ---- What is said of a match.

const settled = 400; // ms after which all of a decision has come
const newest = 3; // outcomes that are said; a phone that was asleep has missed the others
const none = { match: "", seq: 0, turn: 0 }; // no match: all of the next one is news
let game = "", panel = "";
/** @type {Seen | null} */
let seen = null;
/** @type {Moment[]} */
let moments = [];
/** @type {number | undefined} */
let timer;

// overhear lets this phone say what a follower of the events is told.
/** @param {Follower} follower */
export function overhear(follower) {
  return { ...follower,
    matched: (/** @type {MatchEvent} */ event) => {
      [game, panel] = [event.game, event.lang];
      if (!game) seen = none;
      soon();
      return follower.matched(event);
    },
    /** @param {Moment} moment */
    happened: (moment) => {
      if (on) moments = [...moments, moment].slice(-newest);
      soon();
      return follower.happened(moment);
    } };
}

function soon() {
  clearTimeout(timer);
  if (follows() && game) timer = setTimeout(tell, settled);
}

async function tell() {
  const happened = moments;
  moments = [];
  try {
    const before = seen;
    /** @type {Match & { spoke?: number }} */
    const now = await get("/api/match");
    if (before && before.match === now.match && before.seq > now.seq) return; // overtaken
    seen = now;
    if (!follows() || !before) return; // what was before this phone spoke is no news
    const texts = [...outcomes(now, before).map((text) => [text]), ...happened.map((moment) => [sentence(moment), panel]), ...ended(now, before, happened).map((text) => [text])];
    if (moved(now, before)) {
      texts.push([word("turn", now.names[now.turn - 1])]);
      buzz.shake(now);
    }
    if (on) texts.forEach(([text, tongue]) => utter(text, tongue));
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === undefined) console.error(refusal); // a fault of the page
  }
}

// outcomes are what chance has answered since.
/** @param {Match} now @param {Seen} before */
function outcomes(now, before) {
  const since = now.match === before.match ? before.seq : 0;
  return now.log.filter((entry) => entry.seq > since && entry.seat === 0 && entry.kind === "decided").slice(-newest).map((entry) => entry.text);
}

// ended says who has won and why, once; a moment may have said who.
/** @param {Match} now @param {Seen} before @param {Moment[]} happened */
function ended(now, before, happened) {
  if (!now.over || (before.over && before.match === now.match)) return [];
  const names = now.won.map((seat) => now.names[seat - 1]).join(", ");
  const said = happened.some((moment) => moment.kind === "win" || moment.kind === "defeat");
  return [said ? "" : names ? word("won", names) : word("turn.over"), now.why ?? ""].filter(Boolean);
}

// moved reports whether it is somebody else's turn. Chance between two turns of one
// seat is none.
/** @param {Seen} now @param {Seen} before */
function moved(now, before) {
  if (now.turn < 1) {
    now.spoke = before.match === now.match ? before.spoke ?? before.turn : 0;
    return false;
  }
  now.spoke = now.turn;
  return !now.over && !now.ready && (now.match !== before.match || before.ready || now.turn !== (before.spoke ?? before.turn));
}

// scores says how the match stands.
async function scores() {
  hush();
  try {
    const now = await get("/api/match");
    if (on) now.names.forEach((name, i) => utter(count("voice.score", now.scores[i] ?? 0, name)));
  } catch (/** @type {any} */ refusal) {
    utter(refusal.status === 404 ? word("table.none") : "");
  }
}

// ---- The switch.

/** @type {{ toggle: ReturnType<typeof switched>, scores: HTMLElement } | null} */
let shown = null;

// controls are the switch of the voice and the scores aloud, where the phone can speak.
export function controls() {
  if (!speech) return [];
  shown = { toggle: switched("voice", word("voice"), flip), scores: button(word("voice.scores"), scores, { id: "scores" }) };
  reflect();
  return [shown.toggle.node, shown.scores];
}

function reflect() {
  if (!shown) return;
  shown.toggle.set(on);
  shown.scores.hidden = !on;
}

// listen makes the match as it stands the last that was told.
export function listen() {
  if (game) get("/api/match").then((now) => { seen = now; }, () => {});
}

// flip switches the voice; a browser lets a page speak once somebody has tapped it.
function flip() {
  on = !on;
  if (on && voiceOf(lang) === null) {
    on = false;
    say(word("voice.none"), "bad");
  }
  keep(kept, on ? "on" : "");
  reflect();
  hush();
  moments = [];
  if (!on) return;
  say(word("voice.hint"));
  utter(word("voice.on"));
  listen();
}

// What another window of this phone switches holds here too.
addEventListener("storage", (event) => {
  if (event.key !== kept || !shown) return;
  on = recalled();
  if (!on) hush();
  reflect();
});

// A phone that nobody looks at is silent; when it is looked at again, what it has
// missed isn't told.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) seen = null;
  else if (on) hush();
});

// The first tap after the page was loaded lets a voice that was left on speak.
document.addEventListener("click", () => {
  if (!on) return;
  const nothing = new SpeechSynthesisUtterance("");
  nothing.volume = 0;
  speech.speak(nothing);
}, { once: true });
