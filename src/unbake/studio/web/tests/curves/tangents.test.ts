/** Rules for handles: the library made the cases, `tests/studio/server/keys/test_tangent_twins.py` keeps them true to it. */

import { describe, expect, it } from "vitest";
import { following } from "../../src/curves/tangents";
import type { Keys } from "../../src/messages";
import cases from "./tangents.json";

describe("handles that follow a rule", () => {
  it.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const keys: Keys = {
      first: one.frames[0],
      last: one.frames[one.frames.length - 1],
      fit: "free",
      frames: Int32Array.from(one.frames),
      classes: new Uint8Array(one.frames.length),
      values: Float64Array.from(one.values),
      left: Float64Array.from(one.left.flat()),
      right: Float64Array.from(one.right.flat()),
      tangents: Uint8Array.from(one.tangents),
      holds: [],
    };
    const after = following(keys);
    for (const side of ["left", "right"] as const) {
      const expected = one[`followed_${side}`].flat();
      [...after[side]].forEach((value, n) => {
        expect(value).toBeCloseTo(expected[n], 10);
      });
    }
  });
});
