import { beforeEach, describe, expect, it } from "vitest";
import type { OracleKnown, Plant, SequenceFound } from "../../../src/messages";
import type { Studio } from "../../../src/studio/studio";
import { feetActions } from "../../../src/views/feet/actions";
import { benchOf } from "../../../src/views/feet/bench";
import { commit } from "../../../src/views/feet/edits";
import { movedBetween } from "../../../src/views/feet/lessons";
import { learn, nextInFolder } from "../../../src/views/feet/oracle";
import { FakeConnection, open, opened, settled, studioWith } from "../../studio/fakes";

const HERE: SequenceFound = { first: 3, last: 7, farthest: 5, distance: 1, path: null, left_out: [] };
const THERE: SequenceFound = { ...HERE, path: "/clips/other.bvh" };
const GUESSED: Plant = { first: 1, last: 9, point: 1, source: "oracle" };
const GUESS = { plants: [GUESSED], certainty: new Float32Array(40), distance: new Float32Array(10) };

let connection: FakeConnection;
let studio: Studio;

/** The clip has frames 1 to 10. */
beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  const first = opened();
  await open(studio, connection, { ...first, clip: { ...first.clip, path: "/clips/clip1.bvh" } });
});

async function find(sequence: SequenceFound): Promise<void> {
  void nextInFolder(studio);
  await settled();
  await connection.waiting("FindSequence")[0].answer(sequence);
}

describe("the next sequence of the folder", () => {
  it("in the open clip is gone to at once", async () => {
    await find(HERE);
    expect(connection.asked.find(({ type }) => type === "FindSequence")!.body).toMatchObject({ in_folder: true });
    await connection.waiting("GuessFeet")[0].answer(GUESS);
    expect(connection.count("Open")).toBe(1);
    expect([benchOf(studio).get().sequence, studio.playhead.get()]).toEqual([HERE, 5]);
    expect(studio.document.get().plants).toEqual([{ ...GUESSED, first: 3, last: 7 }]);
  });

  it("in another clip of the folder opens that one there, with its guess to correct", async () => {
    await find(THERE);
    expect(connection.waiting("Open")[0].body).toMatchObject({ source: "recent", name: "/clips/other.bvh" });
    await connection.waiting("Open")[0].answer(opened("2"));
    expect(connection.waiting("GuessFeet")[0].body.clip).toBe("2");
    await connection.waiting("GuessFeet")[0].answer(GUESS);
    expect([studio.clip.get()?.id, studio.playhead.get()]).toEqual(["2", 5]);
    expect(studio.view.get().tabs.bottom).toBe("feet");
    expect(studio.document.get().plants).toEqual([{ ...GUESSED, first: 3, last: 7 }]);
  });

  it("asks first about work that would be lost", async () => {
    commit(studio, "Paint", [{ ...GUESSED, source: "hand" }]);
    await find(THERE);
    expect(connection.count("Open")).toBe(1);
    const dialog = studio.dialog.get();
    expect(dialog?.kind).toBe("unsaved");
    if (dialog?.kind === "unsaved") dialog.then();
    await settled();
    expect(connection.waiting("Open")).toHaveLength(1);
  });

  it("is gone to without a guess where the oracle knows nothing yet", async () => {
    await find({ ...HERE, distance: null });
    expect(connection.count("GuessFeet")).toBe(0);
    expect([benchOf(studio).get().sequence?.first, studio.document.get().plants]).toEqual([3, []]);
  });

  it("says which clips were left out", async () => {
    const left_out = ["a.bvh was left out: it has no legs", "b.bvh was left out: broken"];
    await find({ ...HERE, left_out });
    expect(studio.notices.get()[0].text).toBe(`2 clips of the folder were left out, such as this: ${left_out[0]}`);
  });

  it("is not offered for a clip that came from no folder", async () => {
    const action = feetActions.find(({ id }) => id === "feet.nextInFolder")!;
    expect(action.isEnabled?.(studio)).toBe(true);
    await open(studio, connection, opened("2"));
    expect(action.isEnabled?.(studio)).toBe(false);
  });
});

describe("a lesson", () => {
  const NAME = "clip1.bvh 1–10";
  const after = (...names: string[]): OracleKnown => ({
    oracle: "own",
    examples: 60,
    lessons: names.map((name) => ({ name, n_frames: 60, source: "hand" })),
    changes: names.length,
    notes: [],
  });
  const sources = () => studio.document.get().plants.map(({ source }) => source);

  /** The guess is taken over and learnt. */
  async function teach(): Promise<void> {
    commit(studio, "Accept guess", [GUESSED]);
    void learn(studio);
    await settled();
    await connection.waiting("LearnFeet")[0].answer(after("packaged", NAME));
  }

  async function undo(known: OracleKnown): Promise<void> {
    studio.undo();
    await settled();
    await connection.waiting("AskOracle").at(-1)?.answer(known);
  }

  it("goes when its confirmation is undone, and is learnt again when that is done again", async () => {
    await teach();
    expect(sources()).toEqual(["hand"]);
    await undo(after("packaged", NAME));
    expect(sources()).toEqual(["oracle"]);
    await connection.waiting("UnlearnFeet")[0].answer(after("packaged"));
    expect(benchOf(studio).get().known?.lessons).toHaveLength(1);
    studio.history.redo();
    await settled();
    expect(connection.waiting("LearnFeet")[0].body).toMatchObject({ clip: "1", plants: [GUESSED], first: 1, last: 10 });
  });

  it("of several steps undone at once, the last goes first", () => {
    for (const last of [2, 3, 4]) commit(studio, `Paint to ${last}`, [{ ...GUESSED, last }]);
    const before = studio.history.past.get();
    studio.history.goTo(1);
    const gone = studio.history.past.get();
    expect(movedBetween(before, gone).undone.map(({ label }) => label)).toEqual(["Paint to 4", "Paint to 3"]);
    studio.history.goTo(3);
    const { undone, redone } = movedBetween(gone, studio.history.past.get());
    expect([undone, redone.map(({ label }) => label)]).toEqual([[], ["Paint to 3", "Paint to 4"]]);
  });

  it("stays, and that is said, where the oracle has learnt something else since", async () => {
    await teach();
    await undo(after("packaged", NAME, "other.bvh 1–200"));
    expect(connection.count("UnlearnFeet")).toBe(0);
    expect(studio.notices.get().at(-1)?.text).toMatch(/^The oracle still knows frames 1 to 10/);
  });

  it("that was taken back already is left at that, and other steps have nothing to do with it", async () => {
    await teach();
    await undo(after("packaged"));
    expect([connection.count("UnlearnFeet"), studio.notices.get().length]).toEqual([0, 1]);
    await undo(after("packaged"));
    expect([sources(), connection.count("UnlearnFeet")]).toEqual([[], 0]);
    expect(connection.count("LearnFeet")).toBe(1);
  });
});
