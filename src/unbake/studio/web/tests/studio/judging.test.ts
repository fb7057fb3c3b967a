import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Mark, ToJudge } from "../../src/messages";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, opened, settled, studioWith } from "./fakes";

const yes = (first: number, last: number): Mark => ({ first, last, is_yes: true });
const no = (first: number, last: number): Mark => ({ first, last, is_yes: false });
const ITEMS: ToJudge[] = [
  { name: "a", marks: [yes(1, 10)] },
  { name: "b", marks: [] },
  { name: "c", marks: [] },
];

let connection: FakeConnection;
let studio: Studio;
const marks = () => studio.judging.item?.marks;

/** What was asked for is made and opened. */
async function opens(item: string, id: string): Promise<void> {
  await settled();
  const [asked] = connection.waiting("OpenJudged");
  expect(asked.body).toEqual({ kind: "transplants", item });
  await asked.answer({ source: "library", name: "7" });
  await settled();
  await connection.waiting("Open")[0].answer(opened(id));
  await settled();
}

beforeEach(async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => {});
  connection = new FakeConnection();
  studio = studioWith(connection);
  const done = studio.library.open("/moves.unbakelib");
  await connection.waiting("OpenLibrary")[0].answer({ path: "/moves.unbakelib", vocabulary: [] });
  await done;
  void studio.judging.begin("transplants", "first");
  await settled();
  const begun = { kind: "transplants", name: "first", path: "/moves-transplants-first.csv", items: ITEMS } as const;
  await connection.waiting("BeginPass")[0].answer(begun);
  await opens("b", "1"); // the first that is not judged
});

describe("a pass", () => {
  it("plays the first that is not judged, as it was captured", () => {
    expect(studio.judging.item?.name).toBe("b");
    expect(studio.isPlaying.get()).toBe(true);
    expect(studio.view.get().tabs.bottom).toBe("judging");
    expect(studio.view.get().viewport).toMatchObject({ figures: "capture", hasGhosts: false });
  });

  it("writes an answer to all of it, and goes on to the next that is not judged", async () => {
    void studio.judging.whole(true);
    const [saved] = connection.waiting("SaveJudged");
    expect(saved.body).toEqual({ kind: "transplants", name: "first", item: "b", marks: [yes(1, 10)] });
    await saved.answer({});
    await opens("c", "2");
    expect(studio.judging.item?.name).toBe("c");
    expect(studio.judging.state.get().items[1].marks).toEqual([yes(1, 10)]);
  });

  it("judges from here to here, and says the contrary of the rest", async () => {
    studio.playhead.set(4);
    studio.judging.fromHere();
    studio.playhead.set(6);
    void studio.judging.toHere();
    expect(marks()).toEqual([yes(1, 3), no(4, 6), yes(7, 10)]);
    await connection.waiting("SaveJudged")[0].answer({});
    // A second run changes only itself.
    void studio.judging.run({ first: 6, last: 8 }, true);
    expect(marks()).toEqual([yes(1, 3), no(4, 5), yes(6, 10)]);
    await connection.waiting("SaveJudged")[0].answer({});
    void studio.judging.takeBack();
    expect(marks()).toEqual([]);
  });

  it("shows what is written: an answer that was not is taken back, and says why", async () => {
    void studio.judging.whole(false);
    await connection.waiting("SaveJudged")[0].fail("the disk is full");
    await settled();
    expect(marks()).toEqual([]);
    expect(studio.judging.state.get().problem).toBe("the disk is full");
    expect(connection.waiting("OpenJudged")).toEqual([]);
  });

  it("leaves what is judged when another clip opens", async () => {
    const done = studio.open({ source: "packaged" });
    await connection.waiting("Open")[0].answer(opened("9"));
    await done;
    expect(studio.judging.item).toBeNull();
    void studio.judging.whole(true);
    expect(connection.waiting("SaveJudged")).toEqual([]);
  });
});
