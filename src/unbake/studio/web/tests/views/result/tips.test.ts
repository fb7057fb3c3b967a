import { expect, it } from "vitest";
import type { Clip, Evaluation } from "../../../src/messages";
import { beyondText, tipsOf } from "../../../src/views/result/tips";

it("tips are all joints that are not measured, the farthest first", () => {
  const positions = new Float32Array(2 * 4 * 3);
  const clip = { first_frame: 5, joints: [{}, {}, {}, {}], measured: [0, 2], positions } as unknown as Clip;
  const shown = positions.slice();
  shown[0] = 9;
  shown[1 * 3] = 0.02;
  shown[12 + 3 * 3 + 1] = 0.05;
  const evaluation = { positions: shown, error_cm: new Float32Array(2), against: new Float32Array() };
  const found = tipsOf(clip, evaluation as unknown as Evaluation, 5);
  expect(found.map(({ joint, frame }) => [joint, frame])).toEqual([
    [3, 6],
    [1, 5],
  ]);
  expect(found[0].cm).toBeCloseTo(5, 4);
  expect(beyondText(found, 3)).toBe("1 of 2 beyond 3 cm");
  expect(beyondText(found, 6)).toBe("all 2 within 6 cm");
});
