// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACTIONS } from "../../src/actions/registry";
import { MenuBar } from "../../src/shell/MenuBar";
import { groupsOf, MENUS } from "../../src/shell/menus";
import { StudioContext } from "../../src/studio/context";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, studioWith } from "../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let studio: Studio;
let root: Root;

const focused = () => document.activeElement as HTMLElement;
const items = () => [...document.querySelectorAll<HTMLElement>("[role=menu] [role^=menuitem]")];
const send = (type: string, init: KeyboardEventInit) =>
  act(() => void focused().dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init })));
const press = (key: string) => send("keydown", { key });
const alt = () => {
  send("keydown", { key: "Alt", altKey: true });
  send("keyup", { key: "Alt" });
};

beforeEach(async () => {
  document.body.innerHTML = "<button id='before'>Before</button><div id='root'></div>";
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <MenuBar />
      </StudioContext>,
    ),
  );
  document.getElementById("before")!.focus();
});
afterEach(() => act(() => root.unmount()));

describe("groupsOf", () => {
  it("holds every action of a menu once, groups together", () => {
    for (const { name } of MENUS) {
      const ids = groupsOf(name, studio)
        .flat()
        .map(({ action }) => action);
      expect(new Set(ids)).toEqual(new Set(ACTIONS.filter((action) => action.menu === name)));
      expect(ids.length).toBe(new Set(ids).size);
    }
  });

  it("names what is undone, and shows shortcuts of the keymap", () => {
    studio.change("Move key", { detail: 0.5 });
    const [undo] = groupsOf("edit", studio)[0];
    expect([undo.label, undo.isEnabled]).toEqual(["Undo move key", true]);
    const shortcut = (id: string) =>
      groupsOf("play", studio)
        .flat()
        .find(({ action }) => action.id === id)?.shortcut;
    expect(shortcut("play.nextKey")).toBe("↑");
    studio.preferences.patch({ keymap: "maya" });
    expect(shortcut("play.nextKey")).toBe(".");
  });
});

describe("the menu bar by keyboard", () => {
  it("is entered by F10 and left by Esc, to where one was", () => {
    press("F10");
    expect(focused().textContent).toBe("File");
    press("Escape");
    expect(focused().id).toBe("before");
  });

  it("keeps the browser from opening menus of its own after Alt and the wheel", () => {
    const up = new KeyboardEvent("keyup", { key: "Alt", bubbles: true, cancelable: true });
    send("keydown", { key: "Alt", altKey: true });
    window.dispatchEvent(new WheelEvent("wheel", { altKey: true }));
    act(() => void focused().dispatchEvent(up));
    expect(up.defaultPrevented).toBe(true);
    expect(focused().id).toBe("before");
  });

  it("keeps the focus for Tab to go on from, where nothing had it before", () => {
    document.getElementById("before")!.blur();
    act(() => document.querySelector<HTMLElement>("[data-menu=file]")!.focus());
    press("Tab");
    expect(focused().textContent).toBe("File");
    press("ArrowDown");
    press("Tab");
    expect(items()).toEqual([]);
    expect(focused().textContent).toBe("File");
  });

  it("is entered by Alt alone, and not by Alt with something else", () => {
    alt();
    expect(focused().textContent).toBe("File");
    alt();
    expect(focused().id).toBe("before");
    send("keydown", { key: "Alt", altKey: true });
    send("keydown", { key: "v", altKey: true });
    send("keyup", { key: "Alt" });
    expect(focused().id).toBe("before");
    send("keydown", { key: "Alt", altKey: true });
    window.dispatchEvent(new PointerEvent("pointerdown"));
    send("keyup", { key: "Alt" });
    expect(focused().id).toBe("before");
  });

  it("goes through menus and entries with the arrows, round and round", () => {
    press("F10");
    press("ArrowLeft");
    expect(focused().textContent).toBe("Help");
    press("ArrowRight");
    press("ArrowRight");
    press("ArrowDown");
    expect(focused()).toBe(items()[0]);
    press("ArrowUp");
    expect(focused()).toBe(items().at(-1));
    press("ArrowDown");
    expect(focused()).toBe(items()[0]);
    press("End");
    expect(focused().dataset.label).toBe("Preferences…");
    press("ArrowRight");
    expect(document.querySelector("[role=menu]")?.getAttribute("aria-label")).toBe("Keys");
    press("Escape");
    expect([items().length, focused().textContent]).toEqual([0, "Keys"]);
  });

  it("finds menus and entries by their first letters", () => {
    press("F10");
    press("e");
    expect(document.querySelector("[role=menu]")?.getAttribute("aria-label")).toBe("Edit");
    press("p");
    expect(focused().dataset.label).toBe("Preferences…");
    press("Enter");
    expect(studio.dialog.get()?.kind).toBe("preferences");
    expect(items()).toHaveLength(0);
    expect(focused().id).toBe("before");
  });

  it("shows what cannot be done, and does not do it", () => {
    const undo = vi.spyOn(studio.history, "undo");
    press("F10");
    press("e");
    expect(focused().getAttribute("aria-disabled")).toBe("true");
    press("Enter");
    expect(undo).not.toHaveBeenCalled();
    expect(items().length).toBeGreaterThan(0);
  });

  it("shows what is on", () => {
    press("F10");
    press("p");
    const loop = items().find((item) => item.dataset.label === "Loop")!;
    expect(loop.getAttribute("role")).toBe("menuitemcheckbox");
    expect(loop.getAttribute("aria-checked")).toBe("true");
  });
});

describe("the menu bar by mouse", () => {
  const point = (name: string) =>
    act(
      () =>
        void document
          .querySelector(`[data-menu=${name}]`)!
          .dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 })),
    );

  it("is left by one Esc, so that keys that were looked up work at once", () => {
    point("key");
    expect(items()).toContain(focused());
    press("Escape");
    expect([items().length, focused().id]).toEqual([0, "before"]);
    press("F10");
    press("ArrowDown");
    press("Escape");
    expect(focused().textContent).toBe("Keys");
  });
});
