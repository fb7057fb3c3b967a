import { describe, expect, it } from "vitest";
import { withLocks } from "../../../src/curves/handles";
import { freeOf, movedFrames, movesOf, roomFor, roomForCopies } from "../../../src/views/dopesheet/moving";
import { keysOn } from "./fakeStudio";

const keys = keysOn([1, 10, 12, 20, 30]);
const locked = withLocks(keys, [{ key: 2, channel: 0 }], true);

describe("moving keys", () => {
  it("keeps the first and the last, and those that are locked", () => {
    expect(freeOf(keys, [1, 10, 30])).toEqual([10]);
    expect(freeOf(locked, [10, 12])).toEqual([10]);
    expect(roomFor(keys, [1, 30], 5)).toBe(0);
  });
  it("passes the keys that stay, up to the ends", () => {
    expect(roomFor(keys, [10], 5)).toBe(5);
    expect(roomFor(keys, [10], -50)).toBe(-8);
    expect(roomFor(keys, [10, 12], 50)).toBe(17);
    expect(roomFor(keys, [10, 20], 50)).toBe(9);
  });
  it("does not land on a key that is locked", () => {
    expect(roomFor(locked, [10], 2)).toBe(1);
    expect(roomFor(locked, [20], -8)).toBe(-7);
    expect(roomFor(locked, [10], 3)).toBe(3);
  });
  it("says where each key goes", () => {
    expect(movedFrames(keys, [10, 12], 9)).toEqual([1, 19, 21, 20, 30]);
    expect([...movesOf(keys, [1, 10], 90)]).toEqual([[10, 29]]);
    expect([...keys.frames]).toEqual([1, 10, 12, 20, 30]);
  });
  it("keeps copies in the range", () => {
    expect(roomForCopies(keys, [10, 20], 50)).toBe(10);
    expect(roomForCopies(keys, [10, 20], -50)).toBe(-9);
    expect(roomForCopies(keys, [10, 20], 4)).toBe(4);
  });
});
