// @ts-check
// The match on the panel as this phone last heard of it, and the pictures of its game. Other
// scripts read them; hear and depict alone change them.

/** @type {Shown | null} */
export let now = null;
/** @type {Pictures} */
export let art = { glyphs: {} };
export let heardAt = 0; // when that was, for clocks that run on

/** @param {Shown | null} match */
export function hear(match) {
  now = match;
  heardAt = Date.now();
}

/** @param {Pictures} pictures */
export function depict(pictures) { art = pictures; }
