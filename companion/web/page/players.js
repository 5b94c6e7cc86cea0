// The players over all evenings.
import { get } from "./api.js";
import { button, el, folded, section, show, sure, table } from "./dom.js";
import { askBox, rename } from "./history.js";
import { number, word } from "./words.js";

export async function open(place, who) {
  const { players } = await get("/api/players");
  const share = (p) => (p.matches ? `${number(100 * p.wins / p.matches)} %` : "–");
  show(place, el("h1", {}, word("players")), players.length === 0 && el("p", { class: "note" }, word("players.none")),
    players.length > 0 && section(word("players.all"), table(word("players.table"),
      [word("players.name"), word("players.matches"), word("players.wins"), word("players.share"), word("players.streak"), word("players.best"), word("players.began")],
      players.map((p) => [p.name, p.matches, p.wins, share(p), p.streak, p.best, p.began].map(String)))),
    players.map((p) => player(p, who)));
}

function player(p, who) {
  return folded(`player ${p.name}`, p.name,
    p.games?.length > 0 && table(word("players.games"), [word("players.game"), word("players.matches"), word("players.wins"), word("players.bestscore")],
      p.games.map((g) => [g.title, g.matches, g.wins, g.best ?? ""].map(String)), p.name),
    p.versus?.length > 0 && table(word("players.versus"), [word("players.name"), word("players.won"), word("players.lost"), word("players.shared")],
      p.versus.map((v) => [v.name, v.won, v.lost, v.shared].map(String)), p.name),
    who.role === "play" && el("div", {}, el("p", { class: "hint" }, word("ask.hint")), rename(p.name),
      el("div", {}, button(word("players.erase"), (event) => sure(event.currentTarget, word("players.erase.sure", p.name), word("delete"), word("no"),
        () => askBox({ what: "erase-player", arg: p.name }))))));
}
