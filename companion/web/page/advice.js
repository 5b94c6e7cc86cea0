// @ts-check
// The adviser: what it can be asked about the match, and what it has told.
import { button, el, folded, show } from "./dom.js";
import { word } from "./words.js";

// questions draws what can be asked, and a place for the answer, from which screen
// readers read it out. Ask is null for who may not.
/** @param {HTMLElement} at @param {Advice} advice @param {((topic: string) => unknown) | false} ask */
export function questions(at, advice, ask) {
  show(at, folded("advice", word("advice"),
    ask && el("div", { class: "choices" }, advice.topics.map((topic) => button(word(`advice.${topic}`), () => ask(topic), { "data-focus": `advice ${topic}` }))),
    el("div", { id: "advised", "aria-live": "polite" })));
}

// answer draws what was told last of the position. Back leads to where the win was; null
// for who may not go there.
/** @param {HTMLElement} at @param {Advice} advice @param {(() => unknown) | false} back */
export function answer(at, advice, back) {
  if (advice.thinks) return show(at, el("p", { class: "hint" }, word("advice.thinking")));
  const [said, line] = parted(advice);
  return show(at, said.map((text) => el("p", {}, text)),
    line.length === 1 && el("p", { class: "prompt" }, line[0]),
    line.length > 1 && el("ol", {}, line.map((text) => el("li", {}, text))),
    back && leadsBack(advice) && button(word("advice.back"), back, { id: "wonhere", "data-focus": "wonhere" }));
}

// parted are the sentences of an answer, and those that tell its decisions.
/** @param {Advice} advice */
const parted = ({ says, line }) => [says.slice(0, says.length - line.length), says.slice(says.length - line.length)];

/** @param {Advice} advice */
const leadsBack = ({ told, verdict }) => told === "where" && verdict === "won";

// hinted is the decision that was told to come next, "" for none.
/** @param {Advice | null} advice */
export const hinted = (advice) => (advice && ["move", "moves"].includes(advice.told) && advice.line[0]) || "";
