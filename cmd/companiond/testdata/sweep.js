// What is wrong with a page on the screen that it has, as a list of sentences. The page is
// scrolled to its top before.
(() => {
  scrollTo(0, 0);
  const out = [], edge = 1, finger = 44;
  const big = document.getElementById("match") !== null && document.getElementById("nav") === null;
  const name = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.className && typeof e.className === "string" ? "." + e.className.trim().replace(/\s+/g, ".") : ""} «${(e.textContent || e.getAttribute("aria-label") || "").trim().slice(0, 40)}»`;
  const box = (e) => e.getBoundingClientRect();
  const there = (e) => e.offsetParent !== null || getComputedStyle(e).position === "fixed";
  const visible = (e) => there(e) && box(e).width > 2 && box(e).height > 2 && getComputedStyle(e).visibility !== "hidden" && !e.closest(".unseen, [aria-hidden=true], #skip");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const whole = (e, top, bottom) => { const r = box(e); return r.top >= top - edge && r.bottom <= bottom + edge && r.left >= -edge && r.right <= innerWidth + edge; };

  // Nothing is wider than the screen, and no text is cut at its own edge but in a list that scrolls.
  if (document.documentElement.scrollWidth > innerWidth) out.push(`the page is ${document.documentElement.scrollWidth} px wide: ${[...document.querySelectorAll("body *")].filter((e) => box(e).right > innerWidth + edge && there(e)).slice(0, 3).map(name).join(", ")}`);
  for (const e of all("button, a, h1, h2, h3, summary, th, td, b, .who, .points, .prompt, .title, label, select, dt, dd")) {
    const style = getComputedStyle(e);
    if (style.display === "inline" || style.overflowX !== "visible" || e.closest(".wide, .board")) continue;
    if (e.scrollWidth > e.clientWidth + 2) out.push(`overflows by ${e.scrollWidth - e.clientWidth} px: ${name(e)}`);
  }

  // No word of up to twelve letters is broken in two, but where a name has no room.
  const names = [...document.querySelectorAll(".race .who, .names input")].map((e) => e.value || e.textContent).join(" ").split(/[ .]+/);
  for (const e of all("button, a, summary, h1, h2, .prompt")) {
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest(".unseen, svg") || box(node.parentElement).width <= 2) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d]{2,12}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
        if (lines.size > 1 && !names.includes(word)) out.push(`«${word}» is broken in ${name(e)}`);
      }
    }
  }

  // What is shown of a text: the letters within everything that cuts it.
  const said = (e) => { const copy = e.cloneNode(true); copy.querySelectorAll(".unseen, svg").forEach((part) => part.remove()); return copy.textContent.trim().replace(/\s+/g, " "); };
  const shown = (e) => {
    let text = "";
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || node.parentElement.closest(".unseen, svg")) continue;
      let cut = null;
      for (let at = node.parentElement; at && at !== e.parentElement; at = at.parentElement) if (getComputedStyle(at).overflowX !== "visible" && getComputedStyle(at).display !== "inline") cut = cut || box(at);
      if (!cut) { text += node.data; continue; }
      for (let i = 0; i < node.data.length; i++) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const r = range.getBoundingClientRect(), last = i + 1 === node.data.length;
        if (r.right <= cut.right + edge && r.bottom <= cut.bottom + edge) text += node.data[i];
        else { text += last ? "" : "…"; break; }
      }
    }
    return text.trim().replace(/\s+/g, " ");
  };
  // No two labels of a group that differ are shown alike.
  for (const group of all(".choices, .tabs, .each, .palette, ol, ul, select")) {
    const seen = new Map();
    if (group.closest("#foot")) continue; // sentences, of which the page has the whole
    for (const e of [...group.children].filter(visible)) {
      const has = shown(e), is = said(e);
      if (has && seen.has(has) && seen.get(has) !== is) out.push(`«${seen.get(has).slice(0, 50)}» and «${is.slice(0, 50)}» are both «${has}»`);
      seen.set(has, is);
    }
  }

  if (big) {
    for (const e of all("#race li")) for (const part of ["", " .name", " .points"]) {
      const at = part ? e.querySelector(part) : e, race = box(document.getElementById("race"));
      if (!at || !whole(at, Math.max(0, race.top), Math.min(innerHeight, race.bottom))) out.push(`out of sight: ${name(at || e)}`);
    }
    for (const e of all("#race .name")) if (shown(e) !== said(e)) out.push(`the name is cut: ${name(e)}`);
    const head = document.querySelector("#head h1");
    if (head && visible(head) && head.scrollWidth > head.clientWidth + edge) out.push(`the turn is cut: ${name(head)}`);
    for (const e of all("#board .cell, #strip li, #head .prompt")) if (!whole(e, 0, innerHeight)) out.push(`out of sight: ${name(e)}`);
    if (document.documentElement.scrollHeight > innerHeight + edge) out.push("the big screen scrolls");
    return JSON.stringify([...new Set(out)]);
  }

  // A finger hits every target. Squares of a board are as large as the screen lets them be.
  for (const e of all("button, a, summary, select, input")) {
    const r = e.matches("input[type=checkbox], input[type=radio]") ? box(e.closest("label") || e) : box(e);
    if (e.closest(".board") || e.matches("p a, li a, td a, th a, small a") && getComputedStyle(e).display === "inline") continue;
    if (r.height < finger - .5 || r.width < finger - .5) out.push(`${Math.round(r.width)}×${Math.round(r.height)} px: ${name(e)}`);
  }

  const nav = document.getElementById("nav"), floor = getComputedStyle(nav).position === "fixed" ? box(nav).top : innerHeight;
  const outOf = (e) => `out of sight: ${name(e)} at ${Math.round(box(e).top)} to ${Math.round(box(e).bottom)} of ${Math.round(floor)}`;
  // A match can be begun without scrolling.
  const begin = document.getElementById("begin");
  if (begin && !whole(begin, 0, floor)) out.push(outOf(begin));

  // The table: what the turn needs is in sight, and nothing lies over it.
  const bar = document.getElementById("bar"), dock = document.getElementById("dock");
  if (bar && visible(bar) && dock && visible(dock)) {
    if (!whole(bar, 0, floor)) out.push(outOf(bar));
    const first = all("#deeds button, #deeds summary, #deeds input")[0];
    const room = { top: Math.max(0, box(dock).top), bottom: Math.min(floor, box(document.getElementById("deeds")).bottom || floor) };
    if (first && !whole(first, room.top, room.bottom)) out.push(`the first decision is ${outOf(first)}`);
    if (first) {
      const r = box(first), hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      if (hit && !first.contains(hit) && !hit.contains(first)) out.push(`${name(hit)} lies over the first decision`);
    }
    const lies = (e, over) => { const a = box(e), b = box(over); return visible(e) && visible(over) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2; };
    if (lies(bar, dock)) out.push("the dock lies over the bar");
    // What is laid out is a list that scrolls under its end.
    const laid = document.documentElement.classList.contains("laying") ? "#field .board .hold:first-child > .hold:first-child > .cell" : "#field .board .cell";
    for (const e of all(`${laid}, #strip li, #ask .prompt`)) {
      if (lies(e, dock)) { out.push(`the dock lies over ${name(e)} by ${Math.round(box(e).bottom - box(dock).top)} px`); break; }
      if (!whole(e, 0, floor)) { out.push(outOf(e)); break; }
    }
  }
  return JSON.stringify([...new Set(out)]);
})()
