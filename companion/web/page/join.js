// @ts-check
// Coming in: by the token of a QR code, or by the six digits on the panel.
import { post } from "./api.js";
import { el, field, say, show } from "./dom.js";
import { word } from "./words.js";

// token is what a scanned address brings, or "".
export const token = () => (/^\/J\/([A-Za-z2-7]{26})\/?$/.exec(location.pathname) || ["", ""])[1];

// join asks to be let in with a token or code, and reports whether it was.
/** @param {string} key */
export async function join(key) {
  try {
    await post("/api/join", { key });
    say("");
    return true;
  } catch (refusal) {
    say(refused(refusal, key), "bad");
    return false;
  }
}

// refused says why: a token of the right form that opens nothing was good once, of six
// digits nobody knows.
/** @param {any} refusal @param {string} key */
function refused(refusal, key) {
  if (refusal.status === 0) return word("lost");
  if (refusal.status !== 403) return refusal.message || word("refused");
  return key.length > 6 ? word("join.expired") : word("join.wrong");
}

// open asks for the code, and calls done once this phone is let in.
/** @param {HTMLElement} place @param {() => unknown} done */
export function open(place, done) {
  const input = el("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, pattern: "[0-9]{6}", required: true, id: "code" });
  const form = el("form", { class: "entry", submit: async (event) => {
    event.preventDefault();
    if (await join(input.value.trim())) return done();
    input.select();
    return input.focus();
  } }, field(word("join.code"), input), el("button", { class: "choice" }, word("join.enter")));
  show(place, el("h1", {}, word("join")), el("p", {}, word("join.how")), el("ol", { class: "how" }, [word("join.step1"), word("join.step2"), word("join.step3")].map((step) => el("li", {}, step))), form, el("p", { class: "hint" }, word("join.ends")));
}
