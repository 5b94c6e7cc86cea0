// @ts-check
// The version of the box, its news, and updates.
import { get, sendPackage } from "./api.js";
import { complain } from "./complain.js";
import { el, say, section, show } from "./dom.js";
import { keep, recalled } from "./tab.js";
import { word } from "./words.js";

const every = 2000; // ms
const patience = 11 * 60000; // ms that the box asks for at most
const most = 64 << 20; // bytes of a package that the box takes
const key = "update"; // of the update that this phone has asked for: the outcome before it, and the time

// asked is the update that this phone has asked for and whose outcome it doesn't know yet.
function asked() {
  const update = /** @type {{ before: string, at: number } | null} */ (recalled(key));
  return update && Date.now() - update.at < patience ? update : null;
}

// updates is the part of the page about updates. It follows an update through the restart of the box.
/** @param {boolean} plays */
export function updates(plays) {
  const place = el("div", { class: "update" });
  const card = section(word("update"), place);
  card.hidden = true;
  /** @type {UpdateAnswer | null} */
  let last = null;

  let drawn = ""; // what is shown: a reader would say it anew each time
  const draw = () => {
    if (!last || drawn === JSON.stringify(last)) return;
    drawn = JSON.stringify(last);
    card.hidden = false;
    show(place, ...parts(last, plays, upload));
  };

  async function look() {
    try {
      last = await get("/api/update");
      settle(last);
      draw();
    } catch (/** @type {any} */ refusal) {
      if (refusal.status === undefined) throw refusal; // a fault of the page
      if (refusal.status === 404) return; // this box has no updates
    }
    if (place.isConnected && (last?.step || asked())) setTimeout(look, every);
  }

  /** @param {File} file */
  async function upload(file) {
    if (file.size > most) return say(word("update.toolarge"), "bad");
    const bar = el("progress", { max: 1, value: 0, "aria-label": word("out.sending") });
    show(place, el("p", {}, word("out.sending")), bar);
    drawn = "";
    try {
      await sendPackage(file, (part) => { bar.value = part; });
      keep(key, { before: last?.result?.id || "", at: Date.now() });
      say(word("update.asked"), "good");
    } catch (refusal) {
      complain(refusal);
    }
    draw();
    look();
  }

  look();
  return card;
}

// settle says how the update ended that this phone has asked for.
/** @param {UpdateAnswer} now */
function settle(now) {
  const update = asked(), { result } = now;
  if (!update || now.step || !result || result.id === update.before) return;
  keep(key, undefined);
  say([result.title, result.text].filter(Boolean).join(". "), result.outcome === "done" ? "good" : "bad");
}

/** @param {UpdateAnswer} now @param {boolean} plays @param {(file: File) => unknown} upload @returns {Children[]} */
function parts(now, plays, upload) {
  if (now.step) return [el("p", { role: "status" }, word("update.going")), el("progress", { "aria-label": word("update") })];
  const { result } = now;
  return [
    now.version && el("p", {}, word("update.version", now.version)),
    result && outcome(result, now.version),
    now.news.length > 0 && el("details", {}, el("summary", {}, word("update.news")), el("ul", { class: "plainlist" }, now.news.map((text) => el("li", {}, text)))),
    plays && (now.possible ? chooser(now, upload) : el("p", { class: "hint" }, now.why || "")),
  ];
}

// outcome is how the last update ended. Of one that was refused the box stays as it was.
/** @param {UpdateResult} result @param {string} version */
function outcome(result, version) {
  if (result.outcome === "done" && result.to !== version) return null; // installed by hand since then
  return el("p", { class: result.outcome === "done" ? null : "note" }, el("b", {}, result.title), result.text ? `. ${result.text}` : "");
}

/** @param {UpdateAnswer} now @param {(file: File) => unknown} upload */
function chooser(now, upload) {
  const input = el("input", { type: "file", class: "unseen", accept: ".deb", id: "package", change: (event) => {
    const file = event.target.files?.[0];
    if (file) upload(file);
  } });
  return el("p", {}, el("label", { class: "button file" }, word("update.choose"), input), " ",
    el("small", {}, word(now.canGoBack ? "update.back" : "update.noback", now.version)));
}
