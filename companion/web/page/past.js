// @ts-check
// A past play, entered by hand: a record whose options have the result.
import { get, send } from "./api.js";
import { complain } from "./complain.js";
import { button, el, field, say, show } from "./dom.js";
import { word } from "./words.js";

/**
 * @typedef {{name: string, score: string, won: boolean, first: boolean}} Seat
 * @typedef {{date: string, time: string, title: string, minutes: number, place: string, note: string, lowest: boolean, seats: Seat[]}} Play
 */

const mostSeats = 12;

/** today is the date of this phone, "2026-11-21". */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);

/** record is a past play as a record; names are the names of known games by title. @param {Play} p @param {Map<string, string>} names */
export function record(p, names) {
  const began = new Date(`${p.date}T${p.time || "12:00"}`);
  const seats = p.seats.filter((seat) => seat.name.trim());
  const which = (/** @type {"won"|"first"} */ has) => seats.map((seat, i) => (seat[has] ? i + 1 : 0)).filter(Boolean);
  const known = names.get(p.title.trim().toLowerCase());
  const options = { game: known, title: known ? "" : p.title.trim(), scores: seats.some((seat) => seat.score) ? seats.map((seat) => Math.round(Number(seat.score)) || 0).join(" ") : "",
    won: which("won").join(" "), first: which("first").slice(0, 1).join(""), lowest: p.lowest ? "yes" : "", time: p.time ? "" : "no", place: p.place.trim(), note: p.note.trim(), source: Date.now().toString(36) };
  const ms = p.minutes * 60000;
  const facts = [{ at: began.toISOString(), kind: "started", game: "past", seats: seats.map((seat) => seat.name.trim()), options: Object.fromEntries(Object.entries(options).filter(([, value]) => value)) },
    { at: new Date(Number(began) + ms).toISOString(), ms, kind: "ended" }];
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");
}

/** open draws the form in place. @param {HTMLElement} place @param {() => *} kept called once the play is stored */
export async function open(place, kept) {
  const [{ games }, { players }] = await Promise.all([get("/api/games"), get("/api/players")]);
  const known = games.filter((g) => !g.tool);
  const names = new Map(known.map((g) => [g.title.toLowerCase(), g.name]));
  const seat = () => ({ name: "", score: "", won: false, first: false });
  /** @type {Play} */
  const play = { date: today(), time: "", title: "", minutes: 0, place: "", note: "", lowest: false, seats: [seat(), seat()] };
  const input = (/** @type {any} */ of, /** @type {string} */ key, /** @type {object} */ properties) => {
    const made = el("input", { autocomplete: "off", ...properties, input: (/** @type {any} */ event) => { of[key] = event.target.value; } });
    made.value = of[key] || "";
    return made;
  };
  const tick = (/** @type {any} */ of, /** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ whose = "") => {
    const made = el("input", { type: "checkbox", "aria-label": whose ? `${label}, ${whose}` : null, change: (/** @type {any} */ event) => { of[key] = event.target.checked; } });
    made.checked = of[key];
    return el("label", { class: "check" }, made, " ", label);
  };
  const list = (/** @type {string} */ id, /** @type {string[]} */ all) => el("datalist", { id }, all.map((value) => el("option", { value })));
  const rows = el("ol", { class: "names entered" });
  const draw = () => show(rows, play.seats.map((s, i) => el("li", {},
    input(s, "name", { type: "text", maxlength: 16, list: "pastplayers", placeholder: word("find.player"), "aria-label": `${word("find.player")} ${i + 1}`, "data-focus": `past ${i}` }),
    input(s, "score", { type: "number", step: 1, inputmode: "text", placeholder: word("game.points"), "aria-label": `${word("game.points")} ${i + 1}` }),
    tick(s, "won", word("past.won"), `${word("find.player")} ${i + 1}`), tick(s, "first", word("game.first"), `${word("find.player")} ${i + 1}`))));
  draw();
  const store = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { asked } = await send("/api/import", new File([record(play, names)], "past.jsonl"), "application/x-ndjson");
      say(word(asked ? "ask.sent" : "kept"), "good");
      if (!asked) kept();
    } catch (refusal) {
      complain(refusal);
    }
  };
  show(place, el("form", { class: "stack", submit: store }, el("p", { class: "hint" }, word("past.hint")), list("pastgames", known.map((g) => g.title)), list("pastplayers", players.map((p) => p.name)),
    field(word("players.game"), input(play, "title", { type: "text", maxlength: 60, required: true, list: "pastgames" })),
    el("div", { class: "finder" }, field(word("past.date"), input(play, "date", { type: "date", required: true, max: today() })), field(word("past.time"), input(play, "time", { type: "time" })),
      field(word("past.minutes"), input(play, "minutes", { type: "number", min: 0, max: 6000, step: 1 })), field(word("past.place"), input(play, "place", { type: "text", maxlength: 60 }))),
    el("fieldset", {}, el("legend", {}, word("players")), rows, el("div", {}, button(word("add"), () => {
      if (play.seats.length < mostSeats) play.seats.push(seat());
      draw();
      /** @type {HTMLElement | null} */ (rows.querySelector("li:last-child input"))?.focus();
    }))), tick(play, "lowest", word("year.lowest")), field(word("past.note"), input(play, "note", { type: "text", maxlength: 500 })),
    el("div", {}, el("button", { class: "choice" }, word("past.store")))));
}
