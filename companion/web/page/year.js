// @ts-check
// A year in review: what was played, who won, what to remember.
import { get } from "./api.js";
import { columns, sums } from "./charts.js";
import { complain } from "./complain.js";
import { crown } from "./crown.js";
import { back, button, el, section, show, styled } from "./dom.js";
import { cover, notWorse, reviews } from "./history.js";
import { count, day, duration, monthName, number, word } from "./words.js";

/** @param {HTMLElement} place @param {string} arg */
export async function open(place, arg) {
  const [y, { years }] = await Promise.all([get(`/api/year/${encodeURIComponent(arg)}`), get("/api/years"), styled("history")]);
  show(place, back("evenings", word("evenings")), el("h1", {}, word("evenings.year", y.year)), sums(numbersOf(y)),
    el("div", { class: "year" }, months(y), game(y.games[0]), wins(y), y.longest && longest(y.longest), y.streak && y.streak.wins > 1 && streak(y.streak),
      y.together && y.together.matches > 1 && together(y.together), y.luckiest && luckiest(y.luckiest), records(y.games)),
    el("p", {}, button(word("poster.save"), () => import("./poster.js").then(({ saveYear }) => saveYear(y, numbersOf(y))).catch(complain), { id: "poster" })),
    y.unsure > 0 && el("p", { class: "note" }, count("year.unsure", y.unsure)),
    years.length > 1 && reviews(years.filter((year) => year !== y.year)));
}

// numbersOf are the year in three numbers, with the keys of their words.
/** @param {Year} y @returns {[string, number][]} */
function numbersOf(y) {
  const hours = Math.round(y.ms / 3600000);
  return [["year.evenings", y.evenings], ["year.matches", y.matches], hours ? ["year.hours", hours] : ["year.minutes", Math.round(y.ms / 60000)]];
}

/** @param {Year} y */
const months = (y) => section(word("year.months"), columns("", y.months, (i) => monthName(i, "short"), (i, n) => `${monthName(i, "long")}: ${count("year.matches", n)}`));

// tile is a part of the year that leads to a match, or to nothing.
/** @param {Children} heading @param {string} match @param {...Child} inside */
function tile(heading, match, ...inside) {
  const made = section(heading, match ? el("a", { class: "tile", href: `#match/${encodeURIComponent(match)}` }, inside) : el("div", { class: "tile" }, inside));
  made.classList.add("tiled");
  return made;
}

// of says a date of the year.
/** @param {string} date */
const of = (date) => day(date, { day: "numeric", month: "long" });

/** @param {string} text */
const big = (text) => el("b", { class: "large" }, text);

/** @param {YearGame} g */
function game(g) {
  return tile(word("year.game"), "", cover(g.game), big(g.title), el("span", {}, `${count("year.matches", g.matches)}, ${duration(g.ms)}`));
}

const onPodium = 5;

/** @param {Year} y */
function wins(y) {
  const winners = y.players.filter((p) => p.wins > 0);
  if (!winners.length) return null;
  return section(word("year.wins"), el("ol", { class: "podium" }, winners.slice(0, onPodium).map((p) => {
    const bar = el("i", {});
    bar.style.width = `${100 * p.wins / winners[0].wins}%`;
    return el("li", {}, el("span", { class: "who" }, p.wins === winners[0].wins && crown(), ` ${p.name} `), el("span", { class: "column", "aria-hidden": "true" }, bar),
      el("span", {}, `${count("year.won", p.wins)} ${count("year.outof", p.matches)}`));
  })));
}

/** @param {YearMatch} m */
function longest(m) {
  return tile(word("year.longest"), m.match, cover(m.game), big(duration(m.ms)), el("span", {}, `${m.title} · ${of(m.date)}`), el("small", {}, m.names.join(", ")));
}

/** @param {YearPlayer} s */
const streak = (s) => tile(word("year.streak"), "", big(s.name), el("span", {}, count("year.inrow", s.wins)));

/** @param {YearTogether} t */
const together = (t) => tile(word("year.together"), "", big(word("year.pair", ...t.names)), el("span", {}, count("year.matches", t.matches)));

/** @param {YearFortune} f */
function luckiest(f) {
  return tile(word("year.luckiest"), f.match, cover(f.game), big(f.name), el("span", {}, count("year.luck", notWorse(f.luckier))), el("small", {}, `${f.title} · ${of(f.date)}`), el("small", {}, count("year.compared", f.of)));
}

/** @param {YearGame[]} games */
function records(games) {
  const scored = games.flatMap((g) => (g.best ? [{ ...g, best: g.best }] : []));
  return scored.length > 0 && section(word("year.records"), el("ul", { class: "records" }, scored.map((g) => el("li", {}, el("a", { href: `#match/${encodeURIComponent(g.best.match)}` },
    cover(g.game), el("span", {}, g.title, g.lowest && el("small", {}, ` ${word("year.lowest")}`), el("br", {}), el("small", {}, g.best.name)), el("b", {}, number(g.best.score)))))));
}
