import { describe, expect, it } from "vitest";
import { axisOf } from "../../../src/timeline/axis";
import { tickWidths } from "../../../src/views/dopesheet/crowding";

const every = (step: number, last: number) => Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => n * step);

describe("close keys", () => {
  it("are diamonds as long as there is room for them", () => {
    const axis = axisOf({ from: 0, to: 100 }, 1124);
    expect(tickWidths([0, 10, 20, 60, 100], axis)).toEqual([0, 0, 0, 0, 0]);
  });
  it("leave a gap between each other that the eye can see", () => {
    const axis = axisOf({ from: 0, to: 5423 }, 1124);
    const widths = tickWidths(every(19, 5423), axis).slice(1, -1);
    for (const width of widths) {
      expect(width).toBeGreaterThan(0);
      expect(width).toBeLessThanOrEqual(2);
    }
  });
  it("stand beside single ones, the ends among them", () => {
    const axis = axisOf({ from: 0, to: 100 }, 1124);
    const widths = tickWidths([0, 0.2, 50, 50.4, 51, 80, 100], axis);
    expect(widths.map((width) => width > 0)).toEqual([false, true, true, true, true, false, false]);
  });
  it("are told by where they are seen, whatever their order", () => {
    const axis = axisOf({ from: 0, to: 100 }, 1124);
    expect(tickWidths([0, 60, 50, 100], axis)).toEqual([0, 0, 0, 0]);
  });
});
