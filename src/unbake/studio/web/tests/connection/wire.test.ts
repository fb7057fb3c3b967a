/** Bytes that Python wrote and reads: `tests/studio/server/link/test_wire.py` has the same fixture from the other side. */

import { describe, expect, it } from "vitest";
import { decode, encode } from "../../src/connection/wire";
import fixture from "./wire.json";

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

const KEYS = {
  first: -3,
  last: 9,
  fit: "free",
  frames: Int32Array.of(-3, 4, 9),
  classes: Uint8Array.of(0, 1, 0),
  values: Float64Array.of(0.1, -0, 1e-300),
  left: Float64Array.of(-4, 0.1, 3, 0, 8, 1 / 3),
  right: Float64Array.of(-2, 0.1, 5, 0, 10, 1 / 3),
  tangents: new Uint8Array(),
  holds: [{ first: -3, last: 2, point: 1, source: "hand" }],
};

describe("encode", () => {
  it("writes what Python reads", () => {
    const body = { clip: "Jäger ☃", keys: KEYS, detail: 0.25 };
    expect(base64Of(new Uint8Array(encode("Evaluate", 7, body)))).toBe(fixture.request);
  });

  it("puts every array at a multiple of eight bytes, and only the part of it that a view shows", () => {
    const bytes = encode("X", 1, { a: Uint8Array.of(1, 2, 3), b: Float64Array.of(0, 5, 6).subarray(1) });
    expect(bytes.byteLength % 8).toBe(0);
    expect(decode(bytes)).toEqual({
      type: "X",
      request: 1,
      body: { a: Uint8Array.of(1, 2, 3), b: Float64Array.of(5, 6) },
    });
  });
});

describe("decode", () => {
  it("reads what Python writes", () => {
    const { type, request, body } = decode(bytesOf(fixture.reply).buffer);
    expect([type, request]).toEqual(["Edited", 41]);
    expect(body).toEqual({
      keys: KEYS,
      evaluation: {
        positions: Float32Array.of(0.5, -1.25, Math.fround(0.1)),
        rotations: Int16Array.of(0, 0, 0, 32_767),
        error_cm: Float32Array.of(1.5),
        worst_joints: Int32Array.of(12),
        max_cm: 1.5,
        mean_cm: 0.75,
        rms_cm: 1,
        worst_joint: "LeftHand",
        worst_frame: 4,
        against: new Float32Array(),
      },
      notes: ["Nothing is “wrong” – really."],
    });
    const { keys } = body as { keys: typeof KEYS };
    expect(Object.is(keys.values[1], -0)).toBe(true);
    expect(keys.frames).toBeInstanceOf(Int32Array);
  });
});
