// @ts-check
// Rulings: the table decides against the book, with its reason.
import { act } from "./acts.js";
import { walk } from "./choices.js";
import { button, el, folded, show } from "./dom.js";
import { attends } from "./places.js";
import { word } from "./words.js";

export { places } from "./places.js";

/** @param {HTMLElement} at @param {Scene} scene */
export function ruling(at, { now, art }) {
  const fixes = now.fixes.filter((fix) => !attends(fix.says, now)); // places has the others
  if (!fixes.length) return show(at);
  const walked = el("div", { class: "walk" });
  const begin = () => walk(walked, fixes, " ", (says) => reason(walked, says, fixes, begin), { labels: art.labels, verbs: now.verbs });
  begin();
  return show(at, folded("ruling", word("overrule"), el("p", { class: "hint" }, word("overrule.hint")), walked));
}

/** @param {HTMLElement} walked @param {string} says @param {Choice[]} fixes @param {() => void} begin */
function reason(walked, says, fixes, begin) {
  const choice = fixes.find((fix) => says === fix.says || says.startsWith(`${fix.says} `));
  const why = el("input", { type: "text", maxlength: 60, required: true, list: "reasons", "aria-label": word("overrule.why"), id: "reason" });
  const form = el("form", { class: "entry", submit: async (event) => {
    event.preventDefault();
    if (await act("/api/rule", { says, why: why.value.trim() })) begin();
  } }, el("label", { class: "field" }, el("span", {}, word("overrule.why")), why),
  el("datalist", { id: "reasons" }, ["why.mistake", "why.house", "why.agreed"].map((key) => el("option", { value: word(key) }))),
  el("button", { class: "danger" }, word("overrule.yes")), button(word("no"), begin));
  walked.replaceChildren(el("h3", {}, choice ? choice.label + says.slice(choice.says.length) : says), form);
  why.focus();
}
