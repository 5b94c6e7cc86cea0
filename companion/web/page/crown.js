// @ts-check
// The crown of whoever has won.

export const crownShape = "M3 17 1 5l6 5 5-9 5 9 6-5-2 12z"; // in 24×18

// crown is put over who won.
export function crown() {
  const svg = "http://www.w3.org/2000/svg", drawn = document.createElementNS(svg, "svg"), path = document.createElementNS(svg, "path");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 18", class: "crown", "aria-hidden": "true" })) drawn.setAttribute(name, value);
  path.setAttribute("d", crownShape);
  drawn.append(path);
  return drawn;
}
