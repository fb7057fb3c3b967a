import { describe, expect, it, vi } from "vitest";
import type { Connection } from "../../../src/connection/connection";
import { handleOf, keyValue } from "../../../src/curves/handles";
import type { StudioDocument } from "../../../src/document/document";
import { rowsOf, spliced } from "../../../src/document/keys";
import type { Clip, Edited, Keys } from "../../../src/messages";
import { Studio } from "../../../src/studio/studio";
import { firstView } from "../../../src/studio/view";
import { Drag, type Taken } from "../../../src/views/graph/Drag";
import { graphHand } from "../../../src/views/graph/hand";
import { FakeTab } from "../../studio/fakes";
import { smallClip, smallKeys, smallPicture } from "./figure";

const PLACE = { key: 1, channel: 1 };
const KEY: Taken = { kind: "keys", places: [PLACE] };
const START = { x: 324, y: 100 };
/** 120 degrees are 200 pixels high, 30 frames 600 wide. */
const DEGREES = (n: number) => (n * 200) / 120;
const RAD = Math.PI / 180;

/** A studio whose server moves the middle key by as much as is wanted. */
function fakeStudio() {
  const request = vi.fn((type: string, { keys, by }: { keys: Keys; by: number; frames?: number[] }) => {
    if (type !== "MoveKeys") return { answer: new Promise<Edited>(() => {}), cancel: () => {} };
    const frames = keys.frames.map((frame, n) => (n === 1 ? frame + by : frame));
    const edited = { keys: { ...keys, frames }, evaluation: {}, notes: [] } as unknown as Edited;
    return { answer: Promise.resolve(edited), cancel: () => {} };
  });
  const studio = new Studio({ request } as unknown as Connection, "", new FakeTab());
  const clip = { ...smallClip(), id: "1" } as Clip;
  studio.clip.set(clip);
  studio.view.set({ ...firstView(clip), selectedKeys: [11], selectedChannels: [0, 1] });
  const settings = { first: 1, last: 31, pins: [] };
  const document = { settings, choice: {}, joining: {}, plants: [], layers: [], detail: 0, edited: smallKeys() };
  studio.history.reset(document as unknown as StudioDocument);
  const moves = () => request.mock.calls.filter(([type]) => type === "MoveKeys").map(([, body]) => body);
  return { studio, request, moves, drag: (taken: Taken) => new Drag(studio, taken, START, smallPicture([PLACE])) };
}

/** Keys without one of them. */
function without(keys: Keys, row: number): Keys {
  return spliced(keys, row, 1, rowsOf(keys, 0, 0));
}

const labels = (studio: Studio) => studio.history.past.get().done.map(({ label }) => label);
const edited = (studio: Studio) => studio.document.get().edited!;

describe("a key in the hand", () => {
  it("moves in value where the hand goes up, without the server", async () => {
    const { studio, moves, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 3, y: START.y - DEGREES(12) });
    await held.commit();
    const keys = edited(studio);
    expect(labels(studio)).toEqual(["Change key"]);
    expect(keyValue(keys, PLACE)).toBeCloseTo(42 * RAD, 9);
    expect([...keys.frames]).toEqual([1, 11, 31]);
    expect(moves()).toEqual([]);
    expect(studio.results.get().handled).toBeNull();
  });

  it("moves in time where the hand goes sideways, by the server", async () => {
    const { studio, moves, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y - 8 });
    await held.commit();
    expect(moves()[0]).toMatchObject({ frames: [11], by: 3 });
    const keys = edited(studio);
    expect(labels(studio)).toEqual(["Move key"]);
    expect(studio.view.get().selectedKeys).toEqual([14]);
    expect([...keys.frames]).toEqual([1, 14, 31]);
    expect(keyValue(keys, PLACE)).toBe(keyValue(smallKeys(), PLACE));
  });

  it("makes no entry where the server could not move it", async () => {
    const { studio, request, drag } = fakeStudio();
    request.mockImplementation((_, { keys }) => ({
      answer: Promise.resolve({
        keys: { ...keys, frames: Int32Array.from(keys.frames) },
        evaluation: {} as Edited["evaluation"],
        notes: ["It stays."],
      }),
      cancel: () => {},
    }));
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y });
    await held.commit();
    expect(labels(studio)).toEqual([]);
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["It stays."]);
  });

  it("is taken back by an undo that comes before it is done", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 62, y: START.y });
    const done = held.commit();
    studio.undo();
    await done;
    await studio.commands.earlier();
    expect([...edited(studio).frames]).toEqual([1, 11, 31]);
    expect(studio.history.past.get().undone.map(({ label }) => label)).toEqual(["Move key"]);
    expect(studio.results.get().handled).toBeNull();
  });

  it("goes on with the keys that an edit before it leaves", async () => {
    const { studio, drag } = fakeStudio();
    const raised = studio.editing.give({
      label: () => "Raise",
      make: async (keys) => ({ keys: { ...keys, values: keys.values.map((value) => value + 1) } }),
    });
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - DEGREES(12) });
    await held.commit();
    await raised;
    expect(labels(studio)).toEqual(["Raise", "Change key"]);
    expect(keyValue(edited(studio), PLACE)).toBeCloseTo(42 * RAD + 1, 9);
  });

  it("keeps to the direction that it began with", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 10 });
    held.move({ x: START.x + 100, y: START.y - DEGREES(6) });
    await held.commit();
    const keys = edited(studio);
    expect([...keys.frames]).toEqual([1, 11, 31]);
    expect(keyValue(keys, PLACE)).toBeCloseTo(36 * RAD, 9);
  });

  it("moves both ways where it is free to", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x - 40, y: START.y + DEGREES(6) }, true);
    await held.commit();
    const keys = edited(studio);
    expect([...keys.frames]).toEqual([1, 9, 31]);
    expect(keyValue(keys, PLACE)).toBeCloseTo(24 * RAD, 9);
  });

  it("is where it was after Escape, with the scale kept", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 50 });
    held.cancel();
    await held.commit();
    expect(labels(studio)).toEqual([]);
    expect(studio.results.get().handled).toBeNull();
    expect(graphHand(studio).get().drag).toBeNull();
    expect(studio.view.get().graph.values).toEqual({ low: -10, high: 110 });
  });

  it("makes no entry where it did not move", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x + 2, y: START.y + 1 });
    await held.commit();
    expect(labels(studio)).toEqual([]);
  });

  it("says so where its key is gone", async () => {
    const { studio, drag } = fakeStudio();
    const held = drag(KEY);
    held.move({ x: START.x, y: START.y - 50 });
    studio.editKeys("Delete key", without(smallKeys(), 1));
    await held.commit();
    expect(labels(studio)).toEqual(["Delete key"]);
    expect(studio.notices.get().at(-1)?.text).toContain("its key is gone");
  });
});

describe("a handle in the hand", () => {
  it("goes with the hand, and the one across turns", async () => {
    const { studio, drag } = fakeStudio();
    const before = handleOf(smallKeys(), PLACE, "right");
    const held = drag({ kind: "handle", place: PLACE, side: "right" });
    held.move({ x: START.x + 20, y: START.y - DEGREES(9) });
    await held.commit();
    const keys = edited(studio);
    const after = handleOf(keys, PLACE, "right");
    expect(labels(studio)).toEqual(["Move handle"]);
    expect(after.frame).toBeCloseTo(before.frame + 1, 9);
    expect(after.value).toBeCloseTo(before.value + 9 * RAD, 9);
    const across = handleOf(keys, PLACE, "left");
    const slope = (after.value - keyValue(keys, PLACE)) / (after.frame - 11);
    expect((keyValue(keys, PLACE) - across.value) / (11 - across.frame)).toBeCloseTo(slope, 9);
  });
});
