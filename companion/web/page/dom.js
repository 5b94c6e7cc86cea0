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
  if (tag === "ul" || tag === "ol") element.setAttribute("role", "list"); // without bullets Safari takes it for none
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

let ids = 0;

// field puts a label over what is entered. A hint describes the input and is no part of its name.
/** @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function field(label, input, hint) {
  const named = el("label", { class: "field" }, el("span", {}, label), input);
  if (!hint) return named;
  const id = `hint${++ids}`;
  input.setAttribute("aria-label", label);
  input.setAttribute("aria-describedby", id);
  named.append(el("small", { id }, hint));
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

// section makes a part of the page under its heading.
/** @param {Children} heading @param {...Children} children */
export function section(heading, ...children) {
  const id = `h${++ids}`;
  return el("section", { class: "card", "aria-labelledby": id }, el("h2", { id }, heading), ...children);
}

// back is a link to the part of the page that this one belongs to.
/** @param {string} to @param {string} text */
export const back = (to, text) => el("p", {}, el("a", { href: `#${to}` }, ornament("← "), text));

// ornament is a pictogram that says nothing the text beside it doesn't.
/** @param {string} text */
export const ornament = (text) => el("span", { "aria-hidden": "true" }, text);

// unseen is a text for screen readers alone.
/** @param {string} text */
export const unseen = (text) => el("span", { class: "unseen" }, text);

// lower puts the headings of a part one level down, under the heading of what holds it.
/** @template {HTMLElement} T @param {T} part */
export function lower(part) {
  every("h2, h3", part).forEach((heading) => heading.setAttribute("aria-level", heading.tagName === "H2" ? "3" : "4"));
  return part;
}

// folded makes a part that is opened by its heading. Its name keeps it open
// while the page is drawn anew.
/** @param {string} name @param {Children} heading @param {...Children} children */
export function folded(name, heading, ...children) {
  const inside = lower(el("div", { class: "inside" }, ...children));
  const part = el("details", { class: "card", open: unfolded.has(name), "data-focus": `fold ${name}` }, el("summary", {}, el("h2", {}, heading)), ...inside.childNodes);
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
    button("−", () => set(Number(input.value) - 1), { "aria-label": `${label}: ${less}` }), input,
    button("+", () => set(Number(input.value) + 1), { "aria-label": `${label}: ${more}` }));
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
  const undo = () => {
    asking.replaceWith(asker);
    asker.focus();
  };
  const cancel = button(no, undo);
  const asking = el("span", { class: "sure", role: "group", "aria-label": question }, el("b", {}, question),
    button(yes, () => { undo(); act(); }, { class: "danger" }), cancel);
  asking.addEventListener("keydown", (event) => event.key === "Escape" && undo());
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

// show puts nodes into place and keeps the focus on what it was on, or else near it. Elements
// are the same if their data-focus is.
/** @param {HTMLElement} place @param {...(Children | 0)} nodes */
export function show(place, ...nodes) {
  const on = /** @type {HTMLElement | null} */ (document.activeElement);
  const had = on && place.contains(on) && on !== place ? focusOf(on) : "";
  place.replaceChildren(.../** @type {(Node | string)[]} */ (nodes.flat().filter(Boolean)));
  if (!had) return;
  const same = every("[data-focus]", place).find((element) => element.dataset.focus === had);
  const control = same?.tagName === "DETAILS" ? every("summary", same)[0] : same;
  refocus(control?.closest("details:not([open]) > :not(summary)") === null ? control : null, place);
}

// focusOf is what an element is recognised by: a summary by its details.
/** @param {HTMLElement} on */
const focusOf = (on) => (on.tagName === "SUMMARY" ? on.parentElement : on)?.dataset.focus || "?";

const entered = "button, a[href], input, select, summary, [tabindex='0']"; // what the focus can be on

// refocus gives the focus to a control, or else to the first in place, or to the heading of the
// page: never to nothing, from where a keyboard or a screen reader begins at the top.
/** @param {HTMLElement | null | undefined} on @param {HTMLElement} place */
export function refocus(on, place) {
  const found = on || every(entered, place).find((control) => control.checkVisibility?.() !== false) || document.querySelector("#view h1");
  if (!(found instanceof HTMLElement)) return;
  if (found.tagName === "H1") found.tabIndex = -1;
  found.focus({ preventScroll: true });
}
