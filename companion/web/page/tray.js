// @ts-check
// Dice as they lie, or tumble: each a picture, or a number on the shape of its kind.
import { image } from "./boards.js";
import { el } from "./dom.js";

// tray holds dice, the smaller the more there are.
/** @param {Cell[]} cells @param {Pictures} art @param {boolean} [lands] */
export function tray(cells, art, lands = false) {
  const size = [2, 6, 16].findIndex((most) => cells.length <= most);
  return el("span", { class: `tray size${size < 0 ? 3 : size}${lands ? " lands" : ""}`, "aria-hidden": "true" }, cells.map((cell) => die(cell, art)));
}

const whole = /^d6$|^dF$|^coin$|\p{L}{2}/u; // dice whose faces are pictures

/** @param {Cell} cell @param {Pictures} art */
function die(cell, art) {
  const kind = cell.name || "d6";
  const face = cell.glyph && whole.test(kind) ? image(cell.glyph, art) : null;
  const shape = face || image(kind, art) || image("die", art);
  const text = face ? "" : cell.glyph;
  const classes = ["die", `is-${/^d\d+$/.test(kind) ? kind : "other"}`, shape ? "drawn" : "", cell.mark & 8 ? "aside" : "", text.length > 2 ? "long" : ""];
  return el("span", { class: classes.filter(Boolean).join(" ") }, shape, text && el("b", {}, text), cell.tag && el("small", {}, cell.tag));
}
