import { describe, expect, it } from "vitest";
import type { SpaceFound } from "../../../src/messages";
import {
  countAt,
  countNear,
  errorOf,
  fewestWithin,
  nearestPlace,
  positionOf,
  roundNumbers,
  spread,
  usefulLast,
} from "../../../src/views/selection/scale";

function spaceOf(counts: number[], errorAt: (count: number) => number): SpaceFound {
  return {
    counts: Int32Array.from(counts),
    errors_cm: Float32Array.from(counts, errorAt),
    pose_range_cm: 100,
    note: null,
    is_preview: false,
  };
}

const all = (last: number) => Array.from({ length: last - 1 }, (_, n) => n + 2);

describe("the scale of counts", () => {
  it("comes back to every count from its position", () => {
    for (const last of [2, 3, 40, 400, 5423]) {
      const scale = { first: 2, last };
      for (let count = 2; count <= last; count++) expect(countAt(scale, positionOf(scale, count))).toBe(count);
    }
  });

  it("goes from one end to the other and never back", () => {
    const scale = { first: 3, last: 90 };
    const positions = all(90)
      .filter((count) => count >= 3)
      .map((count) => positionOf(scale, count));
    expect(positions[0]).toBe(0);
    expect(positions.at(-1)).toBe(1);
    for (let i = 1; i < positions.length; i++) expect(positions[i]).toBeGreaterThan(positions[i - 1]);
  });

  it("gives the counts that animators use most of the way", () => {
    const useful = { first: 2, last: usefulLast(spaceOf(all(400), (count) => 40 / count)) };
    expect(useful.last).toBe(200);
    expect(positionOf(useful, 60)).toBeGreaterThan(0.6);
    expect(positionOf(useful, 20)).toBeGreaterThan(0.35);
  });

  it("takes positions outside for the ends", () => {
    expect(countAt({ first: 2, last: 50 }, -0.3)).toBe(2);
    expect(countAt({ first: 2, last: 50 }, 1.7)).toBe(50);
  });
});

describe("the useful counts", () => {
  it("end where errors cannot be seen", () => {
    expect(usefulLast(spaceOf(all(400), (count) => (count < 77 ? 1 : 0.05)))).toBe(77);
  });

  it("are not too few, and not more than there are", () => {
    expect(usefulLast(spaceOf(all(400), () => 0))).toBe(40);
    expect(usefulLast(spaceOf(all(12), () => 5))).toBe(12);
    expect(usefulLast(spaceOf(all(400), () => 5))).toBe(200);
  });
});

describe("counts that there are", () => {
  const space = spaceOf([4, 5, 9, 12], (count) => 100 / count);

  it("are found nearest to one that is wanted", () => {
    expect([1, 4, 6, 7, 8, 30].map((wanted) => countNear(space, wanted))).toEqual([4, 4, 5, 5, 9, 12]);
    expect(nearestPlace([3], 100)).toBe(0);
  });

  it("are stepped along, as far as they go", () => {
    expect(countNear(space, 5, 1)).toBe(9);
    expect(countNear(space, 5, -1)).toBe(4);
    expect(countNear(space, 5, Number.POSITIVE_INFINITY)).toBe(12);
    expect(countNear(space, 5, Number.NEGATIVE_INFINITY)).toBe(4);
  });

  it("are as few as an error allows", () => {
    expect([1000, 25, 20, 15, 0.1].map((error) => fewestWithin(space, error))).toEqual([4, 4, 5, 9, 12]);
  });

  it("have their errors", () => {
    expect(errorOf(space, 5)).toBe(20);
    expect(errorOf(space, 4.2)).toBe(25);
  });
});

describe("numbers on the axes", () => {
  it("are round", () => {
    expect(roundNumbers(0.08, 25)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
    expect(roundNumbers(3, 4)).toEqual([]);
  });

  it("keep their distance", () => {
    expect(spread([0, 5, 11, 12, 30], (x) => x, 10)).toEqual([0, 11, 30]);
  });

  it("keep their distance however wide they are", () => {
    const place = (x: number) => 0.1 * x;
    expect(spread([500, 800, 1000, 1200], place, 8, (x) => 6 * String(x).length)).toEqual([500, 800, 1200]);
  });
});
