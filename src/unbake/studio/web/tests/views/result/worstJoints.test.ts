import { describe, expect, it } from "vitest";
import type { Clip, Evaluation } from "../../../src/messages";
import { worstErrors } from "../../../src/views/channels/worst";
import { axisOf, frameUnder, topOf } from "../../../src/views/result/errorOverTime";
import { worstJoints } from "../../../src/views/result/worstJoints";

const FRAMES = 6;

/** Three joints over six frames from frame 10 on; the result stands still from its second frame on. */
function clipAndResult() {
  const positions = Float32Array.from({ length: FRAMES * 3 * 3 }, (_, i) => Math.sin(i) + i / 50);
  const clip = { first_frame: 10, joints: [{}, {}, {}], measured: [0, 2], positions } as unknown as Clip;
  const shown = positions.slice(2 * 9);
  const evaluation = {
    positions: shown,
    error_cm: new Float32Array(4),
    against: new Float32Array(),
  } as unknown as Evaluation;
  return { clip, evaluation, shown };
}

describe("joints that are farthest off", () => {
  it("are all where they should be, at first", () => {
    const { clip, evaluation } = clipAndResult();
    expect(worstJoints(clip, evaluation, 12).map(({ cm }) => cm)).toEqual([0, 0]);
  });

  it("are sorted, each with its worst frame, and only those that are measured", () => {
    const { clip, evaluation, shown } = clipAndResult();
    shown[1 * 9 + 2 * 3 + 1] += 0.03;
    shown[3 * 9 + 0 * 3 + 0] += 0.04;
    shown[3 * 9 + 0 * 3 + 2] += 0.03;
    shown[2 * 9 + 1 * 3 + 1] += 9;
    const found = worstJoints(clip, evaluation, 12);
    expect(found.map(({ joint, frame }) => [joint, frame])).toEqual([
      [0, 15],
      [2, 13],
    ]);
    expect(found[0].cm).toBeCloseTo(5, 4);
    expect(found[1].cm).toBeCloseTo(3, 4);
    expect(worstJoints(clip, evaluation, 12, 1)).toHaveLength(1);
  });
});

it("joints are compared with what an evaluation is measured against", () => {
  const { clip, evaluation, shown } = clipAndResult();
  const against = shown.slice();
  against[2 * 9 + 2 * 3 + 1] += 0.03;
  const [worst, other] = worstJoints(clip, { ...evaluation, against }, 12);
  expect([worst.joint, worst.frame, other.cm]).toEqual([2, 14, 0]);
  expect(worst.cm).toBeCloseTo(3, 4);
  expect([...worstErrors(clip, { ...evaluation, against }, 12)].map((cm) => +cm.toFixed(4))).toEqual([0, 0, 3]);
});

describe("error over time", () => {
  it("finds the frame under the pointer, inside the range", () => {
    const range = { first: 101, last: 260 };
    const { left, width } = axisOf(300, range);
    expect(frameUnder(left, 300, range)).toBe(101);
    expect(frameUnder(left + width, 300, range)).toBe(260);
    expect(frameUnder(0, 300, range)).toBe(101);
    expect(frameUnder(400, 300, range)).toBe(260);
    expect(frameUnder(left + width / 2, 300, range)).toBe(181);
  });

  it("has a round top above the largest error", () => {
    for (const most of [0, 0.02, 0.46, 0.99, 1.37, 5.45, 9.9, 46]) {
      expect(topOf(most)).toBeGreaterThan(most);
      expect(topOf(most)).toBeLessThanOrEqual(Math.max(2.2 * most, 0.01));
    }
  });
});
