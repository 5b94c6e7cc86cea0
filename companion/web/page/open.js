// @ts-check
// Matches that were left and can be gone on with.
import { post } from "./api.js";
import { button, el, section } from "./dom.js";
import { complain } from "./complain.js";
import { lang, word } from "./words.js";

// unfinished lists them; whoever may play puts one back on the panel.
/** @param {Open[] | null} matches @param {boolean} mayPlay */
export function unfinished(matches, mayPlay) {
  if (!matches?.length) return null;
  /** @param {Open} match */
  const told = (match) => [`${match.title}: ${match.names.join(", ")}`, el("small", { class: "since" }, since(match))];
  return section(word("open"), el("ul", { class: "plainlist" }, matches.map((match) => el("li", {},
    mayPlay ? button(told(match), () => resume(match.id), { "data-open": match.id, "data-focus": `open ${match.id}` }) : told(match)))));
}

// since tells matches of the same people apart: when each was last played, and how it stands.
/** @param {Open} match */
const since = ({ at, state, scores }) => [at && touched(new Date(at)), state, scores?.join(" : ")].filter(Boolean).join(" · ");

/** @type {Intl.DateTimeFormatOptions} */
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

// touched says when that was: "today 19:40", "21 November at 19:40".
/** @param {Date} when */
function touched(when) {
  if (Number.isNaN(+when)) return "";
  const now = new Date(), midnight = (/** @type {Date} */ of) => +new Date(of.getFullYear(), of.getMonth(), of.getDate());
  const days = Math.round((midnight(now) - midnight(when)) / 864e5);
  if (days === 0 || days === 1) return `${new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day")} ${when.toLocaleTimeString(lang, time)}`;
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return when.toLocaleString(lang, { day: "numeric", month: "long", year, ...time });
}

/** @param {string} id */
async function resume(id) {
  try {
    await post("/api/resume", { id });
    location.hash = "table";
  } catch (refusal) {
    complain(refusal);
  }
}
