import { beforeEach, describe, expect, it } from "vitest";
import type { Studio } from "../../src/studio/studio";
import { CHOICE, evaluation, FakeConnection, keysOn, open, opened, SETTINGS, studioWith } from "./fakes";

let connection: FakeConnection;
let studio: Studio;

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection, { ...opened(), keys: keysOn(1, 4, 6, 10) });
  studio.view.patch({ selectedKeys: [4, 6], graph: { ...studio.view.get().graph, picked: [[4, 0]] } });
});

/** Move keys as an edit would: it says where they go. */
const move = (frames: number[], ...moves: [number, number][]) =>
  studio.editKeys("Move key", keysOn(...frames), new Map(moves));

const selected = () => [...studio.view.get().selectedKeys];
const pins = () => studio.document.get().settings.pins;
const pin = (...frames: number[]) =>
  studio.history.reset({ ...studio.document.get(), settings: { ...SETTINGS, pins: frames } });

describe("selected keys", () => {
  it("stay selected when they move, when that is undone and done again", () => {
    move([1, 5, 6, 10], [4, 5]);
    expect(selected()).toEqual([5, 6]);
    expect(studio.view.get().graph.picked).toEqual([[5, 0]]);
    studio.history.undo();
    expect(selected()).toEqual([4, 6]);
    expect(studio.view.get().graph.picked).toEqual([[4, 0]]);
    studio.history.redo();
    expect(selected()).toEqual([5, 6]);
  });

  it("go along under the hand, and back when it gives up", () => {
    studio.handle(keysOn(1, 5, 6, 10), new Map([[4, 5]]));
    studio.handle(
      keysOn(1, 5, 8, 10),
      new Map([
        [4, 5],
        [6, 8],
      ]),
    );
    expect(selected()).toEqual([5, 8]);
    studio.handle(null);
    expect(selected()).toEqual([4, 6]);
  });

  it("are left alone when keys come or go, and by another choice", () => {
    studio.editKeys("Add key", keysOn(1, 3, 4, 6, 10));
    expect(selected()).toEqual([4, 6]);
    studio.history.undo();
    studio.results.patch({ chosen: { keys: keysOn(1, 2, 3, 10), evaluation: evaluation() } as never });
    studio.change("Keys", { choice: { ...CHOICE, keys: 7 } });
    expect(selected()).toEqual([4, 6]);
  });
});

describe("pins", () => {
  it("follow their keys in the same step", () => {
    pin(4, 8);
    move([1, 5, 6, 10], [4, 5]);
    expect(pins()).toEqual([5, 8]);
    expect(studio.document.get().edited?.frames[1]).toBe(5);
    studio.history.undo();
    expect(pins()).toEqual([4, 8]);
    expect(studio.document.get().edited?.frames[1]).toBe(4);
    studio.history.redo();
    expect(pins()).toEqual([5, 8]);
    expect(studio.history.past.get().undone).toEqual([]);
  });

  it("of two moves one after the other are two steps", () => {
    pin(4);
    move([1, 5, 6, 10], [4, 5]);
    move([1, 3, 6, 10], [5, 3]);
    studio.history.undo();
    expect(pins()).toEqual([5]);
  });

  it("stay where a key that stays is, and where there is none", () => {
    pin(6, 8);
    const { settings } = studio.document.get();
    move([1, 5, 6, 10], [4, 5]);
    expect(studio.document.get().settings).toBe(settings);
  });

  it("go with their keys, and come back with them", () => {
    pin(4, 6, 8);
    studio.editKeys("Delete key", keysOn(1, 4, 10));
    expect(pins()).toEqual([4, 8]);
    studio.history.undo();
    expect(pins()).toEqual([4, 6, 8]);
    expect(studio.document.get().edited?.frames).toEqual(Int32Array.of(1, 4, 6, 10));
    studio.history.redo();
    expect(pins()).toEqual([4, 8]);
  });

  it("of another page's last step are not undone with those of this one", async () => {
    pin(4);
    move([1, 5, 6, 10], [4, 5]);
    connection = new FakeConnection();
    const again = studioWith(connection);
    await open(again, connection, { ...opened(), keys: keysOn(1, 5, 6, 10) });
    again.history.reset(studio.document.get(), studio.history.past.get());
    again.editKeys("Move key", keysOn(1, 3, 6, 10), new Map([[5, 3]]));
    again.undo();
    expect(again.document.get().settings.pins).toEqual([5]);
  });
});

describe("keys that pass each other", () => {
  it("stay selected as themselves", () => {
    studio.view.patch({ selectedKeys: [4] });
    move([1, 6, 7, 10], [4, 7]);
    expect(selected()).toEqual([7]);
    studio.history.undo();
    expect(selected()).toEqual([4]);
    studio.history.redo();
    expect(selected()).toEqual([7]);
  });

  it("take the place of those that they land on", () => {
    studio.view.patch({ selectedKeys: [6] });
    move([1, 6, 10], [4, 6]);
    expect(selected()).toEqual([]);
    studio.history.undo();
    studio.view.patch({ selectedKeys: [4] });
    studio.history.redo();
    expect(selected()).toEqual([6]);
  });
});
