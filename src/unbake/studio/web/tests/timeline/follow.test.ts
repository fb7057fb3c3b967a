import { describe, expect, it } from "vitest";
import { followed } from "../../src/timeline/follow";

const span = { from: 100, to: 200 };

describe("followed", () => {
  it("rests while the playhead is in sight", () => {
    expect(followed(span, 90, 150, false)).toBeNull();
  });
  it("turns a page while time runs", () => {
    expect(followed(span, 200, 201, true)).toEqual({ from: 196, to: 296 });
  });
  it("leaves those alone who look elsewhere while time runs", () => {
    expect(followed(span, 300, 301, true)).toBeNull();
  });
  it("shows just enough after a step, and the middle after a jump", () => {
    expect(followed(span, 200, 201, false)).toEqual({ from: 106, to: 206 });
    expect(followed(span, 100, 99, false)).toEqual({ from: 94, to: 194 });
    expect(followed(span, 150, 500, false)).toEqual({ from: 450, to: 550 });
  });
});
