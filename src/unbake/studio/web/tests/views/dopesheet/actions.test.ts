import { describe, expect, it } from "vitest";
import { chordsOf, labelOf } from "../../../src/actions/action";
import { BREAKDOWN } from "../../../src/document/keys";
import { dopesheetActions } from "../../../src/views/dopesheet/actions";
import { select, selectedFrames } from "../../../src/views/dopesheet/keyEdits";
import { fakeStudio, rest } from "./fakeStudio";

const FRAMES = [1, 10, 12, 20, 30];
const action = (id: string) => dopesheetActions.find((action) => action.id === id)!;

describe("actions of the dopesheet", () => {
  it.each(["blender", "maya"] as const)("have each key of the %s keymap once", (keymap) => {
    const chords = dopesheetActions.flatMap((action) => chordsOf(action, keymap));
    expect(new Set(chords).size).toBe(chords.length);
  });
  it("say how many keys they are about", () => {
    const { studio } = fakeStudio(FRAMES);
    expect(labelOf(action("key.delete"), studio)).toBe("Delete keys");
    expect(action("key.delete").isEnabled!(studio)).toBe(false);
    select(studio, [10, 12]);
    expect(labelOf(action("key.delete"), studio)).toBe("Delete 2 keys");
    expect(action("key.delete").isEnabled!(studio)).toBe(true);
  });
  it("select all, none, and the others", () => {
    const { studio } = fakeStudio(FRAMES);
    action("key.all").run(studio);
    expect(selectedFrames(studio)).toEqual(FRAMES);
    select(studio, [30, 1]);
    action("key.others").run(studio);
    expect(selectedFrames(studio)).toEqual([10, 12, 20]);
    action("key.none").run(studio);
    expect(selectedFrames(studio)).toEqual([]);
  });
  it("look at the selected keys and those beside them", () => {
    const { studio } = fakeStudio(FRAMES);
    const seen = () => [studio.view.get().from, studio.view.get().to].map(Math.round);
    const frame = () => action("dopesheet.frameSelected").run(studio);
    select(studio, [12]);
    frame();
    expect(seen()).toEqual([10, 21]);
    select(studio, [1, 12]);
    frame();
    expect(seen()).toEqual([0, 21]);
    select(studio, []);
    frame();
    expect(seen()).toEqual([0, 31]);
  });
  it("forget keys that are gone", () => {
    const { studio } = fakeStudio(FRAMES);
    select(studio, [20, 10, 11]);
    expect(selectedFrames(studio)).toEqual([10, 20]);
  });
  it("swap the class, one entry to undo, and leave the other keys", async () => {
    const { studio } = fakeStudio(FRAMES);
    select(studio, [10, 20]);
    action("key.class").run(studio);
    await rest();
    expect([...studio.document.get().edited!.classes]).toEqual([0, BREAKDOWN, 0, BREAKDOWN, 0]);
    expect(studio.history.past.get().done.map(({ label }) => label)).toEqual(["Make 2 breakdowns"]);
    action("key.class").run(studio);
    await rest();
    expect([...studio.document.get().edited!.classes]).toEqual([0, 0, 0, 0, 0]);
  });
  it("pin the selected keys and keep the edits", () => {
    const { studio } = fakeStudio(FRAMES);
    const { edited } = studio.document.get();
    select(studio, [12]);
    action("key.pin").run(studio);
    expect(studio.document.get().settings.pins).toEqual([12]);
    expect(studio.document.get().edited).toBe(edited);
    expect(action("key.pin").isChecked!(studio)).toBe(true);
    action("key.pin").run(studio);
    expect(studio.document.get().settings.pins).toEqual([]);
  });
  it("ask for copied poses at the playhead", async () => {
    const { studio, asked } = fakeStudio(FRAMES);
    select(studio, [10, 12]);
    action("key.copy").run(studio);
    await rest();
    studio.playhead.set(22);
    action("key.paste").run(studio);
    await rest();
    const paste = asked.find(({ type }) => type === "PasteKeys")!.body as unknown as {
      frames: number[];
      poses: number[];
    };
    expect(paste.frames).toEqual([22, 24]);
    expect([...paste.poses]).toEqual([1, 1.2]);
  });
});
