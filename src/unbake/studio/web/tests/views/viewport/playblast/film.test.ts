import { describe, expect, it } from "vitest";
import { planned } from "../../../../src/views/viewport/playblast/film";
import { delayOf } from "../../../../src/views/viewport/playblast/gif";

const SIZE = { width: 1281, height: 721 };
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe("the plan of a film", () => {
  it("has every frame of the range once, at the clip's rate, in a size that video takes", () => {
    const plan = planned("mp4", SIZE, { first: 11, last: 130 }, 120);
    expect(plan.frames).toEqual(Array.from({ length: 120 }, (_, n) => 11 + n));
    expect([plan.fps, plan.size]).toEqual([120, { width: 1280, height: 720 }]);
  });

  it.each([
    [24, 1],
    [50, 1],
    [60, 2],
    [119.88, 3],
    [120, 3],
    [240, 5],
  ])("for GIF, a clip of %s frames a second loses pictures but no time", (fps, step) => {
    const { frames, fps: rate } = planned("gif", SIZE, { first: 1, last: 1000 }, fps);
    expect(frames[1] - frames[0]).toBe(step);
    expect(rate).toBeLessThanOrEqual(50);
    const delays = frames.map((_, n) => delayOf(n / rate, 1 / rate));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
    expect(Math.abs(sum(delays) - (1000 * frames.length) / rate)).toBeLessThanOrEqual(5);
  });

  it("of one frame has one", () => {
    expect(planned("gif", SIZE, { first: 7, last: 7 }, 120).frames).toEqual([7]);
  });
});
