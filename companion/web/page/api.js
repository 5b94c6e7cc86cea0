// @ts-check
// What the page asks of the companion.
import { lang } from "./words.js";

const patience = 10000, uploads = 60000; // ms

// Refusal is an answer that is not the one hoped for. Status 0 is none at all.
export class Refusal extends Error {
  /** @param {number} status @param {Partial<RefusalBody>} [body] */
  constructor(status, body = {}) {
    super(body.error || "");
    this.status = status;
    this.seq = body.seq;
    this.news = body.news || [];
    this.topic = body.topic || "";
  }
}

// outside is called when this phone isn't let in (any more).
let outside = () => {};
/** @param {() => void} then */
export const onOutside = (then) => { outside = then; };

/** @param {string} path @param {RequestInit} [options] @param {number} [time] */
async function ask(path, options = {}, time = patience) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), time);
  let response, body;
  try {
    response = await fetch(address(path), { ...options, signal: stop.signal });
    body = await response.json();
  } catch {
    throw new Refusal(response && !response.ok ? response.status : 0);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return body;
  if (response.status === 401) outside();
  if (body.reload) location.reload(); // this page is older than the companion
  throw new Refusal(response.status, body);
}

// address adds the language of texts to a path.
/** @param {string} path */
export function address(path) {
  return path + (path.includes("?") ? "&" : "?") + "lang=" + lang;
}

// get asks for what lies at a path.
/** @type {<P extends string>(path: P) => Promise<Answer<P>>} */
export const get = (path) => ask(path);

// post sends an object.
/** @param {string} path @param {object} body @returns {Promise<Done>} */
export const post = (path, body) => ask(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

// send sends a file as it is.
/** @param {string} path @param {File} body @param {string} type @returns {Promise<Done>} */
export const send = (path, body, type) => ask(path, { method: "POST", headers: { "Content-Type": type }, body }, uploads);

// sendPackage sends the package of an update, and tells which part of it has left this phone, 0 to 1.
/** @param {File} file @param {(part: number) => void} sent @returns {Promise<Done>} */
export const sendPackage = (file, sent) => new Promise((done, fail) => {
  const request = new XMLHttpRequest();
  request.open("POST", address("/api/update"));
  request.setRequestHeader("Content-Type", "application/vnd.debian.binary-package");
  request.responseType = "json";
  request.upload.addEventListener("progress", (event) => sent(event.loaded / event.total));
  request.addEventListener("load", () => {
    if (request.status < 300) return done(request.response);
    if (request.status === 401) outside();
    return fail(new Refusal(request.status, request.response || {}));
  });
  request.addEventListener("error", () => fail(new Refusal(0)));
  request.send(file);
});
