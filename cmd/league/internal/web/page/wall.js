// The wall: a card a table, that of the latest change first.
const silence = 150000; // ms after which a box is away: it repeats its state each minute
const away = new Set(), heard = new Map(); // boxes that aren't there; when each was heard
const wall = document.getElementById("wall"), none = document.getElementById("none"), cards = new Map();

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

const says = (state) => state.over ? wall.dataset.over : state.who ? wall.dataset.turn.replace("…", state.who) : "";

function seat(s, i, state) {
  const classes = [state.turn === i + 1 && !state.over ? "turn" : "", s.won ? "won" : ""].join(" ").trim();
  return el("tr", { class: classes }, el("td", { class: "name" }, s.name, s.unconfirmed ? el("i", { class: "note" }, ` ${wall.dataset.claim}`) : null), el("td", {}, String(s.score)), el("td", {}, s.left === undefined ? "" : clock(s.left)));
}

// clock prints ms as minutes and seconds.
function clock(ms) {
  const s = Math.abs(Math.trunc(ms / 1000));
  return `${ms < 0 ? "−" : ""}${Math.trunc(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function draw(state) {
  away.delete(state.box);
  heard.set(state.box, Date.now());
  cards.get(state.box)?.remove();
  cards.delete(state.box);
  if (state.match) {
    const card = el("section", { class: state.alarm ? "card alarm" : "card" },
      el("h2", {}, state.title), el("p", { class: "note" }, state.name),
      el("p", { class: "now" }, says(state)), el("table", {}, ...(state.seats || []).map((s, i) => seat(s, i, state))),
      el("p", { class: "note away-note", hidden: "" }, wall.dataset.away),
      state.now && !state.over ? el("p", { class: "note" }, state.now) : null);
    cards.set(state.box, card);
    dim(state.box);
    wall.prepend(card);
  }
  none.hidden = cards.size > 0;
}

// dim shows whether a table is still heard.
function dim(box) {
  const card = cards.get(box);
  card?.classList.toggle("away", away.has(box));
  if (card) card.querySelector(".away-note").hidden = !away.has(box);
}

setInterval(() => {
  for (const [box, at] of heard) if (Date.now() - at > silence) away.add(box);
  cards.forEach((_, box) => dim(box));
}, 10000);

const events = new EventSource("/wall/events");
events.onmessage = (event) => draw(JSON.parse(event.data));
events.addEventListener("away", (event) => {
  const { box, away: gone } = JSON.parse(event.data);
  gone ? away.add(box) : away.delete(box);
  dim(box);
});
events.onerror = () => document.body.classList.add("lost");
events.onopen = () => document.body.classList.remove("lost");
