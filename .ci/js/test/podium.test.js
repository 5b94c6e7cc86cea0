import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { placed, standing } from "../../../companion/web/page/podium.js";

const match = (scores, won, lowest = false) => ({ names: scores.map((_, i) => `p${i}`), scores, won, lowest });
const told = (all) => all.map(({ seat, place, won }) => `${place}:${seat}${won ? "*" : ""}`).join(" ");

test("who won comes first, then who has more points; equal ones share a place", () => {
  for (const [scores, won, lowest, want] of [
    [[7, 31, 12, 12], [2], false, "1:2* 2:3 2:4 4:1"],
    [[7, 31, 12], [1], true, "1:1* 2:3 3:2"],
    [[5, 5], [1, 2], false, "1:1* 1:2*"],
    [[9, 5], [2], false, "1:2* 2:1"], // a game that isn't won by points alone
    [[], [], false, ""],
  ]) assert.equal(told(placed(match(scores, won, lowest))), want);
});

test("on the podium stand whole places, as far as four have room", () => {
  for (const [scores, won, want] of [
    [[4, 3, 2, 1], [1], "1:1* 2:2 3:3"],
    [[4, 3, 2, 2, 1], [1], "1:1* 2:2 3:3 3:4"],
    [[4, 3, 2, 2, 2], [1], "1:1* 2:2"],
    [[4, 3, 3, 3, 3], [1], "1:1*"],
    [[4, 4, 4, 4, 4, 1], [1, 2, 3, 4, 5], ""], // too many winners
    [[4, 4, 3, 2], [1, 2], "1:1* 1:2* 3:3"],
  ]) assert.equal(told(standing(placed(match(scores, won)))), want);
});
