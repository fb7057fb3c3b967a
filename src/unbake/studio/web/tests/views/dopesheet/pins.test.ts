import { describe, expect, it } from "vitest";
import type { StudioDocument } from "../../../src/document/document";
import { counted, isPinningOf, pinned, pinsAfter } from "../../../src/views/dopesheet/pins";

function documentWith(pins: number[], keys: number[] | null): StudioDocument {
  const edited = keys && { frames: Int32Array.from(keys) };
  return { settings: { pins }, edited } as unknown as StudioDocument;
}

describe("pins", () => {
  it("pins as long as one is not pinned, then unpins", () => {
    expect(isPinningOf([5], [20, 10])).toBe(true);
    expect(isPinningOf([5, 10], [10, 20])).toBe(true);
    expect(isPinningOf([5, 10, 20], [10, 20])).toBe(false);
    expect(pinsAfter([5, 10], [20, 10], true)).toEqual([5, 10, 20]);
    expect(pinsAfter([5, 10], [20, 10], false)).toEqual([5]);
  });
  it("keeps edits where every new pin has a key", () => {
    const document = documentWith([7], [1, 10, 20]);
    expect(pinned(document, [7, 10]).edited).toBe(document.edited);
    expect(pinned(document, []).edited).toBe(document.edited);
    expect(pinned(document, [7, 11])).not.toHaveProperty("edited");
    expect(pinned(documentWith([], null), [10])).not.toHaveProperty("edited");
  });
  it("counts in words", () => {
    expect([counted("Pin", 1), counted("Pin", 3), counted("Pin", 1, "frame")]).toEqual([
      "Pin key",
      "Pin 3 keys",
      "Pin frame",
    ]);
  });
});
