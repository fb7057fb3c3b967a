import { beforeEach, expect, it } from "vitest";
import { relabel } from "../../src/document/commands";
import type { FeetCleaned, Plant } from "../../src/messages";
import { resultPoses } from "../../src/views/viewport/poses";
import { chosen, evaluation, FakeConnection, open, opened, settled, studioWith } from "./fakes";

const PLANT: Plant = { first: 2, last: 5, point: 0, source: "hand" };
const CLEANED: FeetCleaned = {
  positions: new Float32Array(30).fill(7),
  rotations: new Int16Array(40),
  first: 1,
  drift_before_mm: 10,
  drift_after_mm: 0,
  worst_before_mm: 20,
  worst_after_mm: 0,
  moved_cm: new Float32Array(10),
  notes: [],
};
const TEN_FRAMES = { ...evaluation(), positions: new Float32Array(30) };

let connection: FakeConnection;
let studio: ReturnType<typeof studioWith>;

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  await connection.waiting("Choose")[0].answer({ ...chosen(false), evaluation: TEN_FRAMES });
});

function label(...plants: Plant[]): void {
  studio.history.execute(relabel(studio.document.get(), "Paint left heel", plants)!);
}

const cleans = (cleansFeet: boolean) => studio.change("Clean feet", { cleansFeet });
const shown = () => resultPoses(studio.clip.get()!, studio.document.get(), studio.results.get())?.positions[0];

it("nothing is cleaned until somebody asks for it, and has labelled something", async () => {
  expect(connection.count("FindFeet")).toBe(0);
  label(PLANT);
  await settled();
  expect([connection.count("FindFeet"), connection.count("CleanFeet")]).toEqual([1, 0]);
  studio.undo();
  cleans(true);
  await settled();
  expect(connection.count("CleanFeet")).toBe(0);
  label(PLANT);
  label(PLANT, { ...PLANT, point: 1 });
  await settled();
  expect(connection.count("FindFeet")).toBe(1);
  expect(connection.waiting("CleanFeet")[0].body).toMatchObject({ clip: "1", plants: [PLANT], detail: 0 });
});

it("the cleaned motion is seen, and goes with the switch, with its labels and with its keys", async () => {
  label(PLANT);
  cleans(true);
  expect(shown()).toBe(0);
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(shown()).toBe(7);
  studio.undo();
  expect([shown(), studio.results.get().cleaned]).toEqual([0, null]);
  studio.history.redo();
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(shown()).toBe(7);
  // Other keys are seen at once, as they move before their feet are cleaned.
  studio.results.patch({ evaluation: { ...TEN_FRAMES } });
  expect(shown()).toBe(0);
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(shown()).toBe(7);
});

it("what is under the hand, and quick previews, are left as they move", async () => {
  label(PLANT);
  cleans(true);
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  const { chosen: final } = studio.results.get();
  studio.results.patch({ chosen: { ...final!, is_preview: true } });
  expect([studio.results.get().cleaned, connection.waiting("CleanFeet").length]).toEqual([null, 0]);
  studio.results.patch({ isStopped: true });
  await settled();
  expect(connection.waiting("CleanFeet")).toHaveLength(1);
  studio.results.patch({ chosen: final, isStopped: false });
  studio.handle(final!.keys);
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect([studio.results.get().cleaned, connection.waiting("CleanFeet").length]).toEqual([null, 0]);
  studio.handle(null);
  await settled();
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(shown()).toBe(7);
});

it("an answer for labels that have changed meanwhile is not shown", async () => {
  label(PLANT);
  cleans(true);
  label(PLANT, { ...PLANT, point: 1 });
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(shown()).toBe(0);
  const [newest] = connection.waiting("CleanFeet");
  expect(newest.body.plants).toHaveLength(2);
  await newest.answer(CLEANED);
  expect(shown()).toBe(7);
});

it("what cannot be cleaned is said once, until it can", async () => {
  label(PLANT);
  cleans(true);
  await connection.waiting("CleanFeet")[0].fail("the skeleton has no left-toe");
  expect(studio.notices.get().map(({ text }) => text)).toEqual(["the skeleton has no left-toe"]);
  label({ ...PLANT, last: 6 });
  await connection.waiting("CleanFeet")[0].answer(CLEANED);
  expect(studio.notices.get()).toEqual([]);
});

it("labels beside the file are opened with it, and projects from before there were any have none", async () => {
  await open(studio, connection, { ...opened("2"), plants: [{ ...PLANT, point: 1 }, PLANT] });
  expect(studio.document.get().plants).toEqual([PLANT, { ...PLANT, point: 1 }]);
  const { plants, cleansFeet, ...before } = studio.document.get();
  const past = { done: [], undone: [] };
  const project = { version: 1, document: before, past, view: studio.view.get(), playhead: 3 };
  await open(studio, connection, opened("3", JSON.stringify(project)));
  expect(studio.document.get()).toMatchObject({ plants: [], cleansFeet: false });
});
