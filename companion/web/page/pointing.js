// @ts-check
// Which cells of a board decisions name, so that taps can tell the decisions apart.

// ends are what parts the words of a decision: on a board 13-20 is two of them.
/** @param {Board} view */
export const ends = (view) => (view.h > 1 ? " -" : " ");

const compass = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const steps = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

// bearings are the cells that the decisions of a seat's boat lead to.
/** @param {Board} view @param {number} seat */
function bearings(view, seat) {
  /** @type {Map<string, string | undefined>} */
  const led = new Map();
  const i = view.cells.findIndex((cell) => cell.seat === seat && cell.glyph.startsWith("boat-"));
  if (i < 0) return led;
  const nose = compass.indexOf(view.cells[i].glyph.slice(5));
  /** @param {string} says @param {number} turn */
  const to = (says, turn) => {
    const [dx, dy] = steps[(nose + turn + 8) % 8];
    const x = (i % view.w) + dx, y = Math.floor(i / view.w) + dy;
    if (x >= 0 && y >= 0 && x < view.w && y < view.h) led.set(says, view.cells[y * view.w + x].name);
  };
  to("forward", 0);
  to("diagonal left", -1);
  to("diagonal right", 1);
  for (const says of ["turn left", "turn right", "unload"]) led.set(says, view.cells[i].name);
  return led;
}

// cellsOf returns what tells the cells that a decision names, or where it leads the boat of the
// seat on turn; of seat 0 there is no boat.
/** @param {Board} view @param {number} [turn] */
export function cellsOf(view, turn = 0) {
  const names = new Set(view.cells.map((cell) => cell.name).filter(Boolean));
  const leads = turn > 0 ? bearings(view, turn) : new Map();
  /** @param {string} says @returns {string[]} */
  return (says) => {
    const led = leads.get(says.startsWith("unload") ? "unload" : says);
    return led ? [led] : says.split(/[ -]/).filter((w) => names.has(w));
  };
}

// pointed parts decisions by the cells picked so far: those that are left, whether they end
// there, and the cells that lead on or back.
/** @param {Board} view @param {number} turn @param {Choice[]} asks @param {string[]} picked */
export function pointed(view, turn, asks, picked) {
  const cells = cellsOf(view, turn);
  const all = view.h < 2 ? [] : asks.map((choice) => ({ choice, named: cells(choice.says) }));
  const rest = all.filter(({ named }) => picked.every((name, i) => named[i] === name));
  const further = rest.filter(({ named }) => named.length > picked.length);
  return { rest: rest.map(({ choice }) => choice), whole: further.length === 0, open: new Set([...further.map(({ named }) => named[picked.length]), ...picked]) };
}

// tellable reports whether taps on the board tell all decisions apart: a phone needs no
// list of them then.
/** @param {Board} view @param {number} turn @param {Choice[]} asks */
export function tellable(view, turn, asks) {
  if (view.h < 2) return false;
  const cells = cellsOf(view, turn), all = asks.map(({ says }) => cells(says).join(" "));
  return asks.length > 2 && !all.includes("") && new Set(all).size === all.length;
}
