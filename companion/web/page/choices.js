// Decisions to choose from: whole where they are few, otherwise word by word, as
// cards in a grid where they are a word and a number. The likeliest stands out.
import { button, el, show } from "./dom.js";
import { numeral } from "./pad.js";
import { word } from "./words.js";

const flat = 8; // decisions are listed whole; more by their verbs,
const many = 40; // are listed whole only where they can't be told apart by a word
const few = 4; // but for verbs that have only so many
const roomy = 17; // letters of the longest label of a tab that has room where a name has

// walk shows choices in place and calls take(says) with the one that is meant.
// Ends part the words: on a board "13-20" is two of them. Of how they look, labels say
// words that families are told apart by where their own don't, verbs those for first words,
// images(says) are pictures
// of what a decision names, tint(says, label) is its colour or class, and likely is the
// likeliest. The words of unordered choices may be chosen in any order.
export function walk(place, choices, ends, take, { labels = {}, verbs = {}, images = () => [], tint = () => ({}), likely = "", unordered = false } = {}) {
  if (unordered) {
    const meant = new Map(choices.flatMap((choice) => orders(choice.says).map((says) => [says, choice])));
    const send = take;
    take = (says) => send(meant.get(says).says);
    choices = [...meant].map(([says, choice]) => ({ ...choice, says }));
  }
  const trail = []; // the families that led here
  const draw = () => {
    const at = trail[trail.length - 1];
    show(place, at && el("h3", { tabindex: "-1", "data-focus": "step" }, at.label),
      at ? options(at.choices, at.prefix) : options(choices, ""),
      at && button(word("back.step"), leave, { class: "plain", "data-focus": "leave" }));
  };
  const enter = (family) => {
    trail.push(family);
    draw();
    focus(place);
  };
  const leave = () => {
    trail.pop();
    draw();
    focus(place);
  };
  const options = (list, prefix) => {
    if (list.length === 1 || (list.length <= flat && !prefix)) return rows(list);
    const families = branches(list, prefix, ends);
    families.forEach((family) => { family.label = labelOf(family, verbs); });
    tellApart(families, labels);
    if (families.length === 1 && families[0].prefix !== prefix) return options(list, families[0].prefix);
    const told = new Set(families.map((family) => family.label));
    if (told.size < families.length && list.length <= many) return rows(list); // words alone don't part them
    return cards(list, prefix, ends, take, images, labels) || rows(families.map((family) => branch(list, prefix, family)).flat());
  };
  const branch = (list, prefix, family) => (family.choices.length === 1 || (!prefix && family.choices.length <= few) ? family.choices : [family]);
  // rows are buttons of decisions and families, and below them what is typed: of numbers
  // that of one decision, the others change to it.
  const rows = (items) => {
    const numbers = items.filter((item) => item.from < item.to);
    const typed = items.filter((item) => item.grammar);
    const rest = items.filter((item) => !numbers.includes(item) && !item.grammar);
    const buttons = rest.length > 0 && el("div", { class: "choices" }, rest.map((item) => (item.choices ? family(item) : whole(item, rest))));
    const aside = likely !== "" && !numbers.some((choice) => begins(choice.says)); // the deed is before the points
    const pads = numbers.length > 0 && numbered(numbers, aside), texts = typed.map((choice) => texted(choice, take));
    return (aside ? [buttons, pads, texts] : [pads, texts, buttons]).flat();
  };
  const begins = (says) => likely !== "" && (says === likely || says.startsWith(`${likely} `));
  const alone = choices.filter((choice) => begins(choice.says)).length === 1;
  const meant = (says) => begins(says) && alone;
  const family = (item) => deed(item.prefix, `${item.label}…`, () => enter(item), likely.startsWith(`${item.prefix} `), "", { "data-focus": item.prefix });
  const whole = (choice, all) => deed(choice.says, choice.label, () => take(choice.says), meant(choice.says) || all.length === 1, choice.stake,
    { "data-says": choice.says, "data-focus": choice.says });
  const deed = (says, label, act, first, stake, properties) => {
    const { colour, kind = "" } = tint(says, label), pictures = images(says);
    const made = button([pictures.length > 0 && el("span", { class: "images" }, pictures), el("span", {}, label), stake && el("small", { class: "stake" }, stake)].filter(Boolean), act,
      { class: `choice ${first ? "" : "second "}${kind}`.trim(), ...properties });
    if (colour) {
      made.style.setProperty("--tint", colour);
      made.style.setProperty("--wash", `${colour}26`);
    }
    return made;
  };
  // numbered are numbers to type, each behind its tab; aside none is open at first.
  const numbered = (numbers, aside) => {
    const box = el("div", { class: "numbers" }), ending = numbers.length > flat ? commonEnd(numbers.map((choice) => choice.label)) : "";
    const short = (choice) => choice.label.slice(0, choice.label.length - ending.length);
    const kind = ["tabs", numbers.length > flat && "throng", numbers.some((choice) => short(choice).length > roomy) && "long"].filter(Boolean).join(" ");
    const pick = (choice) => {
      const tabs = (aside || numbers.length > 1) && el("div", { class: kind, role: "group" }, numbers.map((other) =>
        button(short(other), () => pick(other), { "aria-pressed": String(other === choice), class: tint(other.says, other.label).kind || null, "data-number": other.says, "data-focus": `tab ${other.says}` })));
      show(box, tabs, choice && numeral(choice, take));
    };
    pick(aside ? undefined : numbers.find((choice) => begins(choice.says)) || numbers[0]);
    return box;
  };
  draw();
}

// labelOf is what all of a family say, or the word for its verb where that is nothing.
function labelOf(family, verbs) {
  const whole = family.choices.find((choice) => choice.says === family.prefix);
  return whole ? whole.label : common(family.choices.map((choice) => choice.label)) || verbs[family.prefix] || family.word;
}

// orders are a decision with its words after the verb in every order.
function orders(says) {
  const [verb, ...words] = says.split(" ");
  const all = (left) => (left.length ? left.flatMap((word, i) => all(left.filter((_, k) => k !== i)).map((rest) => [word, ...rest])) : [[]]);
  return [...new Set(all(words).map((order) => [verb, ...order].join(" ")))];
}

function focus(place) {
  (place.querySelector("h3") || place.querySelector("button"))?.focus();
}

// tellApart adds their words to families that would be called the same.
function tellApart(families, names) {
  const times = (label) => families.filter((family) => family.choices.length > 1 && family.label === label).length;
  const alike = families.filter((family) => times(family.label) > 1);
  for (const family of alike) family.label = `${family.label}: ${names[family.word] || family.word}`;
}

// branches parts choices by the word that follows prefix.
function branches(choices, prefix, ends) {
  const found = new Map();
  for (const choice of choices) {
    const upTo = next(choice.says, prefix, ends);
    if (!found.has(upTo)) found.set(upTo, { prefix: upTo, word: upTo.slice(prefix.length).replace(/^[ -]/, ""), choices: [] });
    found.get(upTo).choices.push(choice);
  }
  return [...found.values()];
}

// next is a decision as far as the end of the word that follows prefix.
function next(says, prefix, ends) {
  let at = prefix.length;
  while (at < says.length && ends.includes(says[at])) at++;
  while (at < says.length && !ends.includes(says[at])) at++;
  return says.slice(0, at);
}

// common is what labels begin with, in whole words.
function common(labels) {
  const words = labels.map((label) => label.split(" "));
  let n = 0;
  while (words.every((all) => n < all.length && all[n] === words[0][n])) n++;
  return words[0].slice(0, n).join(" ").replace(/[,:·–—-]$/, "");
}

// commonEnd is what labels end with behind a "·", where all of them do.
function commonEnd(labels) {
  const end = labels[0].slice(Math.max(0, labels[0].lastIndexOf(" · ")));
  return end.startsWith(" · ") && labels.every((label) => label.endsWith(end) && label !== end) ? end : "";
}

// cards makes a grid of decisions that end in a word and a number, such as suits
// and ranks; null where they don't.
function cards(list, prefix, ends, take, images, labels) {
  const cut = list.map((choice) => [choice, ...choice.says.slice(prefix.length).trim().split(" ")]);
  if (ends !== " " || cut.some((c) => c.length !== 3 || !/^\d+$/.test(c[2]) || c[0].from < c[0].to || c[0].grammar)) return null;
  const suits = [...new Set(cut.map((c) => c[1]))];
  if (suits.length < 2) return null;
  return el("div", { class: "suits" }, suits.map((suit) => {
    const those = cut.filter((c) => c[1] === suit);
    const name = labels[suit] || common(those.map((c) => c[0].label)) || suit;
    return el("div", { class: "suit", role: "group", "aria-label": name, "data-suit": suit }, el("span", { class: "named" }, images(suit), name),
      those.map(([choice, , rank]) => button(rank, () => take(choice.says),
        { "aria-label": choice.label, class: "choice second", "data-says": choice.says, "data-focus": choice.says })));
  }));
}

// texted asks for the text of a choice.
function texted(choice, take) {
  const input = el("input", { type: "text", autocomplete: "off", maxlength: 120, "aria-label": choice.label, placeholder: choice.grammar === "dice" ? "2d6+1" : null, "data-focus": `text ${choice.says}` });
  return el("form", { class: "entry", "data-says": choice.says, submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) take(`${choice.says} ${input.value.trim()}`);
  } }, el("b", {}, choice.label), input, el("button", { class: "choice" }, word("enter")));
}
