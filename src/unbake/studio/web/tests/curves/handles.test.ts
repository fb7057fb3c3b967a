import { describe, expect, it } from "vitest";
import {
  aligned,
  brokenApart,
  flattened,
  handleOf,
  isBroken,
  type KeyPlace,
  keyValue,
  type Side,
  straightened,
  withHandle,
  withValues,
} from "../../src/curves/handles";
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
    broken: new Uint8Array(6),
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
  return (["values", "left", "right", "broken"] as const).flatMap((part) =>
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
    const keys = brokenApart(threeKeys(), [MIDDLE]);
    const moved = withHandle(keys, MIDDLE, "right", { frame: 24, value: 3 });
    expect(changed(keys, moved)).toEqual(["right 4", "right 5"]);
    expect(isBroken(moved, MIDDLE)).toBe(true);
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
  const bent = () => withHandle(brokenApart(threeKeys(), [MIDDLE]), MIDDLE, "right", { frame: 23, value: 4 });

  it("aligned: in one line between the two ends", () => {
    const keys = aligned(bent(), [MIDDLE]);
    expect(isBroken(keys, MIDDLE)).toBe(false);
    expect(slope(keys, MIDDLE, "left")).toBeCloseTo(0.5, 12);
    expect(slope(keys, MIDDLE, "right")).toBeCloseTo(0.5, 12);
    expect(handleOf(keys, MIDDLE, "right").frame).toBe(23);
  });

  it("flat: level and aligned", () => {
    const keys = flattened(bent(), [MIDDLE]);
    expect([slope(keys, MIDDLE, "left"), slope(keys, MIDDLE, "right")]).toEqual([-0, 0]);
    expect(isBroken(keys, MIDDLE)).toBe(false);
  });

  it("straight: at the neighbours, a third of the way", () => {
    const keys = straightened(threeKeys(), [MIDDLE, { key: 0, channel: 1 }]);
    expect(handleOf(keys, MIDDLE, "left").frame).toBeCloseTo(50 / 3, 12);
    expect(slope(keys, MIDDLE, "left")).toBeCloseTo(0.1, 12);
    expect(slope(keys, MIDDLE, "right")).toBeCloseTo(0.1, 12);
    expect(handleOf(keys, { key: 0, channel: 1 }, "left")).toEqual({ frame: 10, value: 5 });
    expect(isBroken(keys, MIDDLE)).toBe(true);
    expect(isBroken(keys, { key: 0, channel: 1 })).toBe(false);
  });

  it("ends have one handle and nothing to break", () => {
    expect(isBroken(brokenApart(threeKeys(), [{ key: 0, channel: 0 }]), { key: 0, channel: 0 })).toBe(false);
  });
});
