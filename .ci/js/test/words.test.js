import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, count, day, duration, number, seatClock, speak, word } from "../../../companion/web/page/words.js";

const minute = 60000;

test("a word is filled with what belongs into it", async () => {
  await speak("en");
  assert.equal(word("turn", "Ann"), "Ann to play");
  assert.equal(word("turn"), "{0} to play"); // a hole stays to be seen
  assert.equal(word("turn", "{0}"), "{0} to play"); // what is filled in is not filled again
  assert.equal(word("no.such.word", 1), "no.such.word");
});

test("plurals are those of the language", async () => {
  for (const [lang, n, want] of [
    ["ru", 0, "0 вечеров"], ["ru", 1, "1 вечер"], ["ru", 2, "2 вечера"], ["ru", 5, "5 вечеров"], ["ru", 11, "11 вечеров"],
    ["ru", 21, "21 вечер"], ["ru", 22, "22 вечера"], ["ru", 112, "112 вечеров"],
    ["en", 0, "0 evenings"], ["en", 1, "1 evening"], ["en", 2, "2 evenings"], ["en", 21, "21 evenings"],
  ]) {
    await speak(lang);
    assert.equal(count("year.evenings", n), want, `${lang} ${n}`);
  }
});

test("numbers and days are written as the language writes them", async () => {
  await speak("ru");
  assert.equal(number(1234.56), "1\u00a0235");
  assert.equal(number(0.25, 1), "0,3");
  assert.match(day("2026-11-21"), /21 ноября 2026/);
  await speak("en");
  assert.equal(number(1234.56, 1), "1,234.6");
  assert.match(day("2026-11-21T23:59:00Z"), /Sat.*21.*2026|Sat.*November 21/);
  for (const none of ["", "soon", "0000-00-00"]) assert.equal(day(none), none);
});

test("a duration has the two largest units that it needs", async () => {
  await speak("en");
  for (const [ms, want] of [
    [3600000, "1 h 0 min"], [3600000 - 1, "1 h 0 min"], [64 * minute, "1 h 4 min"], [26 * 60 * minute + 59000, "26 h 0 min"],
  ]) assert.equal(duration(ms), want, `${ms}`);
  assert.equal(duration(59 * minute), word("time.minutes", 59));
  assert.equal(duration(59400), word("time.seconds", 59));
  assert.equal(duration(59500), word("time.minutes", 1)); // rounded to 60 s
  assert.equal(duration(0), word("time.seconds", 0));
});

test("a clock shows minutes and seconds", () => {
  for (const [ms, want] of [[0, "0:00"], [999, "0:00"], [1000, "0:01"], [245000, "4:05"], [6000000, "100:00"], [-10000, "−0:10"], [-500, "−0:00"]]) {
    assert.equal(clock(ms), want, `${ms}`);
  }
});

test("the clock of a seat shows what the panel shows", () => {
  const up = { ms: 61000, left: 0, running: true };
  const down = { ms: 0, left: 10000, running: true, down: true };
  const delayed = { ...down, delay: 5000 };
  const byoyomi = { ms: 0, left: 10000, running: true, down: true, period: 30000, periods: 3 };
  for (const [what, time, more, want] of [
    ["counts up", up, 1500, "1:02"],
    ["stands", { ...up, running: false }, 1500, "1:01"],
    ["counts down, and a second that has begun is shown", down, 1, "0:10"],
    ["has run out", down, 10000, "0:00"],
    ["is overdrawn", down, 12000, "−0:02"],
    ["waits", delayed, 1000, "+0:04"],
    ["begins to run after the delay", delayed, 5000, "0:10"],
    ["has run since the delay", delayed, 7500, "0:08"],
    ["is before byoyomi", byoyomi, 9999, "0:01"],
    ["begins the first period", byoyomi, 10000, "3×0:30"],
    ["is within the first period", byoyomi, 25000, "3×0:15"],
    ["is within the second period", byoyomi, 40001, "2×0:30"],
    ["is within the last period", byoyomi, 99000, "1×0:01"],
    ["has used all periods", byoyomi, 100000, "0:00"],
    ["stands within a period", { ...byoyomi, left: 30000, byoyomi: true, periods: 2, running: false }, 90000, "2×0:30"],
    ["leaves a period", { ...byoyomi, left: 1000, byoyomi: true, periods: 2 }, 1000, "1×0:30"],
  ]) assert.equal(seatClock(time, more), want, what);
});
