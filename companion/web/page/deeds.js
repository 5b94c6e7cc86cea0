// @ts-check
// What may be done now: decisions, the end of a match, undo and redo.
import { act, decide } from "./acts.js";
import { image, pictured, square } from "./boards.js";
import { walk } from "./choices.js";
import { complain } from "./complain.js";
import { button, el, every, ornament, section, show, sure, unseen } from "./dom.js";
import { left, picked } from "./field.js";
import { ends, tellable } from "./pointing.js";
import { colour } from "./seats.js";
import { word } from "./words.js";

const phone = matchMedia("(max-width: 63.99rem)");
let listed = false; // whether somebody has opened the list of decisions

/** @param {HTMLElement} at @param {Scene} scene */
export function deeds(at, scene) {
  const { now, art, plays, asks } = scene;
  if (now.ready && plays) return show(at, button(word("play"), () => act("/api/begin", {}), { class: "choice big", id: "play", "data-focus": "play" }));
  if (!asks.length && !(now.device && plays)) return show(at, !plays && el("p", { class: "note" }, word("looking")));
  const cells = picked(scene), walked = el("div", { class: "walk" });
  const card = section(cells.length ? word("decide.from", cells.map(square).join(", ")) : word("decide"), walked,
    now.device && button(word("device"), () => decide("device"), { class: "choice", "data-focus": "device" }));
  const [heading] = every("h2", card);
  heading.tabIndex = -1;
  if (!cells.length) heading.className = "unseen"; // the prompt asks
  const on = /** @type {HTMLElement | null} */ (document.activeElement), inside = on && at.contains(on) ? on.dataset.focus : null;
  at.replaceChildren(card);
  if (phone.matches && !cells.length && tellable(now.view, now.turn, asks)) fold(walked);
  walk(walked, cells.length ? left(scene).rest : asks, ends(now.view), decide, { ...looks(scene), labels: art.labels, verbs: now.verbs, likely: now.likely || "", unordered: now.unordered });
  if (inside !== null) (every("[data-focus]", at).find((e) => e.dataset.focus === inside) || heading).focus({ preventScroll: true });
}

// fold hides the list of decisions under a line that opens it.
/** @param {HTMLElement} walked */
function fold(walked) {
  const all = el("details", { class: "listed", open: listed, toggle: (event) => { listed = event.currentTarget.open; } }, el("summary", {}, word("decide.tap")));
  walked.replaceWith(all);
  all.append(walked);
}

const mostImages = 3;

// looks are how decisions look: the pictures that their words name, for a square of the board
// what is on it; the colour of the first of these, or of the seat whose name a label begins with.
/** @param {Scene} scene @returns {Looking} */
function looks({ now, art }) {
  const on = new Map(now.view.h > 1 ? now.view.cells.map((cell) => [cell.name, cell.glyph]) : []);
  /** @param {string} says @returns {string[]} */
  const named = (says) => {
    const words = says.split(/[ -]/);
    const whole = `${words[0]}-${words[words.length - 1]}`; // "boat-n" of "boat c3 n"
    if (pictured(whole, art) && !pictured(words[words.length - 1], art)) return [whole];
    const found = words.filter((w) => !/^\d*$/.test(w) && pictured(w, art));
    return found.length ? found.slice(0, mostImages) : words.map((w) => on.get(w) ?? "").filter((name) => pictured(name, art)).slice(0, 1);
  };
  return {
    spoken: (label) => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(label) || [];
      if (!from) return label;
      const [before, between] = word("decide.move", art.labels?.[on.get(from) ?? ""] || word("decide.piece"), "\n", "\n").split("\n");
      return [unseen(before), from, ornament("-"), unseen(between), to];
    },
    images: (says) => named(says).map((name) => image(name, art)),
    tint: (says, label) => {
      const seat = now.names.findIndex((name) => label === name || label.startsWith(`${name} `) || label.startsWith(`${name}:`)) + 1;
      if (seat > 0) return { kind: colour(seat) };
      const lamp = art.colours?.[named(says)[0]];
      return lamp ? { colour: softened(lamp) } : {};
    },
  };
}

// softened is a lamp's colour as paper has it.
/** @param {string} lamp */
const softened = (lamp) => `#${[1, 3, 5].map((i) => Math.round(0.6 * parseInt(lamp.slice(i, i + 2), 16) + 45).toString(16).padStart(2, "0")).join("")}`;

// endings are what a match that is over leads to.
/** @param {HTMLElement} at @param {Scene} scene */
export function endings(at, { now: { game, match } }) {
  const again = async () => {
    if (await act("/api/end", { again: true })) location.hash = `setup/${game}`;
  };
  show(at, el("div", { class: "choices" }, button(word("end.again"), again, { class: "choice", id: "again", "data-focus": "again" }),
    button(word("end"), () => act("/api/end", { again: false }), { id: "end", "data-focus": "end" }),
    button(word("poster.save"), () => import("./poster.js").then(({ saveResult }) => saveResult(match)).catch(complain), { id: "poster", "data-focus": "poster" })));
}

// steps are undo and redo.
/** @param {HTMLElement} at @param {Scene} scene */
export function steps(at, { now: { undo, redo } }) {
  /** @param {string} sign @param {string} key @param {string} label */
  const told = (sign, key, label) => [el("span", { "aria-hidden": "true" }, sign), el("span", {}, word(key, label))];
  const back = undo && button(told("↶", "undo", undo.label), (event) => {
    const go = () => act("/api/undo", { to: undo.to });
    if (undo.seen) sure(event.currentTarget, word("undo.seen"), word("undo.yes"), word("no"), go);
    else go();
  }, { "data-focus": "undo", id: "undo" });
  const forth = redo && button(told("↷", "redo", redo.label), () => act("/api/undo", { to: redo.to }), { "data-focus": "redo", id: "redo" });
  show(at, (back || forth) && el("div", { class: "choices" }, back || "", forth || ""));
}
