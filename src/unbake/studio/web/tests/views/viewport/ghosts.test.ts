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

test("the keys on both sides are the strongest, the others show the way", () => {
  const keys = keysOn(every(10, 12));
  const stations = stationsOf(keys, (frame) => [0, 1, frame * 0.1], 1.7, 30);
  const ghosts = ghostsAt(keys, stations, 44, [0, 1, 4.4]);
  expect(ghosts.map((ghost) => ghost.frame).sort((a, b) => a - b)).toEqual([...keys.frames]);
  const nearest = ghosts.slice(0, 2).map((ghost) => ghost.frame);
  expect(nearest.sort((a, b) => a - b)).toEqual([41, 51]);
  for (const ghost of ghosts) expect(ghost.keyClass).toBe(keys.classes[keys.frames.indexOf(ghost.frame)]);
});

test("in one place, only the keys around the playhead stay", () => {
  const keys = keysOn(every(10, 40));
  const stations = stationsOf(keys, () => [0, 1, 0], 1.7, 30);
  const frames = ghostsAt(keys, stations, 200, [0, 1, 0]).map((ghost) => ghost.frame);
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.length).toBeLessThan(8);
  for (const frame of frames) expect(Math.abs(frame - 200)).toBeLessThan(50);
});

test("no ghost under the figure itself, and never too many", () => {
  const keys = keysOn(every(2, 300));
  const stations = stationsOf(keys, (frame) => [0, 1, frame], 1.7, 30);
  const ghosts = ghostsAt(keys, stations, 101, [0, 1, 101]);
  expect(ghosts.some((ghost) => ghost.frame === 101)).toBe(false);
  expect(ghosts).toHaveLength(MOST_GHOSTS);
});

test("what was elsewhere long ago fades", () => {
  const keys = keysOn([1, 200, 400, 800, 1000]);
  const stations = stationsOf(keys, (frame) => [frame, 1, 0], 1.7, 30);
  const frames = (frame: number) => ghostsAt(keys, stations, frame, [frame, 1, 0]).map((ghost) => ghost.frame);
  expect(frames(900)).not.toContain(1);
  expect(frames(200)).toContain(1);
});

test("stations are apart, and keyposes come first", () => {
  const keys = keysOn([1, 2, 3, 4, 5]);
  const places = [0, 0.3, 0.4, 2, 2.1];
  const { isStation } = stationsOf(keys, (frame) => [places[frame - 1], 1, 0], 1.7, 30);
  expect(isStation).toEqual([true, false, true, false, true]);
});
