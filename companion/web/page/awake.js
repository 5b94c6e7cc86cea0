// @ts-check
// Keeping the screen on. A browser gives a page without HTTPS no lock for that, but while a video
// plays in sight it lets no screen fall asleep. The video is black, and nobody sees it.
import { el } from "./dom.js";
import { near } from "./files.js";

let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let video = null;

// stayAwake keeps the screen on from now on, or lets it fall asleep.
/** @param {boolean} yes */
export async function stayAwake(yes) {
  wanted = yes;
  if (!yes) {
    lock?.release();
    video?.pause();
    return;
  }
  if (document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { // no HTTPS, or no power left
    play();
  }
}

// play plays the video, if the browser lets it: some want a tap first.
function play() {
  if (!wanted || lock || document.hidden) return;
  if (!video) document.body.prepend(video = made());
  if (video.paused) video.play().catch(() => {});
}

// made is the video. Only that for Safari has a track of silence, which Safari asks for and which
// would turn down the music on others.
function made() {
  const name = /^Apple/.test(navigator.vendor) ? "still.mp4" : "still.webm";
  const node = el("video", { class: "behind", loop: true, playsinline: true, "aria-hidden": "true", tabindex: -1, src: near(name) });
  node.muted = true;
  node.disableRemotePlayback = true;
  return node;
}

document.addEventListener("visibilitychange", () => stayAwake(wanted));
addEventListener("pointerdown", play, true);
