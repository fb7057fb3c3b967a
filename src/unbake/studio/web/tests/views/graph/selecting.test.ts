import { describe, expect, it } from "vitest";
import type { View } from "../../../src/studio/view";
import { combined, neighbour, selectedPlaces, toggled, withSelected } from "../../../src/views/graph/selecting";
import { smallKeys } from "./figure";

function viewOf(selectedKeys: number[], picked: [number, number][], selectedChannels = [0, 1]): View {
  return { selectedKeys, selectedChannels, graph: { isNormalised: false, values: null, picked } } as unknown as View;
}

const names = (places: readonly { key: number; channel: number }[]) => places.map((p) => `${p.key}:${p.channel}`);

describe("selected places", () => {
  it("are those picked here, otherwise all channels of the frame", () => {
    const keys = smallKeys();
    expect(names(selectedPlaces(viewOf([11, 31], [[11, 1]]), keys))).toEqual(["1:1", "2:0", "2:1"]);
  });

  it("leave out frames without a key and channels that are not shown", () => {
    const keys = smallKeys();
    expect(selectedPlaces(viewOf([12], []), keys)).toEqual([]);
    expect(names(selectedPlaces(viewOf([11], [[11, 1]], [0]), keys))).toEqual(["1:0"]);
    expect(selectedPlaces(viewOf([], [[11, 1]]), keys)).toEqual([]);
  });

  it("come back from the view", () => {
    const keys = smallKeys();
    const places = [
      { key: 2, channel: 0 },
      { key: 1, channel: 1 },
    ];
    const view = viewOf([], []);
    const after = { ...view, ...withSelected(view, keys, places) };
    expect(after.selectedKeys).toEqual([11, 31]);
    expect(names(selectedPlaces(after, keys)).sort()).toEqual(["1:1", "2:0"]);
  });
});

describe("picking more", () => {
  it("takes in what was out and out what was in", () => {
    const [a, b] = [
      { key: 0, channel: 0 },
      { key: 1, channel: 0 },
    ];
    expect(toggled([a], [b])).toEqual([a, b]);
    expect(toggled([a, b], [b])).toEqual([a]);
  });

  it("does as the modifier keys mean", () => {
    const [a, b] = [
      { key: 0, channel: 0 },
      { key: 1, channel: 0 },
    ];
    const modes = ["replace", "add", "remove", "toggle"] as const;
    expect(modes.map((mode) => combined([a], [a, b], mode))).toEqual([[a, b], [a, b], [], [a, b]]);
    expect(combined([a, b], [a, b], "toggle")).toEqual([]);
  });
});

describe("neighbours", () => {
  it("are the next key and the next channel, up to the end", () => {
    const keys = smallKeys();
    const view = viewOf([11], [[11, 0]]);
    expect(neighbour(view, keys, { keys: 1 })).toEqual({ key: 2, channel: 0 });
    expect(neighbour(view, keys, { channels: 1 })).toEqual({ key: 1, channel: 1 });
    expect(neighbour(view, keys, { channels: -1 })).toBeNull();
    expect(neighbour(viewOf([31], []), keys, { keys: 1 })).toBeNull();
    expect(neighbour(viewOf([], []), keys, { keys: 1 })).toEqual({ key: 0, channel: 0 });
  });
});
