import { expect, it } from "vitest";
import { Newest } from "../../src/connection/newest";

/** Work that ends when it is told to. */
function lane() {
  const started: (number | undefined)[] = [];
  const ends: (() => void)[] = [];
  const newest = new Newest<number | undefined>((item) => {
    started.push(item);
    return new Promise((resolve) => ends.push(resolve));
  });
  const end = async () => {
    ends.shift()!();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { newest, started, end };
}

it("runs one at a time, and of those that wait only the newest", async () => {
  const { newest, started, end } = lane();
  for (const item of [1, 2, 3, 4]) newest.push(item);
  expect(started).toEqual([1]);
  await end();
  expect(started).toEqual([1, 4]);
  expect(newest.isIdle).toBe(false);
  await end();
  expect(newest.isIdle).toBe(true);
  newest.push(5);
  expect(started).toEqual([1, 4, 5]);
});

it("says whether something waits", () => {
  const { newest } = lane();
  newest.push(1);
  expect(newest.isLast).toBe(true);
  newest.push(undefined);
  expect(newest.isLast).toBe(false);
});
