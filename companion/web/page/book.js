// @ts-check
// The book of problems of a game: that of the day, and all of them; on paper sheets of
// diagrams.
import { get, post } from "./api.js";
import { board, picturesOf } from "./boards.js";
import { back, button, el, every, field, select, show, styled } from "./dom.js";
import { begun } from "./setup.js";
import { complain } from "./complain.js";
import { count, word } from "./words.js";

/** @type {(() => void)[]} */
let due = []; // diagrams that are still to be drawn

/** @param {HTMLElement} place @param {Guest} who @param {string} name */
export async function open(place, who, name) {
  const [all, { problems, today }, art] = await Promise.all([get("/api/games"), get(`/api/problems?game=${encodeURIComponent(name)}`), picturesOf(name), styled("book")]);
  const game = /** @type {Game} */ (all.games.find((g) => g.name === name));
  const play = who.role === "play" ? (/** @type {Problem} */ p) => begin({ ...begun(game, all), options: p.options }) : null;
  /** @param {Problem} p */
  const one = (p) => problem(p, art, play);
  const list = el("ul", { class: "problems" }), ofDay = problems.find((p) => p.number === today);
  /** @param {string} grade */
  const draw = (grade) => {
    due = [];
    show(list, problems.filter((p) => !grade || p.grade === grade).map(one));
    drawOn(list);
  };
  show(place, back(`setup/${name}`, game.title), el("h1", {}, word("book.of", game.title)), el("p", { class: "hint" }, word("book.hint")),
    ofDay && el("section", { class: "card today noprint", "aria-labelledby": "today" }, el("h2", { id: "today" }, word("book.today")), el("ul", { class: "problems" }, one(ofDay))),
    el("div", { class: "entry noprint" }, grades(problems, draw), button(word("print"), () => print(), { class: "choice", id: "print" })), list);
  drawNow(); // the problem of the day
  draw("");
}

// grades chooses of how hard the problems are that are shown.
/** @param {Problem[]} problems @param {(grade: string) => void} draw */
function grades(problems, draw) {
  const all = [...new Set(problems.map((p) => p.grade))];
  return field(word("book.grade"), select([["", word("book.all")], ...all.map((grade) => [grade, grade])], "", draw, { id: "grade" }));
}

/** @param {Draft} draft */
async function begin(draft) {
  try {
    await post("/api/setup", { draft, begin: true });
    location.hash = "#table";
  } catch (refusal) {
    complain(refusal);
  }
}

// problem is one of the book. Who doesn't see hears what stands where.
/** @param {Problem} p @param {Pictures} art @param {((p: Problem) => unknown) | null} play */
function problem(p, art, play) {
  const place = el("div", { class: "diagram", "aria-hidden": "true" }), name = word("book.number", p.number);
  place.style.aspectRatio = `${p.view.w} / ${p.view.h + 0.2}`; // before it is drawn
  due.push(() => {
    const made = board(p.view, art, []);
    every("[tabindex]", made).forEach((cell) => cell.removeAttribute("tabindex")); // a picture: the text beside it says it
    place.append(made);
  });
  return el("li", { class: "card problem" }, el("h3", {}, name, " ", el("small", {}, `${p.grade} · ${count("book.moves", p.moves)}`)),
    place, el("p", { class: "unseen" }, pieces(p.view, art.labels || {})), play && button(word("book.play"), () => play(p), { "aria-label": `${word("book.play")}: ${name}`, "data-problem": p.number }));
}

// pieces tells what stands on which squares.
/** @param {Diagram} view @param {Record<string, string>} labels */
function pieces(view, labels) {
  const on = new Map();
  for (const { glyph, name, mark = 0 } of view.cells) {
    if (!name || /^(light|dark)(-|$)/.test(glyph)) continue;
    const what = `${labels[glyph] || glyph}${mark & 8 ? ` (${word("board.stuck")})` : ""}`;
    on.set(what, [...(on.get(what) || []), name]);
  }
  return [...on].map(([what, names]) => `${what}: ${names.join(", ")}`).join("; ");
}

// drawOn draws one diagram after another as long as list is shown, so that taps are heard
// meanwhile.
/** @param {HTMLElement} list */
async function drawOn(list) {
  const mine = due;
  while (mine === due && due.length && list.isConnected) {
    due.shift()?.();
    await new Promise((next) => setTimeout(next));
  }
}

function drawNow() {
  while (due.length) due.shift()?.();
}

addEventListener("beforeprint", drawNow);
