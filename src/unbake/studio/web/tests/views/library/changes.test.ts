import { beforeEach, describe, expect, it } from "vitest";
import type { LibraryClip, LibraryListed } from "../../../src/messages";
import type { Studio } from "../../../src/studio/studio";
import { benchOf, shownFlags } from "../../../src/views/annotations/bench";
import {
  changeFlags,
  pick,
  pickedWith,
  removeClips,
  renameClip,
  tagPicked,
  tagsOf,
  workText,
} from "../../../src/views/library/changes";
import { FakeConnection, open, settled, studioWith } from "../../studio/fakes";

const clip = (id: number, ...tags: string[]): LibraryClip => ({
  ...{ id, name: `clip ${id}`, source: "", tags, flags: [], guessed: [] },
  ...{ n_frames: 10, first_frame: 1, fps: 30, seconds: 0.3 },
});
const listed = (...clips: LibraryClip[]): LibraryListed => ({ clips, n_clips: clips.length, tags: ["made"] });

let connection: FakeConnection;
let studio: Studio;
const picked = () => studio.library.state.get().picked;
const bodies = (type: string) => connection.asked.filter((asked) => asked.type === type).map(({ body }) => body);

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  const done = studio.library.open("/moves.unbakelib");
  await connection.waiting("OpenLibrary")[0].answer({ path: "/moves.unbakelib", vocabulary: ["Run", "Walk"] });
  await done;
  await connection.waiting("ListLibrary")[0].answer(listed(clip(1, "made"), clip(2), clip(3, "Made", "odd")));
});

describe("what a click picks", () => {
  it("is one clip, one more or less, or all up to it", () => {
    expect(pickedWith([1, 2], [1, 2, 3, 4], 3, "alone")).toEqual([3]);
    expect(pickedWith([1, 2], [1, 2, 3, 4], 3, "too")).toEqual([1, 2, 3]);
    expect(pickedWith([1, 2], [1, 2, 3, 4], 1, "too")).toEqual([2]);
    expect(pickedWith([4, 3], [1, 2, 3, 4], 1, "range")).toEqual([4, 3, 1, 2]);
    expect(pickedWith([], [1, 2, 3, 4], 2, "range")).toEqual([2]);
  });

  it("is left only as far as it is listed", async () => {
    pick(studio, 1, "alone");
    pick(studio, 3, "too");
    studio.library.filter({ tag: "odd" });
    await connection.waiting("ListLibrary")[0].answer(listed(clip(3, "odd")));
    expect(picked()).toEqual([3]);
  });
});

describe("what is changed of clips", () => {
  it("is a tag of all that are picked, whatever its case", async () => {
    pick(studio, 1, "alone");
    pick(studio, 3, "range");
    expect(tagsOf(studio.library.pickedClips)).toEqual([
      { tag: "made", count: 2 },
      { tag: "odd", count: 1 },
    ]);
    const done = tagPicked(studio, "new", true);
    await connection.waiting("TagClips")[0].answer({});
    expect(await done).toBe(true);
    expect(bodies("TagClips")).toEqual([{ clips: [1, 2, 3], add: ["new"], remove: [] }]);
    expect(connection.waiting("ListLibrary")).toHaveLength(1);
  });

  it("is a name, unless that is taken", async () => {
    const taken = renameClip(studio, clip(1), "clip 2");
    await connection.waiting("RenameClip")[0].fail("another clip is called so");
    expect(await taken).toBe("another clip is called so");
    const done = renameClip(studio, clip(1), "other");
    await connection.waiting("RenameClip")[0].answer({});
    expect(await done).toBe("");
  });

  it("is said before they are removed", () => {
    expect(workText({ n_clips: 0, n_frames: 0, n_foot_clips: 0 })).toMatch("Nothing was labelled");
    expect(workText({ n_clips: 1, n_frames: 30, n_foot_clips: 2 })).toBe(
      "The labels of 1 clip (30 frames) and the foot labels of 2 clips go, too, and so do tags and guesses.",
    );
  });
});

describe("a clip that is removed", () => {
  it("stays open, and is not of the library any more", async () => {
    await open(studio, connection);
    await settled();
    await connection.waiting("ReadAnnotations")[0].answer({ library_clip: 1, flags: [], guess: new Uint8Array() });
    pick(studio, 1, "alone");
    const done = removeClips(studio, [clip(1)]);
    await connection.waiting("RemoveClips")[0].answer({});
    await settled();
    await connection.waiting("ReadAnnotations")[0].answer({ library_clip: null, flags: [], guess: new Uint8Array() });
    await done;
    expect(studio.clip.get()?.id).toBe("1");
    expect(studio.annotations.known.get().clip).toBeNull();
    expect(picked()).toEqual([]);
    expect(studio.library.clip(1)).toBeUndefined();
  });
});

describe("other flags", () => {
  it("come to lanes and number keys at once, and end what was painted", async () => {
    studio.setPreferences({ hiddenFlags: ["Run"] });
    benchOf(studio).patch({ painting: { Walk: 3 } });
    const done = changeFlags(studio, { rename: [{ old: "Run", new: "Jog" }], remove: ["Walk"], add: ["Limp"] });
    const flags = ["Jog", "Limp"].map((flag) => ({ flag, n_clips: 0, n_frames: 0 }));
    await connection.waiting("ChangeFlags")[0].answer({ flags });
    await done;
    expect(shownFlags(studio)).toEqual(["Limp"]);
    expect(studio.preferences.get().hiddenFlags).toEqual(["Jog"]);
    expect(benchOf(studio).get().painting).toEqual({});
  });
});
