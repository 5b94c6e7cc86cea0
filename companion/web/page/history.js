// @ts-check
// The evenings, and one match of them: who won, replay, luck, the way out.
import { address, get, post } from "./api.js";
import { board, both, image, picturesOf } from "./boards.js";
import { crown } from "./crown.js";
import { curve, curveOf, later, leaders, legend, told } from "./curve.js";
import { back, button, el, field, folded, lower, say, section, select, show, styled, sure, table } from "./dom.js";
import { placed } from "./podium.js";
import { badge, colour, dress, know } from "./seats.js";
import { complain } from "./complain.js";
import { count, day, duration, lang, number, word } from "./words.js";

// cover is the face of a game; it comes when it is there. A game that only past plays have shows its
// first letter.
/** @param {string} game */
export function cover(game) {
  if (game.startsWith("past/")) return el("span", { class: "cover letter", "aria-hidden": "true" }, [...game.slice(5)][0]);
  const place = el("span", { class: "cover", "aria-hidden": "true" });
  picturesOf(game).then((pictures) => place.append(image("cover", pictures) || ""));
  return place;
}

// ---- The list.

/** @param {HTMLElement} place @param {Me} who */
export async function openEvenings(place, who) {
  await styled("history");
  const list = el("div", { class: "stack" }), years = el("div", {});
  const fill = (/** @type {string} */ asked) => {
    list.replaceChildren();
    return more(list, months(list, Boolean(asked)), asked, 0);
  };
  show(place, el("h1", {}, word("evenings")), el("p", { class: "choices" }, el("a", { class: "button", href: "#players" }, word("nav.players")), el("a", { class: "button", href: "#times" }, word("times"))),
    years, finder((asked) => fill(asked).catch(complain)), who.role === "play" && entering(() => fill("").catch(complain)), list);
  await fill("");
  await offerYears(years);
}

/** entering is where a past play is entered. @param {() => *} kept */
function entering(kept) {
  const inside = el("div", {}), part = folded("past", word("past"), inside);
  const load = async () => {
    if (part.open && !inside.firstChild) await (await import("./past.js")).open(inside, kept);
  };
  part.addEventListener("toggle", () => load().catch(complain));
  load().catch(complain);
  return part;
}

/** finder asks which matches to show. @param {(query: string) => *} found */
function finder(found) {
  /** @type {Record<string, string>} */
  const chosen = { game: "", player: "" };
  const text = el("input", { type: "search", maxlength: 60, autocomplete: "off" }), choices = el("div", { class: "finder" });
  const ask = () => found(Object.entries({ ...chosen, find: text.value.trim() }).filter(([, value]) => value).map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join(""));
  const pick = (/** @type {string} */ key, /** @type {string} */ label, /** @type {[string, string][]} */ all) => field(label, select([["", word("find.all")], ...all], "", (value) => {
    chosen[key] = value;
    ask();
  }));
  const part = folded("find", word("find"), el("form", { class: "stack", submit: (event) => {
    event.preventDefault();
    ask();
  } }, choices, field(word("find.text"), text), el("div", {}, el("button", {}, word("find.go")))));
  const load = async () => {
    if (!part.open || choices.firstChild) return;
    const [{ games }, { players }] = await Promise.all([get("/api/times"), get("/api/players")]);
    if (!choices.firstChild) choices.append(pick("game", word("players.game"), games.map((g) => [g.game, g.title])), pick("player", word("find.player"), players.map((p) => [p.name, p.name])));
  };
  part.addEventListener("toggle", () => load().catch(complain));
  load().catch(complain);
  return part;
}

/** months puts evenings into folds by month; the first is open, or all. @param {HTMLElement} list @param {boolean} all */
function months(list, all) {
  /** @type {ReturnType<typeof fold> | null} */
  let last = null;
  return (/** @type {Evening} */ e) => {
    const month = e.sure && e.date ? e.date.slice(0, 7) : last?.month ?? "";
    if (last?.month !== month) last = fold(list, month, all || !last);
    last.add(e);
  };
}

/** fold is a month; its evenings are drawn once it is open. @param {HTMLElement} list @param {string} month @param {boolean} open */
function fold(list, month, open) {
  /** @type {Evening[]} */
  const waiting = [];
  const sums = el("small", {}), inside = el("div", { class: "stack" }), all = { evenings: 0, matches: 0 };
  const name = month ? new Date(`${month}-15`).toLocaleDateString(lang, { month: "long", year: "numeric" }) : word("evenings.unsure");
  const part = folded(`month ${month}`, [name, " ", sums], inside);
  const draw = () => part.open && inside.append(...waiting.splice(0).map(evening));
  part.classList.replace("card", "month");
  part.open ||= open;
  part.addEventListener("toggle", draw);
  list.append(part);
  return { month, add: (/** @type {Evening} */ e) => {
    all.evenings += 1;
    all.matches += e.matches.length;
    sums.textContent = `${count("year.evenings", all.evenings)}, ${count("year.matches", all.matches)}`;
    waiting.push(e);
    draw();
  } };
}

// offerYears leads to the reviews of years.
/** @param {HTMLElement} place */
async function offerYears(place) {
  const { years } = await get("/api/years");
  if (years.length) show(place, reviews(years));
}

// reviews are links to the reviews of years.
/** @param {number[]} years */
export const reviews = (years) => el("p", { class: "choices years" }, el("b", {}, word("evenings.years")), years.map((year) =>
  el("a", { class: "button", href: `#year/${year}`, "aria-label": word("evenings.year", year) }, String(year))));

/** more asks for the evenings before that mark. @param {HTMLElement} list @param {(e: Evening) => void} add @param {string} asked @param {number} before */
async function more(list, add, asked, before) {
  const page = await get(`/api/evenings?limit=20${asked}${before ? `&before=${before}` : ""}`);
  page.evenings.forEach(add);
  if (!list.children.length) list.append(el("p", { class: "note" }, word(asked ? "find.none" : "evenings.none")));
  if (page.next) {
    const next = button(word("evenings.more"), async () => {
      next.remove();
      const had = list.lastElementChild;
      await more(list, add, asked, page.next);
      /** @type {HTMLElement | null | undefined} */ ((had?.nextElementSibling || had)?.querySelector("summary, button"))?.focus();
    });
    list.append(next);
  }
}

/** @param {Evening} e */
function evening(e) {
  const ms = e.matches.reduce((sum, s) => sum + s.ms, 0);
  const made = section([e.sure && e.date ? day(e.date) : word("evenings.unsure"), " ", el("small", {}, [count("year.matches", e.matches.length), ms > 0 && duration(ms)].filter(Boolean).join(", "))], el("ul", { class: "matches" }, e.matches.map(card)),
    e.awards?.length > 0 && el("h3", {}, word("awards")), e.awards?.length > 0 && el("dl", { class: "medals" }, e.awards.map((award) => el("div", {}, el("dt", {}, award.title), el("dd", {}, award.text)))));
  made.classList.add("evening");
  return lower(made);
}

// card is a match, and leads to it wherever it is tapped.
/** @param {Summary} s */
function card(s) {
  know(s.names, s.looks);
  const spark = el("span", { class: "spark" }), curved = s.scores.some(Boolean) && s.facts > 2 && !s.past;
  const made = el("li", {}, el("a", { href: `#match/${encodeURIComponent(s.id)}` }, cover(s.game),
    el("span", { class: "what" }, el("b", {}, s.title), el("small", {}, ` ${[s.ms > 0 && duration(s.ms), !s.over && word("match.unfinished"), s.past && word("past.mark")].filter(Boolean).join(" · ")}`)),
    el("span", { class: "ranks" }, ranked(s).map((seat) => rank(s, seat))), curved && spark));
  if (curved) later(spark, () => sparkle(spark, s));
  return dress(made, s.names);
}

/** @param {HTMLElement} place @param {Summary} s */
async function sparkle(place, s) {
  const found = await curveOf(s, 40);
  if (!found) return place.remove();
  return place.append(curve(s.names, found, { wide: Math.max(place.clientWidth, 120), tall: 64, badge: 8 }).picture, el("span", { class: "unseen" }, told(s.names, found)));
}

// ranked are the seats as they came in: who won first, then by points.
/** @param {Ranked} s */
export const ranked = (s) => placed(s).map(({ seat }) => seat);

/** @param {Summary} s @param {number} seat */
function rank(s, seat) {
  const won = s.won.includes(seat);
  const name = s.names[seat - 1], points = s.scores.some(Boolean) ? number(s.scores[seat - 1] ?? 0) : "";
  return el("span", { class: `rank ${colour(seat)}${won ? " won" : ""}` }, el("span", { class: "face", "aria-hidden": "true" }, won && crown(), badge(s.names, seat)),
    el("span", { class: "who", "aria-hidden": "true" }, ` ${name} `), points && el("b", { "aria-hidden": "true" }, points),
    el("span", { class: "unseen" }, ` ${[[name, points].filter(Boolean).join(" "), won && word("match.won")].filter(Boolean).join(", ")}; `));
}

// ---- A match.

/** @param {HTMLElement} place @param {Guest} who @param {string} id */
export async function openMatch(place, who, id) {
  await styled("history");
  /** @type {HistoryPath} */
  const path = `/api/history/${encodeURIComponent(id)}`;
  const { summary, steps, hints } = await get(path);
  know(summary.names, summary.looks);
  dress(place, summary.names);
  const how = section(word("match.how"), notes(summary)), goes = who.role === "play" && !summary.open && erase(summary);
  if (summary.past) return show(place, back("evenings", word("evenings")), ended(summary, 0), el("p", { class: "note" }, word("past.unsure")), how, goes);
  const art = await picturesOf(summary.game);
  const luck = el("div", {}), played = replay(path, summary, steps, art);
  show(place, back("evenings", word("evenings")), ended(summary, hints), played.part, luck, how, out(path, summary), goes);
  await played.draw().catch(complain);
  await showLuck(luck, path, steps);
}

// ended tells how a match ended: who won and why first.
/** @param {Summary} s @param {number} hints */
function ended(s, hints) {
  const names = s.won.map((seat) => s.names[seat - 1]);
  return el("section", { class: "card ended", "aria-labelledby": "ended" }, cover(s.game), el("h1", { id: "ended" }, el("a", { href: `#game/${encodeURIComponent(s.game)}` }, s.title)),
    el("p", { class: `crowned ${s.won.length === 1 ? colour(s.won[0]) : ""}` }, s.over && names.length > 0 && [crown(), el("span", { class: "unseen" }, `${word("match.victory")} `), el("b", {}, names.join(", "))],
      s.over && !names.length && el("b", {}, word("match.nobody")), !s.over && el("b", {}, word("match.left"))),
    s.over && s.why && el("p", { class: "why" }, s.why),
    hints > 0 && el("p", { class: "hint" }, count("hints", hints)),
    el("p", { class: "ranks" }, ranked(s).map((seat) => rank(s, seat))),
    s.damaged !== undefined && el("p", { class: "note" }, word("match.damaged", number(s.damaged))));
}

// moment says when a match began, by this phone's clock: a box may not know its place.
/** @param {string} start @param {boolean} [dated] only the date is known */
const moment = (start, dated) => new Date(start).toLocaleString(lang, { weekday: "short", day: "numeric", month: "long", year: "numeric", ...(dated ? {} : { hour: "2-digit", minute: "2-digit" }) });

// notes are when a match was played, how long, and with which options.
/** @param {Summary} s */
export function notes(s) {
  const rows = [[word("match.when"), s.sure && s.start ? moment(s.start, s.day) : word("evenings.unsure")], ...(s.ms || !s.past ? [[word("match.long"), duration(s.ms)]] : []),
    ...(s.place ? [[word("past.place"), s.place]] : []), ...(s.note ? [[word("past.note"), s.note]] : []),
    ...(s.options || []).map((option) => [option.label, option.value])];
  return el("dl", { class: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]).flat());
}

// replay walks through the steps of a match on its board, under the curve of its scores.
/** @param {HistoryPath} path @param {Summary} summary @param {Entry[]} steps @param {Pictures} art */
function replay(path, summary, steps, art) {
  const stage = el("div", { class: "stage" }), lines = el("div", { class: "stage" }), scores = el("div", { class: "course" });
  const line = el("p", { class: "prompt", "aria-live": "polite" }); // off while the slider says the same
  const slider = el("input", { type: "range", min: 0, max: Math.max(steps.length - 1, 0), value: 0, "aria-label": word("replay.step") });
  /** @type {{ at: (seq: number) => void } | null} */
  let drawn = null;
  /** @type {{ seq: number, text: string } | null} */
  let wanted = null;
  let asks = false;
  const load = async () => { // one after another: a finger is faster than a small box
    asks = true;
    while (wanted) {
      const { seq, text } = wanted;
      wanted = null;
      const at = await get(`${path}/at/${seq}`).catch(complain);
      if (!at) continue;
      line.textContent = both(text, at.view);
      frame(stage, lines, at, summary, art);
    }
    asks = false;
  };
  /** @param {number} to */
  const go = (to) => {
    const i = Math.min(Math.max(to, 0), steps.length - 1), { seq, ms, text } = steps[i];
    slider.value = String(i);
    wanted = { seq, text: `${i + 1}/${steps.length} · ${duration(ms || 0)} · ${text}` };
    slider.setAttribute("aria-valuetext", `${word("replay.at", i + 1, steps.length)} · ${duration(ms || 0)} · ${text}`);
    line.setAttribute("aria-live", document.activeElement === slider ? "off" : "polite");
    drawn?.at(seq);
    if (!asks) load();
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  /** @param {number} n */
  const by = (n) => () => go(Number(slider.value) + n);
  /** @type {Record<string, number>} */
  const keys = { ArrowLeft: -1, ArrowRight: 1 };
  const part = section(word("replay"), scores, el("div", { class: "replay" },
    button("«", () => go(0), { "aria-label": word("replay.first") }), button("‹", by(-1), { "aria-label": word("replay.back") }), slider,
    button("›", by(1), { "aria-label": word("replay.on") }), button("»", () => go(steps.length - 1), { "aria-label": word("replay.last") })), line, stage, lines);
  part.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target === slider) return;
    event.preventDefault();
    go(Number(slider.value) + keys[event.key]);
  });
  if (steps.length) go(steps.length - 1);
  const draw = async () => {
    const found = summary.scores.some(Boolean) ? await curveOf(summary, mostPoints) : null;
    if (!found) return;
    drawn = course(scores, summary, found, (seq) => go(stepOf(steps, seq)));
    drawn.at(steps[Number(slider.value)]?.seq);
  };
  return { part, draw };
}

const mostPoints = 200; // that the companion gives of a curve

// stepOf is the last step that isn't after that fact.
/** @param {Entry[]} steps @param {number} seq */
function stepOf(steps, seq) {
  const after = steps.findIndex((step) => step.seq > seq);
  return after < 0 ? steps.length - 1 : Math.max(after - 1, 0);
}

// course draws the curve of a match in place, and says what it shows.
/**
 * @param {HTMLElement} place
 * @param {Summary} summary
 * @param {ScoreCurve} found
 * @param {(seq: number) => void} go
 */
function course(place, summary, found, go) {
  const { names, lowest } = summary;
  const wide = Math.max(/** @type {HTMLElement} */ (place.parentElement).clientWidth - 26, 260);
  const drawn = curve(names, found, { wide, tall: wide > 500 ? 260 : 190, badge: 11, go });
  const ahead = leaders(names, found, lowest);
  const whole = found.seqs.length < mostPoints && names.length > 1; // else a lead may lie between two points
  show(place, drawn.picture, el("p", { class: "unseen" }, told(names, found)), legend(names),
    whole && ahead.length > 0 && el("p", { class: "lead" }, ahead.length > 1 ? count("curve.lead", ahead.length - 1) : word("curve.ahead", ahead[0])),
    el("p", { class: "hint", "aria-hidden": "true" }, word("curve.hint")));
  return drawn;
}

/**
 * @param {HTMLElement} stage
 * @param {HTMLElement} lines
 * @param {Position} at
 * @param {Summary} summary
 * @param {Pictures} art
 */
function frame(stage, lines, at, summary, art) {
  if (at.names) know(at.names, at.looks);
  show(stage, at.view.cells?.length > 0 && board(at.view, art, at.names || summary.names));
  show(lines, el("p", { class: "title" }, [at.view.title, (at.scores || []).map((score, i) => `${(at.names || summary.names)[i] ?? ""} ${score}`).join(" · ")].filter(Boolean).join(" — ")),
    el("ul", { class: "plainlist" }, (at.view.lines || []).map((line) => el("li", {}, line))));
}

// ---- Luck.

/** @param {HTMLElement} place @param {HistoryPath} path @param {Entry[]} steps */
async function showLuck(place, path, steps) {
  try {
    const { streams } = await get(`${path}/luck`);
    if (streams.length) {
      show(place, section(word("luck"), el("p", { class: "prompt" }, inShort(streams)),
        el("details", { class: "exact" }, el("summary", {}, word("luck.exact")), el("p", { class: "hint" }, word("luck.hint")), streams.map(stream), rolls(steps))));
    }
  } catch (/** @type {any} */ refusal) {
    if (refusal.status !== 404) complain(refusal);
  }
}

const fewestRolls = 8; // of which luck can be told

// inShort says the luck of a match in a sentence: who had most of it, or else how much
// there was; never more than was worked out.
/** @param {LuckStream[]} streams */
function inShort(streams) {
  const known = streams.flatMap((s) => (s.luckier !== null && s.rolls >= fewestRolls ? [{ ...s, luckier: s.luckier }] : []));
  const all = known.filter((s) => !s.seat).sort((a, b) => b.rolls - a.rolls)[0];
  const seats = known.filter((s) => s.seat && s.name === all?.name && s.by === all.by).sort((a, b) => a.luckier - b.luckier);
  if (seats.length > 1) return count("luck.most", notWorse(seats[0].luckier), seats[0].who);
  if (all) return count("luck.all", notWorse(all.luckier));
  return streams.find((s) => s.text)?.text || word("luck.unknown");
}

// notWorse is of how many matches in a hundred luck was no worse than in.
/** @param {number} luckier */
export const notWorse = (luckier) => Math.min(Math.floor(100 - luckier), 99);

/** @param {LuckStream} s */
function stream(s) {
  const most = Math.max(1, ...s.faces.map((face) => Math.max(face.count, face.expected || 0)));
  /** @param {FaceCount} face */
  const bar = (face) => {
    const counted = el("i", { class: "bar" }), expected = el("i", { class: "expected" });
    counted.style.width = `${100 * face.count / most}%`;
    expected.style.left = `${100 * (face.expected ?? 0) / most}%`;
    return el("span", { class: "bars", "aria-hidden": "true" }, counted, face.expected !== null && expected);
  };
  const rows = s.faces.map((face) => [[face.label || face.face, bar(face)], String(face.count), face.expected === null ? "?" : number(face.expected, 1)]);
  return el("div", {}, el("p", {}, el("b", {}, s.text)),
    table([s.label || s.name, s.who, count("luck.rolls", s.rolls)].filter(Boolean).join(" · "), [word("luck.face"), word("luck.count"), word("luck.expected")], rows, "", "faces"));
}

/** @param {Entry[]} steps */
function rolls(steps) {
  const fallen = steps.filter((step) => step.seat === 0 && step.kind === "decided");
  return fallen.length > 0 && el("details", {}, el("summary", {}, `${word("luck.log")} (${fallen.length})`),
    el("ol", { class: "plainlist log" }, fallen.map((step) => el("li", { value: step.seq }, step.text))));
}

// ---- The way out.

/** @param {HistoryPath} path @param {Summary} s */
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
    s.over && button(word("poster.save"), () => import("./poster.js").then(({ saveResult }) => saveResult(s.id)).catch(complain), { id: "poster" }),
    !s.open && button(word("match.bgstats"), bgstats)), link, !s.open && el("p", { class: "hint" }, word("match.bgstats.hint")), el("p", {}, el("a", { href: "#print/fairness" }, word("fairness"))));
}

/** @param {Summary} s */
function erase(s) {
  const asked = el("div", { class: "choices" }, button(word("match.erase"), (event) => sure(event.currentTarget, word("match.erase.sure"), word("delete"), word("no"),
    () => askBox({ what: "erase", arg: s.id, with: s.title }))));
  return section(word("match.erase.title"), el("p", { class: "hint" }, word("ask.hint")), asked);
}

// askBox asks for what only the box's own keys may allow.
/** @param {{ what: string, arg: string, with?: string }} ask */
export async function askBox(ask) {
  try {
    await post("/api/ask", { with: "", ...ask });
    say(word("ask.sent"), "good");
  } catch (refusal) {
    complain(refusal);
  }
}

// rename is the field for a player's new name.
/** @param {string} name */
export function rename(name) {
  const input = el("input", { type: "text", maxlength: 16, autocomplete: "off" });
  return el("form", { class: "entry", submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) askBox({ what: "rename", arg: name, with: input.value.trim() });
  } }, field(word("players.rename"), input), el("button", {}, word("players.rename.ask")));
}
