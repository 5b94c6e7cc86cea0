// @ts-check
// Refusals of the companion: what they say to the table.
import { button, byId, say, tell } from "./dom.js";
import { now } from "./match.js";
import { told } from "./news.js";
import { lost } from "./panel.js";
import { count, word } from "./words.js";

// complain says why something wasn't done. A fault of the page is no refusal; it goes on.
/** @param {any} refusal */
export function complain(refusal) {
  switch (refusal.status) {
    case undefined: throw refusal; // a fault of the page
    case 409:
      told(refusal.seq || 0);
      return tell(refusal.news.length ? summed("stale", refusal.news) : refusal.message || word("stale.plain"), "bad");
    case 403: return say(word("looking"), "bad");
    case 0: return lost();
  }
  const { topic } = refusal, { game } = now || {};
  say(refusal.message || word("refused"), "bad");
  if (topic && game) byId("status").append(" ", button(word("rules.why"), () => explained(game, topic), { class: "plain", "data-topic": topic }));
}

// summed says how much has happened, and the last of it.
/** @param {string} key @param {string[]} news */
export const summed = (key, news) => `${count(key, news.length)} ${news.slice(-4).join(" · ")}`;

// explained shows a topic of the rules over the page.
/** @param {string} game @param {string} key */
export const explained = async (game, key) => (await import("./rules.js")).explain(game, key).catch(lost);
