// Matches that were left and can be gone on with.
import { post } from "./api.js";
import { button, el, section } from "./dom.js";
import { complain } from "./table.js";
import { word } from "./words.js";

// unfinished lists them; whoever may play puts one back on the panel.
export function unfinished(matches, mayPlay) {
  if (!matches?.length) return null;
  const told = (match) => `${match.title}: ${match.names.join(", ")}`;
  return section(word("open"), el("ul", { class: "plainlist" }, matches.map((match) => el("li", {},
    mayPlay ? button(told(match), () => resume(match.id), { "data-open": match.id, "data-focus": `open ${match.id}` }) : told(match)))));
}

async function resume(id) {
  try {
    await post("/api/resume", { id });
    location.hash = "table";
  } catch (refusal) {
    complain(refusal);
  }
}
