import { expect, test } from "vitest";
import type { DemandParts } from "../../../src/messages";
import { ahead, gridOf, headingTo, wayOf, windowOf } from "../../../src/views/demand/plan";

const PARTS: DemandParts = {
  length_s: 4,
  flags: [],
  start: { at_s: 0, place: { x: 0, z: 0 }, heading_deg: 0 },
  places: [],
  poses: [],
  path: null,
};

test("heading 0 is +Z and 90 is +X, there and back", () => {
  expect(ahead({ x: 1, z: 1 }, 0, 2)).toEqual({ x: 1, z: 3 });
  expect(ahead({ x: 1, z: 1 }, 90, 2).x).toBeCloseTo(3);
  for (const heading of [-135, -90, 0, 45, 90, 170]) {
    expect(headingTo({ x: 1, z: 2 }, ahead({ x: 1, z: 2 }, heading, 3))).toBe(heading);
  }
});

test("the window holds places, path and way, and is never tiny", () => {
  expect(windowOf(PARTS, []).size).toBeGreaterThan(4);
  const places = [{ at_s: 1, place: { x: 9, z: -3 }, heading_deg: null }];
  const seen = windowOf({ ...PARTS, places }, [{ x: -4, z: 1 }]);
  for (const [x, z] of [
    [9, -3],
    [-4, 1],
    [0, 0],
  ]) {
    expect(x).toBeGreaterThan(seen.x);
    expect(x).toBeLessThan(seen.x + seen.size);
    expect(z).toBeGreaterThan(seen.z);
    expect(z).toBeLessThan(seen.z + seen.size);
  }
});

test("there are some ten lines on the floor, whatever its size", () => {
  for (const size of [4, 9, 30, 400]) {
    expect(size / gridOf(size)).toBeLessThanOrEqual(14);
    expect(size / gridOf(size)).toBeGreaterThan(2.5);
  }
});

test("of a way every tenth of a second is a point", () => {
  const way = new Float32Array([0, 0, 5, 1, 1, 5, 2, 2, 5, 3, 3, 5]);
  expect(wayOf(way, 2)).toEqual([
    { x: 0, z: 0 },
    { x: 2, z: 2 },
  ]);
});
