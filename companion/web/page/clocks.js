// @ts-check
// Clocks that go on as long as they stand on the page.
import { el } from "./dom.js";
import { heardAt } from "./match.js";
import { seatClock } from "./words.js";

/** @type {number | undefined} */
let ticking;
/** @type {[HTMLElement, Time, number][]} */
let timers = []; // clocks that run, with what they were, and when

// timer is a clock. Once it stands on the page, tick lets it go on.
/** @param {Time} time */
export function timer(time) {
  const node = el("span", {}, seatClock(time, Date.now() - heardAt));
  if (time.running) timers.push([node, time, heardAt]);
  return node;
}

export function tick() {
  clearInterval(ticking);
  ticking = setInterval(() => {
    timers = timers.filter(([node]) => node.isConnected);
    timers.forEach(([node, time, since]) => { node.textContent = seatClock(time, Date.now() - since); });
    if (!timers.length) clearInterval(ticking);
  }, 1000);
}
