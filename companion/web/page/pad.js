// @ts-check
// A number by a keypad, as large as thumbs are. Keyboards type into its field.
import { button, el } from "./dom.js";
import { word } from "./words.js";

let pads = 0;
const small = 10; // as many numbers are a button each

// numeral asks for the number of a choice.
/** @param {Choice} choice @param {Take} take */
export function numeral(choice, take) {
  return choice.to - choice.from < small ? each(choice, take) : pad(choice, take);
}

/** @param {Choice} choice @param {Take} take */
function each(choice, take) {
  const all = Array.from({ length: choice.to - choice.from + 1 }, (_, i) => choice.from + i);
  return el("div", { class: "each", role: "group", "aria-label": choice.label }, all.map((n) =>
    button(number(n), () => take(`${choice.says} ${n}`), { class: "choice second", "data-says": `${choice.says} ${n}`, "data-focus": `${choice.says} ${n}` })));
}

// number writes a negative number with the sign of a minus.
/** @param {number} n */
const number = (n) => String(n).replace("-", "−");

/** @param {Choice} choice @param {Take} take */
function pad(choice, take) {
  const start = Math.min(Math.max(choice.now || 0, choice.from), choice.to);
  const most = Math.max(...[choice.from, choice.to].map((n) => String(Math.abs(n)).length));
  const id = `range${++pads}`;
  const input = el("input", { type: "text", inputmode: "none", autocomplete: "off", value: number(start), "aria-label": choice.label, "aria-describedby": id, "data-focus": `number ${choice.says}` });
  const range = el("small", { id }, word("pad.range", number(choice.from), number(choice.to)));
  const ok = el("button", { class: "choice ok", "aria-label": word("enter") }, "OK");
  let fresh = true; // the first digit replaces what stands there
  const value = () => (/^[−-]?\d+$/.test(input.value) ? Number(input.value.replace("−", "-")) : NaN);
  const check = () => {
    const fits = value() >= choice.from && value() <= choice.to;
    ok.disabled = !fits;
    range.className = fits || !/\d/.test(input.value) ? "" : "bad";
  };
  /** @param {string} text */
  const put = (text) => {
    input.value = text;
    fresh = false;
    check();
  };
  /** @param {string} d */
  const digit = (d) => {
    const had = fresh ? "" : input.value.replace(/^(−?)0+$/, "$1");
    if (had.replace("−", "").length < most) put(had + d);
  };
  /** @param {string} text @param {() => void} press @param {Properties} [properties] */
  const key = (text, press, properties = {}) => button(text, press, { "data-pad": text, "data-focus": `pad ${text}`, ...properties });
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((d) => key(d, () => digit(d)));
  keys.push(key("⌫", () => put(fresh ? "" : input.value.slice(0, -1)), { "aria-label": word("pad.rub") }));
  if (choice.from < 0) keys.push(key("±", () => put(input.value.startsWith("−") ? input.value.slice(1) : `−${fresh && !value() ? "" : input.value}`), { "aria-label": word("pad.sign") }));
  input.addEventListener("input", () => put(input.value.replace("-", "−").replace(/[^−\d]/g, "")));
  input.addEventListener("focus", () => input.select());
  return el("form", { class: `pad${choice.from < 0 ? " signed" : ""}`, "data-says": choice.says, submit: (event) => {
    event.preventDefault();
    if (!ok.disabled) take(`${choice.says} ${value()}`);
  } }, el("div", { class: "shown" }, el("b", {}, choice.label), input, range), keys, ok);
}
