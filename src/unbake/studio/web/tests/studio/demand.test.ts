import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DemandParts, Synthesized } from "../../src/messages";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, opened, settled, studioWith } from "./fakes";

const PROBLEM = { part: "flag", number: 0, text: "nobody flies" } as const;
const span = (start_s: number, stop_s: number) => ({ flag: "Walk", start_s, stop_s, must: true });
const found = (part: Partial<Synthesized>): Synthesized => ({
  problem: null,
  upload: "made",
  n_frames: 361,
  fps: 60,
  cost: 1,
  cost_flags: 1,
  cost_joins: 0,
  cost_places: 0,
  runs: [],
  wrong: [],
  flags: [],
  places: [],
  poses: [],
  path_mean_m: null,
  path_worst_m: null,
  way: new Float32Array(0),
  was_stopped: false,
  notes: [],
  ...part,
});

let connection: FakeConnection;
let studio: Studio;
const parts = (): DemandParts => studio.demand.parts;

beforeEach(async () => {
  vi.useFakeTimers();
  connection = new FakeConnection();
  studio = studioWith(connection);
  const done = studio.library.open("/moves.unbakelib");
  await connection.waiting("OpenLibrary")[0].answer({ path: "/moves.unbakelib", vocabulary: ["Walk"] });
  await done;
  return () => vi.useRealTimers();
});

describe("a demand that is painted", () => {
  it("would be lost with the page until it is saved, or as it was saved again", async () => {
    const { demand } = studio;
    expect(studio.wouldLose).toBe(false);
    demand.change({ length_s: 4 });
    expect(studio.wouldLose).toBe(false); // nothing is painted
    demand.change({ flags: [span(0, 2)] });
    expect(studio.wouldLose).toBe(true);
    vi.stubGlobal("document", { createElement: () => ({ click: () => {} }) });
    const saved = demand.save();
    await connection.waiting("WriteDemand")[0].answer({ text: "" });
    await saved;
    expect(studio.wouldLose).toBe(false);
    demand.change({ flags: [span(0, 3)] });
    expect(studio.wouldLose).toBe(true);
    demand.undo();
    expect(studio.wouldLose).toBe(false);
    vi.unstubAllGlobals();
  });

  it("is undone step by step, a gesture at once", () => {
    const { demand } = studio;
    demand.change({ flags: [span(0, 2)] });
    const gesture = {};
    for (const x of [1, 2, 3]) demand.changeSpot({ part: "start", number: 0 }, { place: { x, z: 0 } }, gesture);
    expect(parts().start.place).toEqual({ x: 3, z: 0 });
    demand.undo();
    expect(parts().start.place).toEqual({ x: 0, z: 0 });
    expect(parts().flags).toHaveLength(1);
    demand.redo();
    expect(parts().start.place).toEqual({ x: 3, z: 0 });
    demand.undo();
    demand.undo();
    expect(parts().flags).toEqual([]);
    expect(demand.canUndo).toBe(false);
    // Nothing of it is a change of the document.
    expect(studio.history.past.get().done).toEqual([]);
  });

  it("has one place at a time, and at 0 s the start", () => {
    const { demand } = studio;
    demand.putPlace(1, 1);
    demand.goTo(2);
    demand.putPlace(2, 2);
    demand.putPlace(3, 3);
    expect(parts().start.place).toEqual({ x: 1, z: 1 });
    expect(parts().places).toEqual([{ at_s: 2, place: { x: 3, z: 3 }, heading_deg: null }]);
  });

  it("keeps what reaches its end at its end when the length changes", () => {
    const { demand } = studio;
    const places = [6, 5].map((at_s) => ({ at_s, place: { x: 0, z: 1 }, heading_deg: null }));
    demand.change({ flags: [span(0, 6), span(5, 5.5)], places });
    demand.setLength(4);
    expect(parts().flags).toEqual([span(0, 4)]);
    expect(parts().places.map(({ at_s }) => at_s)).toEqual([4]);
    demand.setLength(8);
    expect(parts().flags).toEqual([span(0, 8)]);
  });

  it("begins a path at the start, and loses it with its last points", () => {
    const { demand } = studio;
    demand.putPoint(1, 1);
    expect(parts().path?.points).toEqual([
      { x: 0, z: 0 },
      { x: 1, z: 1 },
    ]);
    demand.remove();
    expect(parts().path).toBeNull();
  });

  it("takes no pose from a clip that is not of the library", async () => {
    await open(studio, connection);
    studio.demand.putPose();
    expect(parts().poses).toEqual([]);
  });
});

describe("what stands in the way", () => {
  it("is asked for once hands rest, and an answer about an older demand is nothing", async () => {
    studio.demand.change({ flags: [span(0, 1)] });
    studio.demand.change({ flags: [span(0, 2)] });
    await vi.advanceTimersByTimeAsync(300);
    const [first, ...others] = connection.waiting("CheckDemand");
    expect(others).toEqual([]);
    expect(first.body.parts.flags).toEqual([span(0, 2)]);
    studio.demand.change({ flags: [span(0, 3)] });
    await first.answer({ problem: PROBLEM });
    expect(studio.demand.state.get().problem).toBeNull();
    await vi.advanceTimersByTimeAsync(300);
    await connection.waiting("CheckDemand")[0].answer({ problem: PROBLEM });
    expect(studio.demand.state.get().problem).toEqual(PROBLEM);
  });
});

describe("a search", () => {
  it("shows what it says, ends early, and opens what was found", async () => {
    void studio.demand.synthesize();
    await settled();
    const [asked] = connection.waiting("Synthesize");
    asked.onProgress?.({ step: "Searching: the best so far costs 3.0", part: 0.4 });
    expect(studio.demand.state.get().searching).toEqual({ step: "Searching: the best so far costs 3.0", part: 0.4 });
    void studio.demand.stop();
    expect(connection.waiting("StopSynthesis")).toHaveLength(1);
    await asked.answer(found({ was_stopped: true }));
    await settled();
    const [opening] = connection.waiting("Open");
    expect(opening.body).toMatchObject({ source: "upload", name: "made" });
    await opening.answer(opened("5"));
    await settled();
    expect(studio.demand.state.get()).toMatchObject({ searching: null, found: { clip: "5", parts: parts() } });
    // It is nowhere else.
    expect([studio.saving.isUnsaved.get(), studio.wouldLose]).toEqual([true, true]);
  });

  it("asks before what it found takes the place of work that was done meanwhile; until it is opened, it waits", async () => {
    await open(studio, connection);
    void studio.demand.synthesize();
    await settled();
    studio.change("Detail", { detail: 0.5 });
    await connection.waiting("Synthesize")[0].answer(found({}));
    await settled();
    expect([studio.dialog.get()?.kind, connection.waiting("Open")]).toEqual(["unsaved", []]);
    studio.dialog.set(null);
    studio.undo();
    expect([studio.demand.isWaiting, studio.wouldLose]).toEqual([true, true]);
    studio.demand.openFound();
    await settled();
    await connection.waiting("Open")[0].answer(opened("5"));
    await settled();
    expect([studio.demand.isWaiting, studio.clip.get()?.id]).toEqual([false, "5"]);
    expect(studio.saving.isUnsaved.get()).toBe(true);
    const added = studio.library.add();
    await connection.waiting("AddToLibrary")[0].answer({ id: 9, name: "on demand", is_new: true });
    void added;
    expect(studio.saving.isUnsaved.get()).toBe(false);
  });

  it("leaves a question that is open in front, and what it found behind it", async () => {
    void studio.demand.synthesize();
    await settled();
    studio.dialog.set({ kind: "preferences" });
    await connection.waiting("Synthesize")[0].answer(found({}));
    await settled();
    expect([studio.dialog.get()?.kind, connection.waiting("Open")]).toEqual(["preferences", []]);
    expect(studio.demand.isWaiting).toBe(true);
  });

  it("that is refused opens nothing, and one that fails says so", async () => {
    void studio.demand.synthesize();
    await settled();
    await connection.waiting("Synthesize")[0].answer(found({ problem: PROBLEM }));
    await settled();
    expect(studio.demand.state.get()).toMatchObject({ problem: PROBLEM, searching: null, found: null });
    expect(connection.waiting("Open")).toEqual([]);
    void studio.demand.synthesize();
    await settled();
    await connection.waiting("Synthesize")[0].fail("the library is gone");
    await settled();
    expect(studio.demand.state.get().searching).toBeNull();
    expect(studio.notices.get().map(({ text }) => text)).toContain("the library is gone");
  });
});
