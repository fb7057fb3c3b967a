import { expect, it } from "vitest";
import type { Studio } from "../../../src/studio/studio";
import { axisOf, xOf } from "../../../src/timeline/axis";
import { drawnKeyAt, keyUnder } from "../../../src/views/dopesheet/drawn";
import { KeyMove } from "../../../src/views/dopesheet/KeyMove";
import { KeyScale } from "../../../src/views/dopesheet/KeyScale";
import { select, selectedFrames } from "../../../src/views/dopesheet/keyEdits";
import { sceneOf } from "../../../src/views/dopesheet/scene";
import { fakeStudio, keysOn, movedBy, movesOf, rest } from "./fakeStudio";

/** Two pixels a frame: neighbours are in reach of each other's places. */
const WIDTH = 134 + 80;
const axis = axisOf({ from: 0, to: 40 }, WIDTH);

function frameUnder(studio: Studio, frame: number): number | null {
  return keyUnder(studio, axis, xOf(axis, frame));
}

function drawn(studio: Studio): number[] {
  return Array.from(sceneOf(studio, WIDTH, 100).frames);
}

/** A key that was moved quickly: the server has answered for a place on the way only. */
async function movedQuickly() {
  const { studio, asked } = fakeStudio([1, 10, 18, 24, 30]);
  select(studio, [10]);
  const move = KeyMove.begin(studio, [10])!;
  move.to(2);
  await rest();
  movesOf(asked)[0].resolve(movedBy(movesOf(asked)[0].body));
  await rest();
  move.to(7);
  const done = move.commit();
  expect([...studio.shownKeys()!.frames]).toEqual([1, 12, 18, 24, 30]);
  expect(drawn(studio)).toEqual([1, 17, 18, 24, 30]);
  const answer = async () => {
    await rest();
    for (const one of movesOf(asked)) one.resolve(movedBy(one.body));
    await rest();
  };
  return { studio, asked, done, answer };
}

it("a press takes the key that is drawn there before the server has moved it", async () => {
  const { studio, asked } = fakeStudio([1, 10, 30]);
  select(studio, [10]);
  const move = KeyMove.begin(studio, [10])!;
  move.to(5);
  const done = move.commit();
  expect(frameUnder(studio, 15)).toBe(10);
  expect(frameUnder(studio, 10)).toBeNull();
  expect(frameUnder(studio, 30)).toBe(30);
  await rest();
  for (const one of movesOf(asked)) one.resolve(movedBy(one.body));
  await done;
  expect(frameUnder(studio, 15)).toBe(15);
});

it("a press takes the key that is drawn there when the server has moved it only part of the way", async () => {
  const { studio, done, answer } = await movedQuickly();
  expect(frameUnder(studio, 17)).toBe(12);
  expect(drawnKeyAt(studio, axis, xOf(axis, 17))?.frame).toBe(17);
  expect(frameUnder(studio, 18)).toBe(18);
  expect(frameUnder(studio, 12)).toBeNull();
  await answer();
  await done;
  expect(frameUnder(studio, 17)).toBe(17);
});

it("a key that is moved again at once goes on from where it is drawn", async () => {
  const { studio, done, answer } = await movedQuickly();
  select(studio, [frameUnder(studio, 17)!]);
  const again = KeyMove.begin(studio, selectedFrames(studio))!;
  expect(again.moving).toEqual([17]);
  expect(drawn(studio)).toEqual([1, 17, 18, 24, 30]);
  again.to(-3);
  expect(drawn(studio)).toEqual([1, 14, 18, 24, 30]);
  await answer();
  await done;
  expect(drawn(studio)).toEqual([1, 14, 18, 24, 30]);
  const doneAgain = again.commit();
  await answer();
  await doneAgain;
  expect([...studio.document.get().edited!.frames]).toEqual([1, 14, 18, 24, 30]);
  expect(studio.history.past.get().done).toHaveLength(2);
});

it("a key that is scaled at once begins where it is drawn", async () => {
  const { studio } = await movedQuickly();
  const scale = KeyScale.begin(studio, [frameUnder(studio, 17)!], 1)!;
  scale.to(0.5);
  expect(drawn(studio)).toEqual([1, 9, 18, 24, 30]);
});

it("a key that lands on another one is taken in its place", async () => {
  const { studio, asked } = fakeStudio([1, 10, 18, 30]);
  select(studio, [18]);
  const move = KeyMove.begin(studio, [18])!;
  move.to(-8);
  void move.commit();
  expect(frameUnder(studio, 10)).toBe(18);
  const again = KeyMove.begin(studio, [18])!;
  expect(drawn(studio)).toEqual([1, 10, 30]);
  again.cancel();
  await rest();
  expect(movesOf(asked)).toHaveLength(1);
});

it("keys in the hand are drawn among those that the commands before left", async () => {
  const { studio, asked } = fakeStudio([1, 10, 20, 30]);
  const insert = studio.editing.ask("InsertKey", {
    label: () => "Add key",
    adds: [15],
    body: () => ({ frame: 15 }),
  });
  const move = KeyMove.begin(studio, [20])!;
  move.to(2);
  await rest();
  const edited = { keys: keysOn([1, 10, 15, 20, 30]), evaluation: {} as never, notes: [] };
  asked.find(({ type }) => type === "InsertKey")!.resolve(edited);
  await insert;
  await rest();
  expect(drawn(studio)).toEqual([1, 10, 15, 22, 30]);
});
