// @vitest-environment happy-dom

import { expect, it } from "vitest";
import { axisOf, xOf } from "../../src/timeline/axis";
import { drawTimeline } from "../../src/timeline/drawTimeline";

/** Where a picture of 40 pixels of height has the line of errors. */
function heatOf(cm: Float32Array, from: number, view: { from: number; to: number }): number[] {
  const found: number[] = [];
  const nothing = () => {};
  const context = new Proxy(
    { fillRect: (x: number, y: number, _: number, high: number) => y + high === 40 && high === 3 && found.push(x) },
    { get: (own, name) => own[name as keyof typeof own] ?? (name === "measureText" ? () => ({ width: 9 }) : nothing) },
  ) as unknown as CanvasRenderingContext2D;
  const drawn = { context, width: 300, height: 40 } as Parameters<typeof drawTimeline>[0];
  const timed = { axis: axisOf(view, 300), fps: 30, firstFrame: from, range: { first: from, last: from + 9 } };
  drawTimeline(drawn, { ...timed, playhead: from, pins: [], error: { from, cm, max: 2 } });
  return found;
}

it("the line of errors begins and ends with the take", () => {
  const view = { from: -10, to: 30 };
  const found = heatOf(new Float32Array(10).fill(2), 1, view);
  const axis = axisOf(view, 300);
  expect(found[0]).toBeGreaterThanOrEqual(xOf(axis, 0.5) - 2);
  expect(found.at(-1)).toBeLessThanOrEqual(xOf(axis, 10.5));
  expect(found.length).toBeGreaterThan(10);
});
