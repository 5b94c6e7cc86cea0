// @ts-check
// Curves of scores: a line for each seat, told apart by its colour, its dashes and the
// initials at its end.
import { get } from "./api.js";
import { el } from "./dom.js";
import { colour, initials } from "./seats.js";
import { number, word } from "./words.js";

const svg = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} properties @param {...Node} children */
function drawn(tag, properties, ...children) {
  const element = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// ---- What is asked for.

const closed = new Map(); // by id and number of points: curves of matches that won't change

// curveOf asks for the curve of a match; null where nobody ever had a point.
/** @param {Summary} s @param {number} points */
export async function curveOf(s, points) {
  const key = `${s.id} ${points}`;
  const found = closed.get(key) || await get(`/api/history/${encodeURIComponent(s.id)}/curve?points=${points}`);
  if (!s.open) closed.set(key, found);
  return found.seqs.length > 1 ? found : null;
}

/** @type {[HTMLElement, () => Promise<unknown>][]} */
const waiting = []; // what is to be drawn, one after another: a small box has others to serve
let works = false;

// later draws in place once somebody sees it.
/** @param {HTMLElement} place @param {() => Promise<unknown>} draw */
export function later(place, draw) {
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    seen.disconnect();
    waiting.push([place, draw]);
    if (!works) work();
  }, { rootMargin: "100px" });
  seen.observe(place);
}

async function work() {
  works = true;
  while (waiting.length) {
    const [place, draw] = waiting[0];
    waiting.shift();
    if (!place.isConnected) continue;
    await draw().catch(() => place.remove()); // a card does without
  }
  works = false;
}

// ---- What is said.

// told says a curve to who doesn't see it.
/** @param {string[]} names @param {ScoreCurve} scoreCurve */
export function told(names, { seqs, lines }) {
  /** @param {number} i */
  const at = (i) => names.map((name, seat) => `${name} ${number(lines[seat][i])}`).join(", ");
  return word("curve.said", at(Math.floor((seqs.length - 1) / 2)), at(seqs.length - 1));
}

// leaders are the names that were alone ahead, one after another.
/** @param {string[]} names @param {ScoreCurve} scoreCurve @param {boolean} lowest */
export function leaders(names, { seqs, lines }, lowest) {
  /** @type {string[]} */
  const all = [];
  seqs.forEach((_, i) => {
    const scores = lines.map((line) => (lowest ? -line[i] : line[i]));
    const best = Math.max(...scores);
    const seat = scores.indexOf(best);
    if (scores.lastIndexOf(best) === seat && all[all.length - 1] !== names[seat]) all.push(names[seat]);
  });
  return all;
}

// ---- What is drawn.

const dashes = ["", "9 4", "2 4", "11 4 2 4", "5 3", "14 4", "2 3 6 3", "1 5", "7 3 1 3", "3 2", "10 2 2 2 2 2", "16 2"];

// curve draws the lines in a picture of that size: {picture, at(seq)} shows a moment of
// them, and go(seq) is called with that which was tapped.
/**
 * @param {string[]} names
 * @param {ScoreCurve} found
 * @param {{ wide: number, tall: number, badge: number, go?: (seq: number) => void }} of
 */
export function curve(names, found, { wide, tall, badge, go }) {
  const { seqs, lines } = found;
  const [least, most] = [Math.min(0, ...lines.flat()), Math.max(...lines.flat())];
  const edge = badge + 3, right = wide - 2 * badge - 8, left = go ? 8 + 7 * Math.max(number(most).length, number(least).length) : 2;
  /** @param {number} i */
  const x = (i) => left + (right - left) * i / (seqs.length - 1);
  /** @param {number} n */
  const y = (n) => edge + (tall - 2 * edge) * (most - n) / Math.max(most - least, 1);
  const picture = drawn("svg", { viewBox: `0 0 ${wide} ${tall}`, class: "lines", "aria-hidden": "true" },
    drawn("path", { class: "zero", d: `M${left} ${y(0).toFixed(1)}H${right}` }));
  const moment = drawn("path", { class: "moment", d: "" });
  if (go) picture.append(...scale(least, most, y), moment);
  lines.forEach((line, seat) => picture.append(path(line, seat, x, y)));
  const dots = lines.map((_, seat) => drawn("circle", { class: `dot ${colour(seat + 1)}`, r: 5, cx: -20, cy: -20 }));
  if (go) picture.append(...dots);
  picture.append(...ends(names, lines.map((line) => y(line[line.length - 1])), { badge, right, tall }));
  /** @param {number} seq */
  const at = (seq) => {
    const i = nearest(seqs, seq);
    moment.setAttribute("d", `M${x(i).toFixed(1)} 0V${tall}`);
    dots.forEach((dot, seat) => {
      dot.setAttribute("cx", String(x(i)));
      dot.setAttribute("cy", String(y(lines[seat][i])));
    });
  };
  if (go) follow(picture, (part) => go(seqs[Math.min(Math.max(Math.round((part * wide - left) / (right - left) * (seqs.length - 1)), 0), seqs.length - 1)]));
  return { picture, at };
}

/**
 * @param {number[]} line
 * @param {number} seat
 * @param {(i: number) => number} x
 * @param {(n: number) => number} y
 */
function path(line, seat, x, y) {
  const d = line.map((n, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join("");
  return drawn("path", { class: `line ${colour(seat + 1)}`, d, "stroke-dasharray": dashes[seat % dashes.length] });
}

// scale says the most and the least.
/** @param {number} least @param {number} most @param {(n: number) => number} y */
function scale(least, most, y) {
  return [...new Set([most, 0, least])].map((n) => {
    const text = drawn("text", { class: "scale", x: 0, y: y(n), dy: ".35em" });
    text.textContent = number(n);
    return text;
  });
}

// ends are the initials at the ends of the lines, as near to them as they have room.
/**
 * @param {string[]} names
 * @param {number[]} heights
 * @param {{ badge: number, right: number, tall: number }} of
 */
function ends(names, heights, { badge, right, tall }) {
  const at = apart(heights, badge, tall), said = initials(names);
  return names.map((_, seat) => seat).sort((a, b) => heights[a] - heights[b]).map((seat) => {
    const text = drawn("text", { x: right + badge + 5, y: at[seat], dy: ".36em", "font-size": badge * (said[seat].length > 1 ? 1 : 1.25) });
    text.textContent = said[seat];
    return drawn("g", { class: `end ${colour(seat + 1)}` }, drawn("circle", { cx: right + badge + 5, cy: at[seat], r: badge }), text);
  });
}

// apart moves circles of that radius up and down until none lies over another or over the edge
// of a picture that is so tall.
/** @param {number[]} heights @param {number} radius @param {number} tall */
export function apart(heights, radius, tall) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const step = Math.min(2 * radius + 1, (tall - 2 * radius - 2) / Math.max(order.length - 1, 1));
  const at = [...heights];
  order.forEach((one, i) => { at[one] = Math.max(at[one], i ? at[order[i - 1]] + step : radius + 1); });
  [...order].reverse().forEach((one, i, all) => { at[one] = Math.min(at[one], i ? at[all[i - 1]] - step : tall - radius - 1); });
  return at;
}

// nearest is the last point that isn't after that seq.
/** @param {number[]} seqs @param {number} seq */
export function nearest(seqs, seq) {
  let i = seqs.length - 1;
  while (i > 0 && seqs[i] > seq) i--;
  return i;
}

// follow tells how far to the right a picture is tapped, or a finger is drawn over it.
/** @param {SVGElement} picture @param {(part: number) => void} tapped */
function follow(picture, tapped) {
  let last = NaN;
  /** @param {PointerEvent} event */
  const tell = (event) => {
    const box = picture.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    if (Math.abs(part - last) < 0.004) return;
    last = part;
    tapped(part);
  };
  picture.addEventListener("pointerdown", (event) => {
    last = NaN;
    tell(event);
  });
  picture.addEventListener("pointermove", (event) => event.buttons && tell(event));
}

// legend names the lines.
/** @param {string[]} names */
export const legend = (names) => el("p", { class: "legends", "aria-hidden": "true" }, names.map((name, seat) => {
  const sample = drawn("svg", { viewBox: "0 0 34 8", class: "lines" }, drawn("path", { class: `line ${colour(seat + 1)}`, d: "M1 4H33", "stroke-dasharray": dashes[seat % dashes.length] }));
  return el("span", {}, sample, ` ${name}`);
}));
