import { describe, expect, it, vi } from "vitest";
import { handleOf, keyValue } from "../../../src/curves/handles";
import type { Keys } from "../../../src/messages";
import { Store } from "../../../src/store";
import type { Studio } from "../../../src/studio/studio";
import type { View } from "../../../src/studio/view";
import { Drag, type Taken } from "../../../src/views/graph/Drag";
import { graphHand } from "../../../src/views/graph/hand";
import { smallKeys, smallPicture } from "./figure";

const PLACE = { key: 1, channel: 1 };
const KEY: Taken = { kind: "keys", places: [PLACE] };
const START = { x: 324, y: 100 };
/** 120 degrees are 200 pixels high, 30 frames 600 wide. */
const DEGREES = (n: number) => (n * 200) / 120;
const RAD = Math.PI / 180;

/** A studio that moves keys by as much as is asked, and remembers what was done. */
function fakeStudio(settled: Keys | null = smallKeys()) {
  const view = new Store({
    selectedKeys: [11],
    selectedChannels: [0, 1],
    graph: { isNormalised: false, values: null, picked: [] },
  } as unknown as View);
  const request = vi.fn((_: string, { keys, by }: { keys: Keys; by: number }) => {
    const frames = keys.frames.map((frame, n) => (n === 1 ? frame + by : frame));
    return { answer: Promise.resolve({ keys: { ...keys, frames }, evaluation: {}, notes: [] }) };
  });
  const studio = {
    view,
    clip: new Store({ id: "1" }),
    document: new Store({ detail: 0 }),
    connection: { request },
    settle: () => Promise.resolve(settled),
    inTurn: (edit: () => Promise<void>) => edit(),
    handle: vi.fn(),
    handleEdited: vi.fn(),
    editKeys: vi.fn(),
    notify: vi.fn(),
  };
  return {
    studio,
    request,
    drag: (taken: Taken) => new Drag(studio as unknown as Studio, taken, START, smallPicture([PLACE])),
  };
}

const edits = (studio: ReturnType<typeof fakeStudio>["studio"]) =>
  studio.editKeys.mock.calls as unknown as [string, Keys][];

describe("a key in the hand", () => {
  it("moves in value where the hand goes up, without the server", async () => {
    const { studio, request, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 3, y: START.y - DEGREES(12) });
    await held.commit();
    const [[label, keys]] = edits(studio);
    expect(label).toBe("Change key");
    expect(keyValue(keys, PLACE)).toBeCloseTo(42 * RAD, 9);
    expect([...keys.frames]).toEqual([1, 11, 31]);
    expect(request).not.toHaveBeenCalled();
    expect(studio.handle).toHaveBeenCalledWith(keys);
  });

  it("moves in time where the hand goes sideways, by the server", async () => {
    const { studio, request, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y - 8 });
    await held.commit();
    expect(request.mock.calls[0][1]).toMatchObject({ frames: [11], by: 3 });
    const [[label, keys]] = edits(studio);
    expect(label).toBe("Move key");
    expect([...keys.frames]).toEqual([1, 14, 31]);
    expect(keyValue(keys, PLACE)).toBe(keyValue(smallKeys(), PLACE));
  });

  it("makes no entry where the server could not move it", async () => {
    const { studio, request, drag } = fakeStudio();
    request.mockImplementation((_, { keys }) => ({
      answer: Promise.resolve({
        keys: { ...keys, frames: Int32Array.from(keys.frames) },
        evaluation: {},
        notes: ["It stays."] as never[],
      }),
    }));
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y });
    await held.commit();
    expect(studio.editKeys).not.toHaveBeenCalled();
    expect(studio.notify).toHaveBeenCalledWith("info", "It stays.");
  });

  it("gives way to an undo that came meanwhile", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y });
    const done = held.commit();
    await Promise.resolve();
    studio.document.set({ detail: 0 });
    await done;
    expect(studio.editKeys).not.toHaveBeenCalled();
    expect(studio.handle).toHaveBeenLastCalledWith(null);
  });

  it("keeps to the direction that it began with", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 10 });
    held.move({ x: START.x + 100, y: START.y - DEGREES(6) });
    await held.commit();
    const [[, keys]] = edits(studio);
    expect([...keys.frames]).toEqual([1, 11, 31]);
    expect(keyValue(keys, PLACE)).toBeCloseTo(36 * RAD, 9);
  });

  it("moves both ways where it is free to", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x - 40, y: START.y + DEGREES(6) }, true);
    await held.commit();
    const [[, keys]] = edits(studio);
    expect([...keys.frames]).toEqual([1, 9, 31]);
    expect(keyValue(keys, PLACE)).toBeCloseTo(24 * RAD, 9);
  });

  it("is where it was after Escape, with the scale kept", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 50 });
    held.cancel();
    await held.commit();
    expect(studio.editKeys).not.toHaveBeenCalled();
    expect(studio.handle).toHaveBeenLastCalledWith(null);
    expect(graphHand(studio as unknown as Studio).get().drag).toBeNull();
    expect(studio.view.get().graph.values).toEqual({ low: -10, high: 110 });
  });

  it("makes no entry where it did not move", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 2, y: START.y + 1 });
    await held.commit();
    expect(studio.editKeys).not.toHaveBeenCalled();
  });

  it("is let go where the keys that came after the preview are others", async () => {
    const others = { ...smallKeys(), frames: Int32Array.from([1, 12, 31]) };
    const { studio, drag } = fakeStudio(others);
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 50 });
    await held.commit();
    expect(studio.editKeys).not.toHaveBeenCalled();
  });
});

describe("a handle in the hand", () => {
  it("goes with the hand, and the one across turns", async () => {
    const { studio, drag } = fakeStudio();
    const before = handleOf(smallKeys(), PLACE, "right");
    const held = drag({ kind: "handle", place: PLACE, side: "right" });
    held.move({ x: START.x + 20, y: START.y - DEGREES(9) });
    await held.commit();
    const [[label, keys]] = edits(studio);
    const after = handleOf(keys, PLACE, "right");
    expect(label).toBe("Move handle");
    expect(after.frame).toBeCloseTo(before.frame + 1, 9);
    expect(after.value).toBeCloseTo(before.value + 9 * RAD, 9);
    const across = handleOf(keys, PLACE, "left");
    const slope = (after.value - keyValue(keys, PLACE)) / (after.frame - 11);
    expect((keyValue(keys, PLACE) - across.value) / (11 - across.frame)).toBeCloseTo(slope, 9);
  });
});
