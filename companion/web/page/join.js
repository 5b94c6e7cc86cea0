// Coming in: by the token of a QR code, or by the six digits on the panel.
import { post } from "./api.js";
import { el, field, say, show } from "./dom.js";
import { word } from "./words.js";

// token is what a scanned address brings, or "".
export const token = () => (/^\/J\/([A-Za-z2-7]{26})\/?$/.exec(location.pathname) || ["", ""])[1];

// join asks to be let in with a token or code, and reports whether it was.
export async function join(key) {
  try {
    await post("/api/join", { key });
    say("");
    return true;
  } catch (refusal) {
    say(refusal.status === 0 ? word("lost") : refusal.message || word("join.wrong"), "bad");
    return false;
  }
}

// open asks for the code, and calls done once this phone is let in.
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
