// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type Action, chordsOf, type Keymap } from "../../src/actions/action";
import { ACTIONS } from "../../src/actions/registry";
import { partsOf } from "../../src/shell/chords";
import { MENUS } from "../../src/shell/menus";

const KEYMAPS: readonly Keymap[] = ["blender", "maya"];

/** Chords that two actions of one place share. */
function clashes(actions: readonly Action[], keymap: Keymap): string[] {
  const owners = new Map<string, string[]>();
  for (const action of actions) {
    for (const chord of chordsOf(action, keymap)) {
      const place = `${action.area ?? "everywhere"} ${chord}`;
      owners.set(place, [...(owners.get(place) ?? []), action.id]);
    }
  }
  return [...owners].filter(([, ids]) => ids.length > 1).map(([place, ids]) => `${place}: ${ids.join(", ")}`);
}

describe.each(KEYMAPS)("the keymap of %s", (keymap) => {
  it("gives no chord to two actions of one place", () => {
    expect(clashes(ACTIONS, keymap)).toEqual([]);
  });

  it("has chords only as pressed keys are written", () => {
    const known =
      /^([A-Z]|\d|F\d{1,2}|Numpad[\d.+*/-]|[^\w\s]|Space|Enter|Escape|Tab|Home|End|Delete|Backspace|Insert)$/;
    const longer = /^(Arrow(Left|Right|Up|Down)|Page(Up|Down)|ContextMenu)$/;
    const isWrong = (chord: string) => {
      const parts = partsOf(chord);
      const name = parts.pop()!;
      const inOrder = ["Ctrl", "Alt", "Shift"].filter((modifier) => parts.includes(modifier));
      // A sign that needs Shift on some keyboards is written without it.
      const hasNeedless = parts.includes("Shift") && /^[^A-Z]$/.test(name);
      return parts.join() !== inOrder.join() || hasNeedless || !(known.test(name) || longer.test(name));
    };
    const wrong = ACTIONS.flatMap((action) =>
      chordsOf(action, keymap)
        .filter(isWrong)
        .map((it) => [action.id, it]),
    );
    expect(wrong).toEqual([]);
  });

  it("leaves the browser's own chords alone, which no page gets", () => {
    const taken = ["Ctrl+W", "Ctrl+T", "Ctrl+N", "Ctrl+Shift+N", "Ctrl+Shift+T", "Ctrl+Shift+W", "Ctrl+Tab", "Alt+F4"];
    expect(ACTIONS.flatMap((action) => chordsOf(action, keymap)).filter((chord) => taken.includes(chord))).toEqual([]);
  });
});

describe.each(KEYMAPS)("what can be done everywhere, with the keymap of %s,", (keymap) => {
  it("has a chord that works in every view", () => {
    const areas = ACTIONS.filter((action) => action.area);
    const isHidden = (chord: string) => areas.some((action) => chordsOf(action, keymap).includes(chord));
    const lost = ACTIONS.filter((action) => !action.area && chordsOf(action, keymap).length > 0).filter((action) =>
      chordsOf(action, keymap).every(isHidden),
    );
    expect(lost.map(({ id }) => id)).toEqual([]);
  });
});

describe("the actions", () => {
  it("have a name of their own each", () => {
    const ids = ACTIONS.map(({ id, area }) => `${id} ${area}`);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("can all be reached, in both keymaps", () => {
    const menus = MENUS.map(({ name }) => name);
    const isLost = (action: Action) =>
      action.menu === undefined
        ? KEYMAPS.every((keymap) => chordsOf(action, keymap).length === 0)
        : !menus.includes(action.menu);
    expect(ACTIONS.filter(isLost).map(({ id }) => id)).toEqual([]);
  });

  it("tell two that look alike apart, with a clash to find", () => {
    const twice: Action[] = [
      { id: "a", label: "A", keys: ["G"], area: "graph", run: () => {} },
      { id: "b", label: "B", keys: { blender: ["G"], maya: ["W"] }, area: "graph", run: () => {} },
      { id: "c", label: "C", keys: ["G"], run: () => {} },
    ];
    expect(clashes(twice, "blender")).toEqual(["graph G: a, b"]);
    expect(clashes(twice, "maya")).toEqual([]);
  });
});
