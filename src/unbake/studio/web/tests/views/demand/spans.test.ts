import { expect, test } from "vitest";
import type { FlagSpan } from "../../../src/messages";
import { lanesOf, painted } from "../../../src/views/demand/spans";

const span = (start_s: number, stop_s: number, must = true, flag = "Walk"): FlagSpan => ({
  flag,
  start_s,
  stop_s,
  must,
});

test("spans of one kind that meet become one", () => {
  expect(painted([span(0, 2)], "Walk", [2, 3], "must")).toEqual([span(0, 3)]);
  expect(painted([span(0, 2), span(4, 5)], "Walk", [1, 4.5], "must")).toEqual([span(0, 5)]);
});

test("what is painted takes the place of what was there", () => {
  expect(painted([span(0, 4)], "Walk", [1, 2], "must-not")).toEqual([span(0, 1), span(1, 2, false), span(2, 4)]);
  expect(painted([span(0, 4)], "Walk", [1, 2], "may")).toEqual([span(0, 1), span(2, 4)]);
  expect(painted([span(0, 4)], "Walk", [0, 4], "may")).toEqual([]);
});

test("other flags, and what is given, stay as they are", () => {
  const before = [span(0, 4), span(0, 4, true, "Run")];
  expect(painted(before, "Walk", [0, 4], "may")).toEqual([span(0, 4, true, "Run")]);
  expect(before).toHaveLength(2);
});

test("flags that only the demand has get a lane, too", () => {
  expect(lanesOf(["Walk", "Run"], [span(0, 1, true, "Fly"), span(0, 1)])).toEqual(["Walk", "Run", "Fly"]);
});
