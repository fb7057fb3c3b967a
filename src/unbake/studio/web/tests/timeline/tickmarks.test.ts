import { describe, expect, it } from "vitest";
import { axisOf, xOf } from "../../src/timeline/axis";
import { frameTicks, minorTicks, secondsText, secondTicks } from "../../src/timeline/tickmarks";

describe("ruler", () => {
  const axis = axisOf({ from: -10, to: 410 }, 880);
  it("numbers frames as the file does", () => {
    expect(frameTicks(axis).map(({ text }) => text)).toEqual([
      "0",
      "50",
      "100",
      "150",
      "200",
      "250",
      "300",
      "350",
      "400",
    ]);
    expect(minorTicks(axis)).toContain(5);
  });
  it("counts seconds from the clip's first frame, none before it", () => {
    const found = secondTicks(axis, 120, 1);
    expect(found[0]).toEqual({ frame: 1, text: "0.0 s" });
    expect(found[2]).toEqual({ frame: 121, text: "1.0 s" });
    expect(found.at(-1)!.frame).toBeLessThanOrEqual(410);
  });
  it.each([4, 50, 1000, 60_000])("leaves room between the seconds of %d frames", (span) => {
    const some = axisOf({ from: 0, to: span }, 800);
    const found = secondTicks(some, 24, 0);
    for (let i = 1; i < found.length; i++)
      expect(xOf(some, found[i].frame) - xOf(some, found[i - 1].frame)).toBeGreaterThan(63);
  });
  it("writes minutes", () => {
    expect([secondsText(1.5, 1), secondsText(59, 0), secondsText(60, 0), secondsText(125, 0)]).toEqual([
      "1.5 s",
      "59 s",
      "1:00",
      "2:05",
    ]);
    expect(secondsText(61.5, 1)).toBe("1:01.5");
  });
});
