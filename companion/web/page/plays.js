// @ts-check
// A game, two players, and when a table plays: the figures of all finished matches.
import { get } from "./api.js";
import { columns, sums } from "./charts.js";
import { crown } from "./crown.js";
import { back, el, section, show, styled, table } from "./dom.js";
import { cover } from "./history.js";
import { badge, colour, dress, know } from "./seats.js";
import { count, day, duration, lang, number, word } from "./words.js";

/** gameLink leads to the page of a game. @param {string} game @param {Children} text */
export const gameLink = (game, text) => el("a", { href: `#game/${encodeURIComponent(game)}` }, text);

/** pairLink leads to the page of two players. @param {string} a @param {string} b @param {Children} text */
export const pairLink = (a, b, text) => el("a", { href: `#pair/${encodeURIComponent(a)}/${encodeURIComponent(b)}` }, text);

/** facts lists named values; those without a value are left out. @param {[string, Children][]} rows */
const facts = (rows) => el("dl", { class: "facts" }, rows.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]).flat());

/** share draws n of all as a bar, with a line at what was expected. @param {number} n @param {number} all @param {?number} expected */
function share(n, all, expected = null) {
  const bar = el("i", { class: "bar" }), line = el("i", { class: "expected" });
  bar.style.width = `${100 * n / all}%`;
  line.style.left = `${100 * (expected ?? 0) / all}%`;
  return el("span", { class: "bars", "aria-hidden": "true" }, bar, expected !== null && line);
}

/** mean says a mean with one digit, or a dash. @param {?Figures} f */
const mean = (f) => (f ? number(f.mean, 1) : "–");

/** date says a date such as "2026-11-21" in short, or that it is unknown. @param {string} text */
const date = (text) => (text ? day(text, { day: "numeric", month: "short", year: "numeric" }) : word("evenings.unsure"));

// ---- A game.

/** @param {HTMLElement} place @param {string} name */
export async function openGame(place, name) {
  /** @type {[GameStats, unknown]} */
  const [g] = await Promise.all([get(`/api/plays?game=${encodeURIComponent(name)}`), styled("history")]);
  const several = g.decided + g.allwon + g.nonewon;
  show(place, back("evenings", word("evenings")), el("h1", { class: "named" }, cover(g.game), g.title),
    sums([["year.matches", g.matches], ["game.players", g.players.length]]),
    el("div", { class: "year" }, g.points && points(g.points), length(g), g.decided > 0 && chances(g),
      several > g.decided && section(word("game.together"), facts([[word("game.allwon"), g.allwon > 0 && number(g.allwon)], [word("game.nonewon"), g.nonewon > 0 && number(g.nonewon)]])),
      g.alone > 0 && section(word("game.alone"), el("p", {}, `${count("year.won", g.alonewon)} ${count("year.outof", g.alone)}`))),
    g.sizes.length > 0 && section(word("game.sizes"), sizes(g)), g.players.length > 0 && section(word("players"), players(g)),
    g.unsure > 0 && el("p", { class: "note" }, count("game.unsure", g.unsure)), g.left > 0 && el("p", { class: "note" }, count("game.left", g.left)));
}

/** @param {GamePoints} p */
function points(p) {
  return section(word("game.points"), facts([[word("game.mean"), number(p.mean, 1)], [word("game.median"), number(p.median, 1)],
    [word("players.bestscore"), [number(p.best), p.lowest && ` (${word("year.lowest")})`].filter(Boolean)], [word("game.spread"), `± ${number(p.spread, 1)}`]]),
  p.trend && el("p", { class: "lead" }, count("game.trend", p.trend.matches, number(p.trend.recent, 1), number(p.trend.before, 1))),
  el("p", { class: "hint" }, word("game.spread.hint")), p.otherwise > 0 && el("p", { class: "hint" }, count("game.otherwise", p.otherwise)));
}

/** @param {GameStats} g */
function length(g) {
  const f = g.length;
  return section(word("game.length"), facts([[word("game.mean"), f && duration(f.mean)], [word("game.median"), f && duration(f.median)], [word("game.least"), f && duration(f.least)],
    [word("game.most"), f && duration(f.most)], [word("game.began"), g.first && date(g.first)], [word("game.last"), g.last && date(g.last)]]));
}

/** chances show whether a seat or the first turn helps. @param {GameStats} g */
function chances(g) {
  const row = (/** @type {string} */ name, /** @type {GamePlace} */ p) => [[name, share(p.wins, p.matches, p.fair)], `${number(p.wins)}\u00a0/\u00a0${number(p.matches)}`, number(p.fair, 1)];
  return section(word("game.chances"), table(word("game.decided"), [word("game.seat"), word("players.wins"), word("luck.expected")],
    [...(g.began.matches ? [row(word("game.first"), g.began)] : []), ...g.seats.map((p) => row(number(p.seat ?? 0), p))], "", "faces"), el("p", { class: "hint" }, word("game.chances.hint")));
}

/** @param {GameStats} g */
function sizes(g) {
  const together = g.allwon + g.nonewon > g.decided;
  return table(word("game.means"), [word("game.size"), word("players.matches"), ...(together ? [word("players.wins")] : []), ...(g.points ? [word("game.mean")] : []), word("match.long")],
    g.sizes.map((s) => [number(s.players), number(s.matches), ...(together ? [number(s.won)] : []), ...(g.points ? [mean(s.points)] : []), s.length ? duration(s.length.mean) : "–"]));
}

/** @param {GameStats} g */
function players(g) {
  return table(word("game.all"), [word("players.name"), word("players.matches"), word("players.wins"), ...(g.points ? [word("game.mean"), word("players.bestscore")] : [])],
    g.players.map((p) => {
      const names = [p.name];
      know(names, [p.look]);
      return [dress(el("span", { class: "rank" }, badge(names, 1), p.name), names), number(p.matches), number(p.wins), ...(g.points ? [mean(p.points), p.points ? number(p.best) : "–"] : [])];
    }));
}

// ---- Two players.

/** @param {HTMLElement} place */
export async function openPair(place) {
  const [a, b] = location.hash.split("/").slice(1).map(decodeURIComponent);
  /** @type {[Duel, unknown]} */
  const [p] = await Promise.all([get(`/api/pair?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b || "")}`), styled("history")]);
  know(p.names, p.looks);
  const both = (/** @type {[number, number]} */ n) => `${number(n[0])} : ${number(n[1])}`;
  const now = p.now[0] ? 0 : 1;
  show(place, back("players", word("players")), el("h1", {}, word("year.pair", ...p.names)),
    dress(section(word("game.duel"), duel(p), facts([[word("pair.matches"), number(p.matches)], [word("pair.both"), number(p.both)], [word("pair.neither"), number(p.neither)],
      [word("pair.ahead"), p.ahead[0] + p.ahead[1] + p.level > 0 ? both(p.ahead) : ""], [word("pair.level"), p.level > 0 ? number(p.level) : ""],
      [word("players.best"), both(p.streak)], [word("players.streak"), p.now[now] > 0 ? `${p.names[now]}: ${number(p.now[now])}` : number(0)],
      [word("game.began"), p.first && date(p.first)], [word("game.last"), el("a", { href: `#match/${encodeURIComponent(p.match)}` }, date(p.last))]]), el("p", { class: "hint" }, word("pair.hint"))), p.names),
    section(word("players.games"), table(word("pair.games"), [word("players.game"), word("players.matches"), ...p.names, word("pair.both")],
      p.games.map((g) => [gameLink(g.game, g.title), ...[g.matches, ...g.won, g.both].map((n) => number(n))]))),
    p.unsure > 0 && el("p", { class: "note" }, count("game.unsure", p.unsure)));
}

/** duel is who beat whom how often. @param {Duel} p */
function duel(p) {
  const side = (/** @type {number} */ i) => {
    const bar = el("i", {});
    bar.style.width = `${100 * p.won[i] / Math.max(...p.won, 1)}%`;
    return el("li", { class: colour(i + 1) }, el("span", { class: "who" }, badge(p.names, i + 1), ` ${p.names[i]} `, p.won[i] > p.won[1 - i] && crown()),
      el("span", { class: "column", "aria-hidden": "true" }, bar), el("b", { class: "large" }, number(p.won[i])));
  };
  return el("ul", { class: "podium duel" }, side(0), side(1));
}

// ---- When a table plays.

/** @param {HTMLElement} place */
export async function openTimes(place) {
  /** @type {[Times, unknown]} */
  const [t] = await Promise.all([get("/api/times"), styled("history")]);
  const hour = (/** @type {number} */ i) => `${i}:00`;
  const weekday = (/** @type {number} */ i, /** @type {"long"|"short"} */ how) => new Date(2024, 0, 1 + i).toLocaleDateString(lang, { weekday: how });
  show(place, back("evenings", word("evenings")), el("h1", {}, word("times")),
    t.matches > 0 && sums([["year.evenings", t.evenings], ["year.matches", t.matches]]),
    t.matches > 0 && el("div", { class: "year" },
      section(word("times.days"), columns("week", t.nights, (i) => weekday(i, "short"), (i, n) => `${weekday(i, "long")}: ${count("year.evenings", n)}`)),
      section(word("times.hours"), columns("day", t.hours, (i) => (i % 6 ? "" : String(i)), (i, n) => n > 0 && `${hour(i)}: ${count("year.matches", n)}`), el("p", { class: "hint" }, word("times.hours.hint"))),
      section(word("times.streaks"), facts([[word("times.now"), number(t.weeksnow)], [word("times.weeks"), number(t.weeks)],
        [word("players.best"), t.streak && `${t.streak.name}: ${number(t.streak.wins)}`]]))),
    t.games.length > 0 && section(word("times.idle"), el("ul", { class: "records" }, t.games.map(idle))),
    t.games.length === 0 && el("p", { class: "note" }, word("evenings.none")),
    t.unsure > 0 && el("p", { class: "note" }, count("year.unsure", t.unsure)));
}

/** idle is a game with the days since it was played. @param {IdleGame} g */
function idle(g) {
  const ago = g.days < 0 ? "" : g.days ? count("times.ago", g.days) : word("times.today");
  return el("li", {}, gameLink(g.game, [cover(g.game), el("span", {}, g.title, el("br", {}), el("small", {}, `${date(g.last)} · ${count("year.matches", g.matches)}`)), el("b", {}, ago)]));
}
