import { describe, expect, it } from "vitest";
import { factorOf, scaledFrames } from "../../../src/views/dopesheet/scaling";

const FRAMES = [0, 10, 20, 24, 40, 100];
const rows = (...scaled: number[]) => new Set(scaled);

describe("keys scaled in time", () => {
  it("go to their share of the time, on whole frames", () => {
    expect(scaledFrames(FRAMES, rows(1, 2, 3, 4), 0, 2)).toEqual([0, 20, 40, 48, 80, 100]);
    expect(scaledFrames(FRAMES, rows(1, 2, 3, 4), 0, 0.33)).toEqual([0, 3, 7, 8, 13, 100]);
    expect(scaledFrames(FRAMES, rows(2, 3), 30, 0.5)).toEqual([0, 10, 25, 27, 40, 100]);
    expect(scaledFrames(FRAMES, rows(1, 2), 15, 1)).toEqual(FRAMES);
  });

  it("stay a frame apart and in order where they would meet", () => {
    expect(scaledFrames(FRAMES, rows(1, 2, 3, 4), 0, 0)).toEqual([0, 1, 2, 3, 4, 100]);
    expect(scaledFrames(FRAMES, rows(2, 3, 4), 24, 0)).toEqual([0, 10, 23, 24, 25, 100]);
    expect(scaledFrames(FRAMES, rows(1, 2, 3, 4), 10, 0)).toEqual([0, 10, 11, 12, 13, 100]);
  });

  it("stop before keys that stay", () => {
    expect(scaledFrames(FRAMES, rows(2, 3), 10, 5)).toEqual([0, 10, 38, 39, 40, 100]);
    expect(scaledFrames(FRAMES, rows(1, 3), 24, 3)).toEqual([0, 1, 20, 24, 40, 100]);
    expect(scaledFrames([0, 1, 2, 3], rows(1, 2), 0, 2)).toEqual([0, 1, 2, 3]);
  });

  it("keep whole frames and their order whatever is asked", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (let n = 0; n < 300; n++) {
      const frames = [0];
      while (frames.length < 12) frames.push(frames[frames.length - 1] + 1 + Math.floor(random() * 9));
      const scaled = new Set(frames.map((_, row) => row).filter((row) => row > 0 && row < 11 && random() < 0.6));
      const after = scaledFrames(frames, scaled, random() * 60, random() * 4);
      for (let row = 0; row < 12; row++) {
        if (row) expect(after[row]).toBeGreaterThan(after[row - 1]);
        expect(Number.isInteger(after[row])).toBe(true);
        if (!scaled.has(row)) expect(after[row]).toBe(frames[row]);
      }
    }
  });
});

describe("the pointer", () => {
  it("scales by how far it is from the pivot", () => {
    expect(factorOf(100, 120, 140)).toBe(2);
    expect(factorOf(100, 80, 90)).toBe(0.5);
    expect(factorOf(100, 80, 130)).toBe(0);
    expect(factorOf(100, 100, 130)).toBe(1);
  });
});
