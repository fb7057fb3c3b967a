import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stringify } from "../../src/document/json";
import type { Answers, Requests } from "../../src/messages";
import { isBehind } from "../../src/studio/results";
import type { Studio } from "../../src/studio/studio";
import {
  CHOICE,
  chosen,
  evaluation,
  FakeConnection,
  JOINING,
  keysOn,
  open,
  opened,
  SETTINGS,
  SPACE,
  settled,
  studioWith,
} from "./fakes";

let connection: FakeConnection;
let studio: Studio;
const results = () => studio.results.get();
const previews = () => connection.waiting("Choose").filter(({ body }) => body.is_preview);
const finals = () => connection.waiting("Choose").filter(({ body }) => !body.is_preview);
const ask = (keys: number) => studio.change("Number of keys", { choice: { ...studio.document.get().choice, keys } });
const rest = async () => {
  await vi.advanceTimersByTimeAsync(300);
  await settled();
};

/** A clip whose keys have the full fit. */
async function ready(max_cm = 1): Promise<void> {
  await open(studio, connection);
  await previews()[0].answer(chosen(true, 9));
  await rest();
  await finals()[0].answer(chosen(false, max_cm));
  await connection.waiting("FindSpace")[0].answer(SPACE);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  connection = new FakeConnection();
  studio = studioWith(connection);
  await settled();
});
afterEach(() => vi.useRealTimers());

describe("choosing", () => {
  it("shows a preview at once and the final answer once the hand rests", async () => {
    await open(studio, connection);
    expect(previews()).toHaveLength(1);
    expect(results().isChoosing).toBe(true);
    await previews()[0].answer(chosen(true, 9));
    expect(results().chosen?.is_preview).toBe(true);
    expect(finals()).toHaveLength(0);
    await rest();
    await finals()[0].answer(chosen(false, 2));
    expect(results().chosen?.is_preview).toBe(false);
    expect(results().evaluation?.max_cm).toBe(2);
    expect(results().isChoosing).toBe(false);
    expect(connection.waiting("Choose")).toHaveLength(0);
  });

  it("shows the keys of a long take at once, and asks for their evaluation", async () => {
    await ready(2);
    const late = (keys: number) => ({ ...chosen(true), keys: keysOn(1, keys, 10), evaluation: null });
    ask(6);
    await previews()[0].answer(late(6));
    expect(results().chosen?.keys.frames[1]).toBe(6);
    // What is seen of the animation is the last one that was evaluated.
    expect(results().evaluation?.max_cm).toBe(2);
    expect(isBehind(results(), studio.document.get())).toBe(true);
    // The server drops the evaluation for a newer choice.
    const [dropped] = connection.waiting("Evaluate");
    ask(7);
    await dropped.stop();
    await previews()[0].answer(late(7));
    const [evaluating] = connection.waiting("Evaluate");
    expect(evaluating.body.keys).toBe(results().chosen?.keys);
    // The final answer waits for it.
    await rest();
    expect(finals()).toHaveLength(0);
    await evaluating.answer({ evaluation: evaluation(7) });
    expect(results().evaluation?.max_cm).toBe(7);
    expect(isBehind(results(), studio.document.get())).toBe(false);
    await rest();
    expect(finals()).toHaveLength(1);
  });

  it("evaluates what is still seen where a newer choice fails", async () => {
    await ready(2);
    ask(6);
    await previews()[0].answer({ ...chosen(true), evaluation: null });
    ask(7);
    await connection.waiting("Evaluate")[0].stop();
    await previews()[0].fail("no such keys");
    expect(connection.waiting("Evaluate").map(({ body }) => body.keys)).toEqual([results().chosen?.keys]);
  });

  it("asks for the newest of fast changes only, one at a time", async () => {
    await ready();
    for (const keys of [6, 7, 8, 9]) ask(keys);
    expect(previews().map(({ body }) => body.choice.keys)).toEqual([6]);
    await previews()[0].answer(chosen(true, 6));
    expect(results().evaluation?.max_cm).toBe(6);
    expect(previews().map(({ body }) => body.choice.keys)).toEqual([9]);
    await previews()[0].answer(chosen(true, 9));
    await rest();
    expect(finals().map(({ body }) => body.choice.keys)).toEqual([9]);
  });

  it("does not take a final answer of something older for what is asked now", async () => {
    await ready();
    ask(6);
    await previews()[0].answer(chosen(true, 6));
    await rest();
    const [late] = finals();
    // The answer was on its way when it was cancelled.
    const answer = chosen(false, 6);
    ask(7);
    expect(late.isCancelled).toBe(true);
    void late.answer(answer);
    await settled();
    expect(results().chosen).not.toBe(answer);
  });

  it("waits with the final answer until the preview is there", async () => {
    await ready();
    ask(6);
    await rest();
    await rest();
    expect(finals()).toHaveLength(0);
    await previews()[0].answer(chosen(true, 6));
    await rest();
    expect(finals().map(({ body }) => body.choice.keys)).toEqual([6]);
  });

  it("says that a person stopped the final answer, until something new is asked for", async () => {
    await ready();
    ask(6);
    await previews()[0].answer(chosen(true, 6));
    await rest();
    await finals()[0].stop();
    expect(results().isStopped).toBe(true);
    const finished = studio.settle();
    await settled();
    expect(results().isStopped).toBe(false);
    await finals()[0].answer(chosen(false, 6));
    expect((await finished)?.frames).toEqual(results().chosen?.keys.frames);
    ask(7);
    await previews()[0].answer(chosen(true, 7));
    await rest();
    ask(8);
    expect(results().isStopped).toBe(false);
  });

  it("shows what is known at once when a change is undone, and not the preview of what was undone", async () => {
    await ready(3);
    const known = results().chosen;
    ask(6);
    await previews()[0].answer(chosen(true, 6));
    expect(results().chosen).not.toBe(known);
    studio.history.undo();
    expect(results().chosen).toBe(known);
    expect(results().evaluation?.max_cm).toBe(3);
    await rest();
    expect(connection.waiting("Choose")).toHaveLength(0);
    expect(results().isChoosing).toBe(false);
  });

  it("lets a preview that comes late not hide the final answer", async () => {
    await ready(3);
    const known = results().chosen;
    ask(6);
    const [late] = previews();
    studio.history.undo();
    await late.answer(chosen(true, 6));
    expect(results().chosen).toBe(known);
    expect(results().evaluation?.max_cm).toBe(3);
    expect(results().isChoosing).toBe(false);
  });

  it("lets a preview that nobody waits for any more end", async () => {
    await ready(3);
    ask(6);
    const [undone] = previews();
    studio.history.undo();
    expect(undone.isCancelled).toBe(true);
    ask(7);
    await settled();
    const [replaced] = previews();
    studio.editKeys("Move key", keysOn(1, 6, 10));
    expect(replaced.isCancelled).toBe(true);
  });

  it("keeps the keys and evaluates them anew when only the detail changes", async () => {
    await ready();
    const known = results().chosen;
    studio.change("Detail", { detail: 0.5 });
    expect(previews()).toHaveLength(0);
    expect(connection.waiting("Evaluate")[0].body.detail).toBe(0.5);
    await connection.waiting("Evaluate")[0].answer({ evaluation: evaluation(0.25) });
    expect(results().evaluation?.max_cm).toBe(0.25);
    expect(results().chosen).toBe(known);
  });

  it("speaks of work that takes its time, beside what somebody waits for in front of it", async () => {
    await ready();
    ask(6);
    const [preview] = previews();
    preview.onProgress!({ step: "Selecting keys", part: 0.1 });
    expect(studio.busy.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(400);
    preview.onProgress!({ step: "Selecting keys", part: 0.5 });
    expect(studio.busy.get()).toMatchObject({ what: "Selecting keys", part: 0.5 });
    await preview.answer(chosen(true));
    expect(studio.busy.get()).toBeNull();
    const other = { what: "Opening", part: 0, isInFront: true, cancel: () => {} };
    studio.busy.set(other);
    await vi.advanceTimersByTimeAsync(400);
    finals()[0].onProgress!({ step: "Fitting curves", part: 0.5 });
    await finals()[0].answer(chosen(false));
    expect(studio.busy.get()).toBe(other);
  });

  it("says once what cannot be met, and takes it back when something can", async () => {
    await ready();
    ask(6);
    await previews()[0].fail("pins too near");
    await rest();
    await finals()[0].fail("pins too near");
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["pins too near"]);
    expect(results().isChoosing).toBe(false);
    ask(7);
    await previews()[0].answer(chosen(true));
    expect(studio.notices.get()).toHaveLength(0);
  });

  it("takes it back when what is known comes back", async () => {
    await ready();
    ask(6);
    await previews()[0].answer(chosen(true));
    await rest();
    await finals()[0].answer(chosen(false));
    ask(7);
    await previews()[0].fail("pins too near");
    expect(studio.notices.get()).toHaveLength(1);
    studio.history.undo();
    expect(studio.notices.get()).toHaveLength(0);
  });
});

describe("the selection space", () => {
  it("is found anew only when what selection looks at changes", async () => {
    await ready();
    ask(7);
    expect(connection.count("FindSpace")).toBe(1);
    studio.change("Pin", { settings: { ...SETTINGS, pins: [4] } });
    expect(connection.waiting("FindSpace")[0].body.settings.pins).toEqual([4]);
  });

  it("does not wait for an older one, nor takes it", async () => {
    await ready();
    studio.change("Pin", { settings: { ...SETTINGS, pins: [4] } });
    const [older] = connection.waiting("FindSpace");
    studio.change("Pin", { settings: { ...SETTINGS, pins: [5] } });
    expect(older.isCancelled).toBe(true);
    const space = { ...SPACE, note: "new" };
    void older.answer({ ...SPACE, note: "old" });
    await settled();
    expect(results().space?.note).toBeNull();
    await connection.waiting("FindSpace")[0].answer(space);
    expect(results().space).toBe(space);
  });

  it("is a preview of a long take first, then the whole", async () => {
    await open(studio, connection);
    const [quick] = connection.waiting("FindSpace");
    expect(quick.body.is_preview).toBe(true);
    const preview = { ...SPACE, is_preview: true };
    await quick.answer(preview);
    expect(results().space).toBe(preview);
    const [whole] = connection.waiting("FindSpace");
    expect(whole.body.is_preview).toBe(false);
    await whole.answer(SPACE);
    expect(results().space).toBe(SPACE);
    expect(connection.count("FindSpace")).toBe(2);
  });

  it("shows how far it is again, and can be stopped, once what was in front of it is done", async () => {
    await open(studio, connection);
    const [space] = connection.waiting("FindSpace");
    await vi.advanceTimersByTimeAsync(400);
    space.onProgress!({ step: "Measuring pairs of frames", part: 0.1 });
    expect(studio.busy.get()?.part).toBe(0.1);
    const exporting = studio.request("Exporting", "PlanExport", {} as Requests["PlanExport"]);
    await vi.advanceTimersByTimeAsync(400);
    expect(studio.busy.get()?.what).toBe("Exporting");
    space.onProgress!({ step: "Measuring pairs of frames", part: 0.2 });
    expect(studio.busy.get()?.what).toBe("Exporting");
    await connection.waiting("PlanExport")[0].answer({} as Answers["PlanExport"]);
    await exporting;
    space.onProgress!({ step: "Measuring pairs of frames", part: 0.3 });
    expect(studio.busy.get()?.part).toBe(0.3);
    studio.busy.get()?.cancel();
    await settled();
    expect(results().isSpaceStopped).toBe(true);
  });

  it("that a person stopped comes when a person wants it", async () => {
    await open(studio, connection);
    await connection.waiting("FindSpace")[0].answer({ ...SPACE, is_preview: true });
    await connection.waiting("FindSpace")[0].stop();
    expect(results().isSpaceStopped).toBe(true);
    ask(7);
    expect(connection.waiting("FindSpace")).toHaveLength(0);
    studio.resumeSpace();
    expect(results().isSpaceStopped).toBe(false);
    await connection.waiting("FindSpace")[0].answer(SPACE);
    expect(results().space).toBe(SPACE);
  });
});

describe("edited keys", () => {
  it("take the place of what was chosen; undone, the choice is back without asking again", async () => {
    await ready(3);
    studio.editKeys("Move key", keysOn(1, 6, 10));
    expect(studio.shownKeys()?.frames[1]).toBe(6);
    await connection.waiting("Evaluate")[0].answer({ evaluation: evaluation(4) });
    expect(results().evaluation?.max_cm).toBe(4);
    studio.history.undo();
    expect(studio.shownKeys()?.frames[1]).toBe(5);
    expect(results().evaluation?.max_cm).toBe(3);
    await rest();
    expect(connection.waiting("Choose")).toHaveLength(0);
  });

  it("are replaced by a choice, which says so, and come back with undo", async () => {
    await ready();
    studio.editKeys("Move key", keysOn(1, 6, 10));
    ask(8);
    expect(studio.document.get().edited).toBeNull();
    expect(studio.notices.get()[0].text).toContain("Undo brings them back");
    studio.history.undo();
    expect(studio.document.get().edited?.frames[1]).toBe(6);
    studio.history.undo();
    expect(studio.document.get().edited).toBeNull();
  });

  it("are not evaluated twice when an edit of the server's came with an evaluation", async () => {
    await ready();
    studio.editKeys("Move key", keysOn(1, 6, 10));
    await connection.waiting("Evaluate")[0].answer({ evaluation: evaluation(4) });
    const done = studio.editing.ask("MoveKeys", { label: () => "Move key", body: () => ({ frames: [6], by: 1 }) });
    await settled();
    expect(connection.waiting("MoveKeys")[0].body.keys.frames[1]).toBe(6);
    await connection.waiting("MoveKeys")[0].answer({ keys: keysOn(1, 7, 10), evaluation: evaluation(5), notes: [] });
    await done;
    expect(connection.waiting("Evaluate")).toHaveLength(0);
    expect(results().evaluation?.max_cm).toBe(5);
    expect(studio.history.past.get().done.at(-1)?.kind).toBe("touch");
  });

  it("that are the same are no change", async () => {
    await ready();
    studio.editKeys("Move key", keysOn(...(studio.shownKeys()?.frames ?? [])));
    expect(studio.history.past.get().done).toHaveLength(0);
    studio.editKeys("Move key", keysOn(1, 6, 10));
    studio.editKeys("Move key", keysOn(1, 6, 10));
    expect(studio.history.past.get().done).toHaveLength(1);
  });
});

describe("keys under the hand", () => {
  it("are evaluated newest first, and forgotten when the hand lets go", async () => {
    await ready(3);
    for (const frame of [6, 7, 8]) studio.handle(keysOn(1, frame, 10));
    await connection.waiting("Evaluate")[0].answer({ evaluation: evaluation(6) });
    expect(results().evaluation?.max_cm).toBe(6);
    const [second] = connection.waiting("Evaluate");
    expect(second.body.keys.frames[1]).toBe(8);
    studio.handle(null);
    expect(results().evaluation?.max_cm).toBe(3);
    await second.answer({ evaluation: evaluation(8) });
    expect(results().evaluation?.max_cm).toBe(3);
  });
});

describe("settle", () => {
  it("waits for the final answer without waiting for the hand to rest", async () => {
    await open(studio, connection);
    await previews()[0].answer(chosen(true));
    const keys = studio.settle();
    await settled();
    await finals()[0].answer(chosen(false));
    expect((await keys)?.frames).toHaveLength(3);
    await rest();
    expect(connection.waiting("Choose")).toHaveLength(0);
  });

  it("waits on where the choice changes meanwhile", async () => {
    await ready();
    ask(6);
    const keys = studio.settle();
    await settled();
    ask(7);
    await settled();
    expect(finals().map(({ body }) => body.choice.keys)).toEqual([7]);
    const last = chosen(false);
    await finals()[0].answer(last);
    expect(await keys).toBe(last.keys);
  });

  it("gives nothing where there is nothing to be had", async () => {
    expect(await studio.settle()).toBeNull();
    await ready();
    ask(6);
    const keys = studio.settle();
    await settled();
    await finals()[0].fail("no");
    expect(await keys).toBeNull();
  });
});

describe("another clip", () => {
  it("lets nothing of the old one through", async () => {
    await open(studio, connection);
    const [preview] = previews();
    const [space] = connection.waiting("FindSpace");
    const done = studio.open({ source: "packaged" });
    void connection.waiting("Open")[0].answer(opened("2"));
    await settled();
    expect([preview.isCancelled, space.isCancelled]).toEqual([true, true]);
    await done;
    expect(results()).toMatchObject({ space: null, chosen: null });
    expect(previews().map(({ body }) => [body.clip, body.choice])).toEqual([["2", CHOICE]]);
  });

  it("is not asked for what waited for the old one", async () => {
    await ready();
    ask(6);
    ask(7);
    const project = stringify({
      version: 1,
      document: { settings: SETTINGS, choice: CHOICE, joining: JOINING, detail: 0, edited: keysOn(1, 4, 10) },
      past: { done: [], undone: [] },
      view: {},
      playhead: 3,
    });
    await open(studio, connection, opened("2", project));
    expect(connection.waiting("Choose")).toHaveLength(0);
    expect(connection.waiting("Evaluate").map(({ body }) => body.clip)).toEqual(["2"]);
    expect(studio.playhead.get()).toBe(3);
  });
});
