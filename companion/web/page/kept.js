// @ts-check
// What this browser keeps for good, if it keeps anything.

// recall returns the text that is kept under a key, or "".
/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
}

// keep keeps a text under a key; "" forgets it.
/** @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch { /* until the page is closed, then */ }
}
