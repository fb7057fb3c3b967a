// @vitest-environment happy-dom

import { expect, it } from "vitest";
import { axisOf, xOf } from "../../../src/timeline/axis";
import { leadUnder } from "../../../src/views/dopesheet/gestures";
import { drawLeads, leadsOf, leadWords } from "../../../src/views/dopesheet/leads";
import { LEADS, rowHeight } from "../../../src/views/dopesheet/rows";
import { sceneOf } from "../../../src/views/dopesheet/scene";
import { fakeStudio } from "./fakeStudio";

const SPANS = [
  { first: 1, last: 20, part: "hips" },
  { first: 21, last: 40, part: "right-foot" },
];

/** A context that notes what is filled. */
function noted() {
  const bands: number[][] = [];
  const names: [string, number, number][] = [];
  const context = {
    fillRect: (...at: number[]) => bands.push(at),
    fillText: (...name: [string, number, number]) => names.push(name),
    measureText: (text: string) => ({ width: 5 * text.length }),
  };
  return { context: context as unknown as CanvasRenderingContext2D, bands, names };
}

it("shows what was found until a person names a part", () => {
  const clip = { ...fakeStudio([1, 40]).studio.clip.get()!, lead_spans: SPANS };
  expect(leadsOf(clip, [])).toBe(SPANS);
  const named = ["left-hand"];
  const leads = leadsOf(clip, named);
  expect(leads).toEqual([{ first: clip.first_frame, last: clip.last_frame, part: "Left hand" }]);
  expect(leadsOf(clip, named)).toBe(leads);
  expect(leadWords(SPANS)).toBe("hips 1–20, right-foot 21–40");
});

it("is a lane of bands, one after the other, with names where there is room", () => {
  const axis = axisOf({ from: 0, to: 40 }, 934);
  const { context, bands, names } = noted();
  drawLeads(context, axis, 168, SPANS);
  const spans = bands.filter(([, , wide]) => wide > 3);
  expect(spans.length).toBe(2);
  expect(spans[0][0] + spans[0][2]).toBeLessThan(spans[1][0]);
  expect(bands.every(([, top, , high]) => top >= 168 && top + high <= 168 + LEADS)).toBe(true);
  expect(names.map(([name]) => name)).toEqual(["Hips", "Right foot"]);
  const narrow = noted();
  drawLeads(narrow.context, axisOf({ from: 0, to: 4000 }, 934), 168, SPANS);
  expect([narrow.bands.length, narrow.names.length]).toEqual([4, 0]);
});

it("ends with the clip", () => {
  const axis = axisOf({ from: 0, to: 3 }, 334);
  const { context, bands } = noted();
  drawLeads(context, axis, 0, [{ first: 1, last: 2, part: "hips" }]);
  expect(Math.max(...bands.map(([left, , wide]) => left + wide))).toBeLessThanOrEqual(xOf(axis, 2));
});

it("is what the pointer finds below the rows, and nowhere else", () => {
  const { studio } = fakeStudio([1, 40]);
  studio.clip.set({ ...studio.clip.get()!, lead_spans: SPANS });
  const axis = axisOf({ from: 0, to: 40 }, 934);
  const top = rowHeight(100, 1);
  const under = (frame: number, y: number) => leadUnder(studio, axis, { x: xOf(axis, frame), y }, 100);
  expect([under(20.9, top + 1), under(21, top + 1)]).toEqual(SPANS);
  expect([under(10, top - 1), under(10, top + LEADS), under(0.5, top + 1)]).toEqual([undefined, undefined, undefined]);
});

it("belongs to the scene", () => {
  const { studio } = fakeStudio([1, 10]);
  expect(sceneOf(studio, 300, 100).leads).toBe(studio.clip.get()!.lead_spans);
});
