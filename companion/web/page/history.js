// The evenings, and one match of them: replay, luck, the way out.
import { address, get, post } from "./api.js";
import { board, both, picturesOf } from "./boards.js";
import { button, el, field, say, section, show, sure, table } from "./dom.js";
import { complain } from "./table.js";
import { count, day, duration, number, word } from "./words.js";

// ---- The list.

export async function openEvenings(place) {
  const list = el("div", { class: "stack" });
  show(place, el("h1", {}, word("evenings")), list);
  await more(list, 0);
}

async function more(list, before) {
  const page = await get(`/api/evenings?limit=20${before ? `&before=${before}` : ""}`);
  list.append(...page.evenings.map(evening));
  if (!list.children.length) list.append(el("p", { class: "note" }, word("evenings.none")));
  if (page.next) {
    const next = button(word("evenings.more"), async () => {
      next.remove();
      const had = list.children.length;
      await more(list, page.next);
      list.children[had]?.querySelector("a")?.focus();
    });
    list.append(next);
  }
}

function evening(e) {
  const heading = e.sure && e.date ? day(e.date) : word("evenings.unsure");
  return section(heading, el("ul", { class: "matches" }, e.matches.map(item)),
    e.awards?.length > 0 && el("div", {}, el("h3", {}, word("awards")), el("dl", { class: "awards" }, e.awards.map((award) => [el("dt", {}, award.title), el("dd", {}, award.text)]).flat())));
}

function item(s) {
  return el("li", {}, el("a", { href: `#match/${encodeURIComponent(s.id)}` }, el("b", {}, s.title), ` · ${duration(s.ms)}${s.over ? "" : ` · ${word("match.unfinished")}`}`,
    el("br", {}), standing(s)));
}

// standing says names and scores, the winners under a star.
function standing(s) {
  return s.names.map((name, i) => `${s.won?.includes(i + 1) ? "★ " : ""}${name} ${s.scores?.[i] ?? ""}`.trim()).join(" · ");
}

// ---- A match.

export async function openMatch(place, who, id) {
  const path = `/api/history/${encodeURIComponent(id)}`;
  const { summary, steps } = await get(path);
  const art = await picturesOf(summary.game);
  const luck = el("div", {});
  show(place, el("p", {}, el("a", { href: "#evenings" }, `← ${word("evenings")}`)), el("h1", {}, summary.title),
    facts(summary), replay(path, summary, steps, art), luck, out(path, summary), who.role === "play" && !summary.open && erase(summary));
  await showLuck(luck, path, steps);
}

export function facts(s) {
  const rows = [[word("match.when"), s.sure && s.start ? `${day(s.start)}, ${s.start.slice(11, 16)}` : word("evenings.unsure")], [word("match.long"), duration(s.ms)],
    ...(s.options || []).map((option) => [option.label, option.value])];
  return section(word("standing"), el("table", { class: "standing" }, el("tbody", {}, s.names.map((name, i) => el("tr", {},
    el("th", { scope: "row" }, el("span", { class: `badge seat${i + 1}` }, String(i + 1)), ` ${name} `, s.won?.includes(i + 1) && el("small", {}, word("standing.won"))),
    el("td", { class: "points" }, String(s.scores?.[i] ?? "")))))),
  el("p", {}, s.over ? s.why || "" : word("match.unfinished")),
  s.damaged > 0 && el("p", { class: "note" }, word("match.damaged", number(s.damaged))),
  el("dl", { class: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]).flat()));
}

// replay walks through the steps of a match on its board.
function replay(path, summary, steps, art) {
  const stage = el("div", { class: "stage" }), lines = el("div", { class: "stage" });
  const told = el("p", { class: "prompt", "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: Math.max(steps.length - 1, 0), value: 0, "aria-label": word("replay.step") });
  let asked = 0;
  const go = async (to) => {
    const i = Math.min(Math.max(to, 0), steps.length - 1);
    slider.value = i;
    const step = steps[i], mine = ++asked;
    const text = `${i + 1}/${steps.length} · ${duration(step.ms || 0)} · ${step.text}`;
    slider.setAttribute("aria-valuetext", text);
    try {
      const at = await get(`${path}/at/${step.seq}`);
      if (mine !== asked) return;
      told.textContent = both(text, at.view);
      frame(stage, lines, at, summary, art);
    } catch (refusal) {
      complain(refusal);
    }
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  const by = (n) => () => go(Number(slider.value) + n);
  const keys = { ArrowLeft: -1, ArrowRight: 1 };
  const part = section(word("replay"), stage, told, el("div", { class: "replay" },
    button("«", () => go(0), { "aria-label": word("replay.first") }), button("‹", by(-1), { "aria-label": word("replay.back") }), slider,
    button("›", by(1), { "aria-label": word("replay.on") }), button("»", () => go(steps.length - 1), { "aria-label": word("replay.last") })), lines);
  part.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target === slider) return;
    event.preventDefault();
    go(Number(slider.value) + keys[event.key]);
  });
  if (steps.length) go(steps.length - 1);
  return part;
}

function frame(stage, lines, at, summary, art) {
  show(stage, at.view.cells?.length > 0 && board(at.view, art, at.names || summary.names));
  show(lines, el("p", { class: "title" }, [at.view.title, (at.scores || []).map((score, i) => `${(at.names || summary.names)[i] ?? ""} ${score}`).join(" · ")].filter(Boolean).join(" — ")),
    el("ul", { class: "plainlist" }, (at.view.lines || []).map((line) => el("li", {}, line))));
}

// ---- Luck.

async function showLuck(place, path, steps) {
  try {
    const { streams } = await get(`${path}/luck`);
    if (streams.length) show(place, section(word("luck"), el("p", { class: "hint" }, word("luck.hint")), streams.map(stream), rolls(steps)));
  } catch (refusal) {
    if (refusal.status !== 404) complain(refusal);
  }
}

function stream(s) {
  const most = Math.max(1, ...s.faces.map((face) => Math.max(face.count, face.expected || 0)));
  const bar = (face) => {
    const counted = el("i", { class: "bar" }), expected = el("i", { class: "expected" });
    counted.style.width = `${100 * face.count / most}%`;
    expected.style.left = `${100 * face.expected / most}%`;
    return el("span", { class: "bars", "aria-hidden": "true" }, counted, face.expected !== null && expected);
  };
  const rows = s.faces.map((face) => [[face.label || face.face, bar(face)], String(face.count), face.expected === null ? "?" : number(face.expected, 1)]);
  return el("div", {}, el("p", {}, el("b", {}, s.text)),
    table([s.label || s.name, s.who, count("luck.rolls", s.rolls)].filter(Boolean).join(" · "), [word("luck.face"), word("luck.count"), word("luck.expected")], rows, "", "faces"));
}

function rolls(steps) {
  const fallen = steps.filter((step) => step.seat === 0 && step.kind === "decided");
  return fallen.length > 0 && el("details", {}, el("summary", {}, `${word("luck.log")} (${fallen.length})`),
    el("ol", { class: "plainlist log" }, fallen.map((step) => el("li", { value: step.seq }, step.text))));
}

// ---- The way out.

function out(path, s) {
  const link = el("p", {});
  const bgstats = async () => {
    try {
      const { url } = await get(`${path}/bgstats`);
      if (/^https:\/\//.test(url)) link.replaceChildren(el("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, word("match.bgstats.open")));
      link.querySelector("a")?.focus();
    } catch (refusal) {
      complain(refusal);
    }
  };
  return section(word("match.out"), el("div", { class: "choices" },
    el("a", { class: "button", href: address(`${path}/record`), download: `${s.game}-${s.id}.jsonl` }, word("match.record")),
    el("a", { class: "button", href: `#print/${encodeURIComponent(s.id)}` }, word("print.filled")),
    !s.open && button(word("match.bgstats"), bgstats)), link, !s.open && el("p", { class: "hint" }, word("match.bgstats.hint")));
}

function erase(s) {
  const asked = el("div", { class: "choices" }, button(word("match.erase"), (event) => sure(event.currentTarget, word("match.erase.sure"), word("delete"), word("no"),
    () => askBox({ what: "erase", arg: s.id, with: s.title }))));
  return section(word("match.erase.title"), el("p", { class: "hint" }, word("ask.hint")), asked);
}

// askBox asks for what only the box's own keys may allow.
export async function askBox(ask) {
  try {
    await post("/api/ask", { with: "", ...ask });
    say(word("ask.sent"), "good");
  } catch (refusal) {
    complain(refusal);
  }
}

// rename is the field for a player's new name.
export function rename(name) {
  const input = el("input", { type: "text", maxlength: 10, autocomplete: "off" });
  return el("form", { class: "entry", submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) askBox({ what: "rename", arg: name, with: input.value.trim() });
  } }, field(word("players.rename"), input), el("button", {}, word("players.rename.ask")));
}
