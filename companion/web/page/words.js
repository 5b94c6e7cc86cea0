// @ts-check
// The page's words: the catalogues ru.txt and en.txt, in the format that the
// games' have. "one | few | many" are plurals.
import { near } from "./files.js";
import { keep, recall } from "./kept.js";

const known = ["ru", "en"];
const kept = "companion.lang";
/** @type {Record<string, string[]>} */
let forms = {};
let rules = new Intl.PluralRules("en");

export let lang = "";

// own returns the language that somebody chose on this phone, or "".
export function own() {
  const chosen = new URLSearchParams(location.search).get("lang") || recall(kept);
  return known.includes(chosen) ? chosen : "";
}

// choose remembers a language and speaks it.
/** @param {string} next */
export function choose(next) {
  keep(kept, next);
  const url = new URL(location.href);
  url.searchParams.set("lang", next);
  history.replaceState(null, "", url);
  return speak(next);
}

// speak loads the words of a language and puts them where the page marks its own.
/** @param {string} next */
export async function speak(next) {
  const response = await fetch(near(`${next}.txt`));
  if (!response.ok) throw new Error(`${next}.txt: ${response.status}`);
  forms = parse(await response.text());
  rules = new Intl.PluralRules(next);
  lang = next;
  document.documentElement.lang = next;
  document.title = word("title");
  for (const element of document.querySelectorAll("[data-word]")) translate(/** @type {HTMLElement} */ (element));
}

/** @param {string} text */
function parse(text) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(" = ");
    if (at > 0 && line[0] !== "#") found[line.slice(0, at)] = line.slice(at + 3).trim().split(" | ");
  }
  return found;
}

/** @param {HTMLElement} element */
function translate(element) {
  const text = word(element.dataset.word ?? "");
  if (!element.hasAttribute("aria-label")) {
    element.textContent = text;
    return;
  }
  element.setAttribute("aria-label", text);
}

// word says the text under key, its {0} {1} … filled with args.
/** @param {string} key @param {...unknown} args */
export function word(key, ...args) {
  return fill((forms[key] || [key])[0], args);
}

// count says the text under key in the plural that fits n, which is its {n}.
/** @param {string} key @param {number} n @param {...unknown} args */
export function count(key, n, ...args) {
  const all = forms[key] || [key];
  const form = ["one", "few"].indexOf(rules.select(n));
  return fill(all[Math.min(form < 0 ? 2 : form, all.length - 1)].replaceAll("{n}", number(n)), args);
}

/** @param {string} text @param {unknown[]} args */
function fill(text, args) {
  return text.replace(/\{(\d)\}/g, (hole, i) => (i in args ? String(args[i]) : hole));
}

// number says a number as the language writes it.
/** @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  return n.toLocaleString(lang, { maximumFractionDigits: digits });
}

/** @type {Intl.DateTimeFormatOptions} */
const whole = { weekday: "short", day: "numeric", month: "long", year: "numeric" };

// day says a date such as "2026-11-21".
/** @param {string} date @param {Intl.DateTimeFormatOptions} [how] */
export function day(date, how = whole) {
  const [year, month, of] = date.slice(0, 10).split("-").map(Number);
  const when = new Date(year, month - 1, of);
  if (!year || Number.isNaN(+when)) return date;
  return when.toLocaleDateString(lang, how);
}

// monthName says the name of a month, of three letters where it is short.
/** @param {number} i from 0 @param {"long" | "short"} how */
export function monthName(i, how) {
  const name = new Date(2026, i, 1).toLocaleDateString(lang, { month: how });
  return how === "short" ? name.replace(".", "").slice(0, 3) : name;
}

// duration says how long ms are: "1 h 4 min", "17 min", "40 s".
/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return word("time.hours", Math.floor(minutes / 60), minutes % 60);
  return minutes ? word("time.minutes", minutes) : word("time.seconds", seconds);
}

// seatClock says what the clock of a seat shows after so many more ms, as the panel does: "4:05",
// "+0:05" during a delay, "3×0:30" within one of three periods of byoyomi.
/** @param {Time} time @param {number} more */
export function seatClock(time, more) {
  const gone = time.running ? more : 0, upTo = (/** @type {number} */ ms) => clock(1000 * Math.ceil(ms / 1000));
  if (!time.down) return clock(time.ms + gone);
  const delay = time.delay || 0, period = time.period || 0;
  if (gone < delay) return `+${upTo(delay - gone)}`;
  let left = time.left - (gone - delay), within = Boolean(time.byoyomi), periods = time.periods || 0;
  while (left <= 0 && periods > 0) {
    if (within) periods -= 1;
    within = periods > 0;
    if (within) left += period;
  }
  return within ? `${periods}×${upTo(left)}` : upTo(left);
}

// clock says ms as a clock shows them: "4:05", "-0:10".
/** @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
