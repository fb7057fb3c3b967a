import { describe, expect, it } from "vitest";
import { axisOf } from "../../src/timeline/axis";
import { edgeFrame, lanesBetween, nearestEdge, spanOf, spanWords } from "../../src/timeline/lanes";

const axis = axisOf({ from: 0, to: 100 }, 1134); // ten pixels a frame

describe("lanes", () => {
  it("between two are all between them, whichever is above", () => {
    expect([lanesBetween(1, 1), lanesBetween(3, 1), lanesBetween(0, 2)]).toEqual([[1], [1, 2, 3], [0, 1, 2]]);
  });
});

describe("an edge", () => {
  it("of two that are equally near is the first one's", () => {
    const [before, after] = [
      { first: 10, last: 19 },
      { first: 20, last: 29 },
    ];
    const { right } = spanOf(axis, before);
    expect(nearestEdge([before, after], axis, right)).toEqual({ stretch: before, end: "last" });
    expect(nearestEdge([after, before], axis, right)).toEqual({ stretch: after, end: "first" });
    expect(nearestEdge([before, after], axis, right + 6)).toBeNull();
  });

  it("is dragged to the frame whose edge is there", () => {
    for (const frame of [3, 20, 77]) {
      const { left, right } = spanOf(axis, { first: frame, last: frame });
      for (const slip of [-4, 0, 4]) {
        expect(edgeFrame(axis, "first", left + slip)).toBe(frame);
        expect(edgeFrame(axis, "last", right + slip)).toBe(frame);
      }
    }
  });
});

it("a stretch in words counts its frames", () => {
  expect(spanWords({ first: 20, last: 60 }, 120)).toBe("20–60 · 41 frames · 0.34 s");
  expect(spanWords({ first: 7, last: 7 }, 50)).toBe("7–7 · 1 frame · 0.02 s");
});
