// @ts-check
// Building of the page. Text only ever becomes text: no name is read as HTML.
import { near } from "./files.js";

// el makes an element. Properties that are functions listen, "class" and all
// others are attributes; null, false and undefined leave one out.
/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// byId is a part that the page has.
/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

// every is a list of the elements of a part of the page that a selector finds.
/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const every = (selector, within = document) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

// button makes a button.
/**
 * @param {Children} text
 * @param {(event: MouseEvent & { currentTarget: HTMLElement }) => unknown} click
 * @param {Properties} [properties]
 */
export function button(text, click, properties = {}) {
  return el("button", { type: "button", click, ...properties }, text);
}

// switched makes a switch.
/** @param {string} id @param {string} text @param {() => void} flip @returns {{ node: HTMLElement, set: (on: boolean) => void }} */
export function switched(id, text, flip) {
  const mark = el("span", { "aria-hidden": "true" }), node = el("button", { type: "button", role: "switch", id, click: flip }, mark, text);
  return { node, set: (on) => {
    node.setAttribute("aria-checked", String(on));
    mark.textContent = on ? "✓ " : "";
  } };
}

// field puts a label over what is entered.
/** @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function field(label, input, hint) {
  const named = el("label", { class: "field" }, el("span", {}, label), input);
  if (hint) named.append(el("small", {}, hint));
  return named;
}

// select makes a list of [value, label] to choose from.
/**
 * @param {(string | number)[][]} choices
 * @param {string | number} value
 * @param {(value: string) => unknown} change
 * @param {Properties} [properties]
 */
export function select(choices, value, change, properties = {}) {
  const list = el("select", { change: (event) => change(event.target.value), ...properties },
    choices.map(([v, label]) => el("option", { value: v }, String(label))));
  list.value = String(value);
  return list;
}

let ids = 0;

// section makes a part of the page under its heading.
/** @param {Children} heading @param {...Children} children */
export function section(heading, ...children) {
  const id = `h${++ids}`;
  return el("section", { class: "card", "aria-labelledby": id }, el("h2", { id }, heading), ...children);
}

// folded makes a part that is opened by its heading. Its name keeps it open
// while the page is drawn anew.
/** @param {string} name @param {Children} heading @param {...Children} children */
export function folded(name, heading, ...children) {
  const part = el("details", { class: "card", open: unfolded.has(name), "data-focus": `fold ${name}` }, el("summary", {}, el("h2", {}, heading)), ...children);
  part.addEventListener("toggle", () => (part.open ? unfolded.add(name) : unfolded.delete(name)));
  return part;
}

const unfolded = new Set();

// table makes a table of rows of cells; the first cell of each is its heading.
// Whose tells tables of the same caption apart.
/** @param {string} caption @param {string[]} heads @param {Children[][]} rows */
export function table(caption, heads, rows, whose = "", kind = "") {
  /** @param {Children[]} cells */
  const row = (cells) => el("tr", {}, cells.map((cell, i) => (i ? el("td", {}, cell) : el("th", { scope: "row" }, cell))));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": whose ? `${caption}: ${whose}` : caption },
    el("table", { class: kind || null }, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(row))));
}

// stepper enters a whole number between from and to.
/**
 * @param {string} label
 * @param {number} value
 * @param {number} from
 * @param {number} to
 * @param {string} less
 * @param {string} more
 * @param {(n: number) => unknown} [change]
 */
export function stepper(label, value, from, to, less, more, change = () => {}) {
  const input = el("input", { type: "number", inputmode: from < 0 ? "text" : "numeric", min: from, max: to, step: 1, value, "aria-label": label });
  /** @param {number} n */
  const set = (n) => {
    input.value = String(Math.min(Math.max(n, from), to));
    change(Number(input.value));
  };
  input.addEventListener("change", () => set(Math.round(Number(input.value)) || 0));
  return el("span", { class: "stepper" },
    button("−", () => set(Number(input.value) - 1), { "aria-label": less }), input,
    button("+", () => set(Number(input.value) + 1), { "aria-label": more }));
}

// sure asks in the place of a button before it does something; the other way out
// gets the focus.
/**
 * @param {HTMLElement} asker
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @param {() => unknown} act
 */
export function sure(asker, question, yes, no, act) {
  const back = () => {
    asking.replaceWith(asker);
    asker.focus();
  };
  const cancel = button(no, back);
  const asking = el("span", { class: "sure", role: "group", "aria-label": question }, el("b", {}, question),
    button(yes, () => { back(); act(); }, { class: "danger" }), cancel);
  asking.addEventListener("keydown", (event) => event.key === "Escape" && back());
  asker.replaceWith(asking);
  cancel.focus();
}

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

// styled loads a style of the page once; it is there when the promise holds.
/** @param {string} name */
export function styled(name) {
  if (!styles.has(name)) styles.set(name, new Promise((there) => document.head.append(el("link", { rel: "stylesheet", href: near(`${name}.css`), id: `${name}style`, load: there, error: there }))));
  return styles.get(name);
}

// say tells something in the status line, which screen readers read out.
/** @param {string} text */
export function say(text, kind = "") {
  const status = byId("status");
  status.className = kind;
  if (status.textContent !== text) status.textContent = text;
}

const briefly = 10000; // ms

// tell is say of news, which grow old.
/** @param {string} text */
export function tell(text, kind = "") {
  say(text, kind);
  setTimeout(() => byId("status").textContent === text && say(""), briefly);
}

// show puts nodes into place and keeps the focus on what it was on, or else on the
// place itself. Elements are the same if their data-focus is.
/** @param {HTMLElement} place @param {...(Children | 0)} nodes */
export function show(place, ...nodes) {
  const on = /** @type {HTMLElement | null} */ (document.activeElement);
  const had = on && place.contains(on) && on !== place ? on.dataset.focus || "?" : "";
  place.replaceChildren(.../** @type {(Node | string)[]} */ (nodes.flat().filter(Boolean)));
  if (!had) return;
  const same = every("[data-focus]", place).find((element) => element.dataset.focus === had);
  (same && same.closest("details:not([open])") === null ? same : place).focus({ preventScroll: true });
}
