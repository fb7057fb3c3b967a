import { describe, expect, it } from "vitest";
import { parse, stringify } from "../../src/document/json";

describe("JSON with arrays", () => {
  it("keeps every kind bit for bit, NaN and minus zero included", () => {
    const value = {
      plain: [1, "two", null, true],
      single: Float32Array.of(0.1, -0, Number.NaN),
      double: Float64Array.of(1 / 3, -0, Infinity),
      integers: Int32Array.of(-5, 2 ** 30),
      bytes: Uint8Array.of(0, 255),
      empty: new Float64Array(),
    };
    const found = parse<typeof value>(stringify(value));
    expect(found).toEqual(value);
    expect(Object.is(found.single[1], -0)).toBe(true);
    expect(found.integers).toBeInstanceOf(Int32Array);
  });

  it("writes only the part of a buffer that a view shows", () => {
    const all = Float64Array.of(1, 2, 3, 4);
    expect(parse(stringify(all.subarray(1, 3)))).toEqual(Float64Array.of(2, 3));
  });

  it("keeps long arrays, whose bytes are more than a call takes arguments", () => {
    const long = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    expect(parse(stringify(long))).toEqual(long);
  });

  it("leaves objects alone that only look like arrays", () => {
    const value = { a: { $array: "toString" }, b: { $array: 3 }, c: { $array: "constructor" } };
    expect(parse(stringify(value))).toEqual(value);
  });
});
