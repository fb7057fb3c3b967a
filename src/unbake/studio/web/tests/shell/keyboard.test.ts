// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACTIONS } from "../../src/actions/registry";
import { actionFor, listenToKeys } from "../../src/shell/keyboard";
import { showView } from "../../src/shell/panels";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, open, studioWith } from "../studio/fakes";

let studio: Studio;
let end: () => void;
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!;

function press(target: string, key: string, modifiers: KeyboardEventInit = {}): KeyboardEvent {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key === " " ? "Space" : key;
  const event = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...modifiers });
  element(target).dispatchEvent(event);
  return event;
}

/** The mouse gives the focus to something. */
function click(target: string): void {
  element(target).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  element(target).focus();
}

const point = (target: string) => element(target).dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));

beforeEach(async () => {
  document.body.innerHTML = `
    <div data-area="viewport"><button id="tint">Tint</button></div>
    <div data-area="graph" id="graph"><input id="number" inputmode="decimal"><input type="range" id="slider">
      <select id="speed"><option>1</option><option>2</option></select></div>
    <div data-area="dopesheet" id="sheet" tabindex="0"></div>
    <div id="elsewhere"></div>`;
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  end = listenToKeys(studio);
});
afterEach(() => end());

describe("keys", () => {
  it("do what the keymap says", () => {
    const last = studio.playhead.get();
    press("body", "ArrowRight");
    expect(studio.playhead.get()).toBe(last + 1);
    studio.change("Detail", { detail: 0.5 });
    press("body", "z", { ctrlKey: true });
    expect(studio.document.get().detail).toBe(0);
    press("body", "y", { metaKey: true });
    expect(studio.document.get().detail).toBe(0.5);
  });

  it("stop time that runs with Escape, before it means anything else", () => {
    vi.stubGlobal("requestAnimationFrame", () => 1);
    vi.stubGlobal("cancelAnimationFrame", () => {});
    studio.view.patch({ selectedJoints: [0] });
    point("#tint");
    studio.playback.start();
    press("body", "Escape");
    expect([studio.isPlaying.get(), studio.view.get().selectedJoints]).toEqual([false, [0]]);
    press("body", "Escape");
    expect(studio.view.get().selectedJoints).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("mean the same as everywhere where a view has nothing to do with them", () => {
    studio.preferences.patch({ keymap: "maya" });
    const id = () => actionFor("ArrowRight", "viewport", studio)?.id;
    expect(id()).toBe("play.nextFrame");
    studio.view.patch({ selectedJoints: [0] });
    expect(id()).toBe("viewport.selectNext");
  });

  it("do nothing where the action cannot be done", () => {
    const undo = vi.spyOn(studio.history, "undo");
    press("body", "z", { ctrlKey: true });
    expect(undo).not.toHaveBeenCalled();
  });

  it("are the text's while one types, but for those of the window", () => {
    element("#number").focus();
    const before = studio.playhead.get();
    press("#number", "ArrowRight");
    expect(press("#number", "c", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(studio.playhead.get()).toBe(before);
    press("#number", "F1");
    expect(studio.dialog.get()?.kind).toBe("help");
  });

  it("undo what is typed while it is not taken over, and the last change after", () => {
    studio.change("Detail", { detail: 0.5 });
    element("#number").focus();
    element("#number").dispatchEvent(new Event("input", { bubbles: true }));
    press("#number", "z", { ctrlKey: true });
    expect(studio.document.get().detail).toBe(0.5);
    press("#number", "Enter");
    press("#number", "z", { ctrlKey: true });
    expect(studio.document.get().detail).toBe(0);
  });

  it("are a slider's where it has the focus, as far as it has a use for them", () => {
    click("#slider");
    const before = studio.playhead.get();
    press("#slider", "ArrowRight");
    expect(studio.playhead.get()).toBe(before);
    expect(press("#slider", "z", { ctrlKey: true }).defaultPrevented).toBe(true);
  });

  it("are a list's after Tab, and not once it was set with the mouse", () => {
    const before = studio.playhead.get();
    element("#speed").focus();
    press("#speed", "ArrowRight");
    expect(studio.playhead.get()).toBe(before);
    element("#speed").blur();
    click("#speed");
    press("#speed", "ArrowRight");
    expect(studio.playhead.get()).toBe(before + 1);
    expect(document.activeElement).not.toBe(element("#speed"));
  });

  it("do not select the words of the page", () => {
    point("#sheet");
    expect(press("body", "a", { ctrlKey: true }).defaultPrevented).toBe(true);
    element("#number").focus();
    expect(press("#number", "a", { ctrlKey: true }).defaultPrevented).toBe(false);
    document.body.insertAdjacentHTML("beforeend", "<dialog open><input id='path'></dialog>");
    expect(press("#path", "a", { ctrlKey: true }).defaultPrevented).toBe(false);
  });

  it("play after a click on a button, and press it after Tab", () => {
    const toggle = vi.spyOn(studio.playback, "toggle").mockImplementation(() => {});
    click("#tint");
    press("#tint", " ");
    expect(toggle).toHaveBeenCalledOnce();
    press("body", "Tab");
    element("#tint").focus();
    expect(press("#tint", " ").defaultPrevented).toBe(false);
    expect(toggle).toHaveBeenCalledOnce();
  });

  it("are not for what lies behind a dialog, nor for the browser", () => {
    document.body.insertAdjacentHTML("beforeend", "<dialog open><p id='inside'></p></dialog>");
    const before = studio.playhead.get();
    press("#inside", "ArrowRight");
    press("body", "ArrowRight");
    expect(studio.playhead.get()).toBe(before);
    expect(press("#inside", "s", { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(studio.dialog.get()).toBeNull();
  });

  it("that a view has used are left alone", () => {
    element("#sheet").addEventListener("keydown", (event) => event.preventDefault());
    const before = studio.playhead.get();
    press("#sheet", "ArrowRight");
    expect(studio.playhead.get()).toBe(before);
  });
});

describe("the area that keys are meant for", () => {
  it("is the one that pointer or focus entered last", () => {
    point("#graph");
    expect(studio.area.get()).toBe("graph");
    element("#sheet").focus();
    expect(studio.area.get()).toBe("dopesheet");
    // A pointer that rests does not take it back.
    point("#graph");
    expect(studio.area.get()).toBe("dopesheet");
    point("#tint");
    expect(studio.area.get()).toBe("viewport");
    point("#elsewhere");
    expect(studio.area.get()).toBe("viewport");
  });

  it("takes arrows from a row of the tree that was clicked, not from one that keys reached", () => {
    document.body.insertAdjacentHTML(
      "beforeend",
      "<div data-area='channels' id='tree'><div role='treeitem' id='row' tabindex='0'></div></div>",
    );
    point("#tree");
    click("#row");
    point("#tree");
    expect(document.activeElement).toBe(element("#row"));
    point("#graph");
    expect(document.activeElement).toBe(document.body);
    press("body", "Tab");
    element("#row").focus();
    point("#tint");
    expect(document.activeElement).toBe(element("#row"));
  });

  it("is the view that comes to the front below a pointer that rests", () => {
    point("#sheet");
    showView(studio, { id: "graph", area: "bottom" });
    expect(studio.area.get()).toBe("graph");
    point("#tint");
    showView(studio, { id: "dopesheet", area: "bottom" });
    expect(studio.area.get()).toBe("viewport");
  });

  it("goes before everywhere", () => {
    const own = ACTIONS.find((action) => action.area === "dopesheet" && action.id === "dopesheet.frameAll")!;
    expect(actionFor("Home", "dopesheet", studio)).toBe(own);
    expect(actionFor("Home", undefined, studio)?.area).toBeUndefined();
    expect(actionFor("Space", "dopesheet", studio)?.id).toBe("play.toggle");
  });
});
