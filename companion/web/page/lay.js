// @ts-check
// Laying the field out: what the steps tell square by square is seen as a whole, and
// ticked off as it comes to lie. The ticks are this phone's own.
import { board, image } from "./boards.js";
import { button, byId, el, every } from "./dom.js";
import { moves } from "./seats.js";
import * as tab from "./tab.js";
import { word } from "./words.js";

const least = 4; // squares, below which the panel's steps are enough

let kept = { match: "", ticks: new Set(), done: false };
/** @type {{ node: HTMLElement, keys: string[] }[]} */
let controls = []; // that are drawn: {node, keys}
/** @type {string[]} */
let all = []; // keys of what is to be laid

// layout is the lay-out of a match that is at its beginning, or null: its field and its
// dock while it is open, the way back to it once it lies. Redraw shows the table anew.
/** @param {Match} match @param {Pictures} pictures @param {() => void} redraw @returns {LayOut | null} */
export function layout(match, pictures, redraw) {
  const parts = begins(match) && partsOf(match);
  if (parts) recall(match.match);
  const { classList } = document.documentElement;
  classList.toggle("laying", Boolean(parts) && !kept.done);
  if (parts && !kept.done) classList.remove("painting");
  if (!parts) return null;
  all = parts.map(({ keys }) => keys).flat().filter((key, i, keys) => keys.indexOf(key) === i);
  /** @param {boolean} done */
  const close = (done) => {
    kept.done = done;
    keep();
    redraw();
    /** @type {HTMLElement | null} */ (document.querySelector("#lies, [data-focus=lay]"))?.focus({ preventScroll: true });
  };
  const open = !kept.done;
  return {
    open,
    prompt: word("lay"),
    field: () => fieldOf(match, pictures, parts),
    dock: () => dockOf(() => close(true)),
    again: open ? null : el("p", {}, button(word("lay.again"), () => close(false), { class: "plain", "data-focus": "lay" })),
  };
}

// begins reports whether no seat has decided anything yet, taken back or not: what was
// laid once lies.
/** @param {Match} match */
const begins = (match) => !match.ready && !match.over && !match.log.some((entry) => entry.seat > 0 && entry.kind === "decided");

// partsOf are the steps with the keys of what each lays: squares, or itself. A square
// that is another by a ruling has another key, and must be laid again.
/** @param {Match} match @returns {Part[] | null} */
function partsOf(match) {
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const { name, glyph, tag = "" } of match.view.cells) if (name) keys.set(name, `${name} ${glyph} ${tag}`);
  const parts = match.steps.map((step, i) => {
    const squares = step.squares.filter((name) => keys.has(name));
    return { ...step, squares, keys: squares.length ? squares.map((name) => keys.get(name) ?? "") : [`${i} ${step.text}`] };
  });
  return new Set(parts.map(({ squares }) => squares).flat()).size < least ? null : parts;
}

// ---- The ticks, which outlive a page that is loaded anew.

/** @param {string} match */
function recall(match) {
  if (kept.match === match) return;
  const { ticks, done } = tab.recalled(`lay ${match}`) || {};
  kept = { match, ticks: new Set(ticks), done: Boolean(done) };
}

const keep = () => tab.keep(`lay ${kept.match}`, { ticks: [...kept.ticks], done: kept.done });

/** @param {string[]} keys */
const laid = (keys) => keys.filter((key) => kept.ticks.has(key)).length;

// tick ticks those off, or if they are takes that back.
/** @param {string[]} keys */
function tick(keys, on = laid(keys) < keys.length) {
  keys.forEach((key) => (on ? kept.ticks.add(key) : kept.ticks.delete(key)));
  keep();
  update();
}

// update shows on what is drawn how far it has come.
function update() {
  for (const { node, keys } of controls) {
    const n = laid(keys);
    node.setAttribute("aria-pressed", n === keys.length ? "true" : n ? "mixed" : "false");
  }
  const [n, of] = [laid(all), all.length];
  const told = document.getElementById("laid");
  if (!told) return;
  if (told.textContent !== word("lay.told", n, of)) told.textContent = word("lay.told", n, of); // a reader would say the same again
  byId("lane").style.transform = `scaleX(${n / of})`;
  byId("lies").classList.toggle("second", n < of);
}

// ---- What is drawn.

/** @param {Match} match @param {Pictures} pictures @param {Part[]} parts */
function fieldOf(match, pictures, parts) {
  controls = [];
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const part of parts) part.squares.forEach((name, i) => keys.set(name, part.keys[i]));
  const made = board(match.view, pictures, match.names, { open: new Set(keys.keys()), /** @param {string} name */ tap: (name) => tapped(made, name, keys) });
  for (const node of every("[data-cell]", made)) controls.push({ node, keys: [keys.get(node.dataset.cell ?? "") ?? ""] });
  const rows = rowsOf(match.view, keys);
  const rest = parts.filter((part) => part.squares.length !== 1);
  const drawn = [el("div", { class: `lay${rows ? " ruled" : ""}` }, rows, made), rest.length > 0 && listed(rest, pictures)];
  update();
  return drawn;
}

/** @param {HTMLElement} made @param {string} name @param {Map<string, string>} keys */
function tapped(made, name, keys) {
  tick([keys.get(name) ?? ""]);
  if (moves()) made.querySelector(`[data-cell="${name}"]`)?.animate?.([{ transform: "scale(.9)" }, { transform: "none" }], { duration: 150 });
}

// toggle is a button that ticks off all those keys, and shows how many are.
/** @param {string[]} keys @param {Children} text @param {Properties} properties */
function toggle(keys, text, properties) {
  const node = button(text, () => tick(keys), properties);
  controls.push({ node, keys });
  return node;
}

// rowsOf are the names of the rows, where they have one: a1 b1 c1 is row 1.
/** @param {View} view @param {Map<string, string>} keys */
function rowsOf(view, keys) {
  const rows = Array.from({ length: view.h }, (_, y) => view.cells.slice(y * view.w, (y + 1) * view.w));
  const names = rows.map((row) => {
    const found = new Set(row.map((cell) => /^[a-z](\d+)$/.exec(cell.name ?? "")?.[1]));
    return (found.size === 1 && [...found][0]) || "";
  });
  if (names.includes("")) return null;
  return el("div", { class: "rows", role: "group", "aria-label": word("lay.rows") }, rows.map((row, y) => {
    const asked = row.flatMap((cell) => keys.get(cell.name ?? "") ?? []);
    return asked.length ? toggle(asked, names[y], { "aria-label": word("lay.row", names[y]), "data-focus": `row ${y}` }) : el("span", {}, names[y]);
  }));
}

// listed are the steps that aren't one square's.
/** @param {Part[]} parts @param {Pictures} pictures */
const listed = (parts, pictures) => el("ul", { class: "tasks", "aria-label": word("lay.rest") }, parts.map((part, i) => el("li", {},
  toggle(part.keys, [image(part.glyph, pictures), el("span", {}, part.text)].filter(Boolean), { "data-focus": `task ${i}` }))));

/** @param {() => void} close */
function dockOf(close) {
  /** @param {string} key @param {boolean} on */
  const plain = (key, on) => button(word(key), () => tick(all, on), { class: "plain", "data-focus": key });
  queueMicrotask(update); // once it stands on the page
  return el("div", { class: "dock" }, el("div", { class: "far" }, el("p", { id: "laid", role: "status" }), plain("lay.all", true), plain("lay.none", false), el("i", { id: "lane", "aria-hidden": "true" })),
    el("div", { class: "choices" }, button(word("lay.done"), close, { class: "choice second", id: "lies", "data-focus": "lies" })));
}
