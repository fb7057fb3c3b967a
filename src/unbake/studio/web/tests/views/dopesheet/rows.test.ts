import { describe, expect, it } from "vitest";
import type { Clip } from "../../../src/messages";
import { LEAST_ROW, MOST_ROW, rowHeight, rowsOf, selectionOf } from "../../../src/views/dopesheet/rows";

const clip = {
  parts: ["Hips", "Head"],
  joints: [{ part: 0 }, { part: 1 }, { part: 0 }],
  channels: [{ joint: 0 }, { joint: 0 }, { joint: 1 }, { joint: 2 }],
} as Clip;
const [all, hips, head] = rowsOf(clip);

describe("rows", () => {
  it("are all keys, then the parts with their joints", () => {
    expect(rowsOf(clip)).toEqual([
      { title: "All", joints: [] },
      { title: "Hips", joints: [0, 2] },
      { title: "Head", joints: [1] },
    ]);
  });
  it("fill the height within limits", () => {
    expect([rowHeight(10, 7), rowHeight(158, 7), rowHeight(900, 7)]).toEqual([LEAST_ROW, 20, MOST_ROW]);
  });
  it("select their joints and channels", () => {
    expect(selectionOf(clip, hips, [1], false)).toEqual({ selectedJoints: [0, 2], selectedChannels: [0, 1, 3] });
    expect(selectionOf(clip, head, [0, 2], true)).toEqual({
      selectedJoints: [0, 1, 2],
      selectedChannels: [0, 1, 2, 3],
    });
    expect(selectionOf(clip, head, [0, 1, 2], true)).toEqual({ selectedJoints: [0, 2], selectedChannels: [0, 1, 3] });
  });
  it("select no joints by the row of all, and leave the curves that are shown", () => {
    expect(selectionOf(clip, all, [1], false)).toEqual({ selectedJoints: [] });
  });
});
