// @ts-check
// The big screen: a television or a tablet in the middle of the table. It looks only,
// has nothing to press but what lets it in, and is left alone for hours.
import { address, get, onOutside } from "./api.js";
import { stayAwake } from "./awake.js";
import { forget, picturesOf } from "./boards.js";
import { byId, say } from "./dom.js";
import { renew } from "./files.js";
import { open } from "./join.js";
import { drawDoor, drawIdle, drawMatch, drawThrow, drawTopic, happened, refit, still } from "./tvdraw.js";
import { own, speak, word } from "./words.js";

const root = document.documentElement;

// ---- Who this screen is.

let entries = 0;
/** @type {number | undefined} */
let timer;

// enter asks who this screen is and follows what happens; of several that are under way
// the last one does.
async function enter() {
  clearTimeout(timer);
  const mine = ++entries;
  try {
    const me = await get("/api/me");
    await heardLang(me.lang);
    if (mine === entries) listen();
  } catch (/** @type {any} */ refusal) {
    if (refusal.status !== 401 && mine === entries) lost();
  }
}

// outside asks for the code, unless it does so already.
function outside() {
  leave();
  root.classList.remove("lost");
  say("");
  if (!byId("door").hidden) return;
  stayAwake(false);
  open(drawDoor(), () => {
    drawIdle();
    enter();
  });
}

// heardLang speaks the panel's language, unless this screen was asked for one.
/** @param {string} lang */
async function heardLang(lang) {
  if (own() || !lang || lang === root.lang) return;
  await speak(lang);
  forget();
}

// ---- Following what happens. Something comes every 10 s; a connection that is lost is
// tried again after ever longer rests.

const silence = 25000, soon = 1000, late = 30000; // ms
/** @type {EventSource | null} */
let events = null;
let rest = soon, away = false;

function listen() {
  leave();
  events = new EventSource(own() ? address("/api/events") : "/api/events");
  hears("match", matched);
  hears("moment", happened);
  thrown = null;
  hears("throw", tossed);
  hears("alive", () => {});
  events.onerror = lost;
  timer = setTimeout(lost, silence);
}

/** @param {string} name @param {(data: any) => unknown} then */
function hears(name, then) {
  events?.addEventListener(name, (event) => {
    found();
    then(JSON.parse(event.data));
  });
}

// leave ends the connection and whatever waits for it.
function leave() {
  clearTimeout(timer);
  events?.close();
  events = null;
}

// found says that the companion answers. After an absence it may be a newer one, which has another page.
function found() {
  if (away) renew();
  away = false;
  rest = soon;
  clearTimeout(timer);
  timer = setTimeout(lost, silence);
  if (!root.classList.contains("lost")) return;
  root.classList.remove("lost");
  say("");
}

// lost says that the companion doesn't answer, and tries again later.
function lost() {
  leave();
  away = true;
  root.classList.add("lost");
  say(word("lost"), "bad");
  timer = setTimeout(enter, rest * (0.75 + Math.random() / 2));
  rest = Math.min(2 * rest, late);
}

// ---- The match. One question at a time; what comes meanwhile asks again.

let game = "", asking = false, stale = false, topic = "";

/** @param {MatchEvent} event */
async function matched(event) {
  game = event.game;
  explained(event.topic);
  changed();
  stale = true;
  if (asking) return;
  asking = true;
  try {
    await heardLang(event.lang);
    while (stale) {
      stale = false;
      await load();
    }
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === undefined) console.error(refusal); // a fault of the page
  } finally {
    asking = false;
  }
}

// explained shows the topic of the rules that the panel shows, if it shows one.
/** @param {string} name */
async function explained(name) {
  if (name === topic) return;
  topic = name;
  if (!name) return drawTopic(null);
  const [of, key] = name.split(":"), pictures = picturesOf(of);
  try {
    const rules = await get(`/api/rules?game=${encodeURIComponent(of)}`);
    if (name === topic) drawTopic(rules.topics.find((one) => one.key === key), await pictures);
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === undefined) throw refusal; // a fault of the page
  }
}

async function load() {
  if (!game) return drawIdle();
  try {
    const now = await get("/api/match"), pictures = await picturesOf(now.game);
    return game ? drawMatch(now, pictures) : drawIdle();
  } catch (/** @type {any} */ refusal) {
    if (refusal.status !== 404) throw refusal; // 404: it has ended meanwhile
    return drawIdle();
  }
}

// ---- Dice that somebody throws. What comes first lies already.

/** @type {Throw | null} */
let thrown = null;

/** @param {Throw} event */
async function tossed(event) {
  const before = thrown;
  thrown = event;
  if (!before || (before.seq === event.seq && before.match === event.match && !before.rolling)) return;
  changed();
  const pictures = await picturesOf("dice");
  if (thrown === event) drawThrow(event, pictures);
}

// ---- Rest. A screen that nothing happens on grows dim, and after an hour may fall
// asleep; what stands still is moved a little, so that it doesn't burn in.

const dimAfter = 15 * 60000, sleepAfter = 60 * 60000, every = 30000; // ms
const drift = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
let changedAt = Date.now(), steps = 0;

function changed() {
  changedAt = Date.now();
  root.classList.remove("dim");
  stayAwake(true);
}

function rested() {
  const idle = Date.now() - changedAt, [x, y] = drift[Math.floor(++steps / 4) % drift.length];
  byId("stage").style.transform = `translate(${x * 4}px, ${y * 4}px)`;
  root.classList.toggle("dim", idle > dimAfter);
  if (idle > sleepAfter) stayAwake(false);
}

// A screen that isn't looked at hears nothing, and asks for all of it when it is.
function seen() {
  if (document.hidden) {
    entries++; // whoever is still entering need not
    leave();
    return still();
  }
  changed();
  return enter();
}

// ---- The beginning.

async function begin() {
  root.classList.toggle("light", new URLSearchParams(location.search).get("theme") === "light");
  try {
    await speak(own() || root.lang);
  } catch {
    return setTimeout(begin, soon);
  }
  onOutside(outside);
  document.addEventListener("visibilitychange", seen);
  addEventListener("resize", refit);
  setInterval(rested, every);
  drawIdle();
  return enter();
}

begin();
