// @ts-check
// The players over all evenings.
import { get, post } from "./api.js";
import { button, el, folded, section, show, styled, sure, table } from "./dom.js";
import { askBox, rename } from "./history.js";
import { gameLink, pairLink } from "./plays.js";
import { badge, dress, know, sign } from "./seats.js";
import { complain } from "./complain.js";
import { count, number, word } from "./words.js";

/** @param {HTMLElement} place @param {Guest} who */
export async function open(place, who) {
  const [{ players }, { nameless }, looks] = await Promise.all([get("/api/players"), get("/api/me"), get("/api/looks"), styled("history")]);
  const again = () => open(place, who);
  show(place, el("h1", {}, word("players")), players.length === 0 && el("p", { class: "note" }, word("players.none")),
    players.length > 0 && section(word("players.all"), el("ol", { class: "podium" }, players.map(shares))),
    players.map((p) => player(p, who, nameless, looks, again)));
}

// shares shows how many matches of all somebody won.
/** @param {Player} p */
function shares(p) {
  const bar = el("i", {});
  bar.style.width = `${p.matches ? 100 * p.wins / p.matches : 0}%`;
  return el("li", {}, el("span", { class: "who" }, face(p), p.name, " "), el("span", { class: "column", "aria-hidden": "true" }, bar),
    el("span", {}, `${count("year.won", p.wins)} ${count("year.outof", p.matches)}`));
}

// face is the badge of a player, in the player's colour.
/** @param {Player} p */
function face(p) {
  const names = [p.name];
  know(names, [p.look]);
  return dress(el("span", {}, badge(names, 1), " "), names);
}

// choosing lets a player have another colour and picture.
/** @param {Player} player @param {Looks} looks @param {() => unknown} again */
function choosing({ name }, { chosen, colours, pictures }, again) {
  const has = chosen[name] || { colour: "", picture: "" };
  /** @param {string} part @param {string} key */
  const choose = (part, key) => post("/api/look", { name, ...has, [part]: key }).then(again).catch(complain);
  /**
   * @param {"colour" | "picture"} part
   * @param {LookChoices} lookChoices
   * @param {(choice: LookChoice, i: number) => Child} drawn
   */
  const row = (part, { label, choices }, drawn) => el("div", { class: "looks", role: "group", "aria-label": label }, el("b", { "aria-hidden": "true" }, label),
    choices.map((choice, i) => button([drawn(choice, i), choice.label].filter(Boolean), () => choose(part, choice.key),
      { "aria-pressed": String(has[part] === choice.key), "data-focus": `${part} ${name} ${choice.key}`, "data-look": choice.key })));
  return folded(`look ${name}`, `${colours.label}, ${pictures.label.toLowerCase()}`, row("colour", colours, swatch), row("picture", pictures, ({ key }) => sign(key)));
}

// swatch shows colour i of those to choose from, of which 0 is none.
/** @param {LookChoice} lookChoice @param {number} i */
function swatch({ key }, i) {
  const made = key && el("i", { "aria-hidden": "true" });
  if (made) made.style.setProperty("--mine", `var(--tone${i})`);
  return made;
}

// naming lets a player be named to the club or not.
/** @param {string} name @param {string[]} nameless */
function naming(name, nameless) {
  /** @type {HTMLInputElement} */
  const tick = el("input", { type: "checkbox", change: () => post("/api/naming", { name, told: tick.checked }).catch((refusal) => { tick.checked = !tick.checked; complain(refusal); }) });
  tick.checked = !nameless.includes(name);
  return el("label", { class: "check" }, tick, " ", word("players.naming"));
}

/**
 * @param {Player} p
 * @param {Guest} who
 * @param {string[] | null} nameless
 * @param {Looks} looks
 * @param {() => unknown} again
 */
function player(p, who, nameless, looks, again) {
  /** @type {[string, string | number][]} */
  const numbers = [["players.share", p.matches ? `${number(100 * p.wins / p.matches)} %` : "–"], ["players.streak", p.streak], ["players.best", p.best], ["players.began", p.began]];
  return folded(`player ${p.name}`, [face(p), p.name],
    el("dl", { class: "facts" }, numbers.map(([key, n]) => [el("dt", {}, word(key)), el("dd", {}, String(n))]).flat()),
    p.games?.length > 0 && table(word("players.games"), [word("players.game"), word("players.matches"), word("players.wins"), word("players.bestscore")],
      p.games.map((g) => [gameLink(g.game, g.title), ...[g.matches, g.wins, g.best ?? ""].map(String)]), p.name),
    p.versus?.length > 0 && table(word("players.versus"), [word("players.name"), word("players.won"), word("players.lost"), word("players.shared")],
      p.versus.map((v) => [pairLink(p.name, v.name, v.name), ...[v.won, v.lost, v.shared].map(String)]), p.name),
    who.role === "play" && choosing(p, looks, again),
    who.role === "play" && nameless && naming(p.name, nameless),
    who.role === "play" && el("div", {}, el("p", { class: "hint" }, word("ask.hint")), rename(p.name),
      el("div", {}, button(word("players.erase"), (event) => sure(event.currentTarget, word("players.erase.sure", p.name), word("delete"), word("no"),
        () => askBox({ what: "erase-player", arg: p.name }))))));
}
