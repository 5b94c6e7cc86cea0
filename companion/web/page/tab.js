// @ts-check
// What a tab of the browser keeps while it is open, also when the page is loaded anew.

// recalled returns what the tab keeps under a key, or null.
/** @param {string} key @returns {any} */
export function recalled(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null; // a browser that keeps nothing
  }
}

// keep keeps a value under a key; undefined drops it.
/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* there is no room, or it may not */ }
}
