import { describe, expect, it } from "vitest";
import { KeyMove } from "../../../src/views/dopesheet/KeyMove";
import { LOCKED_STAY, NO_ROOM, select } from "../../../src/views/dopesheet/keyEdits";
import { sheetOf } from "../../../src/views/dopesheet/sheet";
import { fakeStudio, keysOn, movedBy, movesOf, rest } from "./fakeStudio";

const FRAMES = [1, 10, 12, 20, 30];

function labels(studio: ReturnType<typeof fakeStudio>["studio"]): string[] {
  return studio.history.past.get().done.map(({ label }) => label);
}

describe("a move of keys", () => {
  it("is seen at once and is one entry in the end", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    select(studio, [20]);
    const move = KeyMove.begin(studio, [20])!;
    move.to(2);
    expect(sheetOf(studio).get().transform).toMatchObject({ by: 2, moving: [20] });
    await rest();
    movesOf(asked)[0].resolve(movedBy(movesOf(asked)[0].body));
    await rest();
    expect([...studio.shownKeys()!.frames]).toEqual([1, 10, 12, 22, 30]);
    expect(labels(studio)).toEqual([]);
    await move.commit();
    expect([...studio.document.get().edited!.frames]).toEqual([1, 10, 12, 22, 30]);
    expect(labels(studio)).toEqual(["Move key"]);
    expect(studio.view.get().selectedKeys).toEqual([22]);
    expect(sheetOf(studio).get().transform).toBeNull();
    // What had been asked already is not asked again.
    expect(movesOf(asked)).toHaveLength(1);
    studio.history.undo();
    expect([...studio.document.get().edited!.frames]).toEqual(FRAMES);
  });

  it("asks only for the newest place while the server is at work", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    const move = KeyMove.begin(studio, [20])!;
    move.to(1);
    await rest();
    for (const by of [2, 3, 4, 5]) move.to(by);
    movesOf(asked)[0].resolve(movedBy(movesOf(asked)[0].body));
    await rest();
    expect(movesOf(asked).map(({ body }) => body.by)).toEqual([1, 5]);
    // Always from where the keys were taken up.
    expect([...movesOf(asked)[1].body.keys.frames]).toEqual(FRAMES);
  });

  it("leaves all as it was when given up, whatever still comes", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    const before = studio.document.get();
    const move = KeyMove.begin(studio, [20])!;
    move.to(3);
    await rest();
    move.cancel();
    movesOf(asked)[0].resolve(movedBy(movesOf(asked)[0].body));
    await rest();
    expect(studio.document.get()).toBe(before);
    expect(studio.results.get().handled).toBeNull();
    expect(sheetOf(studio).get().transform).toBeNull();
    await move.commit();
    expect(labels(studio)).toEqual([]);
  });

  it("is taken back by an undo that comes before it is done", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    studio.editKeys("Move key", keysOn([1, 10, 13, 20, 30]), new Map([[12, 13]]));
    const move = KeyMove.begin(studio, [20])!;
    move.to(2);
    const done = move.commit();
    studio.undo();
    await rest();
    for (const one of movesOf(asked)) one.resolve(movedBy(one.body));
    await done;
    await studio.commands.earlier();
    expect([...studio.shownKeys()!.frames]).toEqual([1, 10, 13, 20, 30]);
    expect(labels(studio)).toEqual(["Move key"]);
    expect(sheetOf(studio).get().transform).toBeNull();
  });

  it("says what several keys could not do", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    select(studio, [10, 12]);
    const move = KeyMove.begin(studio, [10, 12])!;
    move.to(50);
    expect(move.by).toBe(17);
    const done = move.commit();
    await rest();
    const last = movesOf(asked).at(-1)!;
    expect(last.body.by).toBe(50);
    for (const one of movesOf(asked)) one.resolve(movedBy(one.body, ["by 17 frames, not 50"]));
    await done;
    expect(labels(studio)).toEqual(["Move 2 keys"]);
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["by 17 frames, not 50"]);
    expect(studio.view.get().selectedKeys).toEqual([27, 29]);
  });

  it("replaces the key that it lands on, which the history says and undo brings back", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    select(studio, [10]);
    const move = KeyMove.begin(studio, [10])!;
    move.to(10);
    const done = move.commit();
    await rest();
    for (const one of movesOf(asked)) one.resolve(movedBy(one.body));
    await done;
    expect([...studio.document.get().edited!.frames]).toEqual([1, 12, 20, 30]);
    expect(labels(studio)).toEqual(["Move key, replacing 1"]);
    expect(studio.view.get().selectedKeys).toEqual([20]);
    studio.undo();
    expect([...studio.document.get().edited!.frames]).toEqual(FRAMES);
    expect(studio.view.get().selectedKeys).toEqual([10]);
  });

  it("tells that the ends stay, and changes nothing", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    const move = KeyMove.begin(studio, [1])!;
    move.to(5);
    await move.commit();
    expect(movesOf(asked)).toEqual([]);
    expect(labels(studio)).toEqual([]);
    expect(studio.notices.get()).toHaveLength(1);
  });

  it("tells why nothing moves where no frame is free, or keys are locked", async () => {
    const { studio } = fakeStudio([1, 2, 3]);
    const all = KeyMove.begin(studio, [1, 2, 3])!;
    all.to(5);
    await all.commit();
    expect(studio.notices.get().map(({ text }) => text)).toEqual([NO_ROOM]);
    const locked = { ...keysOn(FRAMES), tangents: Uint8Array.of(0, 0, 16, 0, 0) };
    studio.history.reset({ ...studio.document.get(), edited: locked });
    const move = KeyMove.begin(studio, [1, 12])!;
    move.to(2);
    await move.commit();
    expect(studio.notices.get().at(-1)?.text).toBe(LOCKED_STAY);
  });

  it("is one at a time", () => {
    const { studio } = fakeStudio(FRAMES);
    expect(KeyMove.begin(studio, [])).toBeNull();
    expect(KeyMove.begin(studio, [10])).not.toBeNull();
    expect(KeyMove.begin(studio, [20])).toBeNull();
  });
});
