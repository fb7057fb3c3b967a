import { describe, expect, it } from "vitest";
import type { Keys } from "../../../src/messages";
import { copied, pastedAt } from "../../../src/views/dopesheet/clipboard";

const keys = {
  first: 1,
  last: 30,
  frames: Int32Array.from([1, 10, 12, 30]),
  classes: Uint8Array.from([0, 1, 0, 0]),
  values: Float64Array.from([1, 2, 10, 20, 12, 24, 30, 60]),
} as Keys;

describe("clipboard", () => {
  it("keeps poses, classes and the frames between", () => {
    expect(copied(keys, [30, 10])).toEqual({
      offsets: [0, 20],
      classes: Uint8Array.from([1, 0]),
      poses: Float64Array.from([10, 20, 30, 60]),
    });
  });
  it("is empty where there are no such keys", () => {
    expect(copied(keys, [2])).toBeNull();
  });
  it("pastes from a frame on", () => {
    expect(pastedAt(copied(keys, [10, 12])!, 20)).toEqual({
      frames: [20, 22],
      classes: Uint8Array.from([1, 0]),
      poses: Float64Array.from([10, 20, 12, 24]),
      is_mirrored: false,
    });
  });
});
