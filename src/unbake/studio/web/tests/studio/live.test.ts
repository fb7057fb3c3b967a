import { beforeEach, expect, it, vi } from "vitest";
import type { LiveStarted } from "../../src/messages";
import type { LiveFrame } from "../../src/studio/liveFrames";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, opened, settled, studioWith } from "./fakes";

let connection: FakeConnection;
let studio: Studio;

/** A character that plays, and is recorded. */
beforeEach(async () => {
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal("document", { removeEventListener: () => {} });
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  studio.live.state.patch({ character: { id: "live" } as LiveStarted });
  studio.live.frame.set({ number: 10 } as LiveFrame);
  studio.live.record();
  studio.live.frame.set({ number: 200 } as LiveFrame);
  return () => vi.unstubAllGlobals();
});

it("opens a recording as work that is not saved yet", async () => {
  expect(studio.wouldLose).toBe(true);
  studio.live.record();
  await settled();
  const [kept] = connection.waiting("KeepLive");
  expect(kept.body).toMatchObject({ first: 10, last: 200 });
  await kept.answer({ upload: "made" });
  await connection.waiting("Open")[0].answer(opened("2"));
  expect(studio.clip.get()?.id).toBe("2");
  expect(studio.live.isRecording).toBe(false);
  expect(studio.saving.isUnsaved.get()).toBe(true);
  expect(studio.wouldLose).toBe(true);
});

it("goes on with a recording where somebody stays with work that is not saved", async () => {
  studio.change("Detail", { detail: 0.5 });
  studio.live.record();
  await settled();
  const dialog = studio.dialog.get();
  expect(dialog?.kind).toBe("unsaved");
  studio.dialog.set(null);
  expect(studio.live.isRecording).toBe(true);
  expect(connection.waiting("KeepLive")).toHaveLength(0);
  if (dialog?.kind === "unsaved") dialog.then();
  expect(connection.waiting("KeepLive")).toHaveLength(1);
});

it("goes where another clip is opened, which is seen then, unless it is recorded", async () => {
  await open(studio, connection, opened("2"));
  expect(studio.live.isOn).toBe(true);
  studio.live.state.patch({ recordsFrom: null });
  await open(studio, connection, opened("3"));
  expect(studio.live.isOn).toBe(false);
});
