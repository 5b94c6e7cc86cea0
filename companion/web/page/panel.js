// @ts-check
// The live panel: what it shows, its keys, and the companion's events.
import { address, get, post } from "./api.js";
import { byId, every, say } from "./dom.js";
import { word } from "./words.js";

const root = document.documentElement;
const device = byId("device");
const oled = /** @type {HTMLCanvasElement} */ (byId("oled"));
const glass = /** @type {HTMLElement} */ (oled.parentElement);
const lamps = Array.from({ length: 64 }, () => byId("lamps").appendChild(document.createElement("i")));

// ---- What the panel shows.

/** @param {string} base64 */
const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const image = new ImageData(128, 64), pixels = new Uint32Array(image.data.buffer);
const [dark, light] = new Uint32Array(Uint8Array.of(5, 7, 10, 255, 205, 230, 255, 255).buffer);

// drawOLED draws 1024 bytes in page order: byte 128·p + x is eight pixels of
// column x, the lowest bit on top.
/** @param {Uint8Array} data */
function drawOLED(data) {
  for (let y = 0; y < 64; y++) {
    for (let x = 0; x < 128; x++) pixels[y * 128 + x] = (data[(y >> 3) * 128 + x] >> (y & 7)) & 1 ? light : dark;
  }
  oled.getContext("2d")?.putImageData(image, 0, 0);
}

/** @param {Uint8Array} data */
function drawLamps(data) {
  lamps.forEach((lamp, i) => {
    const colour = data.subarray(3 * i, 3 * i + 3);
    lamp.classList.toggle("lit", colour.some((v) => v > 0));
    lamp.style.color = `rgb(${colour.join(",")})`;
  });
}

// fit gives every pixel of the OLED the same whole number of the screen's.
function fit() {

  const room = Math.min(glass.clientWidth / 128, glass.clientHeight / 64) * 0.97;
  const scale = Math.max(1, Math.floor(room * devicePixelRatio)) / devicePixelRatio;
  oled.style.width = `${128 * scale}px`;
  oled.style.height = `${64 * scale}px`;
}

// ---- Events from the companion.

const silence = 25000; // ms; something comes every 10 s
/** @type {EventSource | null} */
let events = null;
/** @type {number | undefined} */
let watch;
let heardAt = 0;
let updating = false; // the box is being updated, and will be away for some minutes
/** @type {Follower} */
let follower = { matched() {}, happened() {}, thrown() {}, back() {} };

// follow tells what happens: matched({seq, lang, game, private, since}) whenever
// the match may be another, happened({kind, text, note, names, seats}) what a decision has
// made happen, thrown(…) what dice were thrown, back() once the companion answers again.
/** @param {Follower} then */
export function follow(then) {
  follower = then;
  listen();
}

// leave stops listening: this phone isn't let in.
export function leave() {
  clearTimeout(watch);
  events?.close();
  events = null;
  root.classList.remove("lost");
}

// listen follows what happens, in the language of the page.
export function listen() {
  events?.close();
  events = new EventSource(address("/api/events"));
  events.addEventListener("panel", heard((panel) => {
    drawOLED(bytes(panel.oled));
    drawLamps(bytes(panel.lamps));
    device.classList.toggle("dim", panel.light === "dim");
  }));
  events.addEventListener("match", heard((match) => {
    updating = match.updating;
    if (updating) say(word("update.going"));
    follower.matched(match);
  }));
  events.addEventListener("moment", heard((moment) => follower.happened(moment)));
  events.addEventListener("throw", heard((thrown) => follower.thrown(thrown)));
  events.addEventListener("alive", heard(() => {}));
  events.onerror = () => {
    lost();
    if (events && events.readyState === EventSource.CLOSED) watching(2000);
    else setTimeout(admitted, 500);
  };
  watching(silence);
}

// admitted asks whether this phone is still let in: a stream that ended may have been
// ended for it. The answer that it isn't shows it out.
function admitted() {
  get("/api/me").catch(() => {});
}

// heard wraps what an event does: the connection stands.
/** @param {(data: any) => void} then */
function heard(then) {
  return (/** @type {MessageEvent} */ event) => {
    heardAt = Date.now();
    watching(silence);
    if (root.classList.contains("lost")) {
      root.classList.remove("lost");
      say("");
      follower.back();
    }
    then(JSON.parse(event.data));
  };
}

export function lost() {
  root.classList.add("lost");
  say(word(updating ? "update.going" : "lost"), updating ? "" : "bad");
}

// watching connects anew unless something is heard within that many ms.
/** @param {number} ms */
function watching(ms) {
  clearTimeout(watch);
  watch = setTimeout(again, ms);
}

// again connects anew, unless this phone was shown out meanwhile.
async function again() {
  lost();
  try {
    await get("/api/me");
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === 401) return;
  }
  if (events) listen();
}

// A phone that wakes up has heard nothing while it slept.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && events && Date.now() - heardAt > silence / 2) again();
});

// ---- Keys. Presses are sent one after another, so that none overtakes.

const most = 4; // that wait; more are not meant any more
let waiting = 0;
/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** @param {string} key @param {boolean} [hold] */
function press(key, hold = false) {
  if (waiting >= most || device.classList.contains("looking")) return;
  waiting++;
  last = last.then(() => send(key, hold)).finally(() => waiting--);
}

/** @param {string} key @param {boolean} hold */
async function send(key, hold) {
  try {
    await post("/api/press", { key, hold });
    if (!root.classList.contains("lost")) say("");
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === 0) lost();
    else say(word("refused"), "bad");
  }
}

const holdTime = 1000, repeatAfter = 500, repeatEvery = 150; // ms

// pressing follows a finger or mouse on a key: back acts when it is let go, or
// as a hold after a second; the others act at once, up and down again and again.
/** @param {HTMLElement} button */
function pressing(button) {
  const key = button.dataset.key ?? "";
  /** @type {number | undefined} */
  let timer;
  let down = false;
  /** @param {PointerEvent} event */
  const start = (event) => {
    if (down || event.button > 0) return;
    down = true;
    button.setPointerCapture(event.pointerId);
    button.classList.add("down");
    if (key === "back") {
      button.classList.add("held");
      timer = setTimeout(() => { stop(); press(key, true); }, holdTime);
      return;
    }
    press(key);
    if (key !== "ok") timer = setTimeout(repeat, repeatAfter);
  };
  const repeat = () => {
    if (waiting === 0) press(key);
    timer = setTimeout(repeat, repeatEvery);
  };
  const stop = () => {
    clearTimeout(timer);
    down = false;
    button.classList.remove("down", "held");
  };
  button.addEventListener("pointerdown", start);
  button.addEventListener("pointerup", () => {
    if (down && key === "back") press(key);
    stop();
  });
  button.addEventListener("pointercancel", stop);
  button.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus where it is
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => { // Enter or blank on a focused key
    if (event.detail === 0) press(key);
  });
}

// typed maps the keyboard as the terminal does, while the focus is on nothing
// that has a use for these keys itself.
/** @type {Record<string, [string, boolean?]>} */
const typed = { ArrowUp: ["up"], ArrowDown: ["down"], Enter: ["ok"], Backspace: ["back"], Escape: ["back", true] };

/** @param {KeyboardEvent} event */
function typing(event) {
  const gesture = typed[event.key];
  if (!gesture || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || device.hidden) return;
  const on = /** @type {HTMLElement | null} */ (document.activeElement);
  if (on && on !== document.body && !on.matches("#view, #view h1") && !device.contains(on)) return;
  if (event.key === "Enter" && on?.dataset.key) return;
  event.preventDefault();
  const repeated = event.repeat && gesture[0] !== "up" && gesture[0] !== "down";
  if (!repeated && !(event.repeat && waiting > 0)) press(...gesture);
}

every("[data-key]").forEach(pressing);
document.addEventListener("keydown", typing);
if (window.ResizeObserver) new ResizeObserver(fit).observe(glass);
addEventListener("resize", fit);
