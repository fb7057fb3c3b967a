import { describe, expect, it } from "vitest";
import {
  capturedExtent,
  measureOf,
  roomy,
  shownValueAt,
  valueTicks,
  yOf,
  zoomedValues,
} from "../../../src/views/graph/scale";
import { smallClip } from "./figure";

const axis = { low: -10, high: 30, top: 6, height: 200 };

describe("the value axis", () => {
  it("has the high values above and comes back from pixels", () => {
    expect([yOf(axis, 30), yOf(axis, -10), yOf(axis, 10)]).toEqual([6, 206, 106]);
    for (const value of [-10, 0, 12.25]) expect(shownValueAt(axis, yOf(axis, value))).toBeCloseTo(value, 12);
  });

  it("zooms about a value that stays", () => {
    const near = zoomedValues(axis, 0.5, 20);
    expect(near).toEqual({ low: 5, high: 25 });
    expect(yOf({ ...axis, ...near }, 20)).toBeCloseTo(yOf(axis, 20), 12);
  });

  it("has round ticks far enough apart, with the digits that they need", () => {
    expect(valueTicks(axis).values).toEqual([-10, 0, 10, 20, 30]);
    expect(valueTicks({ ...axis, low: 0, high: 0.4 }).digits).toBe(1);
    expect(valueTicks({ ...axis, low: 0, high: 0.04 }).digits).toBe(2);
    expect(valueTicks(axis).digits).toBe(0);
  });

  it("gives room, also to what does not move or is not there", () => {
    for (const extent of [
      { low: 5, high: 5 },
      { low: Infinity, high: -Infinity },
      { low: -1, high: 3 },
    ]) {
      const { low, high } = roomy(extent);
      expect(high - low).toBeGreaterThan(0);
      if (Number.isFinite(extent.low)) expect(low < extent.low && high > extent.high).toBe(true);
    }
  });
});

describe("measures", () => {
  it("are degrees and centimetres", () => {
    const clip = smallClip();
    expect(measureOf(clip, 0, false)).toEqual({ scale: 100, shift: 0 });
    expect(measureOf(clip, 1, false).scale).toBeCloseTo(57.29577951, 8);
  });

  it("normalised, make the captured range −1 to 1", () => {
    const clip = smallClip();
    const { low, high } = capturedExtent(clip, 1);
    const { scale, shift } = measureOf(clip, 1, true);
    expect(low * scale + shift).toBeCloseTo(-1, 6);
    expect(high * scale + shift).toBeCloseTo(1, 6);
  });

  it("normalised, put a channel that does not move into the middle, in its unit", () => {
    const { scale, shift } = measureOf(smallClip(), 0, true);
    expect(1 * scale + shift).toBeCloseTo(0, 9);
    expect(scale).toBe(100);
  });
});
