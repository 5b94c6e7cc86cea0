// @ts-check
// Seats as they look everywhere: a colour, a picture or initials, a score that rolls up.
import { el } from "./dom.js";
import { near } from "./files.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// moves reports whether somebody looks who likes motion.
export const moves = () => !still.matches && !document.hidden;

/** @type {WeakMap<string[], Look[]>} */
const looks = new WeakMap(); // looks of the players by list of names

// know stores the looks of the players with these names: {tone, picture} by seat.
/** @param {string[]} names @param {Look[]} all */
export const know = (names, all) => looks.set(names, all);

// dress gives the seats in a part of the page the colours of their players.
/** @template {HTMLElement} T @param {T} part @param {string[]} names */
export function dress(part, names) {
  looks.get(names)?.forEach(({ tone }, i) => part.style.setProperty(`--seat${i + 1}`, `var(--tone${tone})`));
  return part;
}

// colour is the class of a seat: there are twelve of them.
/** @param {number} seat */
export const colour = (seat) => `seat${(seat - 1) % 12 + 1}`;

// initials are the first letters by which names are told apart: one where that is
// enough, the name's number where two aren't. A guest's name ends in a number.
/** @param {string[]} names */
export function initials(names) {
  /** @param {number} n */
  const cut = (n) => names.map((name) => [...name].slice(0, n).join("").toUpperCase());
  const [one, two] = [cut(1), cut(2)];
  /** @param {string[]} all @param {number} i */
  const alone = (all, i) => all.indexOf(all[i]) === all.lastIndexOf(all[i]);
  return names.map((name, i) => / (\d\d?)$/.exec(name)?.[1] || [one, two].find((all) => alone(all, i))?.[i] || String(i + 1));
}

// badge is a player's picture on the colour of the seat, or else the initial. The name stands beside
// it, or is said.
/** @param {string[]} names @param {number} seat */
export function badge(names, seat) {
  return el("span", { class: `badge ${colour(seat)}`, "aria-hidden": "true" }, sign(looks.get(names)?.[seat - 1]?.picture) || initials(names)[seat - 1]);
}

// sign draws a picture of players by its name; there is none for "".
/** @param {string | undefined} name */
export function sign(name) {
  if (!name) return null;
  const [drawn, use] = ["svg", "use"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  use.setAttribute("href", `${near("people.svg")}#${name}`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(use);
  return drawn;
}

const rolling = 350; // ms
let hurried = 0;

// hurry ends what rolls.
export const hurry = () => { hurried = performance.now(); };

// roll counts what node says from one number to another.
/** @param {Element} node @param {number} from @param {number} to */
export function roll(node, from, to) {
  node.textContent = String(to);
  if (from === to || !moves()) return;
  const began = performance.now();
  /** @param {number} at */
  const tick = (at) => {
    const part = began < hurried ? 1 : Math.min((at - began) / rolling, 1);
    const said = String(Math.round(from + (to - from) * part));
    if (node.textContent !== said) node.textContent = said; // else the page is laid out for nothing
    if (part < 1 && node.isConnected) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
