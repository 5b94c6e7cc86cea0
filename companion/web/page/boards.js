// @ts-check
// Boards: the cells of a view with the pictures of its game. A board knows no
// game; it asks which cells lead on and tells which was tapped.
import { get } from "./api.js";
import { el, every } from "./dom.js";
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

// lies is what lies together, in pictures; the lines of the view say it.
/** @param {Pile} pile @param {Pictures} pictures */
export function lies(pile, pictures) {
  return el("span", { class: "lies", "aria-hidden": "true" }, pile.seat > 0 ? null : el("span", {}, pile.what), pile.of.map((tally) => el("span", {},
    image(tally.glyph, pictures), tally.n > 1 && el("b", {}, String(tally.n)))));
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

// board makes the board of view: a grid of squares, or a list of what lies in a row. Cells of
// `open` (a set of names) are buttons that call tap(name); `chosen` are names tapped so far,
// `hinted` those of a hint, `painted` gives cells another glyph for now.
/** @param {Board} view @param {Pictures} pictures @param {string[]} names @param {Pointing} [pointing] */
export function board(view, pictures, names, { open = new Set(), chosen = [], hinted = [], painted = {}, tap } = {}) {
  const { labels = {}, colours = {}, art } = pictures;
  const squares = squaresOf(view), row = view.h === 1;
  const cells = view.cells.map((sent, i) => {
    const cell = { name: "", seat: 0, mark: 0, tag: "", ...sent };
    const glyph = painted[cell.name] || cell.glyph, told = hinted.includes(cell.name);
    const said = glyph === off ? "" : [describe(cell, row, labels[glyph] || glyph, names), told && word("board.hinted")].filter(Boolean).join(", ");
    const properties = { class: `${classes(cell, glyph, open, chosen, painted)}${told ? " hinted" : ""}${squares(i)}`, "aria-label": said || null,
      ...(said && !row ? { "data-focus": `cell ${cell.name || i}`, tabindex: -1 } : {}) };
    const spaced = inside(cell, row, tipped(draw(glyph, pictures), said), names).flatMap((part) => [part, " "]);
    const made = open.has(cell.name)
      ? el("button", { type: "button", ...properties, "data-cell": cell.name, "aria-pressed": chosen.includes(cell.name) ? "true" : null, click: () => tap?.(cell.name) }, spaced)
      : el("div", { ...properties, role: said ? "img" : "presentation" }, spaced);
    if (row && colours[glyph]) made.style.borderBottomColor = colours[glyph];
    return el("div", { class: "hold", role: row ? "listitem" : "gridcell", "aria-colindex": row ? null : i % view.w + 1, "aria-hidden": said ? null : "true" }, made);
  });
  const made = el("div", { class: `board${row ? " row" : ""}${view.w > 8 ? " many" : ""}${art?.has("water") ? " flood" : ""}${art?.size ? " drawn" : ""}`, "aria-label": word(row ? "lines" : "board"),
    ...(row ? { role: "list" } : { role: "grid", "aria-rowcount": view.h, "aria-colcount": view.w }) },
  row ? cells : Array.from({ length: view.h }, (_, y) => el("div", { class: "hold", role: "row", "aria-rowindex": y + 1 }, cells.slice(y * view.w, (y + 1) * view.w))));
  made.style.gridTemplateColumns = `repeat(${view.w}, minmax(0, 1fr))`;
  made.style.setProperty("--across", String(view.w));
  made.style.setProperty("--down", String(view.h));
  if (!row) roam(made, view.w);
  return dress(made, names);
}

const off = "off"; // the glyph of what is no square

// inside is what a cell shows; the cell itself says it. The names of squares are drawn by the style:
// they are said in words, and a control is to be called by the text in it.
/** @param {Cell} cell @param {boolean} row @param {Element | null} drawn @param {string[]} names @returns {Element[]} */
const inside = ({ name, seat, tag }, row, drawn, names) => [drawn, name && !row ? el("small", { class: "at", "data-at": name }) : null,
  seat > 0 ? badge(names, seat) : null, tag ? el("b", place.test(tag) ? { class: "tag", "data-at": tag } : { class: "tag", "aria-hidden": "true" }, place.test(tag) ? "" : tag) : null].filter((part) => part !== null);

// both adds coordinates to moves between numbered cells: "13-20 (a4-b5)".
/** @param {string} text @param {Board} view */
export function both(text, view) {
  if (view.h < 2) return text;
  const at = new Map(view.cells.map((cell, i) => [cell.name, String.fromCharCode(97 + Math.floor(i / view.w)) + (i % view.w + 1)]));
  return text.replace(/\b(\d+)-(\d+)\b/g, (move, from, to) => (at.has(from) && at.has(to) ? `${move} (${at.get(from)}-${at.get(to)})` : move));
}

// describe says a cell: its square first, and the rank of a card before its suit.
/** @param {Cell} cell @param {boolean} row @param {string} label @param {string[]} names */
function describe({ name = "", tag = "", seat, mark }, row, label, names) {
  const at = place.test(tag), thing = [label, names[seat - 1]];
  const said = row ? [name, tag, ...thing] : [square(name), at && square(tag), ...thing, !at && tag];
  if (mark & 8) said.push(word("board.stuck"));
  return said.filter(Boolean).join(", ");
}

const place = /^([a-z])(\d+)$/; // the name of a square by its line and its number

// square says the name of a square as people do: "c4" is «це 4».
/** @param {string} name */
export function square(name) {
  const [, line, number] = place.exec(name) || [];
  return line ? `${word("board.lines").split(" ")[line.charCodeAt(0) - 97] || line} ${number}` : name;
}

// tipped lets a picture say what it is to whoever points at it with a mouse.
/** @template {Element | null} T @param {T} drawn @param {string} text */
function tipped(drawn, text) {
  if (!(drawn instanceof SVGElement)) return drawn;
  const tip = document.createElementNS(svg, "title");
  tip.textContent = text;
  drawn.prepend(tip);
  return drawn;
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

let stop = ""; // the cell of a grid that had the focus last

// roam makes a grid one stop of the tab key, in which the arrow keys, Home and End walk from square
// to square.
/** @param {HTMLElement} made @param {number} across */
function roam(made, across) {
  const all = every(".cell", made), entered = (/** @type {HTMLElement} */ cell) => cell.hasAttribute("tabindex");
  const first = all.find((cell) => entered(cell) && cell.dataset.focus === stop) || all.find((cell) => cell.dataset.cell) || all.find(entered);
  if (first) first.tabIndex = 0;
  made.addEventListener("focusin", ({ target }) => {
    all.filter(entered).forEach((cell) => { cell.tabIndex = cell === target ? 0 : -1; });
    stop = /** @type {HTMLElement} */ (target).dataset.focus || "";
  });
  made.addEventListener("keydown", (event) => {
    const from = all.indexOf(/** @type {HTMLElement} */ (event.target)), way = from < 0 ? [] : wayOf(event, from, across, all.length);
    if (!way.length || event.altKey || event.metaKey) return;
    event.preventDefault();
    all[way.find((i) => entered(all[i])) ?? from].focus();
  });
}

// wayOf are the cells that a key leads to from a cell, the next first; none for other keys.
/** @param {KeyboardEvent} event @param {number} from @param {number} across @param {number} count */
export function wayOf({ key, ctrlKey }, from, across, count) {
  const begins = from - from % across, ends = begins + across;
  const cells = (/** @type {number} */ first, /** @type {number} */ past, step = 1) => Array.from({ length: Math.max(0, Math.ceil((past - first) / step)) }, (_, i) => first + i * step);
  switch (key) {
    case "ArrowRight": return ctrlKey ? [] : [...cells(from + 1, ends), from];
    case "ArrowLeft": return ctrlKey ? [] : [...cells(begins, from).reverse(), from];
    case "ArrowDown": return ctrlKey ? [] : [...cells(from + across, count, across), from];
    case "ArrowUp": return ctrlKey ? [] : [...cells(from % across, from, across).reverse(), from];
    case "Home": return ctrlKey ? cells(0, count) : cells(begins, ends);
    case "End": return (ctrlKey ? cells(0, count) : cells(begins, ends)).reverse();
    default: return [];
  }
}
