// Records of matches: JSON Lines, one fact a line.

/**
 * @typedef {object} Fact
 * @property {number} seq
 * @property {number} ms
 * @property {string} kind
 * @property {string} [game]
 * @property {string} [program]
 * @property {string[]} [seats]
 * @property {Record<string, string>} [options]
 * @property {string} [seal]
 * @property {boolean} [lost]
 * @property {number} [seat]
 * @property {string} [says]
 * @property {number[]} [among]
 * @property {string} [luck]
 * @property {number} [back_to]
 * @property {string} [secret]
 */

/** A fault of a record, with the key of its text. */
export class Fault extends Error {
  /** @param {string} key @param {number} line @param {...(string | number)} args */
  constructor(key, line, ...args) {
    super(`${line}: ${key} ${args.join(" ")}`);
    this.key = key;
    this.line = line;
    this.args = args;
  }
}

/** The fields of each kind, apart from those that all kinds have. @type {Record<string, string>} */
const fields = {
  started: "game program seats options series clock luck seal",
  stirred: "says",
  drawn: "says among luck",
  decided: "seat says luck",
  undone: "back_to",
  ruled: "says why",
  seated: "seat says",
  hinted: "says",
  opened: "secret",
  sealed: "seal lost",
  ended: "",
};

const common = "seq at ms idle kind".split(" ");

/** The types of the fields that this checker reads. @type {Record<string, (value: any) => boolean>} */
const types = {
  seq: Number.isInteger, ms: Number.isInteger, seat: Number.isInteger, back_to: Number.isInteger,
  lost: (v) => typeof v === "boolean",
  seats: (v) => listOf(v, "string"), among: (v) => listOf(v, "number"),
  options: (v) => typeof v === "object" && listOf(Object.values(v), "string"),
};

/** @param {any} value @param {string} type @returns {boolean} */
const listOf = (value, type) => Array.isArray(value) && value.every((v) => typeof v === type);

/**
 * Parses a record. It throws a Fault for a line that is no fact.
 * @param {string} text @returns {Fact[]}
 */
export function parse(text) {
  /** @type {Fact[]} */
  const facts = [];
  const lines = text.replace(/^\ufeff/, "").split("\n");
  lines.forEach((line, i) => {
    if (line.trim() !== "") facts.push(fact(line, i + 1, facts));
  });
  if (facts.length === 0) throw new Fault("fault.empty", 1);
  return facts;
}

/** @param {string} line @param {number} at @param {Fact[]} before @returns {Fact} */
function fact(line, at, before) {
  let f;
  try {
    f = JSON.parse(line);
  } catch {
    throw new Fault("fault.json", at);
  }
  if (f === null || typeof f !== "object" || !Object.hasOwn(fields, f.kind)) throw new Fault("fault.kind", at);
  const allowed = [...common, ...fields[f.kind].split(" ")];
  const names = topNames(line);
  if (new Set(names).size < names.length) throw new Fault("fault.twice", at);
  for (const name of names) {
    const fits = types[name] ?? ((/** @type {any} */ v) => typeof v === "string" || name === "idle");
    if (!allowed.includes(name) || !fits(f[name])) throw new Fault("fault.field", at, name);
  }
  return ordered(f, at, before);
}

/**
 * Fills in and checks the numbers of a fact.
 * @param {any} f @param {number} at @param {Fact[]} before @returns {Fact}
 */
function ordered(f, at, before) {
  const last = before.at(-1);
  f.seq ??= before.length + 1;
  f.ms ??= last?.ms ?? 0;
  if (f.seq !== before.length + 1) throw new Fault("fault.seq", at, f.seq, before.length + 1);
  if (f.ms < (last?.ms ?? 0)) throw new Fault("fault.ms", at);
  const begins = f.kind === "started" && f.game && f.seats?.length > 0;
  if (before.length === 0 ? !begins : f.kind === "started") throw new Fault("fault.started", at);
  if (f.kind === "decided" && f.seat === undefined && f.luck === undefined) throw new Fault("fault.seat", at);
  return digits(f, at);
}

/**
 * Checks the seal and the secret of a fact.
 * @param {any} f @param {number} at @returns {Fact}
 */
function digits(f, at) {
  f.seal = f.seal?.toLowerCase();
  f.secret = f.secret?.toLowerCase();
  for (const name of ["seal", "secret"]) {
    if (f[name] !== undefined && !/^[0-9a-f]{64}$/.test(f[name])) throw new Fault("fault.digits", at, name);
  }
  return f;
}

/**
 * Returns the names of the fields of an object in JSON, also those that stand twice.
 * @param {string} json @returns {string[]}
 */
function topNames(json) {
  const names = [];
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token[0] === '"') {
      if (depth === 1 && token.endsWith(":")) names.push(JSON.parse(token.slice(0, -1)));
    } else {
      depth += token === "{" || token === "[" ? 1 : -1;
    }
  }
  return names;
}
