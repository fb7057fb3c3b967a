import { describe, expect, it } from "vitest";
import { dashOf } from "../../../src/views/graph/dashes";
import { smallClip } from "./figure";

describe("dashes", () => {
  it("differ between joints that are shown together, and one alone has none", () => {
    const clip = smallClip();
    const both = [{ channel: 0 }, { channel: 1 }];
    expect(dashOf(clip, both, 0)).toEqual([]);
    expect(dashOf(clip, both, 1)).not.toEqual([]);
    expect(dashOf(clip, [{ channel: 1 }], 1)).toEqual([]);
  });
});
