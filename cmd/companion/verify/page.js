// The page: takes a record, and shows what the check finds in it.

import { failedVectors, vectors } from "./sha256.js";
import { verify } from "./verify.js";

/** @typedef {import("./verify.js").Report} Report */
/** @typedef {import("./verify.js").Outcome} Outcome */
/** @typedef {import("./verify.js").Seal} Seal */

/**
 * The texts by language, and the explanation of the fairness code.
 * @typedef {{words: Record<string, string>, title: string, topics: {Title: string, Text: string}[]}} Texts
 * @type {Record<string, Texts>}
 */
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

const failed = failedVectors();
let lang = navigator.language.startsWith("ru") ? "ru" : "en";
let record = "";
/** @type {Report | null} */
let report = null;

/** Returns the text of a key. @param {string} key @param {...(string | number)} args @returns {string} */
function say(key, ...args) {
  return (texts[lang].words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)]));
}

/**
 * Makes an element. Attributes that are functions listen to events.
 * @param {string} name @param {Record<string, any>} attributes @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(key, value);
    } else if (value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children);
  return made;
}

function draw() {
  document.documentElement.lang = lang;
  document.title = say("title");
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  page.replaceChildren(
    languages(), el("h1", {}, say("title")), el("p", {}, say("lead")), ...selfTest(), ...entry(),
    el("div", { id: "found", role: "status" }), el("div", { id: "details" }),
    el("h2", {}, say("limits")), el("p", {}, say("limits.text")), ...explanation(),
  );
  drawReport();
}

/** Shows what the last check has found. */
function drawReport() {
  if (!report) return;
  document.getElementById("found")?.replaceChildren(...found(report));
  document.getElementById("details")?.replaceChildren(...details(report));
}

function languages() {
  const names = { ru: "Русский", en: "English" };
  return el("nav", { "aria-label": say("lang") }, ...Object.entries(names).map(([code, name]) => el("button", {
    type: "button", lang: code, "aria-pressed": String(code === lang),
    click: () => {
      lang = code;
      draw();
      /** @type {HTMLElement | null} */ (document.querySelector(`nav [lang=${code}]`))?.focus();
    },
  }, name)));
}

function selfTest() {
  const right = say("self.right", vectors.length - failed.length, vectors.length);
  const text = failed.length > 0 ? el("p", { class: "bad" }, say("self.wrong", failed.join("; "))) : el("p", { id: "self" }, right);
  return [el("h2", {}, say("self")), text];
}

function entry() {
  const blocked = failed.length > 0;
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "text", spellcheck: "false", disabled: blocked }));
  area.value = record;
  const form = el("form", { class: "entry", submit: (/** @type {Event} */ e) => { e.preventDefault(); check(area.value); } },
    el("h2", {}, say("input")),
    el("label", { for: "file" }, say("input.file")),
    el("input", { id: "file", type: "file", accept: ".jsonl,.json,.txt", disabled: blocked, change: chosen }),
    el("label", { for: "text" }, say("input.paste")), area,
    el("button", { class: "go", disabled: blocked }, say("input.check")),
    el("p", { class: "hint" }, say("input.drop")));
  return [form];
}

/** @param {Event} event */
async function chosen(event) {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) check(await file.text());
}

/** @param {string} text */
function check(text) {
  record = text;
  report = verify(text);
  const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
  area.value = text;
  drawReport();
  document.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
}

/** @param {Report} r @returns {Node[]} */
function found(r) {
  const count = (/** @type {(o: Outcome) => boolean} */ is) => r.outcomes.filter(is).length;
  const verdict = (/** @type {string[]} */ ...names) => count((o) => names.includes(o.verdict));
  const kind = r.result === "right" || r.result === "wrong" ? r.result : "other";
  return [
    el("h2", {}, say("result")),
    el("p", { class: `verdict ${kind}`, "data-result": r.result }, say(`result.${r.result}`)),
    ...r.faults.map((f) => el("p", { class: "bad" }, say("fault.line", f.line, say(f.key, ...f.args)))),
    el("p", {}, say("sum", r.outcomes.length, verdict("right"), verdict("wrong", "unsealed", "weightless"), verdict("table"),
      verdict("lost", "closed", "unknown"), count((o) => o.seen))),
  ];
}

/** @param {Report} r @returns {Node[]} */
function details(r) {
  const unknown = r.outcomes.some((o) => o.verdict === "unknown") ? [el("p", {}, say("unknown"))] : [];
  return [
    ...unknown, ...r.seals.flatMap(sealed),
    el("h2", {}, say("outcomes")),
    el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("outcomes") }, el("table", {},
      el("thead", {}, el("tr", {}, ...["seq", "slot", "says", "verdict"].map((key) => el("th", { scope: "col" }, say(`outcome.${key}`))))),
      el("tbody", {}, ...r.outcomes.map(row)))),
  ];
}

/** @param {Seal} seal @returns {Node[]} */
function sealed(seal) {
  /** @type {[string, string][]} */
  const lines = [[say("code"), seal.seal]];
  if (seal.secret) {
    lines.push([say("code.secret"), seal.secret], [say("code.words"), seal.stirrings.join(" · ") || say("code.nowords")], [say("code.key"), seal.key]);
  }
  const state = seal.lost ? "code.lost" : "code.closed";
  return [
    el("h2", {}, `${say("code")}, ${say("outcome.seq")} ${seal.seq}`),
    el("p", {}, say("code.same")),
    el("dl", {}, ...lines.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    ...(seal.secret ? [] : [el("p", {}, say(state))]),
  ];
}

/** @param {Outcome} o @returns {Node} */
function row(o) {
  const bad = ["wrong", "unsealed", "weightless"].includes(o.verdict);
  const verdict = say(`verdict.${o.verdict}`, o.want) + (o.seen ? `; ${say("seen")}` : "");
  return el("tr", {}, el("td", {}, String(o.seq)), el("td", {}, `${o.stream}/${o.n}`), el("td", {}, o.says),
    el("td", { class: bad ? "bad" : false }, verdict));
}

function explanation() {
  const { title, topics } = texts[lang];
  return [el("h2", {}, title), ...topics.flatMap((t) => [el("h3", {}, t.Title), el("p", {}, t.Text)])];
}

document.addEventListener("dragover", (e) => {
  e.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", async (e) => {
  e.preventDefault();
  document.body.classList.remove("dropping");
  const [file] = e.dataTransfer?.files ?? [];
  if (file && failed.length === 0) check(await file.text());
});
draw();
