import { describe, expect, it } from "vitest";
import { editKeys, execute, undo } from "../../src/document/commands";
import { stringify } from "../../src/document/json";
import { difference, rowsOf, spliced } from "../../src/document/keys";
import { touchesBetween, withTouches } from "../../src/document/touches";
import { bytesOf, document, keys, randomFrom, rows } from "./random";

describe("touches", () => {
  it.each([1, 2, 3, 4, 5, 6])("lead from keys to as many others, bit for bit, and back (seed %i)", (seed) => {
    const random = randomFrom(seed);
    const before = keys(random, 7);
    const after = spliced(before, 2, 3, rows(random, [100, 101, 102]));
    const [one, other] = [bytesOf(before), bytesOf(after)];
    const { at, removed, inserted } = difference(before, after);
    const touches = touchesBetween(at, removed, inserted)!;
    expect(bytesOf(withTouches(before, touches, "after"))).toEqual(other);
    expect(bytesOf(withTouches(after, touches, "before"))).toEqual(one);
    expect([bytesOf(before), bytesOf(after)]).toEqual([one, other]);
  });

  it("tell 0 from −0, and a NaN is like itself", () => {
    const rowsWith = (value: number) => ({ ...rows(randomFrom(4), [100]), values: Float64Array.of(value, NaN) });
    const { values } = touchesBetween(0, rowsWith(0), rowsWith(-0))!;
    expect([...values!.places]).toEqual([0]);
    expect(Object.is(values!.after[0], -0)).toBe(true);
  });

  it("are none where there are more keys or fewer", () => {
    const all = keys(randomFrom(1), 5);
    expect(touchesBetween(1, rowsOf(all, 1, 3), rowsOf(all, 1, 2))).toBeNull();
  });
});

it("an edit of one number of every key takes the room of these numbers", () => {
  const before = keys(randomFrom(2), 60);
  const after = { ...before, classes: before.classes.map((kind) => 1 - kind) };
  const command = editKeys("Swap", before, after)!;
  expect(stringify(command).length).toBeLessThan(stringify(before).length / 5);
  const now = { ...document(randomFrom(3)), edited: before };
  const done = execute(now, command);
  expect([...done.edited!.classes]).toEqual([...after.classes]);
  expect(bytesOf(undo(done, command).edited)).toEqual(bytesOf(before));
  expect(editKeys("Swap", before, { ...before })).toBeNull();
});
