import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { projectText } from "../../src/studio/project";
import { leaving, save, suffixIn, suggestedPath, withSuffix } from "../../src/studio/save";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, opened, settled, studioWith, welcome } from "./fakes";

let connection: FakeConnection;
let studio: Studio;
const saving = () => studio.saving;
const change = (detail: number) => studio.change("Detail", { detail });
const autosaves = () => connection.waiting("Autosave");
const wait = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
};
const SAVED = { path: "/clips/clip1.unbake", bytes: 3 };

async function saved(): Promise<void> {
  const done = saving().save("/clips/clip1.unbake", false);
  await connection.waiting("SaveProject")[0].answer(SAVED);
  await done;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  connection = new FakeConnection();
  studio = studioWith(connection);
  studio.welcome.set(welcome());
  await open(studio, connection);
});
afterEach(() => vi.useRealTimers());

describe("whether everything is saved", () => {
  it("follows changes, undo and saving", async () => {
    expect(saving().isUnsaved.get()).toBe(false);
    change(0.5);
    expect(saving().isUnsaved.get()).toBe(true);
    studio.history.undo();
    expect(saving().isUnsaved.get()).toBe(false);
    studio.history.redo();
    await saved();
    expect(saving().isUnsaved.get()).toBe(false);
    studio.history.undo();
    expect(saving().isUnsaved.get()).toBe(true);
    studio.history.redo();
    expect(saving().isUnsaved.get()).toBe(false);
  });

  it("is not fooled by as many other changes", async () => {
    change(0.5);
    await saved();
    studio.history.undo();
    change(0.6);
    expect(saving().isUnsaved.get()).toBe(true);
  });

  it("counts what is changed while it is being saved", async () => {
    change(0.5);
    const done = saving().save("/clips/a.unbake", false);
    change(0.6);
    await connection.waiting("SaveProject")[0].answer(SAVED);
    expect(await done).toBe("done");
    expect(saving().isUnsaved.get()).toBe(true);
    expect(saving().changes()).toBe(1);
  });

  it("is not so for recovered work, and is so for a project", async () => {
    const project = projectText(studio);
    await open(studio, connection, opened("2", project));
    expect([saving().isUnsaved.get(), studio.projectPath.get()]).toEqual([false, "/clips/clip2.unbake"]);
    const done = studio.open({ source: "recovery", name: "a" });
    await connection.waiting("Open")[0].answer(opened("3", project));
    await done;
    expect([saving().isUnsaved.get(), saving().changes()]).toEqual([true, 1]);
  });
});

describe("save", () => {
  it("asks where to at first, and then knows", async () => {
    change(0.5);
    await save(studio);
    expect(studio.dialog.get()?.kind).toBe("save");
    await saved();
    const then = vi.fn();
    const done = save(studio, then);
    expect(connection.waiting("SaveProject")[0].body).toMatchObject({
      path: SAVED.path,
      may_replace: false,
      clip: "1",
    });
    await connection.waiting("SaveProject")[0].answer(SAVED);
    await done;
    expect(then).toHaveBeenCalledOnce();
  });

  it("asks before it writes over what somebody else has made of the file", async () => {
    change(0.5);
    const first = save(studio);
    await first;
    await saved();
    change(0.25);
    const then = vi.fn();
    const second = save(studio, then);
    await connection.waiting("SaveProject")[0].fail("clip1.unbake exists already", true);
    await second;
    expect(studio.dialog.get()).toEqual({ kind: "save", then });
    expect(studio.notices.get().at(-1)!.text).toContain("was changed");
    expect(then).not.toHaveBeenCalled();
  });

  it("tells a file in the way from other failures, and stays unsaved", async () => {
    change(0.5);
    const first = saving().save("a", false);
    await connection.waiting("SaveProject")[0].fail("a exists already", true);
    expect(await first).toBe("exists");
    const second = saving().save("a", true);
    await connection.waiting("SaveProject")[0].fail("disk full");
    expect(await second).toEqual({ failed: "disk full" });
    expect(saving().isUnsaved.get()).toBe(true);
  });
});

describe("a download", () => {
  beforeEach(() => {
    vi.stubGlobal("fetch", async () => ({ ok: true, blob: async () => new Blob(["project"]) }));
    vi.stubGlobal("document", { createElement: () => ({ click() {} }) });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("may have been refused by the browser: the work counts as unsaved and is kept", async () => {
    change(0.5);
    const done = saving().download("clip1.unbake");
    expect(connection.waiting("SaveProject")[0].body).toMatchObject({ path: "clip1.unbake", is_download: true });
    await connection.waiting("SaveProject")[0].answer({ path: "/download/1", bytes: 3 });
    expect(await done).toBe("done");
    expect(saving().isUnsaved.get()).toBe(true);
    expect(autosaves()[0].body).toMatchObject({ clip: "1", changes: 1 });
    await autosaves()[0].answer({});
    await wait(60_000);
    expect(autosaves()).toHaveLength(0);
    expect(studio.notices.get()).toHaveLength(0);
  });

  it("of what is saved leaves it saved", async () => {
    change(0.5);
    await saved();
    const done = saving().download("clip1.unbake");
    await connection.waiting("SaveProject")[0].answer({ path: "/download/1", bytes: 3 });
    await done;
    expect(saving().isUnsaved.get()).toBe(false);
  });
});

describe("autosave", () => {
  it("keeps the work two seconds after the last change, once", async () => {
    change(0.5);
    await wait(1500);
    change(0.6);
    await wait(1500);
    expect(autosaves()).toHaveLength(0);
    await wait(600);
    expect(autosaves()).toHaveLength(1);
    const { body } = autosaves()[0];
    expect(body.changes).toBe(2);
    expect(JSON.parse(body.project).document.detail).toBe(0.6);
    expect(saving().autosave.isUpToDate).toBe(false);
    await autosaves()[0].answer({});
    expect(saving().autosave.isUpToDate).toBe(true);
    await wait(60_000);
    expect(connection.count("Autosave")).toBe(1);
  });

  it("does not wait for ever for a hand that does not rest", async () => {
    for (let i = 0; i < 12; i++) {
      change(i / 100 + 0.1);
      await wait(1000);
    }
    expect(connection.count("Autosave")).toBe(1);
  });

  it("throws away what was kept once it is saved or undone, and asks for nothing where nothing was kept", async () => {
    await wait(60_000);
    expect(connection.count("Autosave")).toBe(0);
    change(0.5);
    await wait(2100);
    await autosaves()[0].answer({});
    await saved();
    await wait(2100);
    expect(autosaves()[0].body).toMatchObject({ project: "", changes: 0 });
    await autosaves()[0].answer({});
    await wait(60_000);
    expect(connection.count("Autosave")).toBe(2);
  });

  it("keeps recovered work under its new clip", async () => {
    const project = projectText(studio);
    const done = studio.open({ source: "recovery", name: "a" });
    await connection.waiting("Open")[0].answer(opened("2", project));
    await done;
    await wait(2100);
    expect(autosaves()[0].body).toMatchObject({ clip: "2", changes: 1 });
  });

  it("sends nothing of an old clip after another was opened", async () => {
    change(0.5);
    await open(studio, connection, opened("2"));
    await wait(60_000);
    expect(connection.count("Autosave")).toBe(0);
  });

  it("says so, once, where nothing can be kept, until it can", async () => {
    change(0.5);
    await wait(3000);
    await autosaves()[0].fail("disk full");
    change(0.25);
    await wait(3000);
    await autosaves()[0].fail("disk full");
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["Nothing is kept for a recovery: disk full"]);
    change(0.75);
    await wait(3000);
    await autosaves()[0].answer({});
    expect(studio.notices.get()).toHaveLength(0);
  });

  it("says nothing when the server has stopped", async () => {
    connection.isClosed = true;
    studio.isLost.set(true);
    change(0.5);
    await wait(3000);
    expect(studio.notices.get()).toHaveLength(0);
    expect(saving().autosave.isUpToDate).toBe(false);
  });
});

describe("leaving", () => {
  it("asks only where something would be lost", () => {
    const then = vi.fn();
    leaving(studio, then);
    expect(then).toHaveBeenCalledOnce();
    change(0.5);
    leaving(studio, then);
    expect(then).toHaveBeenCalledOnce();
    expect(studio.dialog.get()?.kind).toBe("unsaved");
  });
});

describe("paths", () => {
  it("lie beside the clip, or in the studio's folder", () => {
    expect(suggestedPath(studio, ".unbake")).toBe("/clips/clip1.unbake");
    studio.clip.set({ ...studio.clip.get()!, path: "/far/away.v2/walk.bvh" });
    expect(suggestedPath(studio, "_keys.glb")).toBe("/far/away.v2/walk_keys.glb");
  });

  it.each([
    ["/a.b/c", ".glb", "/a.b/c.glb"],
    ["C:\\x.y\\walk.bvh", ".glb", "C:\\x.y\\walk.glb"],
    ["walk", ".glb", "walk.glb"],
    ["a.b.bvh", ".json", "a.b.json"],
  ])("get another suffix: %s%s", (path, suffix, expected) => {
    expect(withSuffix(path, suffix)).toBe(expected);
  });
});

it("finds the suffix of a path, if it has one", () => {
  for (const [path, suffix] of [
    ["/clips/a.b/walk.GLB", ".GLB"],
    ["/clips/a.b/walk", ""],
    ["walk.tar.gz", ".gz"],
    ["/clips/.bvh", ""],
    ["walk.", "."],
    ["", ""],
  ])
    expect(suffixIn(path)).toBe(suffix);
});
