// What the page's scripts ask of a browser when they are loaded. Tests import this first.
import { readFileSync } from "node:fs";

const kept = new Map();

export const storage = {
  full: false,
  getItem: (key) => kept.get(key) ?? null,
  setItem(key, value) {
    if (this.full) throw new Error("full");
    kept.set(key, String(value));
  },
  removeItem: (key) => kept.delete(key),
};

Object.assign(globalThis, {
  document: { hidden: false, title: "", documentElement: { lang: "" }, querySelectorAll: () => [] },
  matchMedia: () => ({ matches: false }),
  sessionStorage: storage,
  fetch: async (address) => ({ ok: true, text: async () => readFileSync(new URL(address), "utf8") }),
});
