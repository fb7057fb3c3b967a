import { beforeEach, describe, expect, it } from "vitest";
import type { Synthesized } from "../../src/messages";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, FakeTab, open, opened, settled, studioWith, welcome } from "./fakes";

let tab: FakeTab;
let connection: FakeConnection;
let studio: Studio;

/** A page that is loaded, with what the server says at first. */
async function loaded(greeting = welcome()): Promise<void> {
  connection = new FakeConnection();
  studio = studioWith(connection, tab);
  void studio.start();
  await connection.waiting("Hello")[0].answer(greeting);
}
const asked = () => connection.waiting("Open")[0]?.body;

beforeEach(() => {
  tab = new FakeTab();
});

it("comes back with what was open, seen as it was", async () => {
  await loaded();
  await open(studio, connection);
  studio.view.patch({ speed: 0.5 });
  studio.playhead.set(7);
  studio.returning.leave();
  await loaded(welcome({ startup: "/clips/other.bvh" }));
  expect(asked()).toMatchObject({ source: "packaged" });
  await connection.waiting("Open")[0].answer(opened("2"));
  expect([studio.view.get().speed, studio.playhead.get()]).toEqual([0.5, 7]);
});

it("comes back with the take that the server read by default", async () => {
  await loaded();
  const { clip, ...others } = opened();
  await open(studio, connection, { ...others, clip: { ...clip, takes: ["Walk", "Sway"], take: "Sway" } });
  studio.returning.leave();
  await loaded();
  expect(asked()).toMatchObject({ source: "packaged", take: "Sway" });
});

it("comes back with work that was not saved", async () => {
  await loaded();
  await open(studio, connection);
  studio.change("Detail", { detail: 0.5 });
  studio.returning.leave();
  await loaded();
  expect(asked()).toMatchObject({ source: "recovery", name: "work1" });
});

it("comes back with a change that the server never got", async () => {
  await loaded();
  await open(studio, connection);
  studio.change("Detail", { detail: 0.5 });
  studio.playhead.set(7);
  studio.returning.leave();
  await loaded();
  await connection.waiting("Open")[0].fail("this work is gone");
  await connection.waiting("Open")[0].answer(opened("2"));
  expect([studio.document.get().detail, studio.playhead.get()]).toEqual([0.5, 7]);
  expect(studio.history.past.get().done.map(({ label }) => label)).toEqual(["Detail"]);
  expect(studio.saving.isUnsaved.get()).toBe(true);
});

it("comes back with the layer that gets keys, so that the next drag leaves the take's own alone", async () => {
  await loaded();
  await open(studio, connection);
  studio.layers.add();
  const [{ id }] = studio.document.get().layers;
  studio.returning.leave();
  await loaded();
  await connection.waiting("Open")[0].answer(opened("2"));
  expect(studio.layers.stack().selected).toBe(id);
  await open(studio, connection, opened("3"));
  expect(studio.view.get().selectedLayer).toBe("");
});

it("does without that change where the tab has no room for it", async () => {
  await loaded();
  await open(studio, connection);
  studio.returning.leave();
  tab.room = tab.getItem("open")!.length + 100;
  studio.change("Detail", { detail: 0.5 });
  studio.returning.leave();
  await loaded();
  expect(asked()).toMatchObject({ source: "recovery", name: "work1" });
  await connection.waiting("Open")[0].answer(opened("2"));
  expect(studio.document.get().detail).toBe(0);
});

it("takes what was opened where the work is gone", async () => {
  await loaded();
  await open(studio, connection);
  studio.change("Detail", { detail: 0.5 });
  studio.returning.leave();
  await loaded();
  await connection.waiting("Open")[0].fail("this work is gone");
  expect(asked()).toMatchObject({ source: "packaged" });
});

it("takes the project once everything is saved", async () => {
  await loaded();
  await open(studio, connection);
  studio.change("Detail", { detail: 0.5 });
  const done = studio.saving.save("/clips/a.unbake", false);
  await connection.waiting("SaveProject")[0].answer({ path: "/clips/a.unbake", bytes: 3 });
  await done;
  studio.returning.leave();
  await loaded();
  expect(asked()).toMatchObject({ source: "recent", name: "/clips/a.unbake" });
});

it("remembers what was said about the file", async () => {
  await loaded();
  void studio.open({ source: "packaged", unit: "mm", take: "Run" });
  await connection.waiting("Open")[0].answer(opened());
  expect(studio.returning.how).toEqual({ fps: null, unit: "mm", take: "Run" });
  studio.returning.saved("/clips/a.unbake");
  studio.returning.leave();
  await loaded();
  expect(asked()).toMatchObject({ source: "recent", unit: "mm" });
});

it("opens the command line's file where nothing was open, or it is gone", async () => {
  await loaded(welcome({ startup: "/clips/walk.bvh" }));
  expect(asked()).toMatchObject({ source: "startup" });
  await connection.waiting("Open")[0].answer(opened());
  studio.returning.leave();
  await loaded(welcome({ startup: "/clips/walk.bvh" }));
  await connection.waiting("Open")[0].fail("this upload is gone");
  expect(asked()).toMatchObject({ source: "startup" });
});

it("says what else was not saved, but not what it came back with", async () => {
  const left = { id: "x", name: "run.bvh", saved: "2026-01-01", changes: 1 };
  await loaded();
  await open(studio, connection);
  studio.returning.leave();
  await loaded(welcome({ recoverable: [left, { ...left, id: "work1", name: "clip1.bvh" }] }));
  await connection.waiting("Open")[0].answer(opened());
  await connection.waiting("Hello")[0].answer(welcome({ recoverable: [left] }));
  await settled();
  expect(studio.notices.get().map(({ text }) => text)).toEqual(["Work on run.bvh was not saved."]);
});

describe("a demand that was painted", () => {
  const span = { flag: "Walk", start_s: 0, stop_s: 2, must: true };
  const library = { path: "/moves.unbakelib", vocabulary: ["Walk"] };

  /** A page beside a library, with the clip that was open if it can be had. */
  async function loadedBeside(path = library.path): Promise<void> {
    await loaded(welcome({ library: path }));
    await connection.waiting("AskLibrary")[0].answer({ ...library, path });
    await connection.waiting("Open")[0]?.answer(opened("7"));
    await settled();
  }
  const found = { upload: "made", way: Float32Array.of(1, 2) } as Synthesized;

  beforeEach(async () => {
    await loadedBeside();
    await open(studio, connection, opened("5"));
    studio.demand.change({ flags: [span] });
    studio.demand.change({ length_s: 4 });
    studio.demand.state.patch({ name: "walk.toml", found: { result: found, parts: studio.demand.parts, clip: "5" } });
  });

  it("comes back with its undo and with what was found, as the clip that is open", async () => {
    studio.demand.change({ length_s: 3 });
    studio.demand.undo();
    studio.returning.leave();
    await loadedBeside();
    const { demand } = studio;
    expect(demand.state.get()).toMatchObject({ name: "walk.toml", found: { result: found, clip: "7" } });
    expect(demand.state.get().found?.parts).toBe(demand.parts);
    expect(demand.parts).toMatchObject({ flags: [span], length_s: 4 });
    expect(demand.isUnsaved).toBe(true);
    demand.redo();
    expect(demand.parts.length_s).toBe(3);
    for (let n = 0; n < 3; n++) demand.undo();
    expect(demand.parts.flags).toEqual([]);
    expect(demand.canUndo).toBe(false);
  });

  it("comes back with what was found and waits to be opened", async () => {
    studio.demand.state.patch({ found: { result: found, parts: studio.demand.parts, clip: null } });
    studio.returning.leave();
    await loadedBeside();
    expect([studio.demand.isWaiting, studio.wouldLose]).toEqual([true, true]);
  });

  it("leaves what was found behind beside another library", async () => {
    studio.returning.leave();
    await loadedBeside("/others.unbakelib");
    expect(studio.demand.parts.flags).toEqual([span]);
    expect(studio.demand.state.get().found).toBeNull();
  });

  it("is not taken for the clip that is open where that is another", async () => {
    await open(studio, connection, opened("6"));
    studio.returning.leave();
    await loadedBeside();
    expect(studio.demand.state.get().found).toMatchObject({ result: found, clip: "" });
  });

  it("comes back without its undo where the tab has little room, and never in place of the clip", async () => {
    studio.returning.leave();
    const room = tab.getItem("open")!.length;
    tab.room = Math.max(room, tab.getItem("demand")!.length - 1);
    studio.returning.leave();
    await loadedBeside();
    expect(studio.demand.parts.flags).toEqual([span]);
    expect(studio.demand.canUndo).toBe(false);
    await open(studio, connection);
    tab.room = room + 50;
    studio.returning.leave();
    await loadedBeside();
    expect(studio.clip.get()?.id).toBe("7");
    expect(studio.demand.parts.flags).toEqual([]);
  });
});
