import { describe, expect, it } from "vitest";
import type { FolderListed } from "../../src/messages";
import { completed, withEntry } from "../../src/shell/start/completing";

const listing = (...names: string[]): FolderListed => ({
  folder: "/clips",
  entries: names.map((name) => ({ name: name.replace("/", ""), is_folder: name.endsWith("/") })),
  has_more: false,
  problem: null,
});

describe("a path that is being typed", () => {
  it("goes on with an entry in place of what was begun", () => {
    const walk = { name: "walk.bvh", is_folder: false };
    expect(withEntry("/clips/wa", walk)).toBe("/clips/walk.bvh");
    expect(withEntry("~/clips/", walk)).toBe("~/clips/walk.bvh");
    expect(withEntry("", walk)).toBe("walk.bvh");
    expect(withEntry("~", { name: "clips", is_folder: true })).toBe("~/clips/");
    expect(withEntry(" '/clips/wa", walk)).toBe("/clips/walk.bvh");
  });

  it("is completed as far as there is one way", () => {
    expect(completed("/clips/wa", listing("walk.bvh"))).toBe("/clips/walk.bvh");
    expect(completed("/clips/T", listing("Take_01.bvh", "take_02.bvh"))).toBe("/clips/Take_0");
    expect(completed("/clips/", listing("a.bvh", "b.bvh"))).toBeNull();
    expect(completed("/clips/x", listing())).toBeNull();
  });
});
