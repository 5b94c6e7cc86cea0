// @ts-check
// Motion: it tells what a decision has changed, by where things lay before it and lie now.
// It knows no game. No motion takes more than 400 ms, and a tap ends all of them; where
// nobody looks, or wants none, everything is in its place at once.
import { board, image } from "./boards.js";
import { byId, el, every } from "./dom.js";
import { hurry, moves, roll } from "./seats.js";

const usual = 350, long = 400, leg = 300, landing = 250; // ms
/** @type {Set<Animation>} */
const running = new Set();

// play moves a node from frame to frame.
/**
 * @param {Element | null | undefined} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} [options]
 * @returns {Promise<unknown>}
 */
function play(node, frames, options = {}) {
  if (!node?.animate) return Promise.resolve();
  const motion = node.animate(frames, { duration: usual, easing: "ease-in-out", fill: "backwards", ...options });
  running.add(motion);
  return motion.finished.then(() => running.delete(motion));
}

// skip brings everything to where it goes.
export function skip() {
  running.forEach((motion) => motion.finish());
  hurry();
}

// settled waits until nothing moves any more.
export const settled = () => Promise.all([...running].map((motion) => motion.finished));

// watch sees where things lie before what is drawn is drawn anew, and returns what then
// moves them to where they lie now.
/** @param {Match | null} before @param {Match} now @param {Pictures} pictures @returns {() => void} */
export function watch(before, now, pictures) {
  if (!before || before.match !== now.match || before.seq === now.seq || !moves()) return () => {};
  skip();
  const bars = every("#race i").map((bar) => bar.style.transform);
  const winner = gainer(before, now);
  const leaves = winner ? leaving(before, now, winner, pictures) : [], fled = winner ? [] : fleeing(before, now, pictures);
  return () => {
    rollScores(before, now, bars);
    pulse(before, now);
    if (now.view.h === 1) deal(before, now, pictures);
    else shift(before.view, now.view);
    scatter(before, now, pictures);
    fled.forEach((one, k) => flee(one, k, rolls(before, now, pictures) ? landing : 0));
    leaves.forEach((one) => fly(one, seatBox(winner)));
  };
}



// squaresOf are the cells of a view, none where something else is in their place.
/** @param {View} view */
function squaresOf({ cells }) {
  const drawn = every("#field .board .cell");
  return drawn.length === cells.length ? drawn : [];
}

/** @param {Element} node */
const boxOf = (node) => node.getBoundingClientRect();
/** @param {number} seat */
const seatBox = (seat) => boxOf(document.querySelector(`#race li:nth-child(${seat}) .badge`) || byId("head"));
/** @param {Tally} tally @param {Tally[]} strip */
const twin = (tally, strip) => strip.find((other) => other.glyph === tally.glyph && other.seat === tally.seat);
/** @param {Match} before @param {Match} now @param {number} seat */
const growth = (before, now, seat) => (now.scores[seat - 1] ?? 0) - (before.scores[seat - 1] ?? 0);

// cards reports whether what lies in a row are cards, not dice.
/** @param {Pictures} pictures */
const cards = ({ art }) => Boolean(art?.has("card"));

// latest is the newest thing that has happened since, undefined where a step was taken back.
/** @param {Match} before @param {Match} now */
const latest = (before, now) => now.log.slice(-1).find((entry) => entry.seq > before.seq);

// ---- Dice.

// rolls reports whether what lies there now was rolled by the box: it came with the
// decision of a seat.
/** @param {Match | null} before @param {Match} now @param {Pictures} pictures */
export function rolls(before, now, pictures) {
  const { h, cells } = now.view;
  return Boolean(moves() && before?.match === now.match && before.turn > 0 && latest(before, now)?.seat === 0 &&
    h === 1 && cells.length && !(cells[0].mark & 6) && !cards(pictures));
}

// tumble lets dice tumble in place, of which nobody sees yet what they will show: they turn
// what lies in the middle, or what the strip shows.
/** @param {HTMLElement} place @param {Match} before @param {Match} now @param {Pictures} pictures */
export function tumble(place, before, now, pictures) {
  const blank = { ...now.view, cells: now.view.cells.map((cell) => ({ ...cell, glyph: "", tag: "", mark: 0 })) };
  const made = board(blank, pictures, now.names), { view } = now.view.strip.length ? now : before;
  const middle = view.piles.filter((pile) => pile.seat <= 0).flatMap((pile) => pile.of).filter((tally) => !tally.glyph.includes("-"));
  const faces = (middle.length ? middle : view.strip).map((tally) => tally.glyph);
  made.classList.add("tumbling");
  made.setAttribute("aria-hidden", "true"); // nothing lies there yet
  place.replaceChildren(made);
  every(".cell", made).forEach((die, i) => {
    const turn = i % 2 ? -1 : 1;
    play(die, [{ transform: `translate(${-40 * turn}%, -70%) rotate(${-400 * turn}deg) scale(.8)` }, { transform: `translateY(-18%) rotate(${-10 * turn}deg) scale(1.06)` }], { duration: long, easing: "ease-out" });
    if (!faces.length) die.append(el("span", { class: "text", "aria-hidden": "true" }, "…"));
    else [0, 1, 2].forEach((k) => flash(die, image(faces[(2 * i + k + 1) % faces.length], pictures), k));
  });
  return settled();
}

// flash shows one face of a die for a third of the time.
/** @param {Element} die @param {Element | null} face @param {number} k */
function flash(die, face, k) {
  if (!face) return;
  die.append(face);
  play(face, [{ opacity: 1 }, { opacity: 1 }], { duration: long / 3, delay: k * long / 3, fill: "none" });
}

// ---- Numbers.

/** @param {Match} before @param {Match} now @param {string[]} bars */
function rollScores(before, now, bars) {
  every("#race li").forEach((lane, i) => {
    if (!growth(before, now, i + 1)) return;
    const [bar] = every("i", lane), [points] = every(".points", lane);
    roll(points, before.scores[i] ?? 0, now.scores[i] ?? 0);
    play(bar, [{ transform: bars[i] || "scaleX(0.02)" }, { transform: bar.style.transform }], { easing: "ease-out" });
  });
}

/** @param {Match} before @param {Match} now */
function pulse(before, now) {
  const items = every("#strip li");
  now.view.strip.forEach((tally, i) => {
    const was = twin(tally, before.view.strip);
    if (was && was.n !== tally.n) play(items[i], [{ transform: "scale(1.25)" }, { transform: "none" }], { duration: 300, easing: "ease-out" });
  });
}

// ---- What goes to somebody.

// gainer is the seat that alone has more now, of points or of what the strip counts; or 0.
/** @param {Match} before @param {Match} now */
export function gainer(before, now) {
  const more = now.view.strip.filter((tally) => tally.seat > 0 && tally.n > (twin(tally, before.view.strip)?.n ?? Infinity)).map((tally) => tally.seat);
  const seats = new Set([...now.names.map((_, i) => i + 1).filter((seat) => growth(before, now, seat) > 0), ...more]);
  return seats.size === 1 ? [...seats][0] : 0;
}

// leaving are ghosts of what has gone from the table as a seat gained: what was at stake,
// cards of a row with what they were taken for, tags of squares.
/**
 * @param {Match} before
 * @param {Match} now
 * @param {number} winner
 * @param {Pictures} pictures
 * @returns {Ghost[]}
 */
function leaving(before, now, winner, pictures) {
  const cells = squaresOf(before.view);
  if (before.view.h > 1) return untagged(before.view, now.view).map((i) => ghost(cells[i]?.querySelector(".tag"))).filter((one) => one !== null);
  const pictured = every("#strip li").map((item) => item.querySelector("svg"));
  const won = growth(before, now, winner) > 0 ? stakes(before, now).filter(({ was, is }) => !is || was.n === is.n) : [];
  const gone = cards(pictures) ? lacking(before.view.cells, now.view.cells) : [];
  const taken = before.view.strip.findIndex((tally) => tally.seat === winner && (twin(tally, now.view.strip)?.n ?? 0) > tally.n);
  return [
    ...won.map(({ was, at }) => ghost(pictured[at], image(`${was.glyph}-run`, pictures))),
    ...gone.map((i) => ghost(cells[i])),
    taken >= 0 ? ghost(pictured[taken]) : null,
  ].filter((one) => one !== null);
}

// stakes are those of nobody that were marked before, and are gone or not marked any more.
/** @param {Match} before @param {Match} now */
export function stakes(before, now) {
  return before.view.strip.map((was, at) => ({ was, at, is: twin(was, now.view.strip) }))
    .filter(({ was, is }) => was.seat <= 0 && was.mark & 1 && !(is && is.mark & 1));
}

// scatter lets what was at stake and came back run about first.
/** @param {Match} before @param {Match} now @param {Pictures} pictures */
function scatter(before, now, pictures) {
  const items = every("#strip li");
  const wait = rolls(before, now, pictures) ? landing : 0;
  stakes(before, now).flatMap(({ was, is }) => (is && is.n > was.n ? [is] : [])).forEach((is, k) => {
    const drawn = items[now.view.strip.indexOf(is)].querySelector("svg"), side = k % 2 ? 1 : -1;
    play(drawn, [{ transform: "none" }, { transform: `translate(${side * 60}%, -70%) rotate(${side * 25}deg) scale(1.3)`, opacity: 1 },
      { transform: `translate(${side * -40}%, -170%) rotate(${side * -25}deg)`, opacity: 0 }, { transform: "none" }], { duration: long, delay: wait });
  });
}

// fleeing are ghosts of what was at stake and is nobody's: the mice that run away.
/** @param {Match} before @param {Match} now @param {Pictures} pictures @returns {Ghost[]} */
function fleeing(before, now, pictures) {
  const pictured = every("#strip li").map((item) => item.querySelector("svg"));
  return stakes(before, now).filter(({ is }) => !is).map(({ was, at }) => ghost(pictured[at], image(`${was.glyph}-run`, pictures))).filter((one) => one !== null);
}

// flee lets a ghost run about, and away.
/** @param {Ghost} ghost @param {number} k @param {number} delay */
function flee({ made }, k, delay) {
  const side = k % 2 ? 1 : -1;
  document.body.append(made);
  play(made, [{ transform: "none" }, { transform: `translate(${side * 60}%, -70%) rotate(${side * 25}deg) scale(1.3)`, opacity: 1 },
    { transform: `translate(${side * -40}%, -170%) rotate(${side * -25}deg)`, opacity: 1 }, { transform: `translate(${side * 300}%, -200%)`, opacity: 0 }],
    { duration: long, delay }).then(() => made.remove());
}

// ghost is a copy of a node, or of what stands for it, where that is in sight now.
/** @param {Element | null | undefined} node @param {Element | null} [copy] @returns {Ghost | null} */
function ghost(node, copy = null) {
  if (!node) return null;
  const { left, top, width, height } = boxOf(node);
  const made = el("div", { class: `ghost ${(node.matches(".cell") ? node.closest(".board") : node.parentElement)?.className || ""}`, "aria-hidden": "true" }, copy || node.cloneNode(true));
  Object.assign(made.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return { made, x: left + width / 2, y: top + height / 2 };
}

// fly lets a ghost go to a box, and vanish there.
/** @param {Ghost} ghost @param {DOMRect} dOMRect */
function fly({ made, x, y }, { left, top, width, height }) {
  document.body.append(made);
  const [dx, dy] = [left + width / 2 - x, top + height / 2 - y];
  const [half, there] = [`translate(${dx / 2}px, ${dy / 2}px) scale(1.3)`, `translate(${dx}px, ${dy}px) scale(.4)`];
  play(made, [{ transform: "none", opacity: 1 }, { transform: half, opacity: 1 }, { transform: there, opacity: 1, offset: 0.9 }, { transform: there, opacity: 0 }],
    { duration: long, easing: "linear" }).then(() => made.remove());
}

// ---- A row: dice that land, cards that are turned up or come from whoever played them.

/** @param {Cell} cell */
const faceOf = (cell) => [cell.glyph, cell.tag, cell.name].join(" ");

// lacking are the places of cells that others lack.
/** @param {Cell[]} cells @param {Cell[]} others */
export function lacking(cells, others) {
  const rest = others.map(faceOf);
  return cells.map((cell, i) => i).filter((i) => {
    const at = rest.indexOf(faceOf(cells[i]));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** @param {Match} before @param {Match} now @param {Pictures} pictures */
function deal(before, now, pictures) {
  const cells = squaresOf(now.view), seat = latest(before, now)?.seat ?? 0;
  if (rolls(before, now, pictures)) {
    return cells.forEach((die, i) => play(die, [{ transform: `translateY(-18%) rotate(${i % 2 ? 10 : -10}deg) scale(1.06)` }, { transform: "translateY(5%)", offset: 0.6 }, { transform: "none" }], { duration: landing }));
  }
  const fresh = lacking(now.view.cells, before.view.h === 1 ? before.view.cells : []).filter((i) => cells[i] && !(now.view.cells[i].mark & 6)).map((i) => cells[i]);
  const frames = fresh.map((cell) => (seat > 0 ? outOf(seatBox(seat), boxOf(cell)) : { transform: "scaleX(.1)" }));
  return fresh.forEach((cell, i) => play(cell, [frames[i], { transform: "none" }], { easing: "ease-out" }));
}

/** @param {DOMRect} a @param {DOMRect} b */
const outOf = (a, b) => ({ transform: `translate(${a.left + a.width / 2 - b.left - b.width / 2}px, ${a.top + a.height / 2 - b.top - b.height / 2}px) scale(.3)`, opacity: 0.3 });

// ---- A board: pieces go their ways one after the other.

// untagged are the squares whose tag has gone.
/** @param {View} before @param {View} now */
export const untagged = (before, now) => (before.cells.length === now.cells.length ? now.cells.map((cell, i) => i).filter((i) => before.cells[i].tag && !now.cells[i].tag) : []);

// shift moves the pieces that were touched last from where they were.
/** @param {View} before @param {View} now */
function shift(before, now) {
  if (before.w !== now.w || before.h !== now.h) return;
  const squares = squaresOf(now), moved = squares.length ? movers(before, now) : [];
  const ways = moved.map(([a, b]) => way(before, now, a, b).map((at) => [squares[at].offsetLeft - squares[b].offsetLeft, squares[at].offsetTop - squares[b].offsetTop]));
  let delay = 0;
  moved.forEach(([, b], k) => {
    squares[b].style.zIndex = "1";
    const duration = leg * (ways[k].length - 1);
    play(squares[b].querySelector("svg"), ways[k].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" })), { duration, delay, easing: "linear" });
    delay += duration;
  });
}

// movers are from where to where things have moved, three at most: of each kind one has
// gone from a square and one has come to another. A seat's boat stays it whichever way it
// points. Where two have changed places, the one of which there are more is the ground.
/** @param {View} before @param {View} now */
export function movers(before, now) {
  /** @param {Cell[]} cells */
  const things = (cells) => cells.map((cell) => (cell.seat > 0 ? `@${cell.seat}` : cell.glyph.replace("×", "")));
  const [was, is] = [things(before.cells), things(now.cells)];
  /** @param {string} thing */
  const times = (thing) => is.filter((other) => other === thing).length;
  const moved = [...new Set(is.filter(Boolean))].map((thing) => {
    const [gone, come] = [was.map((_, i) => i).filter((i) => was[i] === thing && is[i] !== thing), is.map((_, i) => i).filter((i) => is[i] === thing && was[i] !== thing)];
    return gone.length === 1 && come.length === 1 && now.cells[come[0]].mark ? [gone[0], come[0]] : null;
  }).filter((pair) => pair !== null);
  return moved.filter(([a, b]) => !moved.some(([c, d]) => a === d && b === c && (was[c][0] === "@" || times(was[c]) < times(was[a])))).slice(0, 3);
}

const mostLegs = 3, furthest = 6; // squares

// way leads from square to square, each beside the last, over as many as there are that
// are marked only now: a boat that was carried on. Of a long way the end is cut short.
/** @param {View} before @param {View} now @param {number} from @param {number} to */
export function way(before, now, from, to) {
  const marked = now.cells.map((cell, i) => i).filter((i) => now.cells[i].mark & 1);
  /** @param {number[]} trail */
  const worth = (trail) => 9 * trail.filter((i) => !(before.cells[i].mark & 1)).length - trail.length;
  /** @param {number} a @param {number} b */
  const beside = (a, b) => Math.abs(a % now.w - b % now.w) < 2 && Math.abs(Math.floor(a / now.w) - Math.floor(b / now.w)) < 2;
  let best = [from, to];
  /** @param {number[]} trail */
  const walk = (trail) => {
    const here = trail[trail.length - 1];
    if (here === to && worth(trail) > worth(best)) best = trail;
    if (here === to || trail.length > furthest) return;
    marked.filter((i) => !trail.includes(i) && beside(here, i)).forEach((i) => walk([...trail, i]));
  };
  walk([from]);
  return best.length > mostLegs + 1 ? [...best.slice(0, mostLegs), to] : best;
}
