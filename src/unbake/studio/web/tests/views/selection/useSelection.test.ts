import { beforeEach, expect, it } from "vitest";
import type { SpaceFound } from "../../../src/messages";
import { reach, scaleOf, zoom } from "../../../src/views/selection/useSelection";

const counts = Int32Array.from({ length: 399 }, (_, n) => n + 2);
const space: SpaceFound = {
  counts,
  errors_cm: Float32Array.from(counts, (count) => 40 / count),
  pose_range_cm: 100,
  note: null,
  is_preview: false,
};
const last = () => scaleOf(space, reach.get()).last;

beforeEach(() => reach.set(40));

it("zooms by small steps as far as by one large one", () => {
  for (let n = 0; n < 50; n++) zoom(space, Math.exp(0.02));
  const bySmall = last();
  reach.set(40);
  zoom(space, Math.exp(1));
  expect(bySmall).toBe(last());
  expect(bySmall).toBeGreaterThan(100);
});

it("shows whole counts, no more than there are and no fewer than ten", () => {
  zoom(space, 1.003);
  expect(Number.isInteger(last())).toBe(true);
  zoom(space, 1e9);
  expect(last()).toBe(400);
  zoom(space, 0.9);
  expect(last()).toBeLessThan(400);
  zoom(space, 1e-9);
  expect(last()).toBe(10);
});
