// @ts-check
// The way out and in: tables, backups, records, and the phone's time.
import { address, post, send } from "./api.js";
import { button, el, field, say, section, show } from "./dom.js";
import { complain } from "./complain.js";
import { updates } from "./update.js";
import { word } from "./words.js";

const most = 16 << 20; // bytes of a file that the companion reads

/** @param {HTMLElement} place @param {Me} who */
export function open(place, who) {
  const plays = who.role === "play";
  show(place, el("h1", {}, word("out")),
    section(word("out.out"), el("div", { class: "choices" },
      csvWords().map(([what, label]) => download(`/api/export.csv?what=${what}`, `${what}.csv`, label)),
      download("/api/backup", "companion-backup.jsonl", word("out.backup"))), el("p", { class: "hint" }, word("out.backup.hint"))),
    plays && section(word("out.in"), upload(word("out.restore"), word("out.restore.hint"), restore), upload(word("out.import"), word("out.import.hint"), bring), upload(word("out.game"), word("out.game.hint"), bringGame)),
    section(word("out.print"), el("div", { class: "choices" }, el("a", { class: "button", href: "#print/blank" }, word("print.blank")), el("a", { class: "button", href: "#print/live" }, word("print.live")))),
    plays && !who.sure && section(word("time"), el("p", {}, word("time.unsure")), button(word("time.send"), sendTime, { id: "time" })),
    updates(plays));
}

const csvWords = () => [["matches", word("out.csv.matches")], ["rolls", word("out.csv.rolls")], ["players", word("out.csv.players")]];

/** @param {string} path @param {string} name @param {string} text */
const download = (path, name, text) => el("a", { class: "button", href: address(path), download: name }, text);

/** @param {string} label @param {string} hint @param {(file: File) => Promise<string>} take */
function upload(label, hint, take) {
  const input = el("input", { type: "file" });
  return el("form", { class: "entry", submit: async (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > most) return say(word("out.toolarge"), "bad");
    say(word("out.sending"));
    try {
      say(await take(file), "good");
    } catch (refusal) {
      complain(refusal);
    }
  } }, field(label, input, hint), el("button", {}, word("out.send")));
}

/** @param {File} file */
async function restore(file) {
  await send("/api/restore", file, "application/x-ndjson");
  return word("ask.sent");
}

/** @param {File} file */
async function bring(file) {
  /** @type {Record<string, string>} */
  const types = { csv: "text/csv", json: "application/json", bgsplay: "application/json" };
  await send("/api/import", file, types[file.name.replace(/^.*\./, "").toLowerCase()] || "application/x-ndjson");
  return word("ask.sent");
}

// bringGame sends the file of a game, which the companion tries before it asks the table.
/** @param {File} file */
async function bringGame(file) {
  await post("/api/game", { name: file.name.replace(/\.star$/i, ""), program: await file.text() });
  return word("ask.sent");
}

// sendTime offers this phone's time to a box whose clock nobody trusts.
async function sendTime() {
  try {
    await post("/api/ask", { what: "time", arg: localTime(new Date()), with: "" });
    say(word("ask.sent"), "good");
  } catch (refusal) {
    complain(refusal);
  }
}

// localTime is a time as clocks here show it, in RFC 3339.
/** @param {Date} now */
function localTime(now) {
  const ahead = -now.getTimezoneOffset(), two = (/** @type {number} */ n) => String(Math.trunc(Math.abs(n))).padStart(2, "0");
  const shown = new Date(now.getTime() + ahead * 60000).toISOString().slice(0, 19);
  return `${shown}${ahead < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}
