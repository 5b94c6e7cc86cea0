// @ts-check
// The layout of the wall: how many cards are on a page, and how large everything on them is. All
// lengths are in rem, the smallest size of names and scores.

// line is the height of a line of text, head that of a card's title, inset the height of a card's
// border and padding, in which side is their width. gap is the space between cards, and between the
// parts of a card.
export const line = 1.2, head = 1.05, small = .8, gap = .4, inset = .7, side = .9;

// name is the least width of a seat, with its badge, name and score; clock is that of a clock.
const name = 10.2, clock = 3.2;

const most = 2.6; // size of a name on a wall with one table
const worth = { dot: 1.4, foot: [0, 1.2, 1.7] }; // what a larger picture and lines of text are worth against a larger name

/**
 * @typedef {object} Layout
 * @property {number} pages
 * @property {number} columns
 * @property {number} rows
 * @property {number} font size of names and scores
 * @property {number} dots size of a picture's dots in px, 0 for no picture
 * @property {boolean} beside whether the seats are beside the picture, rather than above it
 * @property {number} foot lines of the prompt
 * @property {number} split columns of the seats
 */

/**
 * @typedef {object} Room
 * @property {number} cards
 * @property {number} seats the greatest number of seats of a card
 * @property {boolean} clocks
 * @property {boolean} pictures
 * @property {number} width
 * @property {number} height
 * @property {number} px px of a rem
 */

// fit returns the layout with the fewest pages on which all names are large enough and, among these,
// the one with the largest names and pictures.
/** @param {Room} room @returns {Layout} */
export function fit(room) {
  for (let pages = 1; pages < room.cards; pages++) {
    const layout = best(room, Math.ceil(room.cards / pages));
    if (layout) return { ...layout, pages };
  }
  return { ...best(room, 1) ?? { columns: 1, rows: 1, font: 1, dots: 0, beside: false, foot: 0, split: 1 }, pages: Math.max(1, room.cards) };
}

// best returns the best layout of a page with so many cards, or null if there is none.
/** @param {Room} room @param {number} cards */
function best(room, cards) {
  let found = null, value = 0;
  for (let columns = 1; columns <= cards; columns++) {
    const rows = Math.ceil(cards / columns);
    const width = (room.width - (columns - 1) * gap) / columns - side, height = (room.height - (rows - 1) * gap) / rows - inset;
    for (const form of forms(room)) {
      const font = Math.min(most, size(room, form, width, height));
      const worthy = font * 3 + form.dots * worth.dot + worth.foot[form.foot] - (rows * columns - cards) * .2;
      if (font >= 1 && worthy > value) [found, value] = [{ ...form, columns, rows, font }, worthy];
    }
  }
  return found;
}

// forms lists the forms of a card.
/** @param {Room} room */
function* forms({ seats, pictures }) {
  for (const split of seats > 4 ? [1, 2] : [1]) {
    for (const foot of [0, 1, 2]) {
      yield { dots: 0, beside: false, foot, split };
      for (let dots = 2; pictures && dots <= 8; dots++) {
        yield { dots, beside: false, foot, split };
        yield { dots, beside: true, foot, split };
      }
    }
  }
}

// size returns the largest size of names with which a card of that form fits into its place.
/** @param {Room} room @param {{dots: number, beside: boolean, foot: number, split: number}} form @param {number} width @param {number} height */
function size(room, { dots, beside, foot, split }, width, height) {
  const [wide, high] = dots ? [dots * 128 / room.px, dots * 64 / room.px + gap] : [0, 0];
  const list = line * Math.ceil(room.seats / split), text = foot * small * line;
  const seat = (room.clocks ? name + clock : name) * split;
  if (wide > width) return 0;
  if (!beside) return Math.min((height - high) / (head + list + text), width / seat);
  return Math.min(height / (head + list + text), (height - high) / (head + text), (width - wide - gap) / seat);
}
