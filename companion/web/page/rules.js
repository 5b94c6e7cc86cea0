// @ts-check
// The rules of a game: its topics with pictures, and positions to try, whose answers are
// those of the rules themselves.
import { get } from "./api.js";
import { board, picture, picturesOf, symbol } from "./boards.js";
import { button, el, field, select, ornament, show, styled } from "./dom.js";
import { word } from "./words.js";

// open shows the rules of a game; arg is its name, or "name:topic".
/** @param {HTMLElement} place @param {Guest} who @param {string} arg */
export async function open(place, who, arg) {
  const [all] = await Promise.all([get("/api/games"), styled("rules")]);
  const [, wanted, key] = /** @type {RegExpExecArray} */ (/^(.*?)(?::([a-z0-9]+))?$/.exec(arg));
  const known = all.games.filter((game) => game.rules);
  const game = [wanted, who.game].find((name) => known.some((g) => g.name === name)) || known[0].name;
  const [rules, art] = await Promise.all([get(`/api/rules?game=${encodeURIComponent(game)}`), picturesOf(game)]);
  const list = el("div", { class: "topics" }), index = el("ol", { class: "index" });
  /** @param {string} text */
  const draw = (text) => {
    const now = rules.topics.filter((topic) => topic.key === rules.now);
    const found = [...now, ...rules.topics.filter((topic) => topic.key !== rules.now)].filter((topic) => `${topic.title} ${topic.text}`.toLowerCase().includes(text.toLowerCase()));
    show(list, found.length ? found.map((topic) => article(topic, rules, art, text)) : el("p", { class: "note" }, word("rules.none")));
    show(index, found.map((topic) => el("li", {}, button(topic.title, () => look(topic.key), { class: topic.key === rules.now ? "now" : null, "data-topic": topic.key }))));
  };
  draw("");
  const find = el("input", { type: "search", maxlength: 60, id: "find", input: (event) => draw(event.target.value.trim()) });
  show(place, el("h1", {}, word("rules.of", rules.title)), el("p", { class: "hint" }, setUp(rules)),
    el("div", { class: "entry noprint" }, field(word("rules.game"), select(known.map((g) => [g.name, g.title]), game, (name) => { location.hash = `#rules/${name}`; }, { id: "ruled" })),
      field(word("rules.find"), find), button(word("print"), () => print(), { class: "choice", id: "print" })),
    el("details", { class: "noprint", open: matchMedia("(min-width: 64rem)").matches }, el("summary", {}, word("rules.index")), index), list);
  if (key) look(key);
}

// look leads to a topic of the page.
/** @param {string} key */
function look(key) {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector(`#topic-${key} h2`));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
}

// setUp tells for which match the rules hold.
/** @param {GameRules} rules */
const setUp = (rules) => [word("rules.seats", rules.seats), ...rules.options.map(({ label, value }) => `${label}: ${value}`)].join(" · ");

// article is a topic with its picture and what can be tried.
/** @param {Topic} topic @param {GameRules} rules @param {Pictures} art */
function article(topic, rules, art, found = "") {
  return el("article", { class: `card topic${topic.key === rules.now ? " now" : ""}`, id: `topic-${topic.key}` }, el("h2", { tabindex: "-1" }, marked(topic.title, found)),
    el("div", { class: "told" }, drawn(topic), el("p", {}, marked(topic.text, found))), topic.examples.map((example) => tried(example, art)));
}

/** @param {Topic} topic */
function drawn({ art, rows }) {
  if (!art && !rows) return null;
  return el("span", { class: "pic", "aria-hidden": "true" }, art ? symbol(art) : picture(rows ?? []));
}

// marked is a text with what was looked for.
/** @param {string} text @param {string} found @returns {Children} */
function marked(text, found) {
  const at = found ? text.toLowerCase().indexOf(found.toLowerCase()) : -1;
  if (at < 0) return text;
  const end = at + found.length;
  return [text.slice(0, at), el("mark", {}, text.slice(at, end)), ...[marked(text.slice(end), found)].flat()];
}

// tried is a position with decisions to tap; the answer of the rules stands under them.
/** @param {Example} example @param {Pictures} art */
function tried({ names, view, tries }, art) {
  const answer = el("div", { class: "answer", role: "status" });
  const place = el("div", { class: "position" }, shown(view, art, names));
  const taps = tries.map((one) => button(one.label, (event) => {
    taps.forEach((tap) => tap.setAttribute("aria-pressed", String(tap === event.currentTarget)));
    show(answer, el("p", { class: one.rule ? "bad" : "good" }, ornament(one.rule ? "✕ " : "✓ "), one.rule || `${word("rules.may")} ${one.then || ""}`));
    show(place, shown(one.next || view, art, names));
  }, { class: "second", "aria-pressed": "false" }));
  return el("section", { class: "example noprint", "aria-label": word("rules.try") }, el("h3", {}, word("rules.try")), place, el("div", { class: "choices" }, taps), answer);
}

// shown is a position: the board, or else its lines.
/** @param {View} view @param {Pictures} art @param {string[]} names */
function shown(view, art, names) {
  return [view.prompt && el("p", { class: "hint" }, view.prompt), view.cells.length > 0 && board(view, art, names),
    el("ul", { class: "plainlist" }, view.lines.map((line) => el("li", {}, line)))];
}

// explain shows one topic over the page.
/** @param {string} game @param {string} key */
export async function explain(game, key) {
  const [rules, art] = await Promise.all([get(`/api/rules?game=${encodeURIComponent(game)}`), picturesOf(game), styled("rules")]);
  const topic = rules.topics.find((one) => one.key === key);
  if (!topic) return;
  const close = () => over.close();
  /** @type {HTMLDialogElement} */
  const over = el("dialog", { class: "explains", "aria-label": topic.title, close: () => over.remove() }, article(topic, rules, art),
    el("div", { class: "choices" }, button(word("rules.close"), close, { class: "choice", autofocus: true }), el("a", { class: "button", href: `#rules/${game}:${key}`, click: close }, word("rules.all"))));
  document.body.append(over);
  over.showModal();
}
