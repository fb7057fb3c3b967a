import { describe, expect, it } from "vitest";
import { freeOf, movedFrames, roomFor, roomForCopies } from "../../../src/views/dopesheet/moving";

const frames = Int32Array.from([1, 10, 12, 20, 30]);

/** As the server says it: neighbours that stay, one key at a time. */
function slowRoom(moving: readonly number[], by: number): number {
  const free = freeOf(frames, moving);
  const staying = [...frames].filter((frame) => !free.includes(frame));
  let room = free.length ? by : 0;
  for (const frame of free) {
    const before = Math.max(...staying.filter((other) => other < frame));
    const after = Math.min(...staying.filter((other) => other > frame));
    room = Math.max(Math.min(room, after - 1 - frame), before + 1 - frame);
  }
  return room;
}

describe("moving keys", () => {
  it("keeps the first and the last", () => {
    expect(freeOf(frames, [1, 10, 30])).toEqual([10]);
    expect(roomFor(frames, [1, 30], 5)).toBe(0);
  });
  it("stops before the keys that stay", () => {
    expect(roomFor(frames, [10], 5)).toBe(1);
    expect(roomFor(frames, [10], -50)).toBe(-8);
    expect(roomFor(frames, [10, 12], 50)).toBe(7);
    expect(roomFor(frames, [10, 12, 20], 50)).toBe(9);
    expect(roomFor(frames, [10, 20], 50)).toBe(1);
  });
  it("has the room that the server has", () => {
    const all = [1, 10, 12, 20, 30];
    for (let mask = 1; mask < 32; mask++) {
      const moving = all.filter((_, bit) => mask & (1 << bit));
      for (const by of [-40, -8, -3, -1, 0, 1, 2, 7, 9, 40])
        expect(roomFor(frames, moving, by)).toBe(slowRoom(moving, by));
    }
  });
  it("keeps all keys in order", () => {
    expect(movedFrames(frames, [10, 12], 7)).toEqual([1, 17, 19, 20, 30]);
    expect(movedFrames(frames, [1, 10], -3)).toEqual([1, 7, 12, 20, 30]);
    expect([...frames]).toEqual([1, 10, 12, 20, 30]);
  });
  it("keeps copies in the range", () => {
    expect(roomForCopies(frames, [10, 20], 50)).toBe(10);
    expect(roomForCopies(frames, [10, 20], -50)).toBe(-9);
    expect(roomForCopies(frames, [10, 20], 4)).toBe(4);
  });
});
