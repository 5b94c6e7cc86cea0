// @ts-check
// Decisions to choose from: whole where they are few, otherwise word by word, as
// cards in a grid where they are a word and a number. The likeliest stands out.
import { button, el, ornament, show } from "./dom.js";
import { numeral } from "./pad.js";
import { word } from "./words.js";

const flat = 8; // decisions are listed whole; more by their verbs,
const many = 40; // are listed whole only where they can't be told apart by a word
const few = 4; // but for verbs that have only so many
const roomy = 17; // letters of the longest label of a tab that has room where a name has

// walk shows choices in place and calls take(says) with the one that is meant.
// Ends part the words: on a board "13-20" is two of them. Of how they look, labels say
// words that families are told apart by where their own don't, verbs those for first words,
// images(says) are pictures of what a decision names, spoken(label) is a label with words where it reads badly, tint(says, label) is its colour or
// class, and likely is the likeliest. The words of unordered choices may be chosen in any order.
/**
 * @param {HTMLElement} place
 * @param {Choice[]} choices
 * @param {string} ends
 * @param {Take} take
 * @param {Looking} [looking]
 */
export function walk(place, choices, ends, take, looking = {}) {
  const { labels = {}, verbs = {}, images = () => [], spoken = (label) => label, tint = () => ({}), likely = "", unordered = false } = looking;
  const meant = unordered ? inAnyOrder(choices) : null;
  const all = meant ? [...meant].map(([says, choice]) => ({ ...choice, says })) : choices;
  const begins = (/** @type {string} */ says) => beginsWith(says, likely);
  const alone = all.filter((choice) => begins(choice.says)).length === 1;
  /** @type {Offered} */
  const offered = { ends, labels, images, spoken, tint, likely,
    take: (says) => take(meant?.get(says)?.says ?? says), likeliest: (says) => alone && begins(says),
    enter: (family) => step(() => trail.push(family)) };
  /** @type {Family[]} */
  const trail = []; // the families that led here
  const draw = () => {
    const at = trail[trail.length - 1];
    const group = at ? grouped(at.choices, at.prefix, ends, verbs, labels) : grouped(all, "", ends, verbs, labels);
    show(place, at && el("h3", { tabindex: "-1", "data-focus": "step" }, at.label),
      (group.parted && cards(group.list, group.prefix, offered)) || rows(group.items, offered),
      at && button([ornament("← "), word("back.step")], () => step(() => trail.pop()), { class: "plain", "data-focus": "leave" }));
  };
  const step = (/** @type {() => unknown} */ go) => {
    go();
    draw();
    focus(place);
  };
  draw();
}

/** @param {HTMLElement} place */
function focus(place) {
  /** @type {HTMLElement | null} */ (place.querySelector("h3") || place.querySelector("button"))?.focus();
}

// ---- How decisions are drawn.

// rows are buttons of decisions and families, and below them what is typed: of numbers
// that of one decision, the others change to it.
/** @param {(Choice | Family)[]} items @param {Offered} offered @returns {Child[]} */
function rows(items, offered) {
  const whole = /** @type {Choice[]} */ (items.filter((item) => !isFamily(item)));
  const numbers = whole.filter((item) => item.from < item.to);
  const typed = whole.filter((item) => item.grammar);
  const rest = items.filter((item) => isFamily(item) || !(numbers.includes(item) || item.grammar));
  const buttons = rest.length > 0 && el("div", { class: "choices" }, rest.map((item) => (isFamily(item) ? familyButton(item, offered) : decision(item, rest, offered))));
  const aside = offered.likely !== "" && !numbers.some((choice) => beginsWith(choice.says, offered.likely)); // the deed is before the points
  const pads = numbers.length > 0 && numbered(numbers, aside, offered), texts = typed.map((choice) => texted(choice, offered.take));
  return aside ? [buttons, pads, ...texts] : [pads, ...texts, buttons];
}

/** @param {Family} family @param {Offered} offered */
function familyButton(family, offered) {
  return deed(family.prefix, `${family.label}…`, () => offered.enter(family), offered.likely.startsWith(`${family.prefix} `), "", offered, { "data-focus": family.prefix });
}

/** @param {Choice} choice @param {unknown[]} all @param {Offered} offered */
function decision(choice, all, offered) {
  const { says, label, stake } = choice;
  return deed(says, label, () => offered.take(says), offered.likeliest(says) || all.length === 1, stake, offered, { "data-says": says, "data-focus": says });
}

/**
 * @param {string} says
 * @param {string} label
 * @param {() => unknown} act
 * @param {boolean} first
 * @param {string | undefined} stake
 * @param {Offered} offered
 * @param {Properties} properties
 */
function deed(says, label, act, first, stake, { tint, images, spoken }, properties) {
  const { colour, kind = "" } = tint(says, label), pictures = images(says);
  const made = button([pictures.length > 0 && el("span", { class: "images" }, pictures), el("span", {}, spoken(label)), stake && el("small", { class: "stake" }, stake)].filter(Boolean), act,
    { class: `choice ${first ? "" : "second "}${kind}`.trim(), ...properties });
  if (colour) {
    made.style.setProperty("--tint", colour);
    made.style.setProperty("--wash", `${colour}26`);
  }
  return made;
}

// numbered are numbers to type, each behind its tab; aside none is open at first.
/** @param {Choice[]} numbers @param {boolean} aside @param {Offered} offered */
function numbered(numbers, aside, { take, tint, likely }) {
  const box = el("div", { class: "numbers" }), ending = numbers.length > flat ? commonEnd(numbers.map((choice) => choice.label)) : "";
  const short = (/** @type {Choice} */ choice) => choice.label.slice(0, choice.label.length - ending.length);
  const kind = ["tabs", numbers.length > flat && "throng", numbers.some((choice) => short(choice).length > roomy) && "long"].filter(Boolean).join(" ");
  const pick = (/** @type {Choice | undefined} */ choice) => {
    const tabs = (aside || numbers.length > 1) && el("div", { class: kind, role: "group" }, numbers.map((other) =>
      button(short(other), () => pick(other), { "aria-pressed": String(other === choice), class: tint(other.says, other.label).kind || null, "data-number": other.says, "data-focus": `tab ${other.says}` })));
    show(box, tabs, choice && numeral(choice, take));
  };
  pick(aside ? undefined : numbers.find((choice) => beginsWith(choice.says, likely)) || numbers[0]);
  return box;
}

// cards makes a grid of decisions that end in a word and a number, such as suits
// and ranks; null where they don't.
/** @param {Choice[]} list @param {string} prefix @param {Offered} offered */
function cards(list, prefix, { ends, take, images, labels }) {
  const suits = suited(list, prefix, ends);
  return suits && el("div", { class: "suits" }, suits.map(({ suit, cards: those }) => {
    const name = labels[suit] || common(those.map(({ choice }) => choice.label)) || suit;
    return el("div", { class: "suit", role: "group", "aria-label": name, "data-suit": suit }, el("span", { class: "named" }, images(suit), name),
      those.map(({ choice, rank }) => button(rank, () => take(choice.says),
        { "aria-label": choice.label, class: "choice second", "data-says": choice.says, "data-focus": choice.says })));
  }));
}

// texted asks for the text of a choice.
/** @param {Choice} choice @param {Take} take */
function texted(choice, take) {
  const input = el("input", { type: "text", autocomplete: "off", maxlength: 120, "aria-label": choice.label, placeholder: choice.grammar === "dice" ? "2d6+1" : null, "data-focus": `text ${choice.says}` });
  return el("form", { class: "entry", "data-says": choice.says, submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) take(`${choice.says} ${input.value.trim()}`);
  } }, el("b", {}, choice.label), input, el("button", { class: "choice" }, word("enter")));
}

// ---- How decisions are parted.

/** @type {(item: Choice | Family) => item is Family} */
const isFamily = (item) => "choices" in item;

/** @param {string} says @param {string} likely */
const beginsWith = (says, likely) => likely !== "" && (says === likely || says.startsWith(`${likely} `));

// grouped is what choices behind a prefix are listed as: decisions and families. They are
// parted if they aren't listed whole. Where all go on alike, the prefix grows.
/**
 * @param {Choice[]} list
 * @param {string} prefix
 * @param {string} ends
 * @param {Record<string, string>} verbs
 * @param {Record<string, string>} labels
 * @returns {{ list: Choice[], prefix: string, parted: boolean, items: (Choice | Family)[] }}
 */
export function grouped(list, prefix, ends, verbs = {}, labels = {}) {
  const whole = { list, prefix, parted: false, items: list };
  if (list.length === 1 || (list.length <= flat && !prefix)) return whole;
  const families = branches(list, prefix, ends);
  families.forEach((family) => { family.label = labelOf(family, verbs); });
  tellApart(families, { ...verbs, ...labels });
  if (families.length === 1 && families[0].prefix !== prefix) return grouped(list, families[0].prefix, ends, verbs, labels);
  const told = new Set(families.map((family) => family.label));
  if (told.size < families.length && list.length <= many) return whole; // words alone don't part them
  const small = (/** @type {Family} */ family) => family.choices.length === 1 || (!prefix && family.choices.length <= few);
  return { list, prefix, parted: true, items: families.map((family) => (small(family) ? family.choices : [family])).flat() };
}

// inAnyOrder are choices by all orders of their words.
export const inAnyOrder = (/** @type {Choice[]} */ choices) => new Map(choices.flatMap((choice) => orders(choice.says).map((says) => /** @type {[string, Choice]} */ ([says, choice]))));

// labelOf is what all of a family say, or the word for its verb where that is nothing.
/** @param {Family} family @param {Record<string, string>} verbs */
function labelOf(family, verbs) {
  const whole = family.choices.find((choice) => choice.says === family.prefix);
  return whole ? whole.label : common(family.choices.map((choice) => choice.label)) || verbs[family.prefix] || family.word;
}

// orders are a decision with its words after the verb in every order.
/** @param {string} says */
function orders(says) {
  const [verb, ...words] = says.split(" ");
  /** @param {string[]} left @returns {string[][]} */
  const all = (left) => (left.length ? left.flatMap((first, i) => all(left.filter((_, k) => k !== i)).map((rest) => [first, ...rest])) : [[]]);
  return [...new Set(all(words).map((order) => [verb, ...order].join(" ")))];
}

// tellApart adds their words to families that would be called the same.
/** @param {Family[]} families @param {Record<string, string>} names */
function tellApart(families, names) {
  /** @param {string} label */
  const times = (label) => families.filter((family) => family.choices.length > 1 && family.label === label).length;
  const alike = families.filter((family) => times(family.label) > 1);
  for (const family of alike) family.label = `${family.label}: ${names[family.word] || family.word}`;
}

// branches parts choices by the word that follows prefix.
/** @param {Choice[]} choices @param {string} prefix @param {string} ends */
function branches(choices, prefix, ends) {
  /** @type {Map<string, Family>} */
  const found = new Map();
  for (const choice of choices) {
    const upTo = next(choice.says, prefix, ends);
    const family = found.get(upTo) || { prefix: upTo, word: upTo.slice(prefix.length).replace(/^[ -]/, ""), choices: [], label: "" };
    found.set(upTo, family);
    family.choices.push(choice);
  }
  return [...found.values()];
}

// next is a decision as far as the end of the word that follows prefix.
/** @param {string} says @param {string} prefix @param {string} ends */
function next(says, prefix, ends) {
  let at = prefix.length;
  while (at < says.length && ends.includes(says[at])) at++;
  while (at < says.length && !ends.includes(says[at])) at++;
  return says.slice(0, at);
}

// common is what labels begin with, in whole words.
/** @param {string[]} labels */
function common(labels) {
  const words = labels.map((label) => label.split(" "));
  let n = 0;
  while (words.every((all) => n < all.length && all[n] === words[0][n])) n++;
  return words[0].slice(0, n).join(" ").replace(/[,:·–—-]$/, "");
}

// commonEnd is what labels end with behind a "·", where all of them do.
/** @param {string[]} labels */
export function commonEnd(labels) {
  const end = labels[0].slice(Math.max(0, labels[0].lastIndexOf(" · ")));
  return end.startsWith(" · ") && labels.every((label) => label.endsWith(end) && label !== end) ? end : "";
}

// suited are decisions that end in a word and a number, by the word; null where they don't
// or where there is only one word.
/** @param {Choice[]} list @param {string} prefix @param {string} ends */
export function suited(list, prefix, ends) {
  const cut = list.map((choice) => ({ choice, words: choice.says.slice(prefix.length).trim().split(" ") }));
  const fits = cut.every(({ choice, words }) => words.length === 2 && /^\d+$/.test(words[1]) && choice.from >= choice.to && !choice.grammar);
  const suits = [...new Set(cut.map(({ words }) => words[0]))];
  if (ends !== " " || !fits || suits.length < 2) return null;
  return suits.map((suit) => ({ suit, cards: cut.filter(({ words }) => words[0] === suit).map(({ choice, words }) => ({ choice, rank: words[1] })) }));
}
