import { describe, expect, it } from "vitest";
import type { LiveFrames } from "../../../src/messages";
import { FrameBuffer, KEPT } from "../../../src/studio/liveFrames";
import { runsOf } from "../../../src/views/live/drawStrip";
import { steersFrom, wayOf, worldDirection } from "../../../src/views/live/steering";

describe("directions as one sees them", () => {
  it("goes away from a camera that looks from +Z, and to its right", () => {
    expect(Math.abs(worldDirection(0, 1, 0))).toBeCloseTo(Math.PI);
    expect(worldDirection(1, 0, 0)).toBeCloseTo(Math.PI / 2);
  });

  it("turns with the camera", () => {
    expect(worldDirection(0, 1, Math.PI / 2)).toBeCloseTo(-Math.PI / 2);
    expect(worldDirection(1, 0, Math.PI / 2)).toBeCloseTo(Math.PI);
  });

  it("adds held keys, and knows when they cancel out", () => {
    const [right, ahead] = wayOf(["KeyW", "ArrowRight"])!;
    expect(right).toBeCloseTo(Math.SQRT1_2);
    expect(ahead).toBeCloseTo(Math.SQRT1_2);
    expect(wayOf(["KeyA", "KeyD"])).toBeNull();
    expect(wayOf([])).toBeNull();
  });
});

it("leaves its keys to other views below the viewport", () => {
  expect(["live", "viewport", "channels", undefined].map(steersFrom)).toEqual([true, true, true, true]);
  expect(["dopesheet", "graph", "feet", "annotations", "demand"].some(steersFrom)).toBe(false);
});

function answer(first: number, count: number, part: Partial<LiveFrames> = {}): LiveFrames {
  return {
    first,
    positions: new Float32Array(6 * count),
    rotations: new Int16Array(8 * count),
    planted: new Uint8Array(4 * count),
    clips: new Int32Array(count),
    frames: new Int32Array(count).map((_, n) => first + n),
    parts: new Float32Array(count),
    engines: new Uint8Array(count),
    jumps: new Uint8Array(count),
    met: new Uint8Array(count),
    speeds: new Float32Array(count),
    took_ms: new Float32Array(count),
    problem: "",
    ...part,
  };
}

describe("frames that are kept", () => {
  it("finds them by number, and forgets the oldest", () => {
    const buffer = new FrameBuffer(2);
    expect(buffer.last).toBe(-1);
    for (let first = 0; first < KEPT + 40; first += 20) buffer.add(answer(first, 20));
    expect(buffer.last).toBe(KEPT + 39);
    expect(buffer.at(39)).toBeUndefined();
    expect(buffer.at(40)?.frame).toBe(40);
    expect(buffer.at(KEPT)?.positions).toHaveLength(6);
    expect(buffer.upTo(45).map(({ number }) => number)).toEqual([40, 41, 42, 43, 44, 45]);
  });

  it("makes runs of one clip, which end with a jump or another engine", () => {
    const buffer = new FrameBuffer(2);
    const clips = Int32Array.from([0, 0, 0, 1, 1, 1]);
    buffer.add(
      answer(0, 6, { clips, jumps: Uint8Array.from([0, 1, 0, 0, 0, 0]), engines: Uint8Array.from([0, 0, 0, 0, 0, 2]) }),
    );
    const runs = runsOf(buffer.upTo(9)).map(({ clip, first, last }) => [clip, first.number, last.number]);
    expect(runs).toEqual([
      [0, 0, 0],
      [0, 1, 2],
      [1, 3, 4],
      [1, 5, 5],
    ]);
  });
});
