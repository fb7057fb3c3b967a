import { describe, expect, it } from "vitest";
import { steppedFrame } from "../../../src/views/viewport/stepped";

describe("the pose that is held", () => {
  const keys = { frames: Int32Array.from([10, 20, 35]) };

  it("is that of the key at or before a frame", () => {
    expect([10, 11, 19, 20, 34, 35].map((frame) => steppedFrame(keys, frame))).toEqual([10, 10, 10, 20, 20, 35]);
  });

  it("is the first key's before it, and the last one's after it", () => {
    expect([3, 99].map((frame) => steppedFrame(keys, frame))).toEqual([10, 35]);
  });

  it("is the frame's own where there are no keys", () => {
    expect(steppedFrame({ frames: new Int32Array() }, 7)).toBe(7);
  });
});
