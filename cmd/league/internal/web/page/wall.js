// @ts-check
// The wall: a card for each table with a match, the one of the latest change first, and the standings.
import { fit, gap } from "./wallfit.js";

const silence = 150000; // ms after which a box is away: it repeats its state each minute
const gone = 3600000; // ms after which an absent box has no card
const deaf = 40000; // ms without an event after which the connection is lost: one comes each 15 s
const retry = 5000; // ms before a closed stream is opened again
const calm = 10000; // ms between changes of the order of the cards
const turning = 15000; // ms for which a page is shown
const fresh = 20000; // ms for which a moment is shown
const resting = 4000; // ms after which a pointer that rests is hidden

/** @typedef {{ name: string, rgb?: number[], score: number, won?: boolean, left?: number, runs?: boolean, unconfirmed?: boolean }} Seat */
/** @typedef {{ match: string, seq: number, text: string, note?: string }} Moment */
/** @typedef {{ box: string, name: string, match: string, seq: number, title: string, now: string, turn: number, over: boolean, alarm: boolean, picture?: string, moment?: Moment, seats: Seat[] | null }} State */
/** @typedef {{ state: State, key: string, changed: number, heard: number, until: number }} Table */
/** @typedef {{ title: string, note: string, lines: { place: number, name: string, points: number }[] }} Day */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const wall = byId("wall"), text = /** @type {Record<string, string>} */ (wall.dataset), lang = document.documentElement.lang;
const still = matchMedia("(prefers-reduced-motion: reduce)"), phone = matchMedia("(max-width: 50rem), (orientation: portrait) and (max-width: 64rem)");
const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });

/** @type {Map<string, Table>} */
const tables = new Map();
/** @type {Map<string, number>} */
const away = new Map(); // since when boxes are absent
/** @type {Map<string, HTMLElement>} */
const cards = new Map();
/** @type {string[]} */
let order = []; // boxes in the order of their cards
/** @type {Day} */
let day = { title: "", note: "", lines: [] };
let changes = 0, moved = 0, page = 0, planned = 0;

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string | false | undefined)} children
 */
function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== false && child !== undefined));
  return node;
}

// time prints the hours and minutes of a time in ms.
/** @param {number} ms */
const time = (ms) => new Date(ms).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

// clock prints ms as minutes and seconds.
/** @param {number} ms */
function clock(ms) {
  const s = Math.abs(Math.trunc(ms / 1000));
  return `${ms < 0 ? "−" : ""}${Math.trunc(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

// ---- States.

// content is what makes a state differ from another of its box. A state that is only repeated has
// the same.
/** @param {State} s */
const content = ({ match, seq, turn, title, now, over, alarm, moment, seats }) => JSON.stringify([match, seq, turn, title, now, over, alarm, moment, seats?.map(({ name, score, won }) => [name, score, won])]);

// hear takes the state of a table. known says that the state may be older than this page.
/** @param {State} state @param {boolean} known */
function hear(state, known) {
  const { box } = state, key = content(state), before = tables.get(box), now = Date.now();
  away.delete(box);
  if (!state.match) tables.delete(box);
  else {
    const first = !before && known, begins = !first && isNew(state, before?.state);
    const changed = before?.key === key ? before.changed : first ? 0 : ++changes;
    tables.set(box, { state, key, changed, heard: now, until: begins ? now + fresh : before?.until ?? 0 });
    if (begins) setTimeout(plan, fresh + 100);
  }
  plan();
}

// isNew reports whether a state has another moment than the one before it. A moment that is the last
// one again, after a later one was taken back, is not new.
/** @param {State} state @param {State | undefined} before */
function isNew({ match, moment }, before) {
  const earlier = before?.match === match ? before.moment : undefined;
  return Boolean(moment) && (!earlier || earlier.text !== moment?.text && earlier.seq <= (moment?.seq ?? 0) || earlier.seq < (moment?.seq ?? 0));
}

// leave notes that a box is absent.
/** @param {string} box */
const leave = (box) => away.set(box, away.get(box) ?? Date.now());

// sorted returns the boxes with a card in the order that they should have.
function sorted() {
  const now = Date.now();
  const shown = [...tables].filter(([box]) => now - (away.get(box) ?? now) < gone);
  return shown.sort(([a, one], [b, other]) => Number(away.has(a)) - Number(away.has(b)) || other.changed - one.changed || one.state.name.localeCompare(other.state.name, lang) || (a < b ? -1 : 1)).map(([box]) => box);
}

// arrange changes the order of the cards: at once for cards that come and go, else only now and then.
function arrange() {
  const wanted = sorted(), kept = order.filter((box) => wanted.includes(box));
  const next = [...wanted.filter((box) => !order.includes(box)), ...kept];
  const wait = moved + calm - Date.now();
  if (next.join() === wanted.join()) order = next;
  else if (wait > 0) {
    order = next;
    setTimeout(plan, wait);
  } else [order, moved] = [wanted, Date.now()];
}

// ---- Drawing.

// plan draws the wall soon. Several changes at once are drawn once.
function plan() {
  planned ||= setTimeout(() => {
    planned = 0;
    draw();
  }, 50);
}

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

// draw draws the cards of the present page.
function draw() {
  arrange();
  const shown = order.flatMap((box) => tables.get(box) ?? []), px = rem();
  const room = {
    cards: shown.length, px, width: wall.clientWidth / px, height: wall.clientHeight / px,
    seats: Math.max(2, ...shown.map(({ state }) => state.seats?.length ?? 0)),
    clocks: shown.some(({ state }) => state.seats?.some((s) => s.left !== undefined)), pictures: shown.some(({ state }) => hasPicture(state)),
  };
  const layout = phone.matches ? { pages: 1, columns: 1, rows: shown.length, font: 1.1, dots: 2, beside: false, foot: 2, split: 1 } : fit(room);
  page %= layout.pages;
  const size = Math.ceil(shown.length / layout.pages), on = shown.slice(page * size, (page + 1) * size);
  wall.classList.toggle("beside", layout.beside);
  wall.style.gap = `${gap}rem`;
  wall.style.gridTemplate = phone.matches ? "none" : `repeat(${layout.rows}, minmax(0, 1fr)) / repeat(${layout.columns}, minmax(0, 1fr))`;
  for (const [name, value] of Object.entries({ f: `${layout.font}rem`, foot: layout.foot, wide: `${layout.dots * 128}px` })) wall.style.setProperty(`--${name}`, String(value));
  place(on, layout);
  byId("page").textContent = layout.pages > 1 ? fill(text.page, page + 1, layout.pages) : "";
  byId("none").hidden = catching || shown.length > 0;
  byId("claims").hidden = !on.some(({ state }) => state.seats?.some((s) => s.unconfirmed));
}

/** @param {string} form @param {number} n @param {number} of */
const fill = (form, n, of) => form.replace("{n}", String(n)).replace("{of}", String(of));

// place puts cards on the wall. Cards that were on it move to their new places.
/** @param {Table[]} on @param {import("./wallfit.js").Layout} layout */
function place(on, layout) {
  const were = new Map([...cards].map(([box, card]) => [box, card.getBoundingClientRect()]));
  const boxes = new Set(on.map(({ state }) => state.box));
  for (const box of [...cards.keys()]) if (!boxes.has(box)) cards.delete(box);
  for (const { state } of on) if (!cards.has(state.box)) cards.set(state.box, el("section", {}));
  const lines = Math.ceil(Math.max(...on.map(({ state }) => state.seats?.length ?? 0)) / layout.split);
  const nodes = on.map((table) => {
    const card = fillCard(/** @type {HTMLElement} */ (cards.get(table.state.box)), table, layout);
    card.style.setProperty("--split", (table.state.seats?.length ?? 0) > lines ? "2" : "1");
    return card;
  });
  if (nodes.length !== wall.children.length || nodes.some((node, i) => node !== wall.children[i])) wall.replaceChildren(...nodes);
  for (const node of nodes) swell(node);
  for (const [box, from] of were) slide(cards.get(box), from);
}

// slide moves a card from its old place.
/** @param {HTMLElement | undefined} card @param {DOMRect} from */
function slide(card, from) {
  if (!card || still.matches) return;
  const to = card.getBoundingClientRect(), x = from.left - to.left, y = from.top - to.top;
  if (x || y) card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 700, easing: "ease-in-out" });
}

// fillCard draws a table into its card.
/** @param {HTMLElement} card @param {Table} table @param {import("./wallfit.js").Layout} layout */
function fillCard(card, { state, until, heard }, { dots, foot }) {
  const seats = state.seats ?? [], absent = away.has(state.box), moment = until > Date.now() && state.moment;
  const board = dots > 0 && hasPicture(state) && picture(state.picture ?? "", dots);
  const is = { alarm: state.alarm, fresh: moment, away: absent, bare: !board };
  card.className = ["card", ...Object.entries(is).filter(([, on]) => on).map(([name]) => name)].join(" ");
  card.dataset.box = state.box;
  const tones = colours(seats);
  card.replaceChildren(
    el("h2", {}, el("span", { class: "title" }, state.title), el("span", { class: "state" }, absent ? text.away : state.over ? text.over : ""), el("span", { class: "box" }, state.name)),
    el("ol", { class: "seats" }, ...seats.map((s, i) => seat(s, i, state, tones[i], absent ? 0 : heard))),
    el("div", { class: "lower" }, board),
    foot > 0 && state.now && !state.over ? el("p", { class: "now" }, state.now) : "",
    moment ? el("p", { class: "moment" }, moment.text, moment.note ? el("small", {}, moment.note) : undefined) : "",
  );
  return card;
}

// seat is a line of a card. The clock of a seat that thinks goes on from heard, unless it is 0.
/** @param {Seat} s @param {number} i @param {State} state @param {string} tone @param {number} heard */
function seat(s, i, { turn, over }, tone, heard) {
  const on = turn === i + 1 && !over;
  const line = el("li", on ? { class: "turn" } : {}, el("span", { class: "badge" }, String(i + 1)),
    el("span", { class: "name" }, s.name, s.unconfirmed && el("span", { title: text.claim }, " ?")),
    on && el("span", { class: "mark" }, "◀", el("span", { class: "unseen" }, text.turn)), s.won && el("span", { class: "mark" }, "★", el("span", { class: "unseen" }, text.won)),
    s.left !== undefined && el("span", { class: "left", ...(s.runs && heard && !over ? { "data-left": String(s.left), "data-since": String(heard) } : {}) }, clock(s.left)),
    el("span", { class: "score" }, String(s.score)));
  line.style.setProperty("--tone", tone);
  if (tone.startsWith("rgb")) line.style.setProperty("--sign", ink(s.rgb ?? []));
  return line;
}

// colours returns the colours of seats: those of the box, or if it tells none those of the wall.
/** @param {Seat[]} seats */
const colours = (seats) => seats.map(({ rgb }, i) => seats.some((s) => s.rgb?.some(Boolean)) ? `rgb(${(rgb ?? [0, 0, 0]).map(Number).join(" ")})` : `var(--seat${i % 8 + 1})`);

// ink returns the colour of a text on rgb that has the better contrast, by WCAG.
/** @param {number[]} rgb */
function ink(rgb) {
  const [r, g, b] = rgb.map((v) => v / 255 <= .04045 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b > .19 ? "#10140f" : "#ffffff";
}

// swell makes the moment of a card as large as the place below the seats.
/** @param {HTMLElement} card */
function swell(card) {
  const moment = /** @type {HTMLElement | null} */ (card.querySelector(".moment"));
  if (!moment) return;
  const [lower, now] = [".lower", ".now"].map((part) => card.querySelector(part)?.clientHeight ?? 0);
  const most = Math.max(lower + now, 2.6 * parseFloat(getComputedStyle(card).fontSize));
  for (let size = 2; size >= 1; size -= .1) {
    moment.style.fontSize = `${size}em`;
    if (moment.scrollHeight <= most && moment.scrollWidth <= moment.clientWidth) return;
  }
}

/** @type {Map<string, Promise<ImageBitmap | null>>} */
const bitmaps = new Map(); // by picture; null for a damaged one
/** @type {Set<string>} */
const damaged = new Set();

/** @param {State} state */
const hasPicture = ({ picture: base64 }) => Boolean(base64) && !damaged.has(base64 ?? "");

// widest is the most that a picture may have in width and height, in dots.
const widest = 256;

// decode reads a picture. It takes no picture that is larger than it says or than a box may draw.
/** @param {string} base64 */
async function decode(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), header = new DataView(bytes.buffer);
  if (header.getUint32(16) > widest || header.getUint32(20) > widest) return null; // width and height in the chunk IHDR
  return createImageBitmap(new Blob([bytes], { type: "image/png" }));
}

// picture draws a picture with dots of so many px.
/** @param {string} base64 @param {number} dots */
function picture(base64, dots) {
  const canvas = /** @type {HTMLCanvasElement} */ (el("canvas", { role: "img", "aria-label": text.board, width: "128", height: "64" }));
  const scale = (w = 128, h = 64) => {
    const by = Math.max(1, Math.floor(Math.min(dots * 128 / w, dots * 64 / h)));
    [canvas.style.width, canvas.style.height] = [`${w * by}px`, `${h * by}px`];
  };
  scale();
  if (!bitmaps.has(base64)) bitmaps.set(base64, decode(base64).catch(() => null));
  if (bitmaps.size > 64) bitmaps.delete(/** @type {string} */ (bitmaps.keys().next().value));
  bitmaps.get(base64)?.then((bitmap) => {
    if (!bitmap) {
      damaged.add(base64);
      return plan();
    }
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    scale(bitmap.width, bitmap.height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    canvas.dataset.drawn = "";
  });
  return canvas;
}

// ---- Standings.

// today is the day at the place of the wall, as 2006-01-02.
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);
let asked = "";

// ask fetches the standings.
async function ask() {
  asked = today();
  const answer = await fetch(`/wall/day?day=${asked}&lang=${lang}`).catch(() => null);
  if (!answer?.ok) return; // the connection is lost: they are fetched when it is back
  day = await answer.json();
  byId("title").textContent = day.title;
  byId("note").textContent = day.note;
  if (byId("day").hidden !== (day.lines.length === 0)) {
    byId("day").hidden = day.lines.length === 0;
    plan();
  }
  list();
}

let leaf = 0; // page of the standings

// list draws the present page of the standings.
function list() {
  const lines = byId("lines"), fits = phone.matches ? day.lines.length : Math.max(1, Math.floor(lines.clientHeight / (1.5 * rem())));
  const pages = Math.max(1, Math.ceil(day.lines.length / fits));
  leaf %= pages;
  lines.replaceChildren(...day.lines.slice(leaf * fits, (leaf + 1) * fits).map((line) => el("li", {}, el("span", { class: "place" }, String(line.place)), el("span", { class: "name" }, line.name), el("span", { class: "score" }, number.format(line.points)))));
  byId("more").textContent = pages > 1 ? fill(text.page, leaf + 1, pages) : "";
}

// ---- Connection.

let last = Date.now(), tried = 0, again = 0, catching = true; // times of the last event and of the last try

// lose says that the connection is lost, and since when.
function lose() {
  document.body.classList.add("lost");
  byId("lost").textContent = text.lost.replace("{time}", time(last));
}

function find() {
  last = Date.now();
  document.body.classList.remove("lost");
  byId("lost").textContent = "";
}

/** @type {EventSource} */
let events;

// connect opens the stream. It begins with the states of all tables and ends that by "results".
function connect() {
  tried = Date.now();
  clearTimeout(again);
  const began = tried;
  let whole = false;
  events?.close();
  events = new EventSource("/wall/events");
  /** @param {string} name @param {(data: any) => void} take */
  const on = (name, take) => events.addEventListener(name, (event) => {
    find();
    take(JSON.parse(event.data));
  });
  on("message", (state) => hear(state, catching));
  on("away", ({ box, away: absent }) => {
    if (absent) leave(box);
    else away.delete(box);
    plan();
  });
  on("results", () => {
    if (!whole) for (const [box, { heard }] of tables) if (heard < began) tables.delete(box);
    [whole, catching] = [true, false];
    plan();
    ask();
  });
  on("alive", () => {});
  events.onerror = () => {
    lose();
    events.close();
    again = setTimeout(connect, retry);
  };
}

// ---- Time.

setInterval(() => {
  const now = Date.now();
  byId("clock").textContent = time(now);
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (wall.querySelectorAll("[data-left]"))) node.textContent = clock(Number(node.dataset.left) - (now - Number(node.dataset.since)));
}, 1000);

setInterval(() => {
  const now = Date.now();
  if (now - Math.max(last, tried) > deaf) {
    lose();
    connect();
  }
  if (!document.body.classList.contains("lost")) for (const [box, { heard }] of tables) if (now - heard > silence) leave(box);
  if (asked && asked !== today()) ask();
  plan();
}, 10000);

setInterval(() => {
  page++;
  leaf++;
  draw();
  list();
}, turning);

let rest = 0;
function stir() {
  document.body.classList.remove("idle");
  clearTimeout(rest);
  rest = setTimeout(() => document.body.classList.add("idle"), resting);
}

addEventListener("pointermove", stir);
addEventListener("resize", () => {
  draw();
  list();
});
byId("full").addEventListener("click", () => document.documentElement.requestFullscreen());
byId("clock").textContent = time(Date.now());
stir();
connect();
