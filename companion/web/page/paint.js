// @ts-check
// Painting a field that lies on the table: pick a type, tap the cells, and it is
// entered card by card in the order in which the companion asks.
import { button, el } from "./dom.js";
import { image, pictured } from "./boards.js";
import { count, word } from "./words.js";

let brush = "";
/** @type {Map<string, string>} */
const painted = new Map(); // decisions by cell

// askedAt is the cell that must be named now, or "": all decisions name a card, or
// all a hare, and one cell of the board is marked.
/** @param {Match | null} match */
function askedAt(match) {
  if (!match) return "";
  const verbs = new Set(match.choices.map((choice) => choice.says.split(" ")[0]));
  const marked = match.view.cells.filter((cell) => cell.mark & 1 && cell.name);
  if (verbs.size !== 1 || !(verbs.has("card") || verbs.has("hare")) || marked.length !== 1 || match.view.h < 2) return "";
  return marked[0].name || "";
}

// painter offers brushes for the match and what the board needs; null where
// nothing is to be painted. Decide(says) tells whether it was taken, latest() is the
// match now.
/**
 * @param {Match} match
 * @param {Pictures} pictures
 * @param {(says: string) => Promise<boolean>} decide
 * @param {() => Match | null} latest
 * @param {() => void} redraw
 * @returns {Pointing & { nodes: HTMLElement } | null}
 */
export function painter(match, pictures, decide, latest, redraw) {
  const asked = askedAt(match);
  document.documentElement.classList.toggle("painting", Boolean(asked));
  if (!asked) {
    painted.clear();
    return null;
  }
  const verb = match.choices[0].says.split(" ")[0];
  for (const [cell, says] of painted) if (!says.startsWith(verb)) painted.delete(cell);
  if (!match.choices.some((choice) => choice.says === brush)) brush = "";
  const bare = match.view.cells.flatMap(({ name, glyph }) => (name && (verb === "hare" || !glyph) ? [name] : []));
  /** @type {Record<string, string>} */
  const shown = {};
  for (const [cell, says] of painted) shown[cell] = glyphOf(says, pictures);
  return {
    open: new Set(brush || painted.size ? bare : []),
    painted: shown,
    /** @param {string} cell */
    tap(cell) {
      if (painted.get(cell) === brush || !brush) painted.delete(cell);
      else painted.set(cell, brush);
      redraw();
    },
    nodes: el("div", { class: "painter" }, palette(match.choices, pictures, redraw), send(asked, decide, latest, redraw)),
  };
}

// glyphOf is the picture of what a decision names: "current-ne-hare" of "card side ne hare".
/** @param {string} says @param {Pictures} pictures */
function glyphOf(says, pictures) {
  const [, kind, ...rest] = says.split(" ");
  const way = rest.find((w) => w !== "hare");
  const glyph = (way ? `current-${way}` : kind) + (rest.includes("hare") ? "-hare" : "");
  return pictured(glyph, pictures) ? glyph : kind;
}

/** @param {Choice[]} choices @param {Pictures} pictures @param {() => void} redraw */
function palette(choices, pictures, redraw) {
  const brushes = choices.map((choice) => {
    const glyph = glyphOf(choice.says, pictures);
    const pick = () => {
      brush = brush === choice.says ? "" : choice.says;
      redraw();
    };
    return button(image(glyph, pictures) || glyph, pick, {
      "aria-label": choice.label, class: `cell is-${glyph.split("-")[0]}`,
      "aria-pressed": String(brush === choice.says), "data-brush": choice.says, "data-focus": `brush ${choice.says}`,
    });
  });
  const picked = choices.find((choice) => choice.says === brush);
  return el("div", {}, el("p", { class: "hint" }, picked ? word("paint.tap", picked.label) : word("paint.pick")),
    el("div", { class: "palette", role: "group", "aria-label": word("paint") }, brushes));
}

// send enters what is painted for as long as the cell that is asked for is.
/**
 * @param {string} asked
 * @param {(says: string) => Promise<boolean>} decide
 * @param {() => Match | null} latest
 * @param {() => void} redraw
 */
function send(asked, decide, latest, redraw) {
  const enter = async () => {
    for (let at = asked, says; (says = painted.get(at)) !== undefined; at = askedAt(latest())) {
      painted.delete(at);
      if (!await decide(says)) break;
    }
    redraw();
  };
  const ready = painted.has(asked);
  return el("p", {}, painted.size > 0 && button(count("paint.enter", painted.size), enter, { class: "choice", disabled: !ready, "data-focus": "enter" }),
    " ", painted.size > 0 && !ready ? el("small", {}, word("paint.next", asked)) : null);
}
