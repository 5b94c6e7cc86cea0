// @ts-check
// Pictures to save: how a match ended, and a year, as PNG for a chat or the wall. They are drawn
// in this browser, in its theme, and go nowhere by themselves.
import { get } from "./api.js";
import { picturesOf } from "./boards.js";
import { crownShape } from "./crown.js";
import { placed } from "./podium.js";
import { initials } from "./seats.js";
import { count, day, duration, monthName, number, word } from "./words.js";

const width = 1080, edge = 60; // px
const font = "system-ui, sans-serif";

/**
 * Sheet is what a picture is drawn on, from the top down.
 * @typedef {{ g: CanvasRenderingContext2D, y: number }} Sheet
 */

/** @param {string} name of a colour of the style */
const tone = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * write puts a text on one line, as small as it must be to fit.
 * @param {CanvasRenderingContext2D} g
 * @param {string} text
 * @param {number} x
 * @param {number} y of its base line
 * @param {{ size: number, most?: number, weight?: number, colour?: string, align?: CanvasTextAlign }} how
 */
function write(g, text, x, y, { size, most = width - 2 * edge, weight = 400, colour = "ink", align = "left" }) {
  g.font = `${weight} ${size}px ${font}`;
  const wide = g.measureText(text).width;
  if (wide > most) g.font = `${weight} ${Math.max(18, Math.floor(size * most / wide))}px ${font}`;
  g.fillStyle = tone(colour);
  g.textAlign = align;
  g.fillText(text, x, y, most);
}

/**
 * box draws a card with round corners.
 * @param {CanvasRenderingContext2D} g
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {string} colour
 */
function box(g, x, y, w, h, colour) {
  g.fillStyle = tone(colour);
  g.beginPath();
  g.roundRect(x, y, w, h, 24);
  g.fill();
}

/**
 * sheet begins a picture of that height.
 * @param {number} height
 * @returns {Sheet}
 */
function sheet(height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  g.fillStyle = tone("room");
  g.fillRect(0, 0, width, height);
  write(g, word("title"), width / 2, height - 36, { size: 28, colour: "soft", align: "center" });
  return { g, y: edge };
}

/**
 * coverOf is the cover of a game as a picture, or null where it has none.
 * @param {string} game
 * @returns {Promise<HTMLImageElement | null>}
 */
async function coverOf(game) {
  const { art, version } = await picturesOf(game);
  if (!art?.has("cover")) return null;
  const drawn = new Image();
  drawn.src = `/art/${encodeURIComponent(game)}.svg?v=${version}&only=cover`;
  return drawn.decode().then(() => drawn, () => null);
}

/**
 * head draws the cover beside a title and a line below it.
 * @param {Sheet} on
 * @param {HTMLImageElement | null} cover
 * @param {string} title
 * @param {string[]} below
 */
function head(on, cover, title, below) {
  const { g } = on, side = 200, left = cover ? edge + side + 36 : edge, most = width - edge - left;
  if (cover) g.drawImage(cover, edge, on.y, side, side);
  write(g, title, left, on.y + 76, { size: 68, weight: 700, most });
  below.forEach((text, i) => write(g, text, left, on.y + 136 + 46 * i, { size: 34, most, colour: "soft" }));
  on.y += side + 40;
}

/**
 * face draws the badge of a player: the first letters on the player's colour.
 * @param {CanvasRenderingContext2D} g
 * @param {number} x of the middle
 * @param {number} y
 * @param {number} r
 * @param {string} text
 * @param {number} n of the colour
 */
function face(g, x, y, r, text, n) {
  g.fillStyle = tone(`tone${n}`);
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.fill();
  write(g, text, x, y + r * 0.36, { size: r, weight: 700, most: 1.7 * r, colour: "card", align: "center" });
}

const crownPath = new Path2D(crownShape);

/**
 * crown draws a crown with its middle at x and its foot at y.
 * @param {CanvasRenderingContext2D} g
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 */
function crown(g, x, y, wide) {
  g.save();
  g.translate(x - wide / 2, y - wide * 0.75);
  g.scale(wide / 24, wide / 24);
  g.fillStyle = "#d99a00";
  g.fill(crownPath);
  g.restore();
}

/**
 * save offers a picture as a file.
 * @param {Sheet} on
 * @param {string} name
 * @returns {Promise<void>}
 */
function save({ g }, name) {
  return new Promise((saved) => {
    g.canvas.toBlob((blob) => {
      if (!blob) return saved();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `${name}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      saved();
    }, "image/png");
  });
}

const row = 104; // px of a player

/**
 * result draws how a match ended.
 * @param {Summary} s
 */
async function result(s) {
  const ranks = placed(s), on = sheet(430 + row * ranks.length + (s.why ? 60 : 0)), { g } = on;
  head(on, await coverOf(s.game), s.title, [s.sure && s.start ? day(s.start) : word("evenings.unsure"), duration(s.ms)]);
  if (s.why) write(g, s.why, edge, on.y + 14, { size: 34 });
  on.y += s.why ? 60 : 0;
  const letters = initials(s.names), scored = s.scores.some(Boolean);
  for (const { seat, won } of ranks) {
    const middle = on.y + row / 2 - 8, score = number(s.scores[seat - 1] ?? 0);
    box(g, edge, on.y, width - 2 * edge, row - 16, "card");
    face(g, edge + 66, middle, 34, letters[seat - 1], s.looks[seat - 1]?.tone || seat);
    if (won) crown(g, edge + 66, middle - 24, 44);
    write(g, s.names[seat - 1], edge + 124, middle + 14, { size: 42, weight: won ? 700 : 400, most: 600 });
    if (scored) write(g, score, width - edge - 36, middle + 16, { size: 48, weight: 700, most: 200, align: "right" });
    on.y += row;
  }
  return on;
}

/**
 * saveResult saves how a match of the history ended.
 * @param {string} id
 */
export async function saveResult(id) {
  const { summary } = await get(`/api/history/${encodeURIComponent(id)}`);
  await save(await result(summary), `${summary.title} ${summary.start.slice(0, 10)}`.trim());
}

/**
 * months draws the matches of each month.
 * @param {Sheet} on
 * @param {number[]} counts
 */
function months(on, counts) {
  const { g } = on, most = Math.max(...counts, 1), wide = (width - 2 * edge - 48) / 12, high = 150;
  box(g, edge, on.y, width - 2 * edge, high + 110, "card");
  counts.forEach((n, i) => {
    const x = edge + 24 + wide * i + wide / 2, h = Math.max(n && 6, high * n / most), foot = on.y + high + 56;
    g.fillStyle = tone("accent");
    g.fillRect(x - wide * 0.3, foot - h, wide * 0.6, h);
    if (n) write(g, number(n), x, foot - h - 10, { size: 26, most: wide, weight: 700, align: "center" });
    write(g, monthName(i, "short"), x, foot + 36, { size: 24, most: wide, colour: "soft", align: "center" });
  });
  on.y += high + 140;
}

/**
 * sums draws the numbers of a year side by side.
 * @param {Sheet} on
 * @param {[string, number][]} all of a key of the words and a number
 */
function sums(on, all) {
  const wide = (width - 2 * edge) / all.length;
  all.forEach(([key, n], i) => {
    const text = count(key, n).replace(number(n), "").trim(), x = edge + wide * (i + 0.5);
    write(on.g, number(n), x, on.y + 72, { size: 84, weight: 700, most: wide - 20, colour: "accent", align: "center" });
    write(on.g, text, x, on.y + 120, { size: 32, most: wide - 20, colour: "soft", align: "center" });
  });
  on.y += 160;
}

/**
 * line draws a remark on the left and a name with a number on the right of it.
 * @param {Sheet} on
 * @param {string} heading
 * @param {string} text
 */
function line(on, heading, text) {
  box(on.g, edge, on.y, width - 2 * edge, 112, "card");
  write(on.g, heading, edge + 32, on.y + 44, { size: 28, most: 860, colour: "soft" });
  write(on.g, text, edge + 32, on.y + 90, { size: 40, weight: 700, most: width - 2 * edge - 64 });
  on.y += 128;
}

/**
 * lines are the remarks of a year, with their headings.
 * @param {Year} y
 * @returns {[string, string][]}
 */
function lines(y) {
  const [game] = y.games, winners = y.players.filter((p) => p.wins > 0), best = winners.filter((p) => p.wins === winners[0].wins);
  /** @type {[string, string][]} */
  const all = [];
  if (game) all.push([word("year.game"), `${game.title} · ${count("year.matches", game.matches)}`]);
  if (best.length) all.push([word("year.wins"), `${best.map((p) => p.name).join(", ")} · ${count("year.won", best[0].wins)}`]);
  if (y.streak && y.streak.wins > 1) all.push([word("year.streak"), `${y.streak.name} · ${count("year.inrow", y.streak.wins)}`]);
  if (y.longest) all.push([word("year.longest"), `${y.longest.title} · ${duration(y.longest.ms)}`]);
  if (y.together && y.together.matches > 1) all.push([word("year.together"), `${word("year.pair", ...y.together.names)} · ${count("year.matches", y.together.matches)}`]);
  return all;
}

/**
 * saveYear saves a year.
 * @param {Year} y
 * @param {[string, number][]} numbers that sum it up, with the keys of their words
 */
export async function saveYear(y, numbers) {
  const all = lines(y), on = sheet(840 + 128 * all.length);
  head(on, y.games.length ? await coverOf(y.games[0].game) : null, word("evenings.year", y.year), [word("poster.year")]);
  sums(on, numbers);
  months(on, y.months);
  all.forEach(([heading, text]) => line(on, heading, text));
  await save(on, word("evenings.year", y.year));
}
