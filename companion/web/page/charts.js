// @ts-check
// Numbers as people see them at a glance: large ones side by side, and columns.
import { el } from "./dom.js";
import { count, number } from "./words.js";

/** sums are numbers in large letters. @param {[string, number][]} rows keys of texts with their numbers */
export const sums = (rows) => el("ul", { class: "sums" }, rows.map(([key, n]) => {
  const [before, after] = count(key, n).split(number(n));
  return el("li", {}, before, el("b", {}, number(n)), after);
}));

/**
 * columns draws numbers as columns.
 * @param {string} kind @param {number[]} numbers @param {(i: number) => string} label @param {(i: number, n: number) => string|false} said
 */
export function columns(kind, numbers, label, said) {
  const most = Math.max(...numbers, 1);
  return el("ol", { class: `months ${kind}` }, numbers.map((n, i) => {
    const bar = el("i", {});
    bar.style.height = `${100 * n / most}%`;
    return el("li", { "aria-hidden": said(i, n) ? null : "true" }, said(i, n) && el("span", { class: "unseen" }, said(i, n)), el("span", { class: "column", "aria-hidden": "true" }, n > 0 && el("b", {}, number(n)), bar), el("small", { "aria-hidden": "true" }, label(i) || "\u00a0"));
  }));
}
