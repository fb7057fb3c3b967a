/** The library's curves, evaluated in TypeScript; `tests/studio/server/keys/test_curve_twins.py` writes and checks the cases. */

import { describe, expect, it } from "vitest";
import { evaluateChannel, parameterAt, segmentAt } from "../../src/curves/evaluate";
import type { Keys } from "../../src/messages";
import cases from "./curves.json";

type Case = (typeof cases)[number];

/** The case as the second of three channels, so that mixed-up channels are seen. */
function keysOf({ frames, values, left, right }: Case): Keys {
  const spread = (rows: readonly (readonly number[])[]) =>
    Float64Array.from(rows.flatMap((row) => [...row.map(() => 9), ...row, ...row.map(() => -9)]));
  const first = frames[0];
  return {
    first,
    last: frames.at(-1)!,
    fit: "free",
    frames: Int32Array.from(frames),
    classes: new Uint8Array(frames.length),
    values: spread(values.map((value) => [value])),
    left: spread(left),
    right: spread(right),
    tangents: new Uint8Array(3 * frames.length),
    holds: [],
  };
}

describe("evaluateChannel", () => {
  it.each(cases)("says of $name what the library says", (curve) => {
    const found = evaluateChannel(keysOf(curve), 1, curve.times);
    const range = Math.max(...curve.values) - Math.min(...curve.values) || 1;
    for (const [n, expected] of curve.expected.entries()) {
      expect(Math.abs(found[n] - expected), `at ${curve.times[n]}`).toBeLessThanOrEqual(1e-9 * range);
    }
  });

  it("does not mind the order of times", () => {
    const keys = keysOf(cases[0]);
    const times = [40, 2, 30.5, 0.5, 11];
    const apart = times.map((time) => evaluateChannel(keys, 1, [time])[0]);
    expect([...evaluateChannel(keys, 1, times)]).toEqual(apart);
  });
});

describe("parameterAt", () => {
  it("is the time itself where handles lie at thirds", () => {
    for (const x of [0, 0.1, 0.5, 0.99, 1]) expect(parameterAt(x, 1 / 3, 2 / 3)).toBeCloseTo(x, 12);
  });
});

describe("segmentAt", () => {
  it("finds the last key at or before a time", () => {
    expect([0, 2.9, 3, 10, 99].map((time) => segmentAt([0, 3, 10], time))).toEqual([0, 0, 1, 2, 2]);
  });
});
