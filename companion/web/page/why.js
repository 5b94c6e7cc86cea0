// @ts-check
// What has moved on the board: under it stands what the last decision made happen.
import { now } from "./match.js";

/** @type {{ match: string, seq: number, texts: string[] }} */
let why = { match: "", seq: 0, texts: [] };

// happened is told what a decision has made happen: under a board it stands until a seat
// decides again.
/** @param {Moment} moment */
export function happened({ match, seq, text, note }) {
  const said = [text, note].filter(Boolean).join(" ").replace(/\s+/g, " ");
  why = { match, seq, texts: match === why.match && seq === why.seq ? [...why.texts, said] : [said] };
  const at = document.getElementById("why");
  if (at) at.textContent = reasons();
}

// passed reports whether a seat has decided since a moment, or another match is on the panel.
/** @param {{ match: string, seq: number }} moment */
export function passed({ match, seq }) {
  return now !== null && (now.match !== match || now.log.some((entry) => entry.seq > seq && entry.seat > 0));
}

// reasons are what stands under a board; the banner tells it to screen readers.
export const reasons = () => (now && why.seq <= now.seq && !passed(why) ? why.texts.join(" · ") : "");
