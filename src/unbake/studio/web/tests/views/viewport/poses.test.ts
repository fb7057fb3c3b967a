import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import type { StudioDocument } from "../../../src/document/document";
import type { Chosen, Evaluation, Keys } from "../../../src/messages";
import { FIRST_RESULTS } from "../../../src/studio/results";
import { errorsAt, rampEnd } from "../../../src/views/viewport/errors";
import { isLeading, leadingJoints } from "../../../src/views/viewport/lead";
import { clicked, jointTitle, pickJoint, type SeenBone } from "../../../src/views/viewport/picking";
import { capturePoses, hasFrame, keyPoses, resultPoses, rowOf } from "../../../src/views/viewport/poses";
import { PoseTexture } from "../../../src/views/viewport/scene/PoseTexture";
import { walkingMan } from "./figures";

const clip = walkingMan(10, 0.1);
const capture = capturePoses(clip);
const wide = 3 * clip.joints.length;

test("frames are the file's, and held beyond the ends", () => {
  expect([4, 5, 7, 14, 99].map((frame) => rowOf(capture, frame))).toEqual([0, 0, 2, 9, 9]);
  expect(hasFrame(capture, 5)).toBe(true);
  expect(hasFrame(capture, 4)).toBe(false);
});

test("an evaluation belongs to the keys that cover as many frames as it has", () => {
  const evaluation = { positions: capture.positions.slice(0, 4 * wide), against: new Float32Array() } as Evaluation;
  const keys = { first: 7, last: 10 } as Keys;
  const document = { settings: { first: 5, last: 14 }, edited: keys } as StudioDocument;
  const results = { ...FIRST_RESULTS, evaluation };
  expect(resultPoses(clip, document, results)).toMatchObject({ first: 7, last: 10 });
  expect(resultPoses(clip, { ...document, edited: null }, results)).toBeNull();
  expect(resultPoses(clip, document, FIRST_RESULTS)).toBeNull();
  const held = { ...evaluation, against: evaluation.positions };
  expect(resultPoses(clip, document, { ...results, evaluation: held })?.against).toBe(evaluation.positions);
});

test("keys that were chosen stand as captured until they are evaluated", () => {
  const positions = capture.positions.slice();
  const evaluation = { positions, against: new Float32Array() } as Evaluation;
  const [keys, newer] = [0, 1].map(() => ({ first: 5, last: 14 }) as Keys);
  const document = { settings: { first: 5, last: 14 }, edited: null } as StudioDocument;
  const chosen = { keys: newer } as Chosen;
  const results = { ...FIRST_RESULTS, evaluation, evaluated: keys, chosen };
  expect(keyPoses(clip, document, results)?.positions).toBe(clip.positions);
  expect(keyPoses(clip, document, { ...results, evaluated: newer })?.positions).toBe(positions);
  // Edited ones do not stand as captured.
  expect(keyPoses(clip, { ...document, edited: newer }, results)?.positions).toBe(positions);
});

test("errors are distances in centimetres, of the same frame", () => {
  const moved = { ...capture, positions: capture.positions.slice(2 * wide), first: 7 };
  const into = new Float32Array(clip.joints.length);
  expect(Math.max(...errorsAt(capture, moved, 9, into))).toBeLessThan(1e-4);
  moved.positions[2 * wide + 3] += 0.03;
  moved.positions[2 * wide + 4] += 0.04;
  expect(errorsAt(capture, moved, 9, into)[1]).toBeCloseTo(5, 3);
  const against = moved.positions.slice();
  against[2 * wide + 5] -= 0.02;
  expect(errorsAt(capture, { ...moved, against }, 9, into)[1]).toBeCloseTo(2, 3);
});

test("the ramp ends at a round number that holds the largest error", () => {
  expect([0, 0.74, 1, 1.2, 4.9, 5.1, 33].map(rampEnd)).toEqual([0.1, 1, 1, 2, 5, 10, 50]);
});

test("the texture holds the motion from the skin's pose to that of its row, and how a joint looks", () => {
  const half = new Quaternion(0, Math.SQRT1_2, 0, Math.SQRT1_2);
  const place = (joint: number) => new Vector3().fromArray(clip.rest_positions, 3 * joint);
  const home = clip.joints.map((_, joint) => place(joint).applyQuaternion(half));
  const texture = new PoseTexture({ places: home, turns: home.map(() => half.clone()) }, 2);
  texture.write(1, capture, 8);
  texture.look(1, 2, 4.5, 2);
  const numbers = texture.texture.image.data as Float32Array;
  const at = 12 * (clip.joints.length + 2);
  const [turn, shift] = [new Quaternion().fromArray(numbers, at), new Quaternion().fromArray(numbers, at + 4)];
  expect(turn.angleTo(half.clone().invert())).toBeLessThan(1e-3);
  const moved = shift.multiply(turn.clone().conjugate());
  const now = home[2]
    .clone()
    .applyQuaternion(turn)
    .add(new Vector3(2 * moved.x, 2 * moved.y, 2 * moved.z));
  expect(now.distanceTo(new Vector3().fromArray(capture.positions, 3 * wide + 6))).toBeLessThan(1e-5);
  expect([...numbers.subarray(at + 8, at + 10)]).toEqual([4.5, 2]);
});

const bone = (joint: number, end: number, from: [number, number], to: [number, number], depth: number): SeenBone => ({
  joint,
  end,
  from: [...from, depth],
  to: [...to, depth],
  radius: 10,
});

test("the nearest bone under the pointer is picked; ends mean their parent", () => {
  const bones = [bone(5, 6, [0, 0], [0, 100], 4), bone(9, 10, [5, 0], [5, 100], 3), bone(3, 4, [200, 0], [200, 50], 3)];
  expect(pickJoint(bones, clip.joints, 4, 50)).toBe(9);
  expect(pickJoint(bones, clip.joints, 5, 98)).toBe(10);
  expect(pickJoint(bones, clip.joints, 200, 50)).toBe(3);
  expect(pickJoint(bones, clip.joints, 100, 50)).toBeNull();
});

test("clicks select one, Shift adds and takes away", () => {
  expect(clicked([1], 2, false)).toEqual([2]);
  expect(clicked([1], 2, true)).toEqual([1, 2]);
  expect(clicked([1, 2], 1, true)).toEqual([2]);
  expect(clicked([1], null, false)).toEqual([]);
  expect(clicked([1], null, true)).toEqual([1]);
});

test("joints are called by their role, and lead by name or role", () => {
  expect(jointTitle(clip.joints[7])).toBe("Left ankle (lfoot)");
  expect(jointTitle(clip.joints[0])).toBe("Hips");
  expect(jointTitle(clip.joints[13])).toBe("tail");
  expect(leadingJoints(clip, ["LFOOT", "right-ankle", "feet"])).toEqual([7, 11]);
  const grouped = { ...clip, leads: ["hands", "feet"], lead_joints: [[2], [7, 11]] };
  expect(leadingJoints(grouped, ["Feet"])).toEqual([7, 11]);
  expect(isLeading(grouped, ["feet"], [11, 7])).toBe(true);
  expect(isLeading(clip, ["lfoot"], [7])).toBe(true);
  expect(isLeading(clip, ["lfoot"], [7, 11])).toBe(false);
  expect(isLeading(clip, [], [])).toBe(false);
});
