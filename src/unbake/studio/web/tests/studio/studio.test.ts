import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, opened, settled, studioWith, welcome } from "./fakes";

const LEFT = { id: "a", name: "walk.bvh", saved: "2026-01-01T00:00:00Z", changes: 3 };
let connection: FakeConnection;
let studio: Studio;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  connection = new FakeConnection();
  studio = studioWith(connection);
});
afterEach(() => vi.useRealTimers());

describe("start", () => {
  it("opens nothing where nothing was named, whatever there is to recover", async () => {
    const done = studio.start();
    await connection.waiting("Hello")[0].answer(welcome({ recoverable: [LEFT], preferences: '{"keymap":"maya"}' }));
    await done;
    expect(connection.waiting("Open")).toHaveLength(0);
    expect(studio.preferences.get()).toMatchObject({ keymap: "maya", theme: "system", panels: {} });
  });

  it("opens what was named, and says that there is something to recover", async () => {
    const done = studio.start();
    await connection.waiting("Hello")[0].answer(welcome({ startup: "/clips/a.bvh", recoverable: [LEFT] }));
    expect(connection.waiting("Open")[0].body.source).toBe("startup");
    await connection.waiting("Open")[0].answer(opened());
    await done;
    const [notice] = studio.notices.get();
    expect(notice.text).toContain("walk.bvh");
    notice.action!.run();
    expect(studio.dialog.get()?.kind).toBe("open");
  });

  it("ends quietly when the server has stopped", async () => {
    connection.isClosed = true;
    await studio.start();
    expect(studio.notices.get()).toHaveLength(0);
  });
});

describe("open", () => {
  it("says what cannot be opened, and leaves open what was", async () => {
    const done = studio.open({ source: "packaged" });
    await connection.waiting("Open")[0].fail("a.bvh, line 3: no number");
    expect(await done).toBe(false);
    expect(studio.notices.get()[0]).toMatchObject({ kind: "error", text: "a.bvh, line 3: no number" });
    expect(studio.clip.get()).toBeNull();
  });

  it("refuses a project of a later version", async () => {
    const done = studio.open({ source: "recent", name: "a" });
    await connection.waiting("Open")[0].answer(opened("1", '{"version": 2}'));
    expect(await done).toBe(false);
    expect(studio.notices.get()[0].text).toContain("later version");
    expect(studio.clip.get()).toBeNull();
  });

  it("reads again what is open, in another way", async () => {
    const done = studio.open({ source: "recent", name: "a.bvh" });
    await connection.waiting("Open")[0].answer(opened());
    await done;
    void studio.again!({ fps: 60, unit: "m" });
    const [again] = connection.waiting("Open");
    expect(again.body).toEqual({ source: "recent", name: "a.bvh", fps: 60, unit: "m", take: null });
    await again.answer(opened());
    void studio.again!({ take: "Run" });
    expect(connection.waiting("Open")[0].body).toMatchObject({ name: "a.bvh", fps: 60, unit: "m", take: "Run" });
  });

  it("speaks of work that takes its time only, and can be cancelled", async () => {
    const done = studio.open({ source: "packaged" });
    expect(studio.busy.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(400);
    expect(studio.busy.get()?.what).toBe("Opening");
    studio.busy.get()!.cancel();
    expect(await done).toBe(false);
    expect(studio.busy.get()).toBeNull();
    expect(studio.notices.get()).toHaveLength(0);
  });
});

describe("notices", () => {
  it("go by themselves where they need no answer, and are said once", async () => {
    studio.notify("info", "a");
    studio.notify("info", "a");
    studio.notify("error", "b");
    expect(studio.notices.get()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["b"]);
  });

  it("go once what failed has worked", async () => {
    const failing = studio.attempt("Forgetting", "Forget", { id: "a" });
    await connection.waiting("Forget")[0].fail("not now");
    await failing;
    studio.notify("error", "something else");
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["not now", "something else"]);
    const working = studio.attempt("Forgetting", "Forget", { id: "a" });
    await connection.waiting("Forget").at(-1)!.answer({});
    await working;
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["something else"]);
  });

  it("go with the clip that they were about, unless something can be done about them", async () => {
    studio.notify("error", "a");
    studio.notify("warning", "b");
    studio.notify("warning", "c", { label: "Show…", run: () => {} });
    studio.notify("info", "d");
    await open(studio, connection);
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["c", "d"]);
  });
});

describe("preferences", () => {
  it("are kept once the hand rests", async () => {
    for (const left of [200, 210, 220]) studio.setPreferences({ panels: { left } });
    expect(connection.count("KeepPreferences")).toBe(0);
    await vi.advanceTimersByTimeAsync(600);
    await settled();
    expect(connection.waiting("KeepPreferences").map(({ body }) => JSON.parse(body.preferences).panels)).toEqual([
      { left: 220 },
    ]);
  });

  it.each(["", "null", "[]", '{"panels": 3}', "{"])(
    "are the first ones where what was kept is broken: %s",
    async (text) => {
      const done = studio.start();
      await connection.waiting("Hello")[0].answer(welcome({ preferences: text }));
      await done;
      expect(studio.preferences.get()).toMatchObject({ keymap: "blender", theme: "system", panels: {} });
    },
  );
});
