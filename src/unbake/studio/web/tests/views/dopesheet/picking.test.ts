import { describe, expect, it } from "vitest";
import { boxBetween } from "../../../src/controls/place";
import { axisOf, xOf } from "../../../src/timeline/axis";
import { firstAtLeast, keyNear, keysIn, modeOf, REACH, selected } from "../../../src/views/dopesheet/picking";

const axis = axisOf({ from: 0, to: 100 }, 634);
const frames = Int32Array.from([0, 10, 11, 50, 100]);

describe("picking keys", () => {
  it("finds the key under the pointer, the nearer of two", () => {
    expect(keyNear(frames, axis, xOf(axis, 50))).toBe(50);
    expect(keyNear(frames, axis, xOf(axis, 10) + 2)).toBe(10);
    expect(keyNear(frames, axis, xOf(axis, 10) + 3)).toBe(11);
    expect(keyNear(frames, axis, xOf(axis, 50) + REACH)).toBe(50);
    expect(keyNear(frames, axis, xOf(axis, 50) + REACH + 1)).toBeNull();
    expect(keyNear(frames, axis, xOf(axis, 0) - 3)).toBe(0);
    expect(keyNear([], axis, 300)).toBeNull();
  });
  it("finds where a frame belongs", () => {
    expect([-1, 0, 1, 11, 12, 100, 101].map((frame) => firstAtLeast(frames, frame))).toEqual([0, 0, 1, 2, 3, 4, 5]);
  });
  it("picks what a box covers, whichever way it was drawn", () => {
    const box = boxBetween({ x: xOf(axis, 60), y: 40 }, { x: xOf(axis, 10) - 1, y: 10 });
    expect(keysIn(frames, axis, box, 100)).toEqual([10, 11, 50]);
    expect(keysIn(frames, axis, { ...box, top: 101, bottom: 120 }, 100)).toEqual([]);
    expect(keysIn(frames, axis, { ...box, top: -20, bottom: -1 }, 100)).toEqual([]);
    expect(keysIn(frames, axis, boxBetween({ x: xOf(axis, 20), y: 0 }, { x: xOf(axis, 40), y: 9 }), 100)).toEqual([]);
  });
  it("replaces, adds, removes and toggles", () => {
    expect(selected([10, 50], [100, 0], "replace")).toEqual([0, 100]);
    expect(selected([10, 50], [0], "add")).toEqual([0, 10, 50]);
    expect(selected([10, 50], [50, 0], "remove")).toEqual([10]);
    expect(selected([10, 50], [50, 0], "toggle")).toEqual([0, 10]);
  });
  it("reads the modifier keys", () => {
    const none = { shiftKey: false, ctrlKey: false, metaKey: false };
    expect(modeOf(none, true)).toBe("replace");
    expect(modeOf({ ...none, shiftKey: true }, true)).toBe("add");
    expect(modeOf({ ...none, shiftKey: true }, false)).toBe("toggle");
    expect(modeOf({ ...none, ctrlKey: true }, true)).toBe("remove");
  });
  it.each([true, false])("reads them as Maya does, of a box or not: %s", (isBox) => {
    const mode = (shiftKey: boolean, ctrlKey: boolean) => modeOf({ shiftKey, ctrlKey, metaKey: false }, isBox, "maya");
    expect([mode(false, false), mode(true, false), mode(false, true), mode(true, true)]).toEqual([
      "replace",
      "toggle",
      "remove",
      "add",
    ]);
  });
});
