import { beforeEach, describe, expect, it } from "vitest";
import type { LibraryClip } from "../../../src/messages";
import type { Studio } from "../../../src/studio/studio";
import { liveActions } from "../../../src/views/live/actions";
import { FakeConnection, open, opened, studioWith } from "../../studio/fakes";

const walk: LibraryClip = {
  ...{ id: 7, name: "walk", source: "", tags: [], flags: [], guessed: [] },
  ...{ n_frames: 10, first_frame: 1, fps: 30, seconds: 0.3 },
};
const start = liveActions[0];

let connection: FakeConnection;
let studio: Studio;

beforeEach(() => {
  connection = new FakeConnection();
  studio = studioWith(connection);
});

async function openLibrary(...clips: LibraryClip[]): Promise<void> {
  const done = studio.library.open("/moves.unbakelib");
  await connection.waiting("OpenLibrary")[0].answer({ path: "/moves.unbakelib", vocabulary: ["Walk"] });
  await done;
  await connection.waiting("ListLibrary")[0].answer({ clips, n_clips: clips.length, tags: [] });
}

describe("a live character", () => {
  it("needs a library, and no clip that is open", async () => {
    expect(start.isEnabled?.(studio)).toBe(false);
    await openLibrary(walk);
    expect(start.isEnabled?.(studio)).toBe(true);
    start.run(studio);
    expect(connection.waiting("StartLive")).toEqual([]);
    const [first] = connection.waiting("Open");
    expect(first.body).toMatchObject({ source: "library", name: "7" });
    await first.answer(opened());
    expect(connection.count("StartLive")).toBe(1);
    expect(studio.view.get().tabs.bottom).toBe("live");
  });

  it("starts at once beside an open clip", async () => {
    await open(studio, connection);
    await openLibrary(walk);
    start.run(studio);
    expect(connection.count("StartLive")).toBe(1);
    expect(studio.view.get().tabs.bottom).toBe("live");
  });

  it("is not started from a library without clips, which is said", async () => {
    await openLibrary();
    start.run(studio);
    expect(connection.count("StartLive")).toBe(0);
    expect(studio.notices.get().at(-1)?.text).toContain("The library is empty");
  });
});
