import { describe, expect, it } from "vitest";
import type { Evaluation } from "../../../src/messages";
import { chosen } from "../../../src/views/channels/choosing";
import { channelLabel, fullLabel, roleBeside, unitOf } from "../../../src/views/channels/names";
import { movingChannels, type RowQuery, rowKey, rowsOf } from "../../../src/views/channels/rows";
import { worstErrors } from "../../../src/views/channels/worst";
import { smallClip } from "../graph/figure";

const PLAIN: RowQuery = { search: "", filter: "all", open: new Set(), selectedJoints: [], selectedChannels: [] };

const keysOf = (query: Partial<RowQuery>) => rowsOf(smallClip(), { ...PLAIN, ...query }).map(rowKey);

describe("rows of the tree", () => {
  it("are joints with channels, and the channels of open ones", () => {
    expect(keysOf({})).toEqual(["joint-0", "joint-1"]);
    expect(keysOf({ open: new Set([1]) })).toEqual(["joint-0", "joint-1", "channel-1"]);
  });

  it("are indented as the figure is, flat when narrowed", () => {
    expect(rowsOf(smallClip(), PLAIN).map((row) => row.depth)).toEqual([0, 1]);
    expect(rowsOf(smallClip(), { ...PLAIN, search: "knee" }).map((row) => row.depth)).toEqual([0]);
  });

  it("do not count joints that have no row", () => {
    const clip = smallClip();
    const joints = [clip.joints[0], { ...clip.joints[1], name: "Between" }, { ...clip.joints[1], parent: 1 }];
    const figure = { ...clip, joints, channels: [clip.channels[0], { joint: 2, name: "rx" }] };
    expect(rowsOf(figure, PLAIN).map((row) => [row.joint, row.depth])).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });

  it.each([
    ["knee", ["joint-1"]],
    ["left", ["joint-1"]],
    ["rotate", ["joint-1", "channel-1"]],
    ["knee x", ["joint-1", "channel-1"]],
    ["TY", ["joint-0", "channel-0"]],
    ["nothing", []],
  ])("are searched by all words: %s", (search, found) => {
    expect(keysOf({ search })).toEqual(found);
  });

  it("can be those selected or those that move", () => {
    expect(keysOf({ filter: "selected", selectedChannels: [0] })).toEqual(["joint-0", "channel-0"]);
    expect(keysOf({ filter: "animated" })).toEqual(["joint-1"]);
    expect([...movingChannels(smallClip())]).toEqual([1]);
  });
});

describe("choosing", () => {
  const clip = smallClip();
  const rows = rowsOf(clip, { ...PLAIN, open: new Set([0, 1]) });
  const none = { selectedChannels: [], selectedJoints: [] };

  it("a joint chooses its channels", () => {
    expect(chosen(clip, none, rows, 2, 2, "alone")).toEqual({ selectedChannels: [1], selectedJoints: [1] });
  });

  it("adds, takes away and spans", () => {
    const first = chosen(clip, none, rows, 1, 1, "alone");
    const both = chosen(clip, first, rows, 3, 1, "toggle");
    expect(both).toEqual({ selectedChannels: [0, 1], selectedJoints: [0, 1] });
    expect(chosen(clip, both, rows, 1, 1, "toggle").selectedChannels).toEqual([1]);
    expect(chosen(clip, none, rows, 3, 0, "range").selectedChannels).toEqual([0, 1]);
  });
});

describe("names", () => {
  it("are what people say", () => {
    const clip = smallClip();
    expect(channelLabel("ty")).toBe("Translate Y");
    expect(fullLabel(clip, clip.channels[1])).toBe("Knee Rotate X");
    expect([unitOf("tx").unit, unitOf("rz").unit, unitOf("qw").unit]).toEqual(["cm", "°", ""]);
  });

  it("say the role only where the file's name does not", () => {
    const joint = (name: string, role: string | null) => ({ ...smallClip().joints[0], name, role });
    expect(roleBeside(joint("lfemur", "left-hip"))).toBe("left hip");
    expect(roleBeside(joint("mixamorig:Hips", "hips"))).toBeNull();
    expect(roleBeside(joint("Thing", null))).toBeNull();
  });
});

describe("worst errors", () => {
  it("are the largest distance of each joint over the frames, in centimetres", () => {
    const clip = { ...smallClip(), first_frame: 10, positions: new Float32Array(3 * 3 * 4) };
    // Frame 10, which is not evaluated, is elsewhere.
    clip.positions.fill(5, 0, 9);
    // Frames 11 and 12 of three joints; the second is 3 and 4 cm off in the later one.
    const positions = new Float32Array(3 * 3 * 2);
    positions[12] = 0.03;
    positions[13] = 0.04;
    const found = worstErrors(clip, { positions, against: new Float32Array() } as Evaluation, 11);
    expect(found[0]).toBe(0);
    expect(found[1]).toBeCloseTo(5, 5);
  });
});
