import { describe, expect, it } from "vitest";
import { painted } from "../../../src/document/plants";
import type { Plant } from "../../../src/messages";
import { axisOf } from "../../../src/timeline/axis";
import { frameUnder, spanOf } from "../../../src/timeline/lanes";
import { edgeNear, LEAST_LANE, laneAt, laneHeight, laneOf, MOST_LANE } from "../../../src/views/feet/lanes";

const WIDTH = 1134; // ten pixels a frame
const axis = axisOf({ from: 0, to: 100 }, WIDTH);

function plant(first: number, last: number, point = 0): Plant {
  return { first, last, point, source: "hand" };
}

describe("the lanes", () => {
  it("fill the height, within limits", () => {
    expect(laneHeight(200)).toBe(50);
    expect(laneHeight(40)).toBe(LEAST_LANE);
    expect(laneHeight(4000)).toBe(MOST_LANE);
  });

  it.each([LEAST_LANE, 30, 42, MOST_LANE])("have their parts inside, one below the other (%i pixels)", (high) => {
    for (const index of [0, 3]) {
      const { top, bar, band, curves } = laneOf(index, high);
      expect(top).toBe(index * high);
      expect(bar.top).toBeGreaterThan(top);
      expect(band.top).toBeGreaterThanOrEqual(bar.top + bar.height);
      expect(curves.top).toBeGreaterThanOrEqual(band.top + band.height);
      expect(curves.top + curves.height).toBeLessThan(top + high);
    }
  });

  it("are found by height, the nearest one outside", () => {
    expect([-20, 0, 49, 50, 199, 900].map((y) => laneAt(y, 50))).toEqual([0, 0, 0, 1, 3, 3]);
  });
});

describe("an edge under the pointer", () => {
  const plants = [plant(20, 29), plant(40, 40), plant(25, 60, 1)];

  it("is the nearest one within reach, of this lane", () => {
    const { left, right } = spanOf(axis, plants[0]);
    expect(edgeNear(plants, 0, axis, left + 4)).toEqual({ plant: plants[0], end: "first" });
    expect(edgeNear(plants, 0, axis, right - 4)).toEqual({ plant: plants[0], end: "last" });
    expect(edgeNear(plants, 0, axis, (left + right) / 2)).toBeNull();
    expect(edgeNear(plants, 0, axis, right + 6)).toBeNull();
    expect(edgeNear(plants, 2, axis, left)).toBeNull();
  });

  it("of a plant of one frame can be either", () => {
    const { left, right } = spanOf(axis, plants[1]);
    expect(right - left).toBeCloseTo(10);
    expect(edgeNear(plants, 0, axis, left + 1)?.end).toBe("first");
    expect(edgeNear(plants, 0, axis, right - 1)?.end).toBe("last");
  });

  it("leaves something between the edges, however small a plant is seen", () => {
    for (const span of [200, 2000, 4000]) {
      const far = axisOf({ from: 0, to: span }, WIDTH);
      const some = [plant(100, 112)];
      const { left, right } = spanOf(far, some[0]);
      if (right - left > 4) expect(edgeNear(some, 0, far, (left + right) / 2)).toBeNull();
      expect(edgeNear(some, 0, far, left - 4)).toEqual(right - left > 15 ? { plant: some[0], end: "first" } : null);
      expect(edgeNear(some, 0, far, left)?.end).toBe("first");
    }
  });
});

it("a stroke from frame to frame paints both, to the frame", () => {
  const [from, to] = [7, 12].map((frame) => frameUnder(axis, spanOf(axis, { first: frame, last: frame }).left + 5));
  expect(painted([], 0, { first: from, last: to }, true)).toEqual([plant(7, 12)]);
});
