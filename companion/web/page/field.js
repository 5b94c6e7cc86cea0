// @ts-check
// The board or row of the match, and the cells that this phone has tapped on it.
import { decide } from "./acts.js";
import { board } from "./boards.js";
import { el, show } from "./dom.js";
import * as match from "./match.js";
import { painter } from "./paint.js";
import { cellsOf, pointed } from "./pointing.js";
import { reasons } from "./why.js";

/** @type {{ match: string, seq: number, cells: string[] }} */
let taps = { match: "", seq: 0, cells: [] };

// picked are the cells tapped so far; a match that has gone on has none.
/** @param {Scene} scene */
export const picked = ({ now }) => (taps.match === now.match && taps.seq === now.seq ? taps.cells : []);

/** @param {Scene} scene @param {string[]} cells */
function pick({ now }, cells) { taps = { match: now.match, seq: now.seq, cells }; }

// left parts the decisions by the cells tapped so far.
/** @param {Scene} scene */
export const left = (scene) => pointed(scene.now.view, scene.now.turn, scene.asks, picked(scene));

/** @param {HTMLElement} at @param {Scene} scene */
export function field(at, scene) {
  const { now, art, asks, lays, hint, redraw } = scene;
  if (!now.view.cells.length) return show(at);
  if (lays?.open) return show(at, ...lays.field());
  const paint = painter({ ...now, choices: asks }, art, decide, () => match.now, redraw);
  const how = paint || { open: left(scene).open, chosen: picked(scene), hinted: cellsOf(now.view)(hint), tap: (/** @type {string} */ name) => tap(name, scene) };
  return show(at, board(now.view, art, now.names, how), now.view.h > 1 && el("p", { id: "why", class: "hint" }, reasons()), paint?.nodes, lays?.again);
}

// tap takes a cell: back to before it if it was tapped already; the decision, if
// only one is left.
/** @param {string} name @param {Scene} scene */
function tap(name, scene) {
  const had = picked(scene), before = had.indexOf(name);
  pick(scene, before < 0 ? [...had, name] : had.slice(0, before));
  const { rest, whole } = left(scene);
  const only = rest.length === 1 && picked(scene).length && whole ? rest[0] : null;
  if (only && !only.grammar && only.from >= only.to) {
    pick(scene, []);
    decide(only.says);
  }
  scene.redraw();
}
