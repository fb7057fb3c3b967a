import { describe, expect, it } from "vitest";
import {
  axisOf,
  frameAt,
  framed,
  framesIn,
  GUTTER,
  LEAST_SPAN,
  panned,
  ticks,
  xOf,
  zoomed,
} from "../../src/timeline/axis";

const axis = axisOf({ from: 1, to: 101 }, 634);

describe("axis", () => {
  it("begins after the names and leaves room at the right", () => {
    expect(xOf(axis, 1)).toBe(GUTTER);
    expect(xOf(axis, 101)).toBe(624);
  });
  it("turns frames into pixels and back", () => {
    for (const frame of [-5, 1, 17.25, 400]) expect(frameAt(axis, xOf(axis, frame))).toBeCloseTo(frame, 9);
    expect(framesIn(axis, 500)).toBeCloseTo(100, 9);
  });
  it("zooms about a frame that stays in place", () => {
    const nearer = { ...axis, ...zoomed(axis, 0.5, 26, { from: 1, to: 101 }) };
    expect(xOf(nearer, 26)).toBeCloseTo(xOf(axis, 26), 9);
    expect(nearer.to - nearer.from).toBeCloseTo(50, 9);
  });
  it("zooms neither too near nor too far", () => {
    const most = { from: 1, to: 101 };
    const near = zoomed(axis, 1e-6, 26, most);
    const far = zoomed(axis, 1e6, 26, most);
    expect(near.to - near.from).toBeCloseTo(LEAST_SPAN, 9);
    expect(far.to - far.from).toBeCloseTo(150 + LEAST_SPAN, 9);
  });
  it("pans and frames", () => {
    const most = { from: 1, to: 101 };
    expect(panned(axis, 5, most)).toEqual({ from: 6, to: 106 });
    expect(panned(axis, 500, most)).toEqual({ from: 51, to: 151 });
    expect(panned(axis, -500, most)).toEqual({ from: -49, to: 51 });
    // From further out, it only goes back.
    const away = { from: 200, to: 300 };
    expect(panned(away, 1, most)).toEqual(away);
    expect(panned(away, -1, most)).toEqual({ from: 199, to: 299 });
    expect(framed(0, 100)).toEqual({ from: -3, to: 103 });
  });
  it.each([1, 7, 64, 300])("has round ticks at least %d pixels apart", (apart) => {
    const found = ticks(axis, apart);
    for (let i = 1; i < found.length; i++) {
      expect(xOf(axis, found[i]) - xOf(axis, found[i - 1])).toBeGreaterThanOrEqual(apart - 1e-9);
      expect(Number.isInteger(found[i])).toBe(true);
    }
    expect(found.length).toBeGreaterThan(0);
  });
});
