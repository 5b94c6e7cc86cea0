// @ts-check
// Following the match on the panel. One question at a time; what comes meanwhile asks again.
import { get } from "./api.js";
import { picturesOf } from "./boards.js";
import { summed } from "./complain.js";
import { byId, tell } from "./dom.js";
import { all } from "./log.js";
import * as match from "./match.js";
import * as motion from "./motion.js";
import { tell as announceNews } from "./news.js";
import { lost } from "./panel.js";
import { know } from "./seats.js";
import { word } from "./words.js";

/** @type {(() => void) | null} */
let shows = null; // draws the match, while it is shown

// follow draws the match from now on whenever it was heard of anew; null ends that.
/** @param {(() => void) | null} draw */
export function follow(draw) { shows = draw; }

/** @type {Promise<unknown> | null} */
let asking = null;
/** @type {Promise<unknown> | null} */
let next = null;
let away = false;

// refresh asks for the match anew, after what was asked already.
/** @returns {Promise<unknown>} */
export function refresh() {
  if (!shows) return Promise.resolve();
  if (!asking) {
    asking = load().finally(() => { asking = null; });
    return asking;
  }
  next = next || asking.catch(() => {}).then(() => {
    next = null;
    return refresh();
  });
  return next;
}

/** @type {Match | undefined} */
let handed; // a match that came with other news

// hand gives the table the match for its next look at it.
/** @param {Match | undefined} news */
export const hand = (news) => { handed = news; };

// none says that no match is on the panel.
export function none() {
  if (shows) take(null);
}

// back is refresh after the companion wasn't heard for a while.
export function back() {
  away = shows !== null;
  return refresh();
}

let jumps = false; // to how the match stands, without a motion
const moves = () => shows !== null && !jumps && !away;

// woke is refresh after nobody looked: what moved meanwhile is not shown any more.
export function woke() {
  jumps = true;
  return refresh().finally(() => { jumps = false; });
}

// still waits until what was heard of is drawn, and nothing moves any more.
export const still = () => Promise.resolve(next || asking).catch(() => {}).then(motion.settled);

async function load() {
  try {
    const heard = whole(handed || await get(all() ? "/api/match?log=all" : "/api/match"));
    handed = undefined;
    match.depict(await picturesOf(heard.game, heard.pictures));
    if (match.now && moves() && motion.rolls(match.now, heard, match.art)) await motion.tumble(byId("field"), match.now, heard, match.art);
    take(heard);
  } catch (/** @type {any} */ refusal) {
    if (refusal.status === undefined) throw refusal; // a fault of the page
    if (refusal.status === 404) take(null);
    if (refusal.status === 0) lost();
  }
}

// whole is a match with all its lists, some of which may be missing where they are empty.
/** @param {Match} heard @returns {Shown} */
const whole = (heard) => ({ ...heard, won: heard.won || [], left: heard.left || [], choices: heard.choices || [], fixes: heard.fixes || [], log: heard.log || [] });

/** @param {Shown | null} heard */
function take(heard) {
  const before = match.now;
  const move = heard && moves() ? motion.watch(before, heard, match.art) : () => {};
  if (heard) know(heard.names, heard.looks);
  match.hear(heard);
  if (away) catchUp(before, heard);
  else if (shows) announceNews(before, heard);
  away = false;
  shows?.();
  move();
}

// catchUp says what happened while this phone heard nothing.
/** @param {Shown | null} before @param {Shown | null} now */
function catchUp(before, now) {
  if (!now || now.match !== before?.match) return tell(word("caught.other"));
  const missed = now.log.filter((entry) => entry.seq > before.seq).map((entry) => entry.text);
  return tell(missed.length ? summed("caught", missed) : word("caught.none"));
}
