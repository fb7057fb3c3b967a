import { describe, expect, it } from "vitest";
import { axisOf, frameAt } from "../../src/timeline/axis";
import { wheeled } from "../../src/timeline/navigation";

const axis = axisOf({ from: 0, to: 100 }, 634);
const most = { from: 0, to: 100 };
const wheel = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, shiftKey: false };

describe("wheel", () => {
  it("zooms about the pointer", () => {
    const after = { ...axis, ...wheeled(axis, { ...wheel, deltaY: -100 }, 300, most) };
    expect(after.to - after.from).toBeLessThan(100);
    expect(frameAt(after, 300)).toBeCloseTo(frameAt(axis, 300), 9);
  });
  it("pans sideways and with Shift", () => {
    expect(wheeled(axis, { ...wheel, deltaX: 50, deltaY: 3 }, 300, most)).toEqual({ from: 10, to: 110 });
    expect(wheeled(axis, { ...wheel, deltaY: 50, shiftKey: true }, 300, most)).toEqual({ from: 10, to: 110 });
  });
  it("zooms when pinched, even a little sideways", () => {
    const { from, to } = wheeled(axis, { ...wheel, deltaX: 9, deltaY: -5, ctrlKey: true }, 300, most);
    expect(to - from).toBeLessThan(100);
  });
  it("counts lines as many pixels", () => {
    const lines = wheeled(axis, { ...wheel, deltaY: 3, deltaMode: 1 }, 300, most);
    const pixels = wheeled(axis, { ...wheel, deltaY: 99 }, 300, most);
    expect(lines).toEqual(pixels);
  });
});
