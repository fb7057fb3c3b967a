import { describe, expect, it } from "vitest";
import {
  flattened,
  handleOf,
  handleType,
  isLocked,
  type KeyPlace,
  keyValue,
  type Side,
  withHandle,
  withLocks,
  withType,
  withValues,
} from "../../src/curves/handles";
import { ALIGNED, AUTO, AUTO_CLAMPED, FREE, VECTOR } from "../../src/curves/tangents";
import type { Keys } from "../../src/messages";

/** Three keys of two channels with level handles at thirds; frames 10, 20, 40. */
function threeKeys(): Keys {
  const frames = [10, 20, 40];
  const values = [0, 5, 1, 6, 3, 4];
  const handles = (runs: number[]) => frames.flatMap((f, k) => [0, 1].flatMap((c) => [f + runs[k], values[2 * k + c]]));
  return {
    first: 10,
    last: 40,
    fit: "free",
    frames: Int32Array.from(frames),
    classes: new Uint8Array(3),
    values: Float64Array.from(values),
    left: Float64Array.from(handles([0, -3, -6])),
    right: Float64Array.from(handles([4, 6, 0])),
    tangents: new Uint8Array(6),
    holds: [],
  };
}

const MIDDLE: KeyPlace = { key: 1, channel: 0 };

function slope(keys: Keys, place: KeyPlace, side: Side): number {
  const handle = handleOf(keys, place, side);
  return (handle.value - keyValue(keys, place)) / (handle.frame - keys.frames[place.key]);
}

/** Which numbers of which parts differ. */
function changed(a: Keys, b: Keys): string[] {
  return (["values", "left", "right", "tangents"] as const).flatMap((part) =>
    [...a[part]].flatMap((value, n) => (Object.is(value, b[part][n]) ? [] : [`${part} ${n}`])),
  );
}

describe("a key's value", () => {
  it("takes its handles along and leaves all else", () => {
    const keys = threeKeys();
    const moved = withValues(keys, [MIDDLE], (value) => value + 2);
    expect(keyValue(moved, MIDDLE)).toBe(3);
    expect(handleOf(moved, MIDDLE, "left")).toEqual({ frame: 17, value: 3 });
    expect(changed(keys, moved)).toEqual(["values 2", "left 5", "right 5"]);
    expect(keys).toEqual(threeKeys());
  });
});

describe("a handle", () => {
  it("turns the one across its key, which keeps its length in time", () => {
    const keys = threeKeys();
    const moved = withHandle(keys, MIDDLE, "right", { frame: 24, value: 3 });
    expect(handleOf(moved, MIDDLE, "right")).toEqual({ frame: 24, value: 3 });
    expect(handleOf(moved, MIDDLE, "left")).toEqual({ frame: 17, value: -0.5 });
    expect(keys).toEqual(threeKeys());
  });

  it("moves alone where the tangent is broken", () => {
    const keys = withType(threeKeys(), [MIDDLE], FREE);
    const moved = withHandle(keys, MIDDLE, "right", { frame: 24, value: 3 });
    expect(changed(keys, moved)).toEqual(["right 4", "right 5"]);
    expect(handleType(moved, MIDDLE)).toBe(FREE);
  });

  it.each([
    ["right", 55, 40],
    ["right", 12, 20.4],
    ["left", 3, 10],
    ["left", 31, 19.8],
  ] as const)("stays in its segment: %s to %d is %d", (side, frame, held) => {
    const moved = withHandle(threeKeys(), MIDDLE, side, { frame, value: 2 });
    expect(handleOf(moved, MIDDLE, side)).toEqual({ frame: held, value: 2 });
  });

  it("cannot be moved off the first or the last key outwards", () => {
    const keys = threeKeys();
    expect(withHandle(keys, { key: 0, channel: 1 }, "left", { frame: 5, value: 9 })).toBe(keys);
    expect(withHandle(keys, { key: 2, channel: 1 }, "right", { frame: 50, value: 9 })).toBe(keys);
    const moved = withHandle(keys, { key: 0, channel: 1 }, "right", { frame: 12, value: 9 });
    expect(changed(keys, moved)).toEqual(["right 2", "right 3"]);
  });
});

describe("types of handles", () => {
  const bent = () => withHandle(withType(threeKeys(), [MIDDLE], FREE), MIDDLE, "right", { frame: 23, value: 4 });

  it("aligned: in one line between the two ends", () => {
    const keys = withType(bent(), [MIDDLE], ALIGNED);
    expect(handleType(keys, MIDDLE)).toBe(ALIGNED);
    expect(slope(keys, MIDDLE, "left")).toBeCloseTo(0.5, 12);
    expect(slope(keys, MIDDLE, "right")).toBeCloseTo(0.5, 12);
    expect(handleOf(keys, MIDDLE, "right").frame).toBe(23);
  });

  it("flat: level and aligned", () => {
    const keys = flattened(bent(), [MIDDLE]);
    expect([slope(keys, MIDDLE, "left"), slope(keys, MIDDLE, "right")]).toEqual([-0, 0]);
    expect(handleType(keys, MIDDLE)).toBe(ALIGNED);
  });

  it("vector: at the neighbours, a third of the way, wherever they go", () => {
    const keys = withType(threeKeys(), [MIDDLE, { key: 0, channel: 1 }], VECTOR);
    expect(handleOf(keys, MIDDLE, "left").frame).toBeCloseTo(50 / 3, 12);
    expect(slope(keys, MIDDLE, "left")).toBeCloseTo(0.1, 12);
    expect(slope(keys, MIDDLE, "right")).toBeCloseTo(0.1, 12);
    expect(handleOf(keys, { key: 0, channel: 1 }, "left")).toEqual({ frame: 10, value: 5 });
    const moved = withValues(keys, [{ key: 2, channel: 0 }], () => 21);
    expect(slope(moved, MIDDLE, "right")).toBeCloseTo(1, 12);
    expect(slope(moved, MIDDLE, "left")).toBeCloseTo(0.1, 12);
  });

  it("auto: the mean of the ways to both neighbours, level at the ends, and follows them", () => {
    const everything = [0, 1, 2].map((key) => ({ key, channel: 0 }));
    const keys = withType(threeKeys(), everything, AUTO);
    expect(slope(keys, MIDDLE, "left")).toBeCloseTo(0.1, 12);
    expect(slope(keys, { key: 0, channel: 0 }, "right")).toBe(0);
    const moved = withValues(keys, [{ key: 2, channel: 0 }], () => 21);
    expect(slope(moved, MIDDLE, "left")).toBeCloseTo(0.55, 12);
    expect(slope(moved, MIDDLE, "right")).toBeCloseTo(0.55, 12);
  });

  it("auto clamped: level at a high, and never past a neighbour", () => {
    const keys = withType(threeKeys(), [MIDDLE], AUTO_CLAMPED);
    expect(
      slope(
        withValues(keys, [MIDDLE], () => 9),
        MIDDLE,
        "right",
      ),
    ).toBeCloseTo(0, 12);
    const steep = withValues(keys, [{ key: 2, channel: 0 }], () => 201);
    expect(slope(steep, MIDDLE, "right")).toBeCloseTo(0.3, 12);
    expect(handleOf(steep, MIDDLE, "left").value).toBeCloseTo(0, 12);
  });

  it.each([
    [AUTO, ALIGNED],
    [AUTO_CLAMPED, ALIGNED],
    [VECTOR, FREE],
    [ALIGNED, ALIGNED],
    [FREE, FREE],
  ] as const)("by hand, %d becomes %d", (before, after) => {
    const keys = withType(threeKeys(), [MIDDLE], before);
    expect(handleType(withHandle(keys, MIDDLE, "right", { frame: 24, value: 3 }), MIDDLE)).toBe(after);
  });
});

describe("a locked key", () => {
  const keys = () => withLocks(withType(threeKeys(), [MIDDLE], AUTO), [MIDDLE], true);

  it("keeps value, handles and type, whatever is done to it or beside it", () => {
    const all = [0, 1, 2].map((key) => ({ key, channel: 0 }));
    for (const edit of [
      () => withValues(keys(), [MIDDLE], () => 7),
      () => withHandle(keys(), MIDDLE, "left", { frame: 12, value: 0 }),
      () => withType(keys(), [MIDDLE], FREE),
      () => flattened(keys(), [MIDDLE]),
    ])
      expect(changed(keys(), edit())).toEqual([]);
    const others = withValues(keys(), all, (value) => value + 2);
    expect(changed(keys(), others).filter((name) => /^(left|right) [45]$|^values 2$/.test(name))).toEqual([]);
    expect(isLocked(others, MIDDLE)).toBe(true);
  });

  it("follows its rule again once it is unlocked", () => {
    const others = withValues(keys(), [{ key: 2, channel: 0 }], () => 21);
    expect(slope(others, MIDDLE, "right")).toBeCloseTo(0.1, 12);
    expect(slope(withLocks(others, [MIDDLE], false), MIDDLE, "right")).toBeCloseTo(0.55, 12);
  });
});
