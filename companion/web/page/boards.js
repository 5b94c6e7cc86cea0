// Boards: the cells of a view with the pictures of its game. A board knows no
// game; it asks which cells lead on and tells which was tapped.
import { get } from "./api.js";
import { el } from "./dom.js";
import { word } from "./words.js";

const pictures = new Map(); // by game: a promise of {glyphs: {name: rows}, colours, labels}

// picturesOf loads the pictures of a game once.
export function picturesOf(game) {
  if (!pictures.has(game)) {
    pictures.set(game, get(`/api/glyphs?game=${encodeURIComponent(game)}`).catch(() => {
      pictures.delete(game);
      return { glyphs: {} };
    }));
  }
  return pictures.get(game);
}

// forget makes pictures load anew: their labels speak another language now.
export const forget = () => pictures.clear();

const svg = "http://www.w3.org/2000/svg";

// picture draws a glyph's rows of "." and "#".
export function picture(rows) {
  const drawn = document.createElementNS(svg, "svg");
  const side = Math.max(rows.length, ...rows.map((row) => row.length));
  const left = (side - rows[0].length) / 2, top = (side - rows.length) / 2;
  drawn.setAttribute("viewBox", `${-left} ${-top} ${side} ${side}`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", rows.map((row, y) => [...row.matchAll(/#+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`).join("")).join(""));
  drawn.append(path);
  return drawn;
}

// Marks of a cell.
const marks = [[1, "last"], [2, "alarm"], [8, "stuck"]];

// board makes the board of view. Cells of `open` (a set of names) are buttons that
// call tap(name); `chosen` are names tapped so far, `painted` gives cells another
// glyph for now.
export function board(view, { glyphs, labels = {}, colours = {} }, names, { open = new Set(), chosen = [], painted = {}, tap } = {}) {
  const cells = view.cells.map((cell) => {
    const glyph = painted[cell.name] || cell.glyph;
    const said = describe(cell, glyph, labels, names);
    const inside = [draw(glyph, glyphs), cell.name && view.h > 1 ? el("small", { class: "at" }, cell.name) : null,
      cell.seat > 0 ? el("b", { class: "whose" }, String(cell.seat)) : null];
    const properties = { class: classes(cell, glyph, open, chosen, painted), "aria-label": said, title: said };
    const made = open.has(cell.name)
      ? el("button", { type: "button", ...properties, "data-cell": cell.name, "data-focus": `cell ${cell.name}`,
        "aria-pressed": chosen.includes(cell.name) ? "true" : null, click: () => tap(cell.name) }, inside)
      : el("div", { ...properties, role: said ? "img" : "presentation" }, inside);
    if (view.h === 1 && colours[glyph]) made.style.borderBottomColor = colours[glyph];
    return made;
  });
  const made = el("div", { class: `board${view.h > 1 ? "" : " row"}${view.w > 8 ? " many" : ""}`, role: "group", "aria-label": word("board") }, cells);
  made.style.gridTemplateColumns = `repeat(${view.w}, minmax(0, 1fr))`;
  made.style.setProperty("--across", view.w);
  roam(made, view.w);
  return made;
}

// both adds coordinates to moves between numbered cells: "13-20 (a4-b5)".
export function both(text, view) {
  if (view.h < 2) return text;
  const at = new Map(view.cells.map((cell, i) => [cell.name, String.fromCharCode(97 + Math.floor(i / view.w)) + (i % view.w + 1)]));
  return text.replace(/\b(\d+)-(\d+)\b/g, (move, from, to) => (at.has(from) && at.has(to) ? `${move} (${at.get(from)}-${at.get(to)})` : move));
}

function describe(cell, glyph, labels, names) {
  const said = [cell.name, cell.text || labels[glyph] || glyph, names[cell.seat - 1]];
  if (cell.mark & 8) said.push(word("board.stuck"));
  return said.filter(Boolean).join(", ");
}

// classes tell the style sheet what a cell is: "is-water" of "water-hare".
function classes(cell, glyph, open, chosen, painted) {
  const all = ["cell", ...marks.filter(([bit]) => cell.mark & bit).map(([, name]) => name)];
  const kind = glyph.split("-")[0].replace("×", "");
  if (/^\w+$/.test(kind)) all.push(`is-${kind}`);
  if (glyph.endsWith("-desert")) all.push("desert");
  if (glyph.endsWith("-home")) all.push("home");
  if (cell.seat > 0) all.push(`seat${cell.seat}`);
  if (open.has(cell.name)) all.push("open");
  if (chosen.includes(cell.name)) all.push("chosen");
  if (painted[cell.name]) all.push("painted");
  return all.join(" ");
}

function draw(glyph, glyphs) {
  if (!glyph) return null;
  if (glyphs[glyph]) return picture(glyphs[glyph]);
  return el("span", { class: "text", "aria-hidden": "true" }, glyph);
}

// roam lets the arrow keys walk from button to button of a board, which is one
// stop of the tab key.
function roam(made, across) {
  const all = [...made.children];
  const buttons = all.filter((cell) => cell.dataset.cell);
  buttons.forEach((cell, i) => { cell.tabIndex = i ? -1 : 0; });
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  made.addEventListener("focusin", (event) => buttons.forEach((cell) => { cell.tabIndex = cell === event.target ? 0 : -1; }));
  made.addEventListener("keydown", (event) => {
    const from = all.indexOf(event.target);
    if (!step[event.key] || from < 0) return;
    event.preventDefault();
    nearest(all, from, across, ...step[event.key])?.focus();
  });
}

// nearest is the next button that way: as straight on as there is one.
function nearest(all, from, across, dx, dy) {
  const at = (i) => [i % across, Math.floor(i / across)];
  const [x, y] = at(from);
  let best, least = Infinity;
  all.forEach((cell, i) => {
    const [cx, cy] = at(i);
    const ahead = (cx - x) * dx + (cy - y) * dy;
    const beside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (cell.dataset.cell && ahead > 0 && ahead + 3 * beside < least) [best, least] = [cell, ahead + 3 * beside];
  });
  return best;
}
