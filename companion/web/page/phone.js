// @ts-check
// What this phone does by itself: it reads aloud, shakes and keeps its screen on, once somebody has
// switched that on here. Below it, the way to the big screen.
import { stayAwake } from "./awake.js";
import * as buzz from "./buzz.js";
import { el, switched } from "./dom.js";
import { keep, recall } from "./kept.js";
import * as voice from "./voice.js";
import { word } from "./words.js";

const kept = "companion.awake";

function awake() {
  let on = recall(kept) !== "";
  const made = switched("awake", word("awake"), () => {
    on = !on;
    keep(kept, on ? "on" : "");
    stayAwake(on);
    made.set(on);
  });
  made.set(on);
  stayAwake(on);
  return made.node;
}

/** @type {HTMLElement | null} */
let place = null;

// switches puts the switches of this phone at the end of the page, in its language.
export function switches() {
  const made = el("footer", { id: "aloud" }, voice.controls(), awake(), buzz.controls(voice.listen), el("a", { href: "/tv", class: "button" }, word("tv.open")));
  if (place) place.replaceWith(made);
  else document.body.append(made);
  place = made;
}
