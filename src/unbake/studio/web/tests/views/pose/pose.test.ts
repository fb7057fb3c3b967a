import { expect, it } from "vitest";
import { emptyLayer } from "../../../src/studio/layers";
import { changedFrames, changedOf, merged, rangesOf } from "../../../src/studio/poses";
import { laneAt } from "../../../src/views/pose/draw";
import { skinsAround } from "../../../src/views/pose/onion";
import { feetOf, influenceOf } from "../../../src/views/pose/parts";
import { angleBetween } from "../../../src/views/pose/steps";
import { confidenceSentence } from "../../../src/views/pose/wording";

const keys = (frames: number[], values: number[]) => ({
  frames: Int32Array.from(frames),
  values: Float64Array.from(values),
  classes: new Uint8Array(frames.length),
});

it("finds the keys whose poses were changed or added, and no others", () => {
  const before = keys([1, 5, 9], [0, 0, 1, 1, 2, 2]);
  expect(changedFrames(before, before)).toEqual([]);
  expect(changedFrames(keys([1, 5, 7, 9], [0, 0, 1, 1.5, 3, 3, 2, 2]), before)).toEqual([5, 7]);
});

it("marks runs of changed keys, short ones with an eighth of a second around, inside the range", () => {
  const all = { frames: Int32Array.of(1, 30, 60, 90, 120, 150, 180), first: 1, last: 180 };
  expect(rangesOf(all, [60, 90, 120], 120)).toEqual([{ first: 60, last: 120 }]);
  expect(rangesOf(all, [60, 120], 120)).toEqual([{ first: 60, last: 120 }]);
  expect(rangesOf(all, [1, 30, 120, 150], 120)).toEqual([
    { first: 1, last: 46 },
    { first: 120, last: 150 },
  ]);
  expect(rangesOf(all, [90], 120)).toEqual([{ first: 74, last: 106 }]);
  expect(rangesOf(all, [1, 180], 120)).toEqual([
    { first: 1, last: 17 },
    { first: 164, last: 180 },
  ]);
});

it("marks runs of a layer's keys that change anything, apart where one without change lies between", () => {
  const layer = {
    ...emptyLayer("Arm"),
    frames: Int32Array.of(10, 30, 60, 90, 120),
    joints: Int32Array.of(3),
    vectors: Float64Array.from([0, 0, 0, 0, 0.1, 0, 0, 0, 0.2, 0, 0, 0, 0.1, 0, 0]),
    moved: Int32Array.of(0),
    shifts: Float64Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.3]),
    time_frames: Int32Array.of(150, 180),
    time_offsets: Float64Array.of(0, 0.1),
  };
  const { frames, changed } = changedOf(layer);
  expect([...frames]).toEqual([10, 30, 60, 90, 120, 150, 180]);
  expect(changed.sort((a, b) => a - b)).toEqual([30, 60, 120, 180]);
  expect(rangesOf({ frames, first: 1, last: 180 }, changed, 120, 0)).toEqual([
    { first: 30, last: 60 },
    { first: 104, last: 136 },
    { first: 164, last: 180 },
  ]);
  expect(changedOf({ ...layer, weight: 0 }).changed).toEqual([]);
});

it("merges stretches in any order and leaves its input as it was", () => {
  const ranges = [
    { first: 10, last: 20 },
    { first: 1, last: 4 },
    { first: 15, last: 30 },
  ];
  expect(merged(ranges)).toEqual([
    { first: 1, last: 4 },
    { first: 10, last: 30 },
  ]);
  expect(ranges[0]).toEqual({ first: 10, last: 20 });
});

it("shows onion skins on both sides, inside the range, fading", () => {
  const skins = skinsAround(10, 5, 1, 18);
  expect(skins.map(({ frame }) => frame)).toEqual([5, 15]);
  const all = skinsAround(50, 4, 1, 100);
  expect(all.map(({ frame }) => frame).sort((a, b) => a - b)).toEqual([38, 42, 46, 54, 58, 62]);
  const before = all.filter(({ frame }) => frame < 50).map(({ opacity }) => opacity);
  expect(before).toEqual([...before].sort((a, b) => b - a));
});

const joints = [
  { parent: -1, role: "hips" },
  { parent: 0, role: "left-shoulder" },
  { parent: 1, role: "left-elbow" },
  { parent: 0, role: "right-shoulder" },
  { parent: 0, role: "left-ankle" },
];

it("takes all below the beginnings of a part, and nothing where there are none", () => {
  expect([...influenceOf(joints, "Left arm")!]).toEqual([0, 1, 1, 0, 0]);
  expect([...influenceOf(joints, "Arms")!]).toEqual([0, 1, 1, 1, 0]);
  expect(influenceOf(joints, "Legs")).toBeNull();
  expect(feetOf(joints)).toEqual([4]);
});

it("turns against the clock as seen, also across the left", () => {
  expect(angleBetween([0, 0], { x: 1, y: 0 }, { x: 0, y: -1 })).toBeCloseTo(Math.PI / 2);
  expect(angleBetween([0, 0], { x: -1, y: -0.1 }, { x: -1, y: 0.1 })).toBeCloseTo(2 * Math.atan(0.1));
});

it("tells lanes apart by height", () => {
  expect([5, 100, 180].map((y) => laneAt(y, 200))).toEqual([0, 1, 2]);
});

it("says how sure a result is and where it is not", () => {
  const found = {
    confidence: Float32Array.of(1, 0.5),
    low_first: Int32Array.of(3),
    low_last: Int32Array.of(9),
    seconds: 1.23,
  };
  expect(confidenceSentence(found, 1)).toBe("1.2 s: confidence 75 % on average; unlike the examples: frames 3–9.");
  const none = { ...found, low_first: new Int32Array(), low_last: new Int32Array() };
  expect(confidenceSentence(none, 2)).toBe("Round 2, 1.2 s: confidence 75 % on average.");
});
