// @ts-check
// Doing something with the match.
import { post } from "./api.js";
import { complain } from "./complain.js";
import { tell } from "./dom.js";
import { refresh } from "./follow.js";
import { now } from "./match.js";
import { word } from "./words.js";

let acting = false;

/** @param {boolean} on */
const waiting = (on) => document.getElementById("table")?.classList.toggle("waiting", on);

// act asks the companion to do something with the match as this page knows it. It
// reports whether that was done; else it says why not.
/** @param {string} path @param {object} body */
export async function act(path, body) {
  if (acting || !now) return false; // a second tap means the same
  acting = true;
  waiting(true);
  try {
    const { asked } = await post(path, { ...body, match: now.match, after: now.seq });
    tell(asked ? word("ask.sent") : "", asked ? "good" : "");
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  } finally {
    await refresh();
    acting = false;
    waiting(false);
  }
}

// decide takes a decision.
/** @param {string} says */
export const decide = (says) => act("/api/decide", { says });
