import { describe, expect, it } from "vitest";
import type { Settings } from "../../src/messages";
import { axisOf, xOf } from "../../src/timeline/axis";
import { handleAt, LEAST_RANGE, roomFor, settingsFor, withEnd } from "../../src/timeline/range";

const clip = { first: 1, last: 400 };

describe("range", () => {
  const axis = axisOf({ from: 1, to: 400 }, 880);
  const range = { first: 50, last: 300 };
  it("has its handles outside", () => {
    expect(handleAt(axis, range, xOf(axis, 50) - 5)).toBe("first");
    expect(handleAt(axis, range, xOf(axis, 300) + 5)).toBe("last");
    expect(handleAt(axis, range, xOf(axis, 50) + 5)).toBeNull();
    expect(handleAt(axis, range, xOf(axis, 300) - 5)).toBeNull();
  });
  it("has fields as wide as its longest number", () => {
    expect(roomFor({ first: 1, last: 400 })).toEqual({ "--digits": 3 });
    expect(roomFor({ first: -1000, last: 400 })).toEqual({ "--digits": 5 });
    expect(roomFor({ first: 1, last: 432_000 })).toEqual({ "--digits": 6 });
  });
  it("moves one end, on whole frames", () => {
    expect(withEnd(range, "first", 70.4, clip)).toEqual({ first: 70, last: 300 });
    expect(withEnd(range, "last", 70.6, clip)).toEqual({ first: 50, last: 71 });
  });
  it("stays inside the clip with its ends in order", () => {
    expect(withEnd(range, "first", -20, clip).first).toBe(1);
    expect(withEnd(range, "last", 999, clip).last).toBe(400);
    expect(withEnd(range, "first", 350, clip).first).toBe(300 - LEAST_RANGE);
    expect(withEnd(range, "last", 2, clip).last).toBe(50 + LEAST_RANGE);
  });
  it("is the whole clip where that is shorter than the least range", () => {
    for (const last of [1, 2]) {
      const all = { first: 1, last };
      for (const end of ["first", "last"] as const)
        for (const frame of [-5, 1, 2, 9]) expect(withEnd(all, end, frame, all)).toEqual(all);
    }
  });
  it("lets go of pins outside", () => {
    const settings = { first: 1, last: 400, pins: [10, 50, 200, 301], criterion: "curve-max" } as Settings;
    expect(settingsFor(settings, range)).toEqual({ ...settings, ...range, pins: [50, 200] });
    expect(settings.pins).toHaveLength(4);
  });
});
