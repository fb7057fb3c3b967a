import { expect, it } from "vitest";
import { axisOf, xOf } from "../../../src/timeline/axis";
import { keyUnder } from "../../../src/views/dopesheet/gestures";
import { KeyMove } from "../../../src/views/dopesheet/KeyMove";
import { select } from "../../../src/views/dopesheet/keyEdits";
import { fakeStudio, movedBy, movesOf, rest } from "./fakeStudio";

const axis = axisOf({ from: 0, to: 40 }, 634);

it("the key that is taken is the one that is seen, also while the server still moves it", async () => {
  const { studio, asked } = fakeStudio([1, 10, 30]);
  const keyAt = (frame: number) => keyUnder(studio, axis, xOf(axis, frame));
  select(studio, [10]);
  const move = KeyMove.begin(studio, [10])!;
  move.to(5);
  const done = move.commit();
  expect(keyAt(15)).toBe(10);
  expect(keyAt(10)).toBeNull();
  expect(keyAt(30)).toBe(30);
  await rest();
  for (const one of movesOf(asked)) one.resolve(movedBy(one.body));
  await done;
  expect(keyAt(15)).toBe(15);
});
