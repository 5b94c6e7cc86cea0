import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../../companion/web/page/", import.meta.url);
const scripts = new Map(readdirSync(page).filter((name) => name.endsWith(".js")).map((name) => [name, readFileSync(new URL(name, page), "utf8")]));

// imports are the scripts that a script can't begin without.
const imports = (text) => [...text.matchAll(/^(?:import|export) [^;]*?from "\.\/([^"]+)";$/gm)].map(([, name]) => name);

// circle is a way from a script back to itself, or nothing.
function circle(graph, from, trail = [from]) {
  for (const name of graph.get(trail[trail.length - 1])) {
    if (name === from) return [...trail, from];
    const found = trail.includes(name) ? null : circle(graph, from, [...trail, name]);
    if (found) return found;
  }
  return null;
}

test("every script is checked", () => {
  assert.ok(scripts.size > 30);
  for (const [name, text] of scripts) assert.ok(text.startsWith("// @ts-check\n"), name);
  for (const [name, text] of scripts) assert.doesNotMatch(text, /@ts-(ignore|nocheck|expect-error)/, name);
});

test("no scripts need each other", () => {
  const graph = new Map([...scripts].map(([name, text]) => [name, imports(text)]));
  assert.ok(graph.get("page.js").includes("table.js") && graph.get("table.js").includes("why.js"));
  for (const name of graph.keys()) assert.equal(circle(graph, name), null);
  assert.deepEqual(circle(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]), "b"), ["b", "c", "b"]);
});

test("the page has two breakpoints, and one for low screens", () => {
  const styles = [page, new URL("style/", page)].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".css")).map((name) => readFileSync(new URL(name, folder), "utf8")));
  assert.ok(styles.length > 20);
  const widths = styles.flatMap((text) => [...text.matchAll(/@media[^{]*/g)].flatMap(([query]) => query.match(/(?:min|max)-(?:width|height): [^)]+/g) ?? []));
  assert.deepEqual([...new Set(widths)].sort(), ["max-height: 36rem", "max-width: 63.99rem", "min-width: 64rem", "min-width: 75rem"]);
});
