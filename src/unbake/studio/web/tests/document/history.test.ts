import { describe, expect, it } from "vitest";
import type { StudioDocument } from "../../src/document/document";
import { History } from "../../src/document/history";
import { parse, stringify } from "../../src/document/json";
import { rowsOf } from "../../src/document/keys";
import { Store } from "../../src/store";
import { bytesOf, command, document, keys, randomFrom, rows } from "./random";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

function fresh(seed: number): { history: History; store: Store<StudioDocument>; random: () => number } {
  const random = randomFrom(seed);
  const store = new Store(document(random));
  return { history: new History(store), store, random };
}

function expectSame(found: StudioDocument, expected: StudioDocument): void {
  expect({ ...found, edited: bytesOf(found.edited) }).toEqual({ ...expected, edited: bytesOf(expected.edited) });
}

describe("History", () => {
  it.each(SEEDS)("leads back to every state it was in, bit for bit, and forth again (seed %i)", (seed) => {
    const { history, store, random } = fresh(seed);
    const states = [store.get()];
    for (let i = 0; i < 60; i++) {
      history.execute(command(random, store.get()));
      const { length } = history.past.get().done;
      states.splice(length, states.length, store.get());
    }
    for (let count = states.length - 1; count >= 0; count--) {
      history.goTo(count);
      expectSame(store.get(), states[count]);
    }
    for (let i = 0; i < 100; i++) {
      const count = Math.floor(random() * states.length);
      history.goTo(count);
      expectSame(store.get(), states[count]);
    }
  });

  it.each(SEEDS)("is the same after it was saved and opened again (seed %i)", (seed) => {
    const { history, store, random } = fresh(seed);
    const first = store.get();
    for (let i = 0; i < 30; i++) history.execute(command(random, store.get()));
    for (let i = 0; i < 5; i++) history.undo();
    const saved = stringify({ document: store.get(), past: history.past.get() });
    const opened = parse<{ document: StudioDocument; past: { done: []; undone: [] } }>(saved);
    const other = fresh(seed);
    other.history.reset(opened.document, opened.past);
    expectSame(other.store.get(), store.get());
    while (other.history.redo() && history.redo()) expectSame(other.store.get(), store.get());
    other.history.goTo(0);
    expectSame(other.store.get(), first);
  });

  it("takes commands of one gesture back in one step", () => {
    const { history, store } = fresh(3);
    const start = store.get();
    const set = (detail: number, gesture?: string) => {
      const before = { detail: store.get().detail };
      history.execute({ kind: "change", label: "Detail", before, after: { detail }, gesture });
    };
    set(0.1, "a");
    set(0.2, "a");
    set(0.3, "b");
    expect(history.past.get().done).toHaveLength(2);
    history.undo();
    expect(store.get().detail).toBe(0.2);
    history.undo();
    expectSame(store.get(), start);
    expect(history.undo()).toBeUndefined();
  });

  it("takes splices of one gesture, which cannot be merged, back and forth together", () => {
    const random = randomFrom(7);
    const edited = keys(random, 4);
    const { history, store } = fresh(7);
    history.reset({ ...document(random), edited });
    for (const frame of [201, 202]) {
      const now = store.get().edited!;
      const removed = rowsOf(now, 1, 2);
      history.execute({ kind: "splice", label: "Drag", at: 1, removed, inserted: rows(random, [frame]), gesture: "c" });
    }
    expect(history.steps()).toEqual([2]);
    history.undo();
    expect(history.past.get().done).toHaveLength(0);
    expect(bytesOf(store.get().edited)).toEqual(bytesOf(edited));
    history.redo();
    expect(store.get().edited!.frames[1]).toBe(202);
  });

  it("forgets what was undone when something else is done", () => {
    const { history, store, random } = fresh(5);
    for (let i = 0; i < 4; i++) history.execute({ ...command(random, store.get()), gesture: undefined });
    history.undo();
    history.undo();
    history.execute({ ...command(random, store.get()), gesture: undefined });
    expect(history.past.get().undone).toHaveLength(0);
    expect(history.past.get().done).toHaveLength(3);
    expect(history.redo()).toBeUndefined();
  });

  it("tells its watchers of the document once for several steps", () => {
    const { history, store, random } = fresh(6);
    for (let i = 0; i < 5; i++) history.execute({ ...command(random, store.get()), gesture: undefined });
    let calls = 0;
    store.subscribe(() => calls++);
    history.goTo(1);
    expect(calls).toBe(1);
  });
});
