import { expect, test } from "vitest";
import { ghostsAt, MOST_GHOSTS, rankOf, stationsOf } from "../../../src/views/viewport/ghosts";

const keysOn = (frames: number[]) => ({
  frames: Int32Array.from(frames),
  classes: Uint8Array.from(frames, (_, n) => n % 2),
});
const every = (step: number, count: number) => Array.from({ length: count }, (_, n) => 1 + n * step);

test("a frame's place among the keys", () => {
  const frames = Int32Array.from([10, 20, 40]);
  expect(rankOf(frames, 5)).toBe(0);
  expect(rankOf(frames, 10)).toBe(0);
  expect(rankOf(frames, 30)).toBe(1.5);
  expect(rankOf(frames, 99)).toBe(2);
});

/** From the side of a way along Z. */
const SIDE = [1, 0, 0] as const;

test("the keys on both sides are the strongest, the others show the way", () => {
  const keys = keysOn(every(10, 12));
  const stations = stationsOf(keys, (frame) => [0, 1, frame * 0.1], 1.7, 30);
  const ghosts = ghostsAt(keys, stations, 44, [0, 1, 4.4], SIDE);
  expect(ghosts.length).toBeGreaterThan(6);
  const nearest = ghosts.slice(0, 2).map((ghost) => ghost.frame);
  expect(nearest.sort((a, b) => a - b)).toEqual([41, 51]);
  for (const ghost of ghosts) expect(ghost.keyClass).toBe(keys.classes[keys.frames.indexOf(ghost.frame)]);
});

test("in one place, only the keys around the playhead stay", () => {
  const keys = keysOn(every(10, 40));
  const stations = stationsOf(keys, () => [0, 1, 0], 1.7, 30);
  const frames = ghostsAt(keys, stations, 200, [0, 1, 0], SIDE).map((ghost) => ghost.frame);
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.length).toBeLessThan(5);
  for (const frame of frames) expect(Math.abs(frame - 200)).toBeLessThan(30);
});

test("no ghost under the figure itself, and never too many", () => {
  const keys = keysOn(every(2, 300));
  const stations = stationsOf(keys, (frame) => [0, 1, frame], 1.7, 30);
  const ghosts = ghostsAt(keys, stations, 101, [0, 1, 101], SIDE);
  expect(ghosts.some((ghost) => ghost.frame === 101)).toBe(false);
  expect(ghosts).toHaveLength(MOST_GHOSTS);
});

test("what was elsewhere long ago fades", () => {
  const keys = keysOn([1, 200, 400, 800, 1000]);
  const stations = stationsOf(keys, (frame) => [frame, 1, 0], 1.7, 30);
  const frames = (frame: number) =>
    ghostsAt(keys, stations, frame, [frame, 1, 0], [0, 0, 1]).map((ghost) => ghost.frame);
  expect(frames(900)).not.toContain(1);
  expect(frames(200)).toContain(1);
});

test("stations are apart, and keyposes come first", () => {
  const keys = keysOn([1, 2, 3, 4, 5]);
  const places = [0, 0.9, 1, 3, 3.2];
  const { order } = stationsOf(keys, (frame) => [places[frame - 1], 1, 0], 1.7, 30);
  expect(order).toEqual([0, 2, 4]);
});

/** A long walk with a key every 12 frames: there, around, and back beside the way there. */
const WALK = keysOn(every(12, 60));
const walked = (frame: number): readonly [number, number, number] =>
  frame < 360 ? [0, 1, frame * 0.013] : [0.5, 1, (720 - frame) * 0.013];
const WALKED = stationsOf(WALK, walked, 1.75, 60);
const onWalk = (frame: number, back: readonly [number, number, number] = SIDE) =>
  ghostsAt(WALK, WALKED, frame, walked(frame), back);

test("in a long walk ghosts are left out until one can tell them from each other", () => {
  for (const frame of [40, 200, 355, 500]) {
    const ghosts = onWalk(frame);
    expect(ghosts.length).toBeLessThan(0.35 * WALK.frames.length);
    const far = ghosts.filter((ghost) => ghost.opacity > 0.12 && Math.abs(ghost.frame - frame) > 24);
    for (const one of far) {
      const others = [frame, ...far.map((ghost) => ghost.frame)].filter((other) => other !== one.frame);
      const gaps = others.map((other) => Math.hypot(...walked(one.frame).map((part, k) => part - walked(other)[k])));
      expect(Math.min(...gaps)).toBeGreaterThan(0.5);
    }
  }
});

test("seen along the way, ghosts that stand behind each other are fewer", () => {
  expect(onWalk(200, [0, 0, 1]).length).toBeLessThan(onWalk(200).length);
});

test("ghosts come and go by degrees while the playhead or the camera moves", () => {
  const opacities = (ghosts: ReturnType<typeof onWalk>) => new Map(ghosts.map((ghost) => [ghost.frame, ghost.opacity]));
  const jump = (before: Map<number, number>, after: Map<number, number>, without: number[]) =>
    Math.max(
      ...[...new Set([...before.keys(), ...after.keys()])]
        // The key under the figure itself is not drawn: there it comes and goes at once.
        .filter((frame) => without.every((one) => Math.abs(frame - one) >= 1))
        .map((frame) => Math.abs((before.get(frame) ?? 0.06) - (after.get(frame) ?? 0.06))),
    );
  for (let frame = 20; frame < 340; frame += 0.25) {
    const steps = [frame, frame + 0.25];
    expect(jump(opacities(onWalk(steps[0])), opacities(onWalk(steps[1])), steps)).toBeLessThan(0.03);
  }
  for (let turn = 0; turn < Math.PI; turn += 0.02) {
    const from = (angle: number) => opacities(onWalk(200, [Math.cos(angle), 0, Math.sin(angle)]));
    expect(jump(from(turn), from(turn + 0.02), [200])).toBeLessThan(0.03);
  }
});

test("the same frame has the same ghosts, whichever way one came", () => {
  const there = onWalk(250);
  onWalk(900);
  expect(onWalk(250)).toEqual(there);
});
