/** A hand that is quicker than the server: whatever is late, each command does what it names, in order, or says why not. */

import { beforeEach, describe, expect, it } from "vitest";
import type { Edited, Keys } from "../../src/messages";
import type { Studio } from "../../src/studio/studio";
import { KeyMove } from "../../src/views/dopesheet/KeyMove";
import * as edits from "../../src/views/dopesheet/keyEdits";
import { movedFrames } from "../../src/views/dopesheet/moving";
import { chooseCount } from "../../src/views/selection/choosing";
import { evaluation, FakeConnection, FakeTab, keysOn, open, opened, settled, studioWith } from "./fakes";

let connection: FakeConnection;
let studio: Studio;
let tab: FakeTab;

beforeEach(async () => {
  connection = new FakeConnection();
  tab = new FakeTab();
  studio = studioWith(connection, tab);
  await open(studio, connection, { ...opened(), keys: keysOn(1, 4, 6, 10) });
});

const frames = () => [...studio.documentKeys()!.frames];
const selected = () => [...studio.view.get().selectedKeys];
const labels = () => studio.history.past.get().done.map(({ label }) => label);
const notices = () => studio.notices.get().map(({ text }) => text);
const waiting = () => studio.commands.labels();

const EDITS = ["InsertKey", "DeleteKeys", "MoveKeys", "PasteKeys"] as const;

function edited(keys: Keys, after: readonly number[]): Edited {
  return { keys: { ...keysOn(...after), first: keys.first, last: keys.last }, evaluation: evaluation(), notes: [] };
}

/** The edit that the server has: there is never more than one. */
function atServer() {
  const all = EDITS.flatMap((type) => connection.waiting(type));
  expect(all.length).toBeLessThanOrEqual(1);
  return all[0];
}

/** Let the server do what it was asked for, once. */
async function serve(): Promise<boolean> {
  await settled();
  const one = atServer();
  if (!one) return false;
  const { keys } = one.body as { keys: Keys };
  const now = [...keys.frames];
  const sorted = (list: number[]) => [...new Set(list)].sort((a, b) => a - b);
  if (one.type === "InsertKey") {
    const { frame } = one.body as { frame: number };
    if (now.includes(frame)) await one.fail(`frame ${frame} is a keyframe already`);
    else await one.answer(edited(keys, sorted([...now, frame])) as never);
  } else {
    const { frames, by = 0 } = one.body as { frames: number[]; by?: number };
    const after = {
      DeleteKeys: () => now.filter((frame) => !frames.includes(frame)),
      MoveKeys: () => sorted(movedFrames(keys, frames, by)),
      PasteKeys: () => sorted([...now, ...frames]),
    };
    await one.answer(edited(keys, after[one.type as keyof typeof after]()) as never);
  }
  await settled();
  return true;
}

async function serveAll(): Promise<void> {
  while (await serve());
}

describe("a key, all keys, delete", () => {
  it("deletes the new key too, and says how many", async () => {
    void edits.addKey(studio, 5);
    edits.selectAll(studio);
    expect(selected()).toEqual([1, 4, 5, 6, 10]);
    void edits.deleteSelected(studio);
    expect(waiting()).toEqual(["Add key", "Delete 3 keys"]);
    await serveAll();
    expect(labels()).toEqual(["Add key", "Delete 3 keys"]);
    expect(frames()).toEqual([1, 10]);
  });

  it("leaves a selection alone that was made after it", async () => {
    void edits.addKey(studio, 5);
    expect(selected()).toEqual([5]);
    edits.select(studio, [6]);
    await serveAll();
    expect(selected()).toEqual([6]);
  });

  it("deletes only what is named where the new key could not be made", async () => {
    void edits.addKey(studio, 5);
    void edits.deleteSelected(studio);
    await settled();
    await atServer().fail("out of memory");
    await serveAll();
    expect(frames()).toEqual([1, 4, 6, 10]);
    expect(notices()).toEqual(["Add key was not done: out of memory", "Delete key was not done: its key is gone"]);
  });
});

describe("undo", () => {
  it("takes back what was given last, though it is still under way", async () => {
    void edits.addKey(studio, 5);
    studio.undo();
    expect(waiting()).toEqual(["Add key", "Undo"]);
    await serveAll();
    expect(frames()).toEqual([1, 4, 6, 10]);
    expect(studio.history.past.get().undone.map(({ label }) => label)).toEqual(["Add key"]);
    studio.redo();
    expect(frames()).toEqual([1, 4, 5, 6, 10]);
  });

  it("brings deleted keys back, and the next command has them", async () => {
    edits.select(studio, [4, 6]);
    void edits.deleteSelected(studio);
    expect(edits.hasSelected(studio)).toBe(false);
    studio.undo();
    edits.select(studio, [6]);
    void edits.nudge(studio, 1);
    expect(waiting()).toEqual(["Delete 2 keys", "Undo", "Move key"]);
    await serveAll();
    expect(frames()).toEqual([1, 4, 7, 10]);
    expect(labels()).toEqual(["Move key"]);
  });

  it("names what waits", () => {
    void edits.addKey(studio, 5);
    expect(studio.commands.undoable()).toBe("Add key");
    studio.undo();
    expect(studio.commands.undoable()).toBeUndefined();
  });

  it("goes to a step that is still there, or says that it is gone", async () => {
    studio.change("Change detail", { detail: 0.5 });
    studio.change("Change detail", { detail: 0.7 });
    studio.undo();
    void edits.addKey(studio, 5);
    studio.goTo(2);
    await serveAll();
    expect(labels()).toEqual(["Change detail", "Add key"]);
    expect(notices().at(-1)).toContain("that step is gone");
  });
});

describe("a key that is added, deleted and added again", () => {
  it("is another key, which the next command means", async () => {
    void edits.addKey(studio, 8);
    void edits.deleteSelected(studio);
    void edits.addKey(studio, 8);
    void edits.nudge(studio, -1);
    await serveAll();
    expect(labels()).toEqual(["Add key", "Delete key", "Add key", "Move key"]);
    expect(frames()).toEqual([1, 4, 6, 7, 10]);
    expect(selected()).toEqual([7]);
  });
});

describe("commands one after the other", () => {
  it("add two keys, of which the last is selected", async () => {
    void edits.addKey(studio, 5);
    void edits.addKey(studio, 8);
    void edits.addKey(studio, 8);
    expect(waiting()).toEqual(["Add key", "Add key"]);
    await serveAll();
    expect(frames()).toEqual([1, 4, 5, 6, 8, 10]);
    expect(selected()).toEqual([8]);
  });

  it("move a key twice", async () => {
    edits.select(studio, [6]);
    void edits.nudge(studio, 1);
    void edits.nudge(studio, 1);
    await serveAll();
    expect(frames()).toEqual([1, 4, 8, 10]);
    expect(selected()).toEqual([8]);
  });

  it("put a key where one moved away, and tell the two apart", async () => {
    edits.select(studio, [6]);
    void edits.nudge(studio, 2);
    // Where a key is seen, there is one: it only gets selected.
    void edits.addKey(studio, 6);
    await serve();
    expect(frames()).toEqual([1, 4, 8, 10]);
    expect(selected()).toEqual([8]);
  });

  it("put a key where one is being deleted, and act on the new one", async () => {
    edits.select(studio, [6]);
    void edits.deleteSelected(studio);
    void edits.addKey(studio, 6);
    void edits.nudge(studio, 1);
    expect(waiting()).toEqual(["Delete key", "Add key", "Move key"]);
    await serveAll();
    expect(frames()).toEqual([1, 4, 7, 10]);
    expect(selected()).toEqual([7]);
  });

  it("pin a key after an edit, which stays", async () => {
    void edits.addKey(studio, 5);
    edits.togglePins(studio);
    expect(studio.commands.ahead.get().settings.pins).toEqual([]);
    await serveAll();
    expect(labels()).toEqual(["Add key", "Pin key"]);
    expect(frames()).toEqual([1, 4, 5, 6, 10]);
    expect(studio.document.get().settings.pins).toEqual([5]);
  });

  it("pin a key where it went meanwhile", async () => {
    edits.select(studio, [6]);
    void edits.nudge(studio, 2);
    edits.togglePins(studio);
    await serveAll();
    expect(studio.document.get().settings.pins).toEqual([8]);
  });

  it("cut and paste", async () => {
    edits.select(studio, [4, 6]);
    void edits.cutSelected(studio);
    studio.playhead.set(7);
    void edits.pasteCopied(studio);
    expect(selected()).toEqual([7, 9]);
    await serveAll();
    expect(labels()).toEqual(["Cut 2 keys", "Paste 2 keys"]);
    expect(frames()).toEqual([1, 7, 9, 10]);
    expect(selected()).toEqual([7, 9]);
  });

  it("swap the class of keys that an earlier one leaves, and say how many are gone", async () => {
    edits.select(studio, [4, 6]);
    const ids = studio.keyIds.named([4, 6]);
    edits.select(studio, [6]);
    void edits.deleteSelected(studio);
    void studio.editing.give({
      label: (n) => `Make ${n}`,
      on: ids,
      make: (keys) => ({ keys: { ...keys, classes: keys.classes.map(() => 1) } }),
    });
    await serveAll();
    expect(labels()).toEqual(["Delete key", "Make 1"]);
    expect(notices()).toEqual(["Make 1: 1 of the 2 keys named were gone already."]);
  });

  it("delete nothing where only the ends are selected, and say so", () => {
    edits.select(studio, [1, 10]);
    void edits.deleteSelected(studio);
    expect(waiting()).toEqual([]);
    expect(notices()).toEqual([edits.ENDS_STAY]);
  });
});

describe("a drag while a key is being added", () => {
  it("moves the key that was taken up, on the keys that there are then", async () => {
    void edits.addKey(studio, 5);
    edits.select(studio, [6]);
    const move = KeyMove.begin(studio, [6])!;
    move.to(2);
    const done = move.commit();
    expect(waiting()).toEqual(["Add key", "Move key"]);
    await serveAll();
    await done;
    expect(frames()).toEqual([1, 4, 5, 8, 10]);
    expect(selected()).toEqual([8]);
  });

  it("does not keep the hand from the next drag", async () => {
    void edits.addKey(studio, 5);
    const first = KeyMove.begin(studio, [6])!;
    first.to(1);
    const done = first.commit();
    const second = KeyMove.begin(studio, [4])!;
    expect(second).not.toBeNull();
    second.to(-1);
    await serveAll();
    await done;
    expect(second.by).toBe(-1);
    void second.commit();
    await serveAll();
    expect(frames()).toEqual([1, 3, 5, 7, 10]);
  });
});

describe("settings during an edit", () => {
  it("come after it, and controls show them at once", async () => {
    void edits.addKey(studio, 5);
    for (const count of [7, 8, 9]) chooseCount(studio, count, "slider");
    expect(studio.commands.ahead.get().choice.keys).toBe(9);
    expect(studio.commands.ahead.get().edited).toBeNull();
    expect(studio.document.get().choice.keys).toBe(5);
    expect(waiting()).toEqual(["Add key", "Choose 9 keys"]);
    await serveAll();
    expect(labels()).toEqual(["Add key", "Choose 9 keys"]);
    expect(studio.document.get().choice.keys).toBe(9);
    studio.undo();
    expect(frames()).toEqual([1, 4, 5, 6, 10]);
  });

  it("do not bring pins back that moved with their keys", async () => {
    edits.select(studio, [6]);
    edits.togglePins(studio);
    void edits.nudge(studio, 1);
    studio.change("Change settings", ({ settings }) => ({ settings: { ...settings, min_gap: 2 } }));
    await serveAll();
    expect(studio.document.get().settings).toMatchObject({ pins: [7], min_gap: 2 });
  });

  it("painted feet keep their place in the order", async () => {
    void edits.addKey(studio, 5);
    const plants = [{ first: 2, last: 4, point: 0, source: "hand" as const }];
    studio.relabel("Paint left heel", plants);
    expect(studio.commands.ahead.get().plants).toEqual(plants);
    studio.undo();
    await serveAll();
    expect(labels()).toEqual(["Add key"]);
    expect(studio.document.get().plants).toEqual([]);
  });
});

describe("files during an edit", () => {
  it("are saved with it", async () => {
    void edits.addKey(studio, 5);
    const saving = studio.saving.save("/clips/a.unbake", false);
    await settled();
    expect(connection.waiting("SaveProject")).toHaveLength(0);
    await serveAll();
    const [save] = connection.waiting("SaveProject");
    expect(save.body.project).toContain("Add key");
    await save.answer({ path: "/clips/a.unbake" } as never);
    expect(await saving).toBe("done");
    expect(studio.saving.isUnsaved.get()).toBe(false);
  });

  it("are opened after it; what is named of the old one is not done to the new one", async () => {
    void edits.addKey(studio, 5);
    void studio.open({ source: "packaged" });
    void edits.deleteSelected(studio);
    await settled();
    expect(connection.waiting("Open")).toHaveLength(0);
    await serve();
    await connection.waiting("Open")[0].answer({ ...opened("2"), keys: keysOn(1, 5, 10) });
    await serveAll();
    expect(studio.clip.get()?.id).toBe("2");
    expect(frames()).toEqual([1, 5, 10]);
    expect(notices()).toEqual(["Delete key was not done: another clip is open now"]);
  });

  it("that are loaded again say what was not done", async () => {
    void edits.addKey(studio, 5);
    studio.returning.leave();
    const later = new FakeConnection();
    const again = studioWith(later, tab);
    const back = again.returning.comeBack();
    await later.waiting("Open")[0].answer(opened());
    await back;
    expect(again.notices.get().map(({ text }) => text)).toEqual([
      "Not done, because the page was loaded again: Add key.",
    ]);
  });
});

describe("a server that stops", () => {
  it("leaves what waits undone, and says what that is", async () => {
    void edits.addKey(studio, 5);
    edits.select(studio, [4, 5, 6]);
    void edits.deleteSelected(studio);
    await settled();
    const one = atServer();
    studio.isLost.set(true);
    await one.stop();
    await settled();
    expect(frames()).toEqual([1, 4, 6, 10]);
    expect(waiting()).toEqual([]);
    expect(notices()).toEqual(["Not done, because the connection to the server was lost: Add key, Delete 3 keys."]);
  });
});

describe("an error in the middle", () => {
  it("is said of its command, stays, and does not stop the others", async () => {
    void edits.addKey(studio, 5);
    edits.select(studio, [6]);
    void edits.nudge(studio, 1);
    void edits.addKey(studio, 9);
    await serve();
    await settled();
    await atServer().fail("no room");
    await serveAll();
    expect(frames()).toEqual([1, 4, 5, 6, 9, 10]);
    expect(notices()).toEqual(["Move key was not done: no room"]);
    expect(labels()).toEqual(["Add key", "Add key"]);
  });

  it("of a key that the person stopped needs no words", async () => {
    void edits.addKey(studio, 5);
    await settled();
    await atServer().stop();
    expect(waiting()).toEqual([]);
    expect(notices()).toEqual([]);
  });
});
