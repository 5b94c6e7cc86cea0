// @ts-check
// News for screen readers: what they say by themselves of a match. Each change is told once, by one
// live region; what the page shows of it is none.
import { both } from "./boards.js";
import { byId, el } from "./dom.js";
import { word } from "./words.js";

const most = 3; // outcomes that are told at once; the log has the others
const stays = 5000; // ms that a text stands where a reader may come across it
let known = 0; // the seq up to which something else has told what happened

// announce has a text told, unless nobody looks.
/** @param {string} text */
export function announce(text) {
  if (!text || document.hidden) return;
  const line = el("p", {}, text);
  byId("news").append(line);
  setTimeout(() => line.remove(), stays);
}

// told is called when other parts of the page have told the outcomes up to that seq.
/** @param {number} seq */
export const told = (seq) => { known = seq; };

// sentence is a moment in a sentence or two.
/** @param {Moment} moment */
export const sentence = (moment) => [moment.text, moment.names.join(", "), moment.note].filter(Boolean).join(". ").replace(/([!?…])\./g, "$1");

// onTurn says whose turn it is.
/** @param {Match} match */
export function onTurn(match) {
  if (match.ready) return word("turn.ready");
  if (match.over || match.turn < 0) return word("turn.over");
  return match.turn ? word("turn", match.names[match.turn - 1]) : word("turn.chance");
}

// demand says what must happen now, or how a match ended.
/** @param {Match} match */
export function demand(match) {
  if (match.ready) return "";
  if (!match.over || !match.why) return match.view.prompt;
  const names = match.won.map((seat) => match.names[seat - 1]).join(", ");
  return `${names ? word("won", names) : ""} ${match.why}`.trim();
}

// tell tells what has changed in a match since it was heard of before.
/** @param {Match | null} before @param {Match | null} now */
export function tell(before, now) {
  if (!now) return before && announce(word("table.none"));
  const same = before?.match === now.match ? before : null, since = Math.max(same?.seq ?? Infinity, same ? known : 0);
  known = 0;
  if (!before) return; // the page shows it for the first time
  for (const entry of (now.log || []).filter((one) => one.seq > since).slice(-most)) announce(both(entry.text, now.view));
  for (const says of [onTurn, demand, (/** @type {Match} */ match) => match.view.title]) {
    if (!same || says(same) !== says(now)) announce(says(now));
  }
}
