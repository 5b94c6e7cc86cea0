// Score sheets for the browser's own print: blank, live and filled.
import { get } from "./api.js";
import { button, el, field, show, stepper } from "./dom.js";
import { facts } from "./history.js";
import { duration, word } from "./words.js";

export async function open(place, who, what) {
  if (what === "blank") return blank(place);
  if (what === "live") return live(place);
  const { summary, steps } = await get(`/api/history/${encodeURIComponent(what)}`);
  return show(place, printer(), el("article", { class: "sheet" }, el("h1", {}, summary.title), facts(summary),
    el("h2", {}, word("log")), el("ol", { class: "plainlist log" }, steps.map((step) => el("li", { value: step.seq }, `${duration(step.ms || 0)} · ${step.text}`)))));
}

const printer = () => el("p", { class: "choices noprint" }, button(word("print"), () => print(), { class: "choice", id: "print" }));

// blank is a sheet to fill in with a pencil.
async function blank(place) {
  const sheet = { players: 4, rounds: 10, title: "", rows: "" };
  const paper = el("article", { class: "sheet" });
  const draw = () => {
    const named = sheet.rows.split(/[\n;,]/).map((row) => row.trim()).filter(Boolean);
    const rows = named.length ? named : Array.from({ length: sheet.rounds }, (_, i) => String(i + 1));
    paper.replaceChildren(el("h1", {}, sheet.title || word("print.untitled")), el("p", { class: "blankline" }, word("print.date")),
      grid(Array.from({ length: sheet.players }, () => ""), rows.map((row) => [row]), sheet.players));
  };
  const step = (label, key, from, to) => el("span", { class: "field" }, el("span", {}, label), stepper(label, sheet[key], from, to, word("less"), word("more"), (n) => { sheet[key] = n; draw(); }));
  const text = (label, key) => field(label, el("input", { type: "text", maxlength: 200, input: (event) => { sheet[key] = event.target.value; draw(); } }));
  draw();
  show(place, el("div", { class: "card noprint" }, text(word("print.title"), "title"), step(word("print.players"), "players", 1, 8), step(word("print.rounds"), "rounds", 1, 40), text(word("print.rows"), "rows")), printer(), paper);
}

function grid(names, rows, columns) {
  const cells = (row) => Array.from({ length: columns }, (_, i) => el("td", {}, row[i + 1] ?? ""));
  return el("table", { class: "grid" }, el("thead", {}, el("tr", {}, el("td", {}), names.map((name) => el(name ? "th" : "td", {}, name)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row[0]), cells(row))),
      el("tr", { class: "sum" }, el("th", { scope: "row" }, word("print.sum")), Array.from({ length: columns }, () => el("td", {}, "")))));
}

// live is the match on the panel as it stands.
async function live(place) {
  let now;
  try {
    now = await get("/api/match?log=all");
  } catch (refusal) {
    if (refusal.status !== 404) throw refusal;
    return show(place, el("h1", {}, word("print.live")), el("p", { class: "note" }, word("table.none")));
  }
  return show(place, printer(), el("article", { class: "sheet" }, el("h1", {}, word("print.live")), el("p", {}, now.view.title),
    el("table", { class: "grid" }, el("thead", {}, el("tr", {}, now.names.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, el("tr", {}, now.names.map((_, i) => el("td", {}, String(now.scores[i] ?? "")))))),
    now.over && el("p", {}, now.why || ""),
    el("ul", { class: "plainlist" }, now.view.lines.map((line) => el("li", {}, line))),
    el("h2", {}, word("log")), el("ol", { class: "plainlist log" }, now.log.map((entry) => el("li", { value: entry.seq }, entry.text)))));
}
