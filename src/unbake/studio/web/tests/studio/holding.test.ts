import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { relabel } from "../../src/document/commands";
import { areOfOneKind } from "../../src/document/keys";
import type { Plant } from "../../src/messages";
import { openedProject, projectText } from "../../src/studio/project";
import type { Studio } from "../../src/studio/studio";
import { changeJoining } from "../../src/views/selection/choosing";
import { chosen, FakeConnection, keysOn, open, opened, SPACE, settled, studioWith } from "./fakes";

const PLANT: Plant = { first: 2, last: 5, point: 0, source: "hand" };
const OTHER: Plant = { ...PLANT, point: 1 };

let connection: FakeConnection;
let studio: Studio;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  await answerAll();
});
afterEach(() => vi.useRealTimers());

/** The choice as it is has been made, quickly and well. */
async function answerAll(): Promise<void> {
  await previews()[0]?.answer(chosen(true, 9));
  await vi.advanceTimersByTimeAsync(300);
  await settled();
  await finals()[0]?.answer(chosen(false));
  await connection.waiting("FindSpace")[0]?.answer(SPACE);
}

const previews = () => connection.waiting("Choose").filter(({ body }) => body.is_preview);
const finals = () => connection.waiting("Choose").filter(({ body }) => !body.is_preview);
const hold = (holds_feet: boolean) => changeJoining(studio, "Hold feet", { holds_feet });

function label(...plants: Plant[]): void {
  studio.history.execute(relabel(studio.document.get(), "Paint left heel", plants)!);
}

it("labels decide about the keys only where feet hold", async () => {
  label(PLANT);
  await answerAll();
  expect([connection.count("Choose"), connection.count("FindSpace")]).toEqual([2, 1]);
  hold(true);
  expect(previews()[0].body).toMatchObject({ plants: [PLANT], joining: { holds_feet: true } });
  expect(connection.waiting("FindSpace")[0].body).toMatchObject({ plants: [PLANT], holds_feet: true });
  await answerAll();
  label(PLANT, OTHER);
  expect(previews()[0].body.plants).toEqual([PLANT, OTHER]);
  expect(connection.waiting("FindSpace")[0].body.plants).toEqual([PLANT, OTHER]);
  await answerAll();
  hold(false);
  expect(previews()[0].body.plants).toEqual([]);
  expect(connection.waiting("FindSpace")[0].body).toMatchObject({ plants: [], holds_feet: false });
});

it("is one step of undo, and what was found before is there at once", async () => {
  const before = studio.results.get().chosen;
  hold(true);
  await answerAll();
  expect(studio.results.get().chosen).not.toBe(before);
  studio.undo();
  expect(studio.document.get().joining.holds_feet).toBe(false);
  expect(studio.results.get().chosen).toBe(before);
  expect(previews()).toHaveLength(0);
});

it("keys that were edited stay while labels are painted, and measured by what they were made of", async () => {
  hold(true);
  await answerAll();
  const mine = { ...keysOn(1, 4, 10), holds: [PLANT] };
  studio.editKeys("Move key", mine);
  expect(connection.waiting("Evaluate")[0].body.keys.holds).toEqual([PLANT]);
  label(OTHER);
  await settled();
  expect([studio.document.get().edited?.holds, previews().length]).toEqual([[PLANT], 0]);
});

it("another oracle decides about the keys where nobody has labelled anything", async () => {
  studio.oracleChanged();
  expect(previews()).toHaveLength(0);
  hold(true);
  await answerAll();
  studio.oracleChanged();
  expect([previews().length, connection.waiting("FindSpace").length]).toEqual([1, 1]);
  await answerAll();
  label(PLANT);
  await answerAll();
  studio.oracleChanged();
  expect(previews()).toHaveLength(0);
});

it("keys of the capture as it is, and of the one with its feet in place, are two kinds", () => {
  const [plain, held] = [keysOn(1, 10), { ...keysOn(1, 10), holds: [PLANT] }];
  const { holds, ...old } = plain;
  expect([
    areOfOneKind(plain, held),
    areOfOneKind(held, { ...held, holds: [{ ...PLANT }] }),
    areOfOneKind(old as typeof plain, plain),
  ]).toEqual([false, true, true]);
});

it("a project keeps what its keys hold", async () => {
  hold(true);
  await answerAll();
  studio.editKeys("Move key", { ...keysOn(1, 4, 10), holds: [PLANT] });
  const { document, past } = openedProject(projectText(studio), studio.document.get(), studio.view.get());
  expect([document.edited?.holds, document.joining.holds_feet]).toEqual([[PLANT], true]);
  expect(past.done.map(({ label }) => label)).toEqual(["Hold feet", "Move key"]);
});

it("a project from before there was this opens, is asked for as it was, and can be switched on", async () => {
  const { joining, ...document } = studio.document.get();
  const { holds_feet, ...before } = joining;
  const past = { done: [], undone: [] };
  const project = {
    version: 1,
    document: { ...document, joining: before },
    past,
    view: studio.view.get(),
    playhead: 3,
  };
  await open(studio, connection, opened("2", JSON.stringify(project)));
  expect(previews()[0].body.plants).toEqual([]);
  expect(JSON.stringify(previews()[0].body.joining)).not.toContain("holds_feet");
  await answerAll();
  hold(true);
  expect(previews()[0].body.joining).toEqual({ ...before, holds_feet: true });
});
