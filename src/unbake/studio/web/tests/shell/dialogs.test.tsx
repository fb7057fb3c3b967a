// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dialogs } from "../../src/shell/dialogs/Dialogs";
import { formatNamed } from "../../src/shell/dialogs/ExportDialog";
import { LostBanner } from "../../src/shell/LostBanner";
import { Notices } from "../../src/shell/Notices";
import { StudioContext } from "../../src/studio/context";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, settled, studioWith, welcome } from "../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let connection: FakeConnection;
let studio: Studio;
let root: Root;

const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];
const button = (text: string) => all<HTMLButtonElement>("button").find((one) => one.textContent === text)!;
const click = (text: string) =>
  act(async () => {
    button(text).click();
    await settled();
  });

beforeEach(async () => {
  document.body.innerHTML = "<div id='root'></div>";
  connection = new FakeConnection();
  studio = studioWith(connection);
  studio.welcome.set(welcome());
  await open(studio, connection);
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <LostBanner />
        <Notices />
        <Dialogs />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

describe("the save dialog", () => {
  it("asks before it replaces a file, and goes on once it is saved", async () => {
    let isAfter = false;
    const then = () => {
      isAfter = true;
    };
    act(() => studio.dialog.set({ kind: "save", then }));
    await click("Save");
    expect(connection.waiting("SaveProject")[0].body).toMatchObject({
      path: "/clips/clip1.unbake",
      may_replace: false,
    });
    await act(() => connection.waiting("SaveProject")[0].fail("exists already", true));
    await click("Replace it");
    expect(connection.waiting("SaveProject")[0].body.may_replace).toBe(true);
    expect(isAfter).toBe(false);
    await act(() => connection.waiting("SaveProject")[0].answer({ path: "/clips/clip1.unbake", bytes: 1 }));
    expect([isAfter, studio.dialog.get(), studio.projectPath.get()]).toEqual([true, null, "/clips/clip1.unbake"]);
  });

  it("says why it cannot be saved, and stays", async () => {
    act(() => studio.dialog.set({ kind: "save" }));
    await click("Save");
    await act(() => connection.waiting("SaveProject")[0].fail("disk full"));
    expect(document.querySelector(".problem")?.textContent).toBe("disk full");
    expect(studio.dialog.get()?.kind).toBe("save");
  });
});

describe("the question about unsaved work", () => {
  it.each([
    ["Do not save", true],
    ["Cancel", false],
  ])("%s: what follows is done (%s)", async (answer, isDone) => {
    let isAfter = false;
    const then = () => {
      isAfter = true;
    };
    act(() => studio.dialog.set({ kind: "unsaved", then }));
    await click(answer);
    expect([isAfter, studio.dialog.get()]).toEqual([isDone, null]);
    expect(connection.waiting("Autosave").map(({ body }) => body.changes)).toEqual(isDone ? [0] : []);
  });
});

describe("the history", () => {
  it("lists every step and leads to it", async () => {
    act(() => {
      studio.change("Pin", { detail: 0.1 });
      studio.change("Detail", { detail: 0.2 }, "drag");
      studio.change("Detail", { detail: 0.3 }, "drag");
      studio.dialog.set({ kind: "history" });
    });
    expect(all(".history button").map((one) => one.textContent)).toEqual(["As it was opened", "1Pin", "2Detail"]);
    await click("1Pin");
    expect(studio.document.get().detail).toBe(0.1);
    expect(document.querySelector("[aria-current=step]")?.textContent).toBe("1Pin");
    await click("2Detail");
    expect(studio.document.get().detail).toBe(0.3);
  });
});

describe("the window of keys and mouse", () => {
  it("is closed by Esc in its search, once that is empty", () => {
    act(() => studio.dialog.set({ kind: "help" }));
    const search = all<HTMLInputElement>("dialog input[type=search]")[0];
    const pressEsc = () =>
      act(
        () =>
          void search.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })),
      );
    search.value = "key";
    pressEsc();
    expect(studio.dialog.get()).not.toBeNull();
    search.value = "";
    pressEsc();
    expect(studio.dialog.get()).toBeNull();
  });

  it("shows each section once, whatever was searched for before", () => {
    act(() => studio.dialog.set({ kind: "help" }));
    const titles = () => all(".shortcuts h3").map((one) => one.textContent);
    const type = (text: string) => {
      const search = all<HTMLInputElement>("dialog input[type=search]")[0];
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(search, text);
      act(() => void search.dispatchEvent(new Event("input", { bubbles: true })));
    };
    const before = titles();
    for (const text of ["library", "undo", "clip", "zz", ""]) type(text);
    expect(titles()).toEqual(before);
  });
});

describe("recoverable work", () => {
  it("is recovered or forgotten", async () => {
    const left = { id: "a", name: "walk.bvh", saved: "2026-01-01T00:00:00Z", changes: 1 };
    studio.welcome.set(welcome({ recoverable: [left] }));
    act(() => studio.dialog.set({ kind: "open" }));
    await act(() => connection.waiting("Hello")[0].answer(welcome({ recoverable: [left] })));
    expect(document.querySelector(".recoverable")?.textContent).toContain("1 change,");
    await click("Forget");
    expect(connection.waiting("Forget")[0].body.id).toBe("a");
    await act(() => connection.waiting("Forget")[0].answer({}));
    await act(() => connection.waiting("Hello")[0].answer(welcome()));
    expect(document.querySelector(".recoverable")).toBeNull();
    act(() => studio.welcome.set(welcome({ recoverable: [left] })));
    await click("Recover");
    expect(connection.waiting("Open")[0].body).toMatchObject({ source: "recovery", name: "a" });
    expect(studio.dialog.get()).toBeNull();
  });
});

describe("a server that has stopped", () => {
  it("says truly what is kept", () => {
    act(() => studio.isLost.set(true));
    expect(document.querySelector(".lost")?.textContent).toContain("Your work is kept:");
    act(() => studio.change("Detail", { detail: 0.5 }));
    expect(document.querySelector(".lost")?.textContent).toContain("but for the last changes");
    expect(document.querySelector(".lost")?.textContent).not.toContain("demand");
    const spot = { at_s: 1, place: { x: 0, z: 1 }, heading_deg: null };
    act(() => studio.demand.change({ places: [spot] }));
    expect(document.querySelector(".lost")?.textContent).toContain("The painted demand is not kept.");
  });
});

it("a server that was lost and is there offers to connect again", async () => {
  const reload = vi.spyOn(studio.returning, "reload").mockImplementation(() => {});
  act(() => studio.isLost.set(true));
  act(() => studio.isThereAgain.set(true));
  expect(document.querySelector(".lost")?.textContent).not.toContain("stopped");
  await click("Connect again");
  expect(reload).toHaveBeenCalledOnce();
});

describe("the format to export", () => {
  const loss = (suffix: string) => ({
    suffix,
    name: suffix,
    keeps: "",
    loses: [],
    deviation_cm: 0,
    error_cm: 0,
    worst_joint: "",
    worst_frame: 1,
    tips_cm: null,
    frames: "",
  });
  const losses = [loss(".bvh"), loss(".glb")];

  it.each([
    ["/clips/walk.bvh", ".bvh"],
    ["WALK.GLB", ".glb"],
    ["/clips/walk", undefined],
    ["walk.fbx", undefined],
    ["", undefined],
  ])("is the one that %s names", (path, suffix) => {
    expect(formatNamed(losses, path)?.suffix).toBe(suffix);
  });
});

describe("notices", () => {
  it("show the newest, and how many came before; each can be dismissed", async () => {
    act(() => {
      for (const text of ["a", "b", "c", "d", "e"]) studio.notify("error", text);
    });
    expect(all(".notice.error").map((one) => one.textContent)).toEqual(["c", "d", "e"]);
    expect(document.querySelector(".notice.more")?.textContent).toContain("2 more");
    act(() => all(".notice .cross")[0].click());
    expect(studio.notices.get().map(({ text }) => text)).toEqual(["a", "b", "d", "e"]);
  });

  it("have room of their own where they stay, and float where they go by themselves", () => {
    act(() => {
      for (const kind of ["info", "warning", "error"] as const) studio.notify(kind, kind);
    });
    expect(all(".standing .notice p").map((one) => one.textContent)).toEqual(["warning", "error"]);
    expect(all(".passing .notice p").map((one) => one.textContent)).toEqual(["info"]);
  });
});
