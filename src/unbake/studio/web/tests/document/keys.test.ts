import { describe, expect, it } from "vitest";
import { difference, rowsOf, spliced } from "../../src/document/keys";
import { bytesOf, keys, randomFrom, rows } from "./random";

describe("difference", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    "leads from one animation to the other, bit for bit, and back (seed %i)",
    (seed) => {
      const random = randomFrom(seed);
      const before = keys(random, 7);
      const after = spliced(before, 2, seed % 3, rows(random, [100, 101].slice(0, seed % 3)));
      const found = difference(before, after);
      const there = spliced(before, found.at, found.removed.frames.length, found.inserted);
      expect(bytesOf(there)).toEqual(bytesOf(after));
      const back = spliced(there, found.at, found.inserted.frames.length, found.removed);
      expect(bytesOf(back)).toEqual(bytesOf(before));
    },
  );

  it("finds the one key that changed, and nothing else", () => {
    const before = keys(randomFrom(1), 6);
    const after = { ...before, values: before.values.slice() };
    after.values[3 * 4 + 1] = 7;
    const found = difference(before, after);
    expect(found.at).toBe(4);
    expect([...found.removed.frames]).toEqual([before.frames[4]]);
    expect(found.inserted.values[1]).toBe(7);
  });

  it("keeps zero and minus zero apart, and finds no difference in a NaN", () => {
    const before = keys(randomFrom(2), 3);
    before.values.fill(0);
    before.values[8] = Number.NaN;
    const after = { ...before, values: before.values.slice() };
    expect(difference(before, after).removed.frames).toHaveLength(0);
    after.values[4] = -0;
    expect(difference(before, after).at).toBe(1);
  });

  it("leaves its inputs as they were", () => {
    const before = keys(randomFrom(3), 5);
    const after = keys(randomFrom(4), 6);
    const [a, b] = [bytesOf(before), bytesOf(after)];
    const found = difference(before, after);
    spliced(before, found.at, found.removed.frames.length, found.inserted);
    expect([bytesOf(before), bytesOf(after)]).toEqual([a, b]);
  });
});

describe("rowsOf", () => {
  it("cuts rows of every part, which are copies", () => {
    const all = keys(randomFrom(5), 5);
    const some = rowsOf(all, 1, 3);
    expect([...some.frames]).toEqual([...all.frames.slice(1, 3)]);
    expect(some.left).toHaveLength(2 * 3 * 2);
    some.values[0] = 99;
    expect(all.values[3]).not.toBe(99);
  });
});
