// SHA-256 (FIPS 180-4) and HMAC (FIPS 198-1), without crypto.subtle, which a page from a file or
// over HTTP may lack.

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const primes = firstPrimes(64);
const rounds = primes.map((p) => fraction(Math.cbrt(p), p, 3n));
const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p), p, 2n));

/** @param {number} count @returns {number[]} */
function firstPrimes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((p) => n % p !== 0)) found.push(n);
  }
  return found;
}

/**
 * Returns the first 32 bits of the fractional part of the root of p of that degree. near is the root
 * in floating point, which is only a first guess.
 * @param {number} near @param {number} p @param {bigint} degree @returns {number}
 */
function fraction(near, p, degree) {
  const target = BigInt(p) << (32n * degree);
  let root = BigInt(Math.floor(near * 2 ** 32));
  while (root ** degree > target) root--;
  while ((root + 1n) ** degree <= target) root++;
  return Number(root & 0xffffffffn);
}

/** @param {number} x @param {number} n @returns {number} */
const rotated = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * Updates the state with a block of 64 bytes.
 * @param {Uint32Array} state @param {Uint8Array} block
 */
function compress(state, block) {
  const w = new Uint32Array(64);
  const bytes = new DataView(block.buffer, block.byteOffset, 64);
  for (let t = 0; t < 16; t++) w[t] = bytes.getUint32(4 * t);
  for (let t = 16; t < 64; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[t] + w[t]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((v, i) => { state[i] += v; });
}

/** @param {Uint8Array} message @returns {Uint8Array} */
export function sha256(message) {
  const state = Uint32Array.from(start);
  const whole = message.length - (message.length % 64);
  for (let i = 0; i < whole; i += 64) compress(state, message.subarray(i, i + 64));
  const rest = message.subarray(whole);
  const padded = new Uint8Array(rest.length < 56 ? 64 : 128);
  padded.set(rest);
  padded[rest.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  for (let i = 0; i < padded.length; i += 64) compress(state, padded.subarray(i, i + 64));
  const sum = new Uint8Array(32);
  state.forEach((v, i) => new DataView(sum.buffer).setUint32(4 * i, v));
  return sum;
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((b) => b ^ 0x36), message));
  return sha256(joined(block.map((b) => b ^ 0x5c), inner));
}

/** @param {Uint8Array} a @param {Uint8Array} b @returns {Uint8Array} */
function joined(a, b) {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** @param {string} text @returns {Uint8Array} */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes @returns {string} */
export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** @param {string} digits @returns {Uint8Array} */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The bytes 0, 1, 2 and so on. @param {number} n @returns {Uint8Array} */
const bytesUpTo = (n) => Uint8Array.from({ length: n }, (_, i) => i);

/**
 * NIST's examples for SHA-256 (Cryptographic Standards and Guidelines, "SHA256", and FIPS 180-2,
 * appendix B.3) and for HMAC-SHA-256 ("HMAC_SHA256").
 * @type {[string, () => Uint8Array, string][]}
 */
export const vectors = [
  ["SHA-256, 24 bits", () => sha256(utf8("abc")),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["SHA-256, 448 bits", () => sha256(utf8("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ["SHA-256, 8,000,000 bits", () => sha256(utf8("a".repeat(1000000))),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ["HMAC, key of a block", () => hmac(bytesUpTo(64), utf8("Sample message for keylen=blocklen")),
    "8bb9a1db9806f20df7f77b82138c7914d174d59e13dc4d0169c9057b133e1d62"],
  ["HMAC, shorter key", () => hmac(bytesUpTo(32), utf8("Sample message for keylen<blocklen")),
    "a28cf43130ee696a98f14a37678b56bcfcbdd9e5cf69717fecf5480f0ebdf790"],
  ["HMAC, longer key", () => hmac(bytesUpTo(100), utf8("Sample message for keylen=blocklen")),
    "bdccb6c72ddeadb500ae768386cb38cc41c63dbb0878ddb9c7a38a431b78378d"],
];

/** Returns the names of the vectors whose answers are wrong. @returns {string[]} */
export function failedVectors() {
  return vectors.filter(([, answer, want]) => hex(answer()) !== want).map(([name]) => name);
}
