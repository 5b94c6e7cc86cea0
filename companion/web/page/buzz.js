// @ts-check
// Vibration: this phone shakes when the turn comes to a player whom somebody has chosen here.
import { get } from "./api.js";
import { button, el, show } from "./dom.js";
import { keep, recall } from "./kept.js";
import { word } from "./words.js";

const kept = "companion.buzz", every = "*"; // a name never is that short a sign
const pattern = [80, 60, 80]; // ms
let whose = "vibrate" in navigator ? recall(kept) : "";

// wants reports whether this phone is to shake at all.
export const wants = () => whose !== "";

// shake shakes the phone if it is the turn of the chosen player.
/** @param {Match} now */
export function shake({ names, turn }) {
  if (wants() && (whose === every || whose === names[turn - 1])) navigator.vibrate(pattern);
}

const chosen = () => (whose === every ? word("buzz.every") : whose || word("buzz.off"));

// controls let somebody choose whose turns shake this phone. Where it can't, there are none.
/** @param {() => void} changed */
export function controls(changed) {
  if (!("vibrate" in navigator)) return null;
  const head = el("summary", {}), all = el("div", { class: "choices" });
  const draw = (/** @type {string[]} */ names) => {
    head.textContent = word("buzz", chosen());
    show(all, [["", word("buzz.off")], [every, word("buzz.every")], ...names.map((name) => [name, name])].map(([value, text]) =>
      button(text, () => {
        whose = value;
        keep(kept, whose);
        if (whose) navigator.vibrate(pattern);
        draw(names);
        changed();
      }, { "aria-pressed": String(whose === value) })));
  };
  draw([]);
  return el("details", { id: "buzz", toggle: (event) => {
    if (event.currentTarget.open) get("/api/match").then(({ names }) => draw(names), () => draw([]));
  } }, head, all);
}
