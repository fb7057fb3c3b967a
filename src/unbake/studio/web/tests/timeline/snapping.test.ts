import { describe, expect, it } from "vitest";
import { FIRST_PREFERENCES } from "../../src/studio/preferences";
import type { Studio } from "../../src/studio/studio";
import { frameTargets, handleTargets, isSnapping, snapOf, snappedBy } from "../../src/timeline/snapping";

const PLAYHEAD = { at: 20, what: "playhead" };
const PLANT = { at: 33, what: "plant begins" };

function studioWith(snap: object): Studio {
  return {
    preferences: { get: () => ({ ...FIRST_PREFERENCES, snap }) },
    playhead: { get: () => 20 },
    document: { get: () => ({ plants: [{ first: 33, last: 40, point: 0, source: "hand" }] }) },
  } as unknown as Studio;
}
const free = { ctrlKey: false, metaKey: false };
const withCtrl = { ctrlKey: true, metaKey: false };

describe("what is dragged", () => {
  it("stops where the nearest of it meets a target", () => {
    expect(snappedBy([10, 15], 4, [PLAYHEAD, PLANT], 2)).toEqual({ by: 5, hit: PLAYHEAD });
    expect(snappedBy([10, 15], 17.6, [PLAYHEAD, PLANT], 2)).toEqual({ by: 18, hit: PLANT });
  });

  it("goes on where nothing is in reach", () => {
    expect(snappedBy([10, 15], 2.5, [PLAYHEAD, PLANT], 2)).toEqual({ by: 2.5, hit: null });
    expect(snappedBy([10], 4, [], 2)).toEqual({ by: 4, hit: null });
  });
});

describe("the magnet", () => {
  it("is off at first, and Ctrl turns it the other way round", () => {
    expect(snapOf(studioWith({})).isOn).toBe(false);
    expect(isSnapping(studioWith({}), free)).toBe(false);
    expect(isSnapping(studioWith({}), withCtrl)).toBe(true);
    expect(isSnapping(studioWith({ isOn: true }), free)).toBe(true);
    expect(isSnapping(studioWith({ isOn: true }), withCtrl)).toBe(false);
  });

  it("draws to what its list says", () => {
    const at = (snap: object) => frameTargets(studioWith(snap)).map((target) => target.at);
    expect(at({})).toEqual([20, 33, 40]);
    expect(at({ toPlayhead: false })).toEqual([33, 40]);
    expect(at({ toPlants: false })).toEqual([20]);
    const keys = { frames: Int32Array.of(1, 9) } as never;
    expect(handleTargets(studioWith({ toPlants: false }), keys).map(({ at }) => at)).toEqual([20, 1, 9]);
    expect(handleTargets(studioWith({ toPlants: false, toKeys: false }), keys)).toHaveLength(1);
  });
});
