// @ts-check
// The log of the match, of which this phone asks for the latest lines or for all.
import { both } from "./boards.js";
import { button, el, section, show } from "./dom.js";
import { badge } from "./seats.js";
import { word } from "./words.js";

let whole = false; // whether all lines are shown

// all reports whether all lines are shown, and so must be asked for.
export const all = () => whole;

const latest = 8;

// logged is the log, the latest first. Refresh asks for the match anew.
/** @param {HTMLElement} at @param {Scene} scene @param {() => unknown} refresh */
export function logged(at, { now }, refresh) {
  const entries = [...now.log].reverse();
  const cut = whole ? entries : entries.slice(0, latest);
  const more = () => {
    whole = !whole;
    refresh();
  };
  show(at, section(word("log"), el("ol", { class: "plainlist log" }, cut.map((entry) => el("li", { value: entry.seq }, acted(entry, now.names) && [badge(now.names, entry.seat), " "], both(entry.text, now.view)))),
    entries.length > latest && button(whole ? word("log.less") : word("log.all"), more, { class: "plain", "data-focus": "log" })));
}

// acted reports whether an entry of the log begins with the name of its seat.
/** @param {Entry} entry @param {string[]} names */
const acted = ({ seat, text }, names) => seat > 0 && Boolean(names[seat - 1]) && text.startsWith(names[seat - 1]);
