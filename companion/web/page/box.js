// @ts-check
// What a table has of its own: dice cups, dice, score templates.
import { post } from "./api.js";
import { button, el, field, folded, say, show, stepper } from "./dom.js";
import { complain } from "./complain.js";
import { lang, word } from "./words.js";

// boxes shows all of it.
/** @param {Offer} all */
export function boxes(all) {
  return [cups(list(all.cups)), dice(all.dice || ""), sheets(all.sheets || [])];
}

// list reads a setting that is a list, as such or as text.
/** @param {string | string[]} value @returns {string[]} */
function list(value) {
  if (Array.isArray(value)) return value;
  try {
    return JSON.parse(value || "[]");
  } catch {
    return [];
  }
}

/** @param {string} key @param {string} value */
async function choose(key, value) {
  try {
    await post("/api/choose", { key, value });
    say(word("kept"), "good");
    return true;
  } catch (refusal) {
    complain(refusal);
    return false;
  }
}

// lines edits a list of texts line by line; keep gets the lines that aren't empty.
/**
 * @param {string} name
 * @param {string} heading
 * @param {string} hint
 * @param {string} example
 * @param {string[]} values
 * @param {(values: string[]) => unknown} keep
 */
function lines(name, heading, hint, example, values, keep) {
  const rows = el("ol", { class: "names" });
  const draw = () => show(rows, values.map((value, i) => el("li", {},
    el("input", { type: "text", maxlength: 200, value, placeholder: example, "aria-label": `${heading} ${i + 1}`, "data-focus": `${name} ${i}`, input: (event) => { values[i] = event.target.value; } }),
    button("✕", () => { values.splice(i, 1); draw(); }, { "aria-label": word("remove", i + 1) }))));
  draw();
  return folded(name, heading, el("p", { class: "hint" }, hint), rows, el("div", { class: "choices" },
    button(word("add"), () => { values.push(""); draw(); /** @type {HTMLElement} */ (rows.querySelector("li:last-child input")).focus(); }),
    button(word("keep"), () => keep(values.map((value) => value.trim()).filter(Boolean)), { class: "choice" })));
}

/** @param {string[]} values */
const cups = (values) => lines("cups", word("cups"), word("cups.hint"), "3d6+2", [...values], (kept) => choose("cups", kept.length ? JSON.stringify(kept) : ""));

/** @param {string} value */
const dice = (value) => lines("dice", word("dice"), word("dice.hint"), word("dice.example"), value.split(";").filter(Boolean), (kept) => choose("dice", kept.join(";")));

// ---- Score templates.

/** @param {{ name: string }[]} known */
function sheets(known) {
  const place = el("div", {});
  const draw = () => show(place, el("ul", { class: "plainlist" }, known.map((sheet) => el("li", {}, `${sheet.name} `,
    button(word("delete"), async () => {
      if (!await choose(`sheet:${sheet.name}`, "")) return;
      known = known.filter((s) => s !== sheet);
      draw();
    }, { "aria-label": word("delete.what", sheet.name) })))), editor());
  const editor = () => sheetEditor((name) => {
    if (!known.some((sheet) => sheet.name === name)) known = [...known, { name }];
    draw();
  });
  draw();
  return folded("sheets", word("sheets"), el("p", { class: "hint" }, word("sheets.hint")), place);
}


// template is a sheet as the companion keeps it; its words are in one language.
/** @param {Score} score */
function template({ name, rounds, target, lowest, categories }) {
  /** @param {Category} c */
  const category = (c) => c.name.trim() + (c.from > -999 || c.to < 999 ? `=${c.from}..${c.to}` : "") + (c.factor !== 1 ? `*${c.factor}` : "");
  /** @type {Record<string, string>} */
  const options = { categories: categories.filter((c) => c.name.trim()).map(category).join(";"),
    rounds: rounds ? String(rounds) : "", target: target ? String(target) : "", wins: lowest ? "lowest" : "" };
  for (const key of Object.keys(options)) if (!options[key]) delete options[key];
  return { game: "score", names: { [lang]: name }, options: { [lang]: options } };
}

/** @param {(name: string) => void} kept */
function sheetEditor(kept) {
  const sheet = { name: "", rounds: 0, target: 0, lowest: false, categories: [{ name: "", from: -999, to: 999, factor: 1 }] };
  const place = el("div", { class: "walk" });
  /** @template {string} K @param {string} label @param {{ [key in K]: number }} of @param {K} key @param {number} from @param {number} to */
  const step = (label, of, key, from, to) => el("span", { class: "field" }, el("span", {}, label), stepper(label, of[key], from, to, word("less"), word("more"), (n) => { of[key] = /** @type {any} */ (n); }));
  /** @param {Category} c @param {number} i */
  const category = (c, i) => el("fieldset", {}, el("legend", {}, word("sheets.category", i + 1)),
    field(word("sheets.name"), el("input", { type: "text", maxlength: 10, value: c.name, "data-focus": `category ${i}`, input: (event) => { c.name = event.target.value; } })),
    step(word("sheets.from"), c, "from", -999, 999), step(word("sheets.to"), c, "to", -999, 999), step(word("sheets.factor"), c, "factor", -100, 100));
  const draw = () => show(place,
    field(word("sheets.title"), el("input", { type: "text", maxlength: 18, value: sheet.name, input: (event) => { sheet.name = event.target.value; } })),
    step(word("sheets.rounds"), sheet, "rounds", 0, 99), step(word("sheets.target"), sheet, "target", 0, 999),
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: sheet.lowest, change: (event) => { sheet.lowest = event.target.checked; } }), word("sheets.lowest")),
    sheet.categories.map(category),
    el("div", { class: "choices" }, button(word("sheets.more"), () => { sheet.categories.push({ name: "", from: -999, to: 999, factor: 1 }); draw(); }),
      button(word("keep"), async () => {
        const name = sheet.name.trim();
        if (!name) return say(word("sheets.noname"), "bad");
        return await choose(`sheet:${name}`, JSON.stringify(template({ ...sheet, name }))) && kept(name);
      }, { class: "choice" })));
  draw();
  return el("details", {}, el("summary", {}, word("sheets.new")), place);
}
