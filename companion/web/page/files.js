// @ts-check
// The files of the page. Their addresses have the version of the page, so that a browser keeps them
// for good.

// near is the address of a file of the page.
/** @param {string} name */
export const near = (name) => new URL(name, import.meta.url).href;

// renew loads the page anew if the box has another version of it by now, and reports that.
export async function renew() {
  try {
    const now = await (await fetch(location.pathname)).text();
    if (now.includes(new URL(".", import.meta.url).pathname)) return false;
  } catch {
    return false; // the box doesn't answer
  }
  location.reload();
  return true;
}
