// @ts-check
// The set-up of a match: game, names, options, luck and clock.
import { get, post } from "./api.js";
import { image } from "./boards.js";
import { button, byId, el, every, field, folded, ornament, say, section, select, show, stepper, sure, table } from "./dom.js";
import { boxes } from "./box.js";
import { unfinished } from "./open.js";
import { badge, dress, know, sign } from "./seats.js";
import { complain } from "./complain.js";
import * as tab from "./tab.js";
import { count, lang, word } from "./words.js";

/** @type {HTMLElement} */
let place;
/** @type {Offer} */
let all;
/** @type {Draft} */
let draft;
let mayPlay = false;
/** @type {Shape | undefined} */
let preset;
/** @type {Record<string, ChosenLook>} */
let chosen = {}; // colours and pictures that players have chosen, by name
const mostName = 16;
const mostSeen = 8; // seats above a start that stays in sight; it stands above more of them, which it would lie over

/** @param {HTMLElement} at @param {Guest} who @param {string} game */
export async function open(at, who, game) {
  place = at;
  mayPlay = who.role === "play";
  if (!mayPlay) return show(place, el("h1", {}, word("setup")), el("p", { class: "note" }, word("looking")));
  all = await get("/api/games");
  const found = all.games.find((g) => g.name === game);
  if (!found) return chooseGame();
  draft = tab.recalled(keptAs(found.name)) || begun(found, all);
  if (preset) draft.options = { ...preset.options };
  if (preset?.seats) seated(preset.seats);
  preset = undefined;
  return draw();
}

function chooseGame() {
  const games = all.games.filter((game) => !game.tool), own = games.filter((game) => !game.file && !game.shapes.length);
  show(place, el("h1", {}, word("setup")), again(games), el("ul", { class: "games" }, own.map((game) => offer(game))),
    others(games.filter((game) => !own.includes(game))), unfinished(all.open, true), boxes(all));
}

const mostAgain = 3;

// again are the games that were played last, each begun by one tap with who played it and how.
/** @param {Game[]} games */
function again(games) {
  const played = games.filter((game) => all.last[game.name]?.names.length >= game.min).sort((a, b) => Number(b.name === all.latest) - Number(a.name === all.latest)).slice(0, mostAgain);
  if (!played.length) return "";
  return section(word("setup.again"), el("ul", { class: "games" }, played.map((game) => el("li", {}, button(
    [game.art && image("cover", { game: game.name, art: new Set(["cover"]) }), el("b", {}, game.title), " ", el("small", {}, all.last[game.name].names.join(", "))],
    (event) => unasked(event.currentTarget, () => start(begun(game, { last: all.last }))), { class: "choice second", "data-again": game.name })))));
}

// unasked displaces no match that runs: it asks first.
/** @param {HTMLElement} asker @param {() => unknown} go */
async function unasked(asker, go) {
  const now = await get("/api/match").catch(() => null); // null: none is on the panel
  if (!now || now.over || now.game === "dice") return go();
  const title = all.games.find((game) => game.name === now.game)?.title || now.game;
  return sure(asker, word("setup.displace", title, now.names.join(", ")), word("setup.displace.yes"), word("no"), go);
}

// ---- A draft stays when the page is loaded anew, as long as its tab is open.

/** @param {string} game */
const keptAs = (game) => `companion.draft.${game}`;
const remember = () => tab.keep(keptAs(draft.game), draft);

/** @param {Game} game */
const seatsOf = (game) => game.min === game.max ? game.min : `${game.min}–${game.max}`;

// offer is a game to choose; a shape is what it can be.
/** @param {Game} game @param {Shape} [shape] */
function offer(game, shape) {
  return el("li", {}, el("a", { href: `#setup/${game.name}`, class: "button", "data-game": game.name, click: () => { preset = shape; } },
    game.art && !shape && image("cover", { game: game.name, art: new Set(["cover"]) }),
    el("b", {}, shape ? shape.label : game.title), " ", el("small", {}, shape ? "" : [`${game.about} · `, ornament(String(seatsOf(game))), el("span", { class: "unseen" }, word("rules.seats", seatsOf(game)))])));
}

// others are the shapes of any game, and the games that lie in files.
/** @param {Game[]} games */
function others(games) {
  if (!games.length && !all.wrong.length) return "";
  return section(word("setup.others"),
    el("ul", { class: "games" }, games.flatMap((game) => game.shapes.length ? game.shapes.map((shape) => offer(game, shape)) : [offer(game)])),
    all.wrong.map((file) => el("p", { class: "note", "data-wrong": file.file }, el("b", {}, file.file), " ", file.why)));
}

// begun is the draft of a game: as it was left, or as last time, or anew.
/**
 * @param {Game} game
 * @param {{ drafts?: Record<string, Draft>, last?: Record<string, Draft>, boxes?: Record<string, Record<string, string>> }} of
 * @returns {Draft}
 */
export function begun(game, { drafts, last, boxes: own }) {
  const from = drafts?.[game.name] || last?.[game.name];
  if (from) return { ...from, game: game.name, names: [...from.names], options: { ...from.options } };
  /** @type {Draft & { options: Record<string, string> }} */
  const fresh = { game: game.name, names: [], options: { ...own?.[game.name] }, first: game.first, luck: "", clock: "" };
  for (const option of game.options) {
    if (option.offer !== option.default) fresh.options[option.name] ??= option.offer;
  }
  while (fresh.names.length < Math.max(game.min, Math.min(2, game.max))) fresh.names.push(freeName(fresh.names));
  return fresh;
}

// seated makes so many seats.
/** @param {number} n */
function seated(n) {
  draft.names.length = Math.min(draft.names.length, n);
  while (draft.names.length < n) draft.names.push(freeName(draft.names));
}

// freeName is a name for a new seat that nobody at the table has.
/** @param {string[]} names */
function freeName(names) {
  for (let i = 1; ; i++) {
    const name = word("setup.player", i);
    if (!names.includes(name)) return name;
  }
}

const gameOf = () => /** @type {Game} */ (all.games.find((game) => game.name === draft.game));

function draw() {
  const game = gameOf();
  const told = el("small", {}), tell = () => { told.textContent = ` ${settings(game)}`; };
  const form = el("form", { class: "setup", input: remember, click: remember, change: () => { remember(); tell(); },
    submit: (event) => { event.preventDefault(); if (wellNamed()) unasked(byId("begin"), () => send(draft, true)); } },
    ...seats(game, el("p", { class: "choices start" }, el("button", { class: "choice big", id: "begin" }, word("setup.begin")),
      button(word("setup.keep"), () => wellNamed() && send(draft, false), { id: "keep" }))),
    folded("settings", [`${word("setup.options")}:`, told], ...options(game), luck(game)));
  tell();
  remember();
  show(place, el("div", { class: "titled" }, el("a", { href: "#setup", class: "button plain", "aria-label": word("setup") }, ornament("←")), el("h1", {}, game.title)),
    game.book > 0 && el("p", {}, el("a", { href: `#book/${game.name}`, class: "button", id: "problems" }, count("book", game.book))), form, el("p", { class: "hint" }, game.about),
    game.file && all.files && el("p", {}, button(word("setup.drop"), () => drop(game), { id: "drop", class: "small" })));
  faces();
}

// faces shows what the players look like at this table, as soon as the companion tells.
async function faces() {
  const names = draft.names.map((name) => name.trim());
  const heard = await get(`/api/looks?${names.map((name) => `name=${encodeURIComponent(name)}`).join("&")}`).catch(() => null);
  const [list] = every(".names", place);
  if (!heard || !list || names.join("\n") !== draft.names.map((name) => name.trim()).join("\n")) return;
  know(names, heard.looks);
  dress(list, names).querySelectorAll(".looked").forEach((at, i) => at.replaceChildren(badge(names, i + 1)));
  chosen = heard.chosen;
  for (const chip of every("[data-known]", place)) show(chip, ...chipped(chip.dataset.known ?? ""));
}

// chipped is what stands on the button that adds a player: the name, and the picture if one is chosen.
/** @param {string} name */
const chipped = (name) => [ornament("+ "), sign(chosen[name]?.picture), ` ${name}`].filter(Boolean);

// drop asks the table to take the file of a game off the shelf.
/** @param {Game} game */
async function drop(game) {
  try {
    await post("/api/ask", { what: "drop-game", arg: game.name.replace(/^file\//, ""), with: "" });
    say(word("ask.sent"), "good");
  } catch (refusal) {
    complain(refusal);
  }
}

// wellNamed reports whether all seats have names that will do; else it says which hasn't.
function wellNamed() {
  const wrong = misnamed();
  if (wrong) say(wrong, "bad");
  return !wrong;
}

// start begins a match of a draft.
/** @param {Draft} of */
const start = (of) => send(of, true);

/** @param {Draft} of @param {boolean} begin */
async function send(of, begin) {
  try {
    await post("/api/setup", { draft: of, begin });
    tab.keep(keptAs(of.game), undefined);
    say(begin ? "" : word("setup.kept"), "good");
    if (begin) location.hash = "#table";
  } catch (refusal) {
    complain(refusal);
  }
}

// settings are how the draft differs from the usual game, in one line.
/** @param {Game} game */
function settings(game) {
  const changed = game.options.filter((option) => option.grammar !== "counts" && settles(game, option) && valueOf(option) !== (option.offer || option.default))
    .map((option) => `${option.label}: ${option.values.find(({ value }) => value === valueOf(option))?.label ?? valueOf(option)}`);
  const dice = game.luck?.length && `${word("setup.luck")}: ${game.luck.find(({ value }) => value === (draft.luck || ""))?.label}`;
  return [changed.length ? changed.join(" · ") : word("setup.usual"), dice, `${word("setup.clock")}: ${word(`setup.clock.${clockOf(draft.clock || "").kind || "off"}`)}`].filter(Boolean).join(" · ");
}

function misnamed() {
  const names = draft.names.map((name) => name.trim().normalize("NFC").replace(/ +/g, " ").replace(/[‘’ʼ`]/g, "'"));
  draft.names = names;
  const wrong = names.map((name, i) => !/^[\p{L}\p{N} -][\p{L}\p{M}\p{N} .'-]{0,15}$/u.test(name) || names.indexOf(name) !== i);
  every(".names input", place).forEach((input, i) => {
    input.setAttribute("aria-invalid", String(wrong[i]));
    if (wrong.indexOf(true) === i) input.focus();
  });
  return wrong.includes(true) ? word("setup.badname", names[wrong.indexOf(true)]) : "";
}

// ---- Who plays.

// seats are who plays, with their start below or, where they are many, above, and who else may
// take a seat.
/** @param {Game} game @param {HTMLElement} begins */
function seats(game, begins) {
  const players = el("datalist", { id: "players" }, (all.players || []).map((name) => el("option", { value: name })));
  const rows = draft.names.map((name, i) => el("li", {}, el("span", { class: "looked" }),
    el("input", { type: "text", value: name, maxlength: mostName, list: "players", autocomplete: "off", required: true,
      "aria-label": word("setup.seat", i + 1), "data-focus": `name ${i}`, input: (event) => { draft.names[i] = event.target.value; }, change: renamed }),
    i > 0 ? button("↑", () => swap(i, i - 1), { "aria-label": word("setup.up", i + 1), "data-focus": `up ${i}` }) : "",
    draft.names.length > game.min ? button("✕", () => remove(i), { "aria-label": word("setup.remove", i + 1), "data-focus": `remove ${i}` }) : ""));
  const unused = (all.players || []).filter((name) => !draft.names.includes(name)).slice(0, 12);
  const more = draft.names.length < game.max || draft.names.some(nameless);
  const list = section(word("setup.names"), players, el("ol", { class: "names" }, rows)), many = draft.names.length > mostSeen;
  begins.classList.add(many ? "above" : "stays");
  return [...(many ? [begins, list] : [list, begins]),
    el("div", { class: "choices people" }, draft.names.length < game.max && button(word("setup.add"), () => { draft.names.push(freeName(draft.names)); draw(); }, { "data-focus": "add" }),
      more && unused.map((name) => button(chipped(name), () => add(name), { "aria-label": `${word("places.yes")}: ${name}`, "data-known": name, "data-focus": `add ${name}` }))),
    game.max > 1 && el("div", { id: "first" }, firstField())].filter(Boolean);
}

function firstField() {
  const choices = [[0, word("setup.first.drawn")], [-1, word("setup.first.fair")], ...draft.names.map((name, i) => [i + 1, name])];
  return field(word("setup.first"), select(choices, draft.first || 0, (value) => { draft.first = Number(value); }, { "data-focus": "first" }));
}

const refirst = () => document.getElementById("first")?.replaceChildren(firstField());

function renamed() {
  refirst();
  faces();
}

// nameless reports whether a seat has the name that it got until somebody takes it.
/** @param {string} name */
const nameless = (name) => Array.from({ length: 12 }, (_, i) => word("setup.player", i + 1)).includes(name);

// add seats a person, on the first seat that nobody has taken.
/** @param {string} name */
function add(name) {
  const free = draft.names.findIndex(nameless);
  if (free < 0) draft.names.push(name);
  else draft.names[free] = name;
  draw();
}

/** @param {number} i */
function remove(i) {
  draft.names.splice(i, 1);
  if ((draft.first ?? 0) > draft.names.length) draft.first = 0;
  draw();
}

/** @param {number} i @param {number} j */
function swap(i, j) {
  [draft.names[i], draft.names[j]] = [draft.names[j], draft.names[i]];
  draw();
}

// ---- Options. What a table doesn't choose isn't written down.

/** @param {GameOption} option @param {string} value */
function set(option, value) {
  draft.options = { ...draft.options, [option.name]: value };
  if (value === option.default && option.offer === option.default) delete draft.options[option.name];
}

/** @param {GameOption} option */
const valueOf = (option) => draft.options?.[option.name] ?? option.default;

// settles reports whether an option changes anything as the others are.
/** @param {Game} game @param {GameOption} option */
function settles(game, option) {
  const [name, value] = option.needs.split("=");
  return !option.needs || valueOf(/** @type {GameOption} */ (game.options.find((one) => one.name === name))) === value;
}

/** @param {Game} game */
function options(game) {
  const counts = game.options.filter((option) => option.grammar === "counts");
  const plain = game.options.filter((option) => option.grammar !== "counts" && settles(game, option));
  return [plain.length > 0 && section(word("setup.options"), sheets(game), el("div", { class: "options" }, plain.map(optionField))),
    ...counts.map((option) => folded(`counts ${option.name}`, `${word("setup.box")}: ${option.label}`, countsField(option)))].filter(Boolean);
}

// same reports whether a and b are the same options.
/** @param {Record<string, string>} [a] @param {Record<string, string>} [b] */
function same(a = {}, b = {}) {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

// sheets fills the options in from a template.
/** @param {Game} game */
function sheets(game) {
  const fitting = (all.templates || []).filter((sheet) => sheet.game === game.name);
  if (!fitting.length) return null;
  const choices = [["", word("setup.sheet.none")], ...fitting.map((sheet, i) => [String(i), sheet.names[lang]])];
  const taken = fitting.findIndex((sheet) => Object.values(sheet.options).some((values) => same(values, draft.options)));
  return field(word("setup.sheet"), select(choices, taken < 0 ? "" : String(taken), (i) => {
    const { seats: most = 0, options: filled } = fitting[Number(i || -1)] || { options: {} };
    draft.options = { ...filled[lang] };
    while (most > draft.names.length) draft.names.push(freeName(draft.names));
    draw();
  }, { "data-focus": "sheet" }));
}

const other = "\u0000"; // a value that has no word of its own

/** @param {GameOption} option */
function optionField(option) {
  const value = valueOf(option);
  const named = option.values.some((v) => v.value === value);
  const free = option.from < option.to || option.grammar === "text";
  const list = [...option.values.map((v) => [v.value, v.label]), ...(free ? [[other, option.grammar === "text" ? word("setup.text") : word("setup.number")]] : [])];
  const own = el("span", {});
  const ask = () => own.replaceChildren(option.grammar === "text"
    ? el("input", { type: "text", maxlength: 400, value: named ? "" : value, "aria-label": option.label, change: (event) => set(option, event.target.value.trim() || option.default) })
    : stepper(option.label, Number(valueOf(option)) || option.from, option.from, option.to, word("less"), word("more"), (n) => set(option, String(n))));
  if (free && (!named || !option.values.length)) ask();
  if (!option.values.length) return el("div", { class: "field" }, el("span", {}, option.label), own);
  /** @param {string} v */
  const choose = (v) => {
    if (v === other) return ask();
    own.replaceChildren();
    return set(option, v);
  };
  return el("div", { class: "field" }, el("span", {}, option.label), select(list, named ? value : other, choose, { "aria-label": option.label, "data-option": option.name }), own);
}

// countsField corrects a list such as "log:6/5,fish:3" number by number.
/** @param {GameOption} option */
function countsField(option) {
  const entries = valueOf(option).split(",").map((entry) => {
    const [key, counts] = entry.split(":");
    return { key, counts: (counts || "").split("/").map(Number) };
  });
  const write = () => set(option, entries.map(({ key, counts }) => `${key}:${counts.join("/")}`).join(","));
  /** @param {string} key */
  const label = (key) => option.words?.[key] || key;
  const rows = entries.map(({ key, counts }) => [label(key), ...[0, 1].map((i) => (i in counts
    ? stepper(`${label(key)}${i ? ` (${word("setup.symbol")})` : ""}`, counts[i], 0, 99, word("less"), word("more"), (n) => { counts[i] = n; write(); }) : ""))]);
  const second = entries.some(({ counts }) => counts.length > 1);
  return [el("p", { class: "hint" }, word("setup.box.hint")),
    table(option.label, [word("setup.what"), word("setup.many"), ...(second ? [word("setup.symbol")] : [])], rows.map((row) => (second ? row : row.slice(0, 2)))),
    button(word("setup.box.keep"), keepBox)];
}

// keepBox makes the options of the box those of every match to come.
async function keepBox() {
  const counts = gameOf().options.filter((option) => option.grammar === "counts" && draft.options?.[option.name]);
  const value = counts.length ? JSON.stringify(Object.fromEntries(counts.map((option) => [option.name, draft.options?.[option.name]]))) : "";
  try {
    await post("/api/choose", { key: `box:${draft.game}`, value });
    say(word("kept"), "good");
  } catch (refusal) {
    complain(refusal);
  }
}

// ---- Luck and clock.

// How clocks are written, as in records: "15+10", "15d10", "15b10", "30 5x30", "move 60".
/** @type {Record<string, RegExp>} */
const clockForms = { down: /^(\d+)\+(\d+)$/, delay: /^(\d+)d(\d+)$/, returned: /^(\d+)b(\d+)$/, byoyomi: /^(\d+) (\d+)x(\d+)$/, move: /^move (\d+)$/ };

// clockOf reads a clock: its kind, minutes, seconds and periods.
/** @param {string} text @returns {ClockParts} */
function clockOf(text) {
  const kind = Object.keys(clockForms).find((name) => clockForms[name].test(text)) || "";
  const of = { kind: kind || text, minutes: 15, seconds: kind === "down" || !kind ? 0 : 10, periods: 5 };
  if (!kind) return of;
  const numbers = (text.match(clockForms[kind]) ?? []).slice(1).map(Number);
  of.seconds = numbers[numbers.length - 1];
  if (kind !== "move") of.minutes = numbers[0];
  if (kind === "byoyomi") of.periods = numbers[1];
  return of;
}

// clockText writes it.
/** @param {ClockParts} clockParts */
function clockText({ kind, minutes, seconds, periods }) {
  switch (kind) {
    case "down": return `${minutes}+${seconds}`;
    case "delay": return `${minutes}d${seconds}`;
    case "returned": return `${minutes}b${seconds}`;
    case "byoyomi": return `${minutes} ${periods}x${seconds}`;
    case "move": return `move ${seconds}`;
    default: return kind;
  }
}

/** @param {Game} game */
function luck(game) {
  const now = clockOf(draft.clock || ""), numbers = el("span", {});
  /**
   * @param {string} label
   * @param {"minutes" | "seconds" | "periods"} key
   * @param {number} from
   * @param {number} to
   */
  const step = (label, key, from, to) => el("span", { class: "field" }, el("span", {}, label), stepper(label, now[key], from, to, word("less"), word("more"), (n) => { now[key] = n; draft.clock = clockText(now); }));
  const ask = () => {
    const counts = now.kind in clockForms, byoyomi = now.kind === "byoyomi";
    show(numbers,
      counts && now.kind !== "move" && step(word("setup.clock.minutes"), "minutes", byoyomi ? 0 : 1, 999),
      byoyomi && step(word("setup.clock.periods"), "periods", 1, 99),
      counts && step(word(`setup.clock.seconds.${now.kind}`), "seconds", now.kind === "down" ? 0 : 1, 999));
  };
  /** @param {string} kind */
  const change = (kind) => {
    now.kind = kind;
    if (kind !== "byoyomi") now.minutes ||= 15;
    if (kind in clockForms && kind !== "down") now.seconds ||= 10;
    draft.clock = clockText(now);
    ask();
  };
  ask();
  const kinds = ["", "up", ...Object.keys(clockForms)].map((kind) => [kind, word(`setup.clock.${kind || "off"}`)]);
  return section(word("setup.luckclock"),
    game.luck !== undefined && game.luck.length > 0 && field(word("setup.luck"), select(game.luck.map(({ value, label }) => [value, label]), draft.luck || "", (value) => { draft.luck = value; }, { id: "luck" })),
    field(word("setup.clock"), select(kinds, now.kind, change, { id: "clock" })), numbers);
}
