// @ts-check
// Score sheets for the browser's own print: blank, live and filled.
import { get } from "./api.js";
import { board, both, image, picturesOf } from "./boards.js";
import { button, el, field, ornament, show, stepper } from "./dom.js";
import { notes } from "./history.js";
import { badge, colour } from "./seats.js";
import { number, word } from "./words.js";

const narrow = 8; // columns beyond which its numbers are written small too
const tall = 22, wide = 6; // rows and columns beyond which a sheet is written small, to fit a page

/** @param {HTMLElement} place @param {Guest} who @param {string} what */
export async function open(place, who, what) {
  if (what === "blank") return blank(place);
  if (what === "fairness") return show(place, printer(), await explained());
  const made = what === "live" ? await live() : await filled(what);
  return show(place, made ? [printer(), made] : [el("h1", {}, word("print.live")), el("p", { class: "note" }, word("table.none"))]);
}

const printer = () => el("p", { class: "choices noprint" }, button(word("print"), () => print(), { class: "choice", id: "print" }));

// ---- A sheet to fill in with a pencil.

/** @param {HTMLElement} place */
function blank(place) {
  const wanted = { players: 4, rounds: 10, title: "", rows: "" };
  const sheet = el("article", { class: "sheet stack" });
  const draw = () => {
    const named = wanted.rows.split(/[\n;,]/).map((row) => row.trim()).filter(Boolean);
    const rows = named.length ? named : Array.from({ length: wanted.rounds }, (_, i) => String(i + 1));
    const empty = Array(wanted.players).fill("");
    sheet.replaceChildren(el("h1", {}, wanted.title || word("print.untitled")), el("p", { class: "blankline" }, word("print.date")),
      grid(named.length ? "" : word("print.round"), empty, rows.map((row) => [row, ...empty]), empty));
  };
  /** @param {string} label @param {"players" | "rounds"} key @param {number} from @param {number} to */
  const step = (label, key, from, to) => el("span", { class: "field" }, el("span", {}, label), stepper(label, wanted[key], from, to, word("less"), word("more"), (n) => { wanted[key] = n; draw(); }));
  /** @param {string} label @param {"title" | "rows"} key */
  const text = (label, key) => field(label, el("input", { type: "text", maxlength: 200, input: (event) => { wanted[key] = event.target.value; draw(); } }));
  draw();
  show(place, el("div", { class: "card noprint" }, text(word("print.title"), "title"), step(word("print.players"), "players", 1, 12), step(word("print.rounds"), "rounds", 1, 40), text(word("print.rows"), "rows")), printer(), sheet);
}

// grid is a table of rows, the first cell of each its heading, under those of the columns,
// and over their sums. On a screen too many columns are pushed aside by themselves.
/** @param {string} corner @param {Children[]} heads @param {Children[][]} rows @param {string[]} sums */
function grid(corner, heads, rows, sums) {
  /** @param {Children[]} row */
  const cells = (row) => row.map((cell) => el("td", {}, cell));
  const size = [rows.length > tall && "tight", heads.length > wide && "crowd", heads.length > narrow && "throng"].filter(Boolean).join(" ");
  const made = el("table", { class: `grid ${size}`.trim() }, el("thead", {}, el("tr", {}, el(corner ? "th" : "td", { scope: corner ? "col" : null }, corner), heads.map((head) => el(head ? "th" : "td", { scope: head ? "col" : null }, head)))),
    el("tbody", {}, rows.map(([head, ...row]) => el("tr", {}, el("th", { scope: "row" }, head), cells(row))),
      el("tr", { class: "sum" }, el("th", { scope: "row" }, rows.length ? word("print.sum") : word("standing.points")), cells(sums))));
  return heads.length > wide ? el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": word("standing") }, made) : made;
}

// ---- The fairness code, explained.

async function explained() {
  const { title, note, topics } = await get("/api/fairness");
  return el("article", { class: "sheet stack" }, el("h1", {}, title), el("p", { class: "note" }, note), topics.flatMap((topic) => [el("h2", {}, topic.title), el("p", {}, topic.text)]));
}

// ---- A match.

// live is the match on the panel as it stands, or null.
async function live() {
  const now = await get("/api/match?log=all").catch((refusal) => {
    if (refusal.status !== 404) throw refusal;
    return null;
  });
  if (!now) return null;
  const { games } = await get("/api/games");
  const turn = now.turn > 0 && !now.ready && !now.over && [word("turn", now.names[now.turn - 1]), now.view.prompt];
  const title = games.find((game) => game.name === now.game)?.title || word("print.live");
  return paper({ ...now, title, head: [el("p", { class: "title" }, [now.view.title, ...(turn || [])].filter(Boolean).join(" · "))] });
}

// filled is a match of the history, at its end.
/** @param {string} id */
async function filled(id) {
  /** @type {HistoryPath} */
  const path = `/api/history/${encodeURIComponent(id)}`;
  const { summary: s, steps, sheet } = await get(path);
  const last = steps.length > 0 ? await get(`${path}/at/${steps[steps.length - 1].seq}`) : null;
  const head = [notes(s), s.damaged ? el("p", { class: "note" }, word("match.damaged", number(s.damaged))) : null];
  return paper({ ...s, head, sheet, log: steps, view: last?.view || { w: 0, h: 0, cells: [], strip: [], lines: [] }, why: s.over ? s.why : word("match.left") });
}

// paper is a match as paper has it: who won, the score round by round where it is written
// down so, the board as it stands, and what happened where no score tells it.
/** @param {Paper} paper */
async function paper({ title, head, names, scores, won, why, sheet, view, log, game }) {
  const pictures = await picturesOf(game);
  return el("article", { class: "sheet stack" }, el("h1", {}, title), head,
    written(names, scores, won || [], sheet), why && el("p", { class: "why" }, why),
    view.cells.length > 0 && board(view, pictures, names), strip(view.strip, names, pictures),
    sheet.length === 0 && view.lines.length > 0 && el("ul", { class: "plainlist" }, view.lines.map((line) => el("li", {}, line))),
    sheet.length === 0 && log.length > 0 && [el("h2", {}, word("log")), el("ol", { class: "plainlist log" }, log.map((entry) => el("li", { value: entry.seq }, both(entry.text, view))))]);
}

// written is the score: names, rounds, sums.
/** @param {string[]} names @param {number[]} scores @param {number[]} won @param {Row[]} sheet */
function written(names, scores, won, sheet) {
  const heads = names.map((name, i) => [badge(names, i + 1), ` ${name}`, won.includes(i + 1) && el("span", {}, ornament(" ★"), el("span", { class: "unseen" }, ` ${word("match.won")}`))]);
  const made = grid(sheet.length ? word("print.round") : "", heads, sheet.map((row) => [[row.round, row.name].filter(Boolean).join(" · "), ...row.points]), names.map((_, i) => String(scores?.[i] ?? "")));
  made.querySelectorAll("tbody tr").forEach((row, i) => row.classList.toggle("begins", i > 0 && sheet[i]?.name !== "" && sheet[i]?.round > sheet[i - 1].round));
  return made;
}

/** @param {Tally[]} tallies @param {string[]} names @param {Pictures} pictures */
const strip = (tallies, names, pictures) => tallies.length > 0 && el("ul", { class: "strip" }, tallies.map((tally) => el("li", { class: tally.seat > 0 ? colour(tally.seat) : null },
  image(tally.glyph, pictures), el("span", { class: "unseen" }, pictures.labels?.[tally.glyph] || tally.glyph), el("b", {}, String(tally.n)), tally.seat > 0 && badge(names, tally.seat))));
