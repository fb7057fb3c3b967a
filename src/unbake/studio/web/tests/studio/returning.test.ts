import { beforeEach, expect, it } from "vitest";
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
  void studio.open({ source: "packaged", unit: "mm" });
  await connection.waiting("Open")[0].answer(opened());
  expect(studio.returning.how).toEqual({ fps: null, unit: "mm" });
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
