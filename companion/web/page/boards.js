// @ts-check
// Boards: the cells of a view with the pictures of its game. A board knows no
// game; it asks which cells lead on and tells which was tapped.
import { get } from "./api.js";
import { el } from "./dom.js";
import { badge, colour, dress } from "./seats.js";
import { lang, word } from "./words.js";

/** @type {Map<string, Promise<Pictures>>} */
const loaded = new Map(); // by query
/** @type {Map<string, string>} */
const versions = new Map(); // of the pictures, by game

// picturesOf loads the pictures of a game once. A browser keeps those whose version is known.
/** @param {string} game @param {string} [version] */
export function picturesOf(game, version = versions.get(game) || "") {
  versions.set(game, version);
  const asked = `game=${encodeURIComponent(game)}&v=${version}`;
  if (!loaded.has(asked)) {
    loaded.set(asked, get(`/api/glyphs?${asked}`).then((heard) => ({ ...heard, game, art: new Set(heard.art) })).catch(() => {
      loaded.delete(asked);
      return { glyphs: {} };
    }));
  }
  return /** @type {Promise<Pictures>} */ (loaded.get(asked));
}

// forget makes pictures load anew: their labels speak another language now.
export const forget = () => loaded.clear();

const svg = "http://www.w3.org/2000/svg";

// picture draws a glyph's rows of "." and "#".
/** @param {string[]} rows */
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

// ---- Art: symbols of a game's file, by the names of its pictures.

const compass = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
/** @param {string} name */
const idOf = (name) => name.replaceAll("/", "_").replaceAll("×", "x");

// symbolOf is the symbol of a picture or a part of its name: its own, or that of the same
// thing without its sign ("wM×"), or in another size or seat ("keys/large").
/** @param {string} name @param {Set<string>} art */
const symbolOf = (name, art) => [name, name.replace("×", ""), name.split("/")[0]].map(idOf).find((id) => art.has(id));

// layersOf are the symbols of which a picture is drawn, one over the other, with the
// angle of each: where there is none of its own, those of its parts, "boat" turned for
// "boat-e" and "log" under "hares" for "log-hare".
/** @param {string} name @param {Set<string> | undefined} art @returns {[string, number][]} */
function layersOf(name, art) {
  if (!art?.size) return [];
  const whole = symbolOf(name, art);
  if (whole) return [[whole, 0]];
  const [base, ...rest] = name.split("-");
  const way = compass.indexOf(rest[0]);
  /** @type {[string | undefined, number][]} */
  const layers = [way < 0 ? [symbolOf(base, art), 0] : turned(base, way, art)];
  for (const part of rest) layers.push([symbolOf(part, art) || symbolOf(`${part}s`, art), 0]);
  return layers.flatMap(([id, angle]) => (id ? [[id, angle]] : []));
}

// turned is the symbol of a thing that points that way: itself, or that to the north.
/**
 * @param {string} base
 * @param {number} way
 * @param {Set<string>} art
 * @returns {[string | undefined, number]}
 */
function turned(base, way, art) {
  const own = `${base}-${compass[way]}`;
  return art.has(own) ? [own, 0] : [[`${base}-n`, base].find((id) => art.has(id)), 45 * way];
}

// image is the picture of that name: the game's art, or else its glyph, with the letter of
// a picture that looks like others; null where it has neither.
/** @param {string | undefined} name @param {Pictures} pictures @returns {SVGSVGElement | null} */
export function image(name = "", { game = "", version = "", glyphs = {}, art, letters = {} }) {
  const layers = name ? layersOf(name, art) : [], base = name.split("-")[0], letter = letters[base];
  if (layers.length) return lettered(drawing(fileOf(game, version), layers, name === "cover" ? 96 : 48), letter, 48);
  const glyph = glyphs[name] || glyphs[base];
  return glyph ? lettered(picture(glyph), letter, glyph.length) : null;
}

// fileOf is the file of a game's art. That of a game in a file has its title.
/** @param {string} game @param {string} version */
const fileOf = (game, version) => `${game}.svg?v=${version}${game.startsWith("file/") ? `&lang=${lang}` : ""}`;

// lettered adds a letter in the lower right corner of a drawing.
/** @param {SVGSVGElement} drawn @param {string | undefined} letter @param {number} side */
function lettered(drawn, letter, side) {
  if (!letter) return drawn;
  const text = document.createElementNS(svg, "text");
  for (const [name, value] of Object.entries({ class: "letter", x: side, y: side, "text-anchor": "end", "font-size": side / 2, "stroke-width": side / 12 })) text.setAttribute(name, String(value));
  text.textContent = letter;
  drawn.append(text);
  return drawn;
}

// symbol is the picture of a file of art: "mice.svg#cover".
/** @param {string} file */
export const symbol = (file) => drawing(file.split("#")[0], [[file.split("#")[1], 0]], 48);

// lies is what lies together, in pictures; of that before a seat it need not be said.
/** @param {Pile} pile @param {Pictures} pictures */
export function lies(pile, pictures) {
  return el("span", { class: "lies" }, el("span", { class: pile.seat > 0 ? "unseen" : null }, pile.what), pile.of.map((tally) => el("span", {},
    image(tally.glyph, pictures), el("b", { class: tally.n > 1 ? null : "unseen" }, String(tally.n)))));
}

// pictured reports whether there is a picture of that name.
/** @param {string | undefined} name @param {Pictures} pictures */
export const pictured = (name, { glyphs = {}, art }) => Boolean(name && (glyphs[name] || layersOf(name, art).length));

/** @param {string} file @param {[string, number][]} layers @param {number} side */
function drawing(file, layers, side) {
  const drawn = document.createElementNS(svg, "svg");
  drawn.setAttribute("class", "art");
  drawn.setAttribute("viewBox", `0 0 ${side} ${side}`);
  drawn.setAttribute("aria-hidden", "true");
  for (const [id, angle] of layers) {
    const use = document.createElementNS(svg, "use");
    use.setAttribute("href", `/art/${file}#${id}`);
    use.setAttribute("width", String(side));
    use.setAttribute("height", String(side));
    if (angle) use.setAttribute("transform", `rotate(${angle} ${side / 2} ${side / 2})`);
    drawn.append(use);
  }
  return drawn;
}

// ---- Boards.

// Marks of a cell.
/** @type {[number, string][]} */
const marks = [[1, "last"], [2, "alarm"], [8, "stuck"]];

// board makes the board of view. Cells of `open` (a set of names) are buttons that
// call tap(name); `chosen` are names tapped so far, `hinted` those of a hint, `painted`
// gives cells another glyph for now.
/** @param {Board} view @param {Pictures} pictures @param {string[]} names @param {Pointing} [pointing] */
export function board(view, pictures, names, { open = new Set(), chosen = [], hinted = [], painted = {}, tap } = {}) {
  const { labels = {}, colours = {}, art } = pictures;
  const squares = squaresOf(view);
  const cells = view.cells.map((sent, i) => {
    const cell = { name: "", seat: 0, mark: 0, tag: "", ...sent };
    const glyph = painted[cell.name] || cell.glyph;
    const told = hinted.includes(cell.name);
    const inside = [draw(glyph, pictures), cell.name && view.h > 1 ? el("small", { class: "at" }, cell.name) : null,
      cell.seat > 0 ? badge(names, cell.seat) : null, cell.tag ? el("b", { class: "tag" }, cell.tag) : null].filter((part) => part !== null);
    const spaced = inside.flatMap((part) => [part, " "]);
    const seen = inside.map((part) => part.textContent).filter(Boolean).join(" ");
    const said = [describe(cell, seen, labels[glyph] || glyph, names), told && word("board.hinted")].filter(Boolean).join(", ");
    const properties = { class: `${classes(cell, glyph, open, chosen, painted)}${told ? " hinted" : ""}${squares(i)}`, "aria-label": said, title: said };
    const made = open.has(cell.name)
      ? el("button", { type: "button", ...properties, "data-cell": cell.name, "data-focus": `cell ${cell.name}`,
        "aria-pressed": chosen.includes(cell.name) ? "true" : null, click: () => tap?.(cell.name) }, spaced)
      : el("div", { ...properties, role: said ? "img" : "presentation" }, spaced);
    if (view.h === 1 && colours[glyph]) made.style.borderBottomColor = colours[glyph];
    return made;
  });
  const made = el("div", { class: `board${view.h > 1 ? "" : " row"}${view.w > 8 ? " many" : ""}${art?.has("water") ? " flood" : ""}${art?.size ? " drawn" : ""}`, role: "group", "aria-label": word("board") }, cells);
  made.style.gridTemplateColumns = `repeat(${view.w}, minmax(0, 1fr))`;
  made.style.setProperty("--across", String(view.w));
  made.style.setProperty("--down", String(view.h));
  roam(made, view.w);
  return dress(made, names);
}

// both adds coordinates to moves between numbered cells: "13-20 (a4-b5)".
/** @param {string} text @param {Board} view */
export function both(text, view) {
  if (view.h < 2) return text;
  const at = new Map(view.cells.map((cell, i) => [cell.name, String.fromCharCode(97 + Math.floor(i / view.w)) + (i % view.w + 1)]));
  return text.replace(/\b(\d+)-(\d+)\b/g, (move, from, to) => (at.has(from) && at.has(to) ? `${move} (${at.get(from)}-${at.get(to)})` : move));
}

// describe names a cell. The text in it comes first, as one reads it: who steers by voice says that.
/** @param {Cell} cell @param {string} seen @param {string} label @param {string[]} names */
function describe(cell, seen, label, names) {
  const hidden = seen.split(" ").includes(cell.name || "") ? "" : cell.name;
  const said = [hidden, seen, label, names[cell.seat - 1]];
  if (cell.mark & 8) said.push(word("board.stuck"));
  return said.filter(Boolean).join(", ");
}

// classes tell the style sheet what a cell is: "is-water" of "water-hare".
/**
 * @param {Cell} cell
 * @param {string} glyph
 * @param {Set<string>} open
 * @param {string[]} chosen
 * @param {Record<string, string>} painted
 */
function classes({ name = "", ...cell }, glyph, open, chosen, painted) {
  const all = ["cell", ...marks.filter(([bit]) => cell.mark & bit).map(([, kind]) => kind)];
  const thing = glyph.split("-")[0].replace("×", "");
  if (/^\w+$/.test(thing)) all.push(`is-${thing}`);
  if (glyph.endsWith("-desert")) all.push("desert");
  if (glyph.endsWith("-home")) all.push("home");
  if (cell.seat > 0) all.push(colour(cell.seat));
  if (open.has(name)) all.push("open");
  if (chosen.includes(name)) all.push("chosen");
  if (painted[name]) all.push("painted");
  return all.join(" ");
}

/** @param {string} glyph @param {Pictures} pictures */
function draw(glyph, pictures) {
  if (!glyph) return null;
  return image(glyph, pictures) || el("span", { class: "text", "aria-hidden": "true" }, glyph);
}

// squaresOf tells the class of the square under a piece, where the free ones of a board
// show that light and dark take turns.
/** @param {Board} view @returns {(i: number) => string} */
function squaresOf(view) {
  /** @param {number} i */
  const parity = (i) => ((i % view.w) + Math.floor(i / view.w)) % 2;
  /** @param {number} i */
  const kind = (i) => /^(light|dark)(-|$)/.exec(view.cells[i].glyph)?.[1];
  const found = ["", ""];
  for (let i = 0; i < view.cells.length; i++) {
    const free = kind(i);
    if (!free) continue;
    if (found[parity(i)] && found[parity(i)] !== free) return () => "";
    found[parity(i)] = free;
  }
  return (i) => (found[parity(i)] && !kind(i) && view.cells[i].name ? ` on-${found[parity(i)]}` : "");
}

// roam lets the arrow keys walk from button to button of a board, which is one
// stop of the tab key.
/** @param {HTMLElement} made @param {number} across */
function roam(made, across) {
  const all = /** @type {HTMLElement[]} */ ([...made.children]);
  const buttons = all.filter((cell) => cell.dataset.cell);
  buttons.forEach((cell, i) => { cell.tabIndex = i ? -1 : 0; });
  /** @type {Record<string, [number, number]>} */
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  made.addEventListener("focusin", (event) => buttons.forEach((cell) => { cell.tabIndex = cell === event.target ? 0 : -1; }));
  made.addEventListener("keydown", (event) => {
    const from = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (!step[event.key] || from < 0) return;
    event.preventDefault();
    nearest(all, from, across, ...step[event.key])?.focus();
  });
}

// nearest is the next button that way: as straight on as there is one.
/**
 * @param {HTMLElement[]} all
 * @param {number} from
 * @param {number} across
 * @param {number} dx
 * @param {number} dy
 */
function nearest(all, from, across, dx, dy) {
  /** @param {number} i */
  const at = (i) => [i % across, Math.floor(i / across)];
  const [x, y] = at(from);
  /** @type {HTMLElement | undefined} */
  let best;
  let least = Infinity;
  for (const [i, cell] of all.entries()) {
    const [cx, cy] = at(i);
    const ahead = (cx - x) * dx + (cy - y) * dy;
    const beside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (cell.dataset.cell && ahead > 0 && ahead + 3 * beside < least) [best, least] = [cell, ahead + 3 * beside];
  }
  return best;
}
