import { beforeEach, describe, expect, it } from "vitest";
import type { AnnotationsRead, Mark } from "../../src/messages";
import { projectText } from "../../src/studio/project";
import type { Studio } from "../../src/studio/studio";
import { shownMarks } from "../../src/views/annotations/bench";
import * as edits from "../../src/views/annotations/edits";
import { leavePainting, togglePainting } from "../../src/views/annotations/painting";
import { FakeConnection, open, opened, settled, studioWith } from "./fakes";

const yes = (first: number, last: number): Mark => ({ first, last, is_yes: true });
const FLAGS = ["Run", "Walk"];
/** The clip has frames 1 to 10. */
const READ: AnnotationsRead = {
  library_clip: 7,
  flags: [
    { flag: "Run", marks: [yes(1, 2)] },
    { flag: "Walk", marks: [] },
  ],
  guess: new Uint8Array(20).fill(255),
};

let connection: FakeConnection;
let studio: Studio;
const marks = () => studio.document.get().marks;
const saves = () => connection.asked.filter(({ type }) => type === "SaveAnnotations").map(({ body }) => body);

async function openLibrary(): Promise<void> {
  const done = studio.library.open("/moves.unbakelib");
  await connection.waiting("OpenLibrary")[0].answer({ path: "/moves.unbakelib", vocabulary: FLAGS });
  await done;
}

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  await openLibrary();
  await open(studio, connection);
  await settled();
  await connection.waiting("ReadAnnotations")[0].answer(READ);
});

describe("what is said of a clip in the library", () => {
  it("comes with the clip, without being a change", async () => {
    expect(marks()).toEqual({ Run: [yes(1, 2)], Walk: [] });
    expect(studio.history.past.get().done).toEqual([]);
    expect(saves()).toEqual([]);
    expect(connection.waiting("GuessAnnotations")).toHaveLength(1);
  });

  it("is saved as soon as it changes, flag by flag, and is nothing for a project", async () => {
    studio.annotations.change("Paint Walk", { Walk: [yes(3, 5)] });
    expect(saves()).toEqual([{ clip: "1", flags: [{ flag: "Walk", marks: [yes(3, 5)] }] }]);
    expect(studio.saving.isUnsaved.get()).toBe(false);
    expect(projectText(studio)).not.toContain("Paint Walk");
    studio.change("Detail", { detail: 0.5 });
    expect(studio.saving.isUnsaved.get()).toBe(true);
    expect(studio.saving.changes()).toBe(1);
    studio.undo();
    studio.undo();
    expect(marks().Walk).toEqual([]);
    expect(saves()).toHaveLength(2);
    expect(studio.saving.isUnsaved.get()).toBe(false);
    studio.redo();
    expect(marks().Walk).toEqual([yes(3, 5)]);
  });

  it("is no change where nothing changes", () => {
    expect(studio.annotations.change("Paint Run", { Run: [yes(1, 2)] })).toBe(false);
    expect(studio.history.past.get().done).toEqual([]);
  });

  it("is sent once more where it could not be saved", async () => {
    studio.annotations.change("Paint Walk", { Walk: [yes(3, 5)] });
    await connection.waiting("SaveAnnotations")[0].fail("the disk is full");
    expect(studio.notices.get().at(-1)?.text).toContain("the disk is full");
    expect(studio.wouldLose).toBe(true);
    studio.annotations.change("Paint Run", { Run: [yes(1, 4)] });
    expect(saves().at(-1)).toEqual({
      clip: "1",
      flags: [
        { flag: "Run", marks: [yes(1, 4)] },
        { flag: "Walk", marks: [yes(3, 5)] },
      ],
    });
    expect(studio.wouldLose).toBe(false);
  });

  it("never goes to another clip or library", async () => {
    studio.annotations.change("Paint Walk", { Walk: [yes(3, 5)] });
    studio.change("Detail", { detail: 0.5 });
    await open(studio, connection, opened("2"));
    await settled();
    expect(saves()).toHaveLength(1);
    await connection.waiting("ReadAnnotations")[0].answer({ ...READ, library_clip: null, flags: [] });
    expect(marks()).toEqual({});
    expect(studio.annotations.change("Paint Walk", { Walk: [yes(3, 5)] })).toBe(true);
    expect(saves()).toHaveLength(1);
  });

  it("goes with the library, and other edits stay", async () => {
    studio.change("Detail", { detail: 0.5 });
    studio.annotations.change("Paint Walk", { Walk: [yes(3, 5)] });
    const done = studio.library.close();
    await connection.waiting("CloseLibrary")[0].answer({});
    await done;
    await settled();
    expect(marks()).toEqual({});
    expect(studio.history.past.get().done.map(({ label }) => label)).toEqual(["Detail"]);
    expect(saves()).toHaveLength(1);
  });
});

describe("a flag that is painted", () => {
  it("goes where the playhead goes, and is one step", () => {
    studio.playhead.set(4);
    togglePainting(studio, "Walk");
    expect(shownMarks(studio).Walk).toEqual([yes(4, 4)]);
    studio.playhead.set(7);
    togglePainting(studio, "Run");
    studio.playhead.set(6);
    expect(shownMarks(studio)).toEqual({ Run: [yes(1, 2), yes(6, 7)], Walk: [yes(4, 6)] });
    expect(marks().Walk).toEqual([]);
    togglePainting(studio, "Walk");
    studio.playhead.set(9);
    togglePainting(studio, "Run");
    expect(marks()).toEqual({ Run: [yes(1, 2), yes(7, 9)], Walk: [yes(4, 6)] });
    expect(studio.history.past.get().done.map(({ label }) => label)).toEqual(["Paint Walk", "Paint Run"]);
  });

  it("goes on from its last label, and can be given up", () => {
    studio.playhead.set(6);
    togglePainting(studio, "Run", edits.onFrom(studio, "Run"));
    expect(shownMarks(studio).Run).toEqual([yes(1, 6)]);
    leavePainting(studio);
    studio.playhead.set(8);
    expect(shownMarks(studio).Run).toEqual([yes(1, 2)]);
    expect(studio.history.past.get().done).toEqual([]);
  });
});
