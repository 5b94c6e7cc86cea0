// The players over all evenings.
import { get, post } from "./api.js";
import { button, el, folded, section, show, sure, table } from "./dom.js";
import { askBox, rename, style } from "./history.js";
import { complain } from "./table.js";
import { count, number, word } from "./words.js";

export async function open(place, who) {
  const [{ players }, { nameless }] = await Promise.all([get("/api/players"), get("/api/me"), style()]);
  show(place, el("h1", {}, word("players")), players.length === 0 && el("p", { class: "note" }, word("players.none")),
    players.length > 0 && section(word("players.all"), el("ol", { class: "podium" }, players.map(shares))),
    players.map((p) => player(p, who, nameless)));
}

// shares shows how many matches of all somebody won.
function shares(p) {
  const bar = el("i", {});
  bar.style.width = `${p.matches ? 100 * p.wins / p.matches : 0}%`;
  return el("li", {}, el("span", { class: "who" }, p.name, " "), el("span", { class: "column", "aria-hidden": "true" }, bar),
    el("span", {}, `${count("year.won", p.wins)} ${count("year.outof", p.matches)}`));
}

// naming lets a player be named to the club or not.
function naming(name, nameless) {
  const tick = el("input", { type: "checkbox", change: () => post("/api/naming", { name, told: tick.checked }).catch((refusal) => { tick.checked = !tick.checked; complain(refusal); }) });
  tick.checked = !nameless.includes(name);
  return el("label", { class: "check" }, tick, " ", word("players.naming"));
}

function player(p, who, nameless) {
  const numbers = [["players.share", p.matches ? `${number(100 * p.wins / p.matches)} %` : "–"], ["players.streak", p.streak], ["players.best", p.best], ["players.began", p.began]];
  return folded(`player ${p.name}`, p.name,
    el("dl", { class: "facts" }, numbers.map(([key, n]) => [el("dt", {}, word(key)), el("dd", {}, String(n))]).flat()),
    p.games?.length > 0 && table(word("players.games"), [word("players.game"), word("players.matches"), word("players.wins"), word("players.bestscore")],
      p.games.map((g) => [g.title, g.matches, g.wins, g.best ?? ""].map(String)), p.name),
    p.versus?.length > 0 && table(word("players.versus"), [word("players.name"), word("players.won"), word("players.lost"), word("players.shared")],
      p.versus.map((v) => [v.name, v.won, v.lost, v.shared].map(String)), p.name),
    who.role === "play" && nameless && naming(p.name, nameless),
    who.role === "play" && el("div", {}, el("p", { class: "hint" }, word("ask.hint")), rename(p.name),
      el("div", {}, button(word("players.erase"), (event) => sure(event.currentTarget, word("players.erase.sure", p.name), word("delete"), word("no"),
        () => askBox({ what: "erase-player", arg: p.name }))))));
}
