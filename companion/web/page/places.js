// @ts-check
// Who plays which seat: others take them over, come late, leave for good; turns are passed over.
import { act, decide } from "./acts.js";
import { button, el, folded, show, sure, tell } from "./dom.js";
import { badge } from "./seats.js";
import { word } from "./words.js";

// places lets somebody else play a seat; who has one already changes places. Where the
// game goes on without a seat, its turns can be passed over. Where the game lets them, somebody
// comes late, or leaves for good.
/** @param {HTMLElement} at @param {Scene} scene */
export function places(at, { now }) {
  const skips = now.names.length > 1 && now.fixes.some((fix) => /^skip \d+$/.test(fix.says));
  const aside = (now.aside || []).map((choice) => button(`${choice.label}…`, (event) =>
    sure(event.currentTarget, `${choice.label}?`, choice.label, word("no"), () => decide(choice.says)), { "data-aside": choice.says, "data-focus": `aside ${choice.says}` }));
  show(at, aside.length > 0 && el("div", { class: "choices" }, aside), skips && folded("away", word("away"), el("p", { class: "hint" }, word("away.hint")), now.names.map((name, i) => !now.left.includes(i + 1) &&
    el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), leaves(name, i + 1, true), leaves(name, i + 1, false)))),
  folded("places", word("places"), ...comings(now), el("p", { class: "hint" }, word("places.hint")), now.names.map((name, i) => {
    const who = el("input", { type: "text", maxlength: 16, required: true, value: name, "aria-label": word("places.who", i + 1), "data-focus": `place ${i}` });
    return el("form", { class: "entry", submit: (event) => {
      event.preventDefault();
      if (who.value.trim() !== name) act("/api/seat", { seat: i + 1, name: who.value.trim() });
    } }, badge(now.names, i + 1), el("label", { class: "field" }, el("span", {}, word("places.who", i + 1)), who), el("button", { "aria-label": `${word("places.yes")}: ${word("places.who", i + 1)}` }, word("places.yes")));
  })));
}

// attends reports whether a ruling is about who takes part: somebody comes, leaves for good, or is back.
/** @param {string} says @param {Shown} now */
export function attends(says, now) {
  const [verb, seat] = says.split(" ");
  return verb === "join" || verb === "leave" || (verb === "back" && now.left.includes(Number(seat)));
}

// comings lets somebody come late, leave for good, or come back.
/** @param {Shown} now @returns {Child[]} */
function comings(now) {
  /** @param {string} says */
  const rules = (says) => now.fixes.some((fix) => fix.says === says);
  const seat = now.names.length + 1, who = el("input", { type: "text", maxlength: 16, required: true, "aria-label": word("places.newcomer"), "data-focus": "newcomer" });
  const parting = now.names.map((name, i) => {
    const [leave, back] = [`leave ${i + 1}`, `back ${i + 1}`];
    if (now.left.includes(i + 1)) return rules(back) && el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), ruled(back, name, word("away.back")));
    return rules(leave) && el("div", { class: "choices" }, badge(now.names, i + 1), el("b", {}, name), button(word("places.leave"), (event) =>
      sure(event.currentTarget, word("places.leave.ask", name), word("places.leave"), word("no"), () => act("/api/rule", { says: leave })),
    { "aria-label": `${name}: ${word("places.leave")}`, "data-focus": `place ${leave}` }));
  });
  return [rules(`join ${seat}`) && el("form", { class: "entry", submit: (event) => {
    event.preventDefault();
    act("/api/seat", { seat, name: who.value.trim() });
  } }, el("label", { class: "field" }, el("span", {}, word("places.newcomer")), who), el("button", {}, word("places.yes"))), ...parting];
}

// ruled is a button by which the table rules about a player.
/** @param {string} says @param {string} name @param {string} text */
function ruled(says, name, text) {
  return button(text, () => act("/api/rule", { says }), { "aria-label": `${name}: ${text}`, "data-focus": `place ${says}` });
}

// leaves says that a seat's turns are passed over from now on, or not any more.
/** @param {string} name @param {number} seat @param {boolean} gone */
function leaves(name, seat, gone) {
  const text = gone ? word("away.gone") : word("away.back");
  return button(text, async () => {
    if (await act("/api/away", { seat, away: gone })) tell(`${name}: ${text}`, "good");
  }, { "aria-label": `${name}: ${text}`, "data-focus": `away ${seat} ${gone}` });
}
