// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { chordsOf } from "../../src/actions/action";
import { ACTIONS } from "../../src/actions/registry";
import { deviationText } from "../../src/shell/dialogs/FormatList";
import { hintsOf } from "../../src/shell/hints";
import { VIEWS } from "../../src/shell/layout";
import { MOUSE } from "../../src/shell/mouse";
import { shortcutsOf } from "../../src/shell/shortcuts";
import { agoText } from "../../src/shell/start/ago";
import { FakeConnection, studioWith } from "../studio/fakes";

const studio = studioWith(new FakeConnection());

describe("the help", () => {
  it.each(["blender", "maya"] as const)("names every chord of %s", (keymap) => {
    const shown = shortcutsOf(studio, keymap, "").flatMap(({ rows }) => rows.filter((row) => !row.isMouse));
    const withKeys = ACTIONS.filter((action) => chordsOf(action, keymap).length > 0);
    expect(shown.length).toBe(withKeys.length);
    expect(new Set(shown.flatMap((row) => row.chords))).toEqual(new Set(withKeys.flatMap((a) => chordsOf(a, keymap))));
  });

  it("finds every word, in any order, in names, keys and sections", () => {
    const found = shortcutsOf(studio, "blender", "last PLAY").flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(found).toEqual(["Playblast", "Last frame"]);
    expect(shortcutsOf(studio, "blender", "nothing is called this")).toEqual([]);
  });

  it("speaks of areas that there are", () => {
    const areas = [...VIEWS.map(({ id }) => id as string), "timeline"];
    expect(MOUSE.filter(({ area }) => !areas.includes(area))).toEqual([]);
    expect(ACTIONS.filter(({ area }) => area && !areas.includes(area)).map(({ id }) => id)).toEqual([]);
  });
});

describe("hints", () => {
  it("are of the area under the pointer, otherwise of everywhere", () => {
    expect(hintsOf("viewport", "maya").some(({ keys }) => keys.includes("Alt"))).toBe(true);
    expect(hintsOf(undefined, "blender").map(({ does }) => does)).toEqual(["play", "undo", "keys and mouse"]);
  });
});

describe("words", () => {
  it.each([
    [30, "just now"],
    [5 * 60, "5 minutes ago"],
    [3 * 3600, "3 hours ago"],
    [30 * 3600, "yesterday"],
    [4 * 86400, "4 days ago"],
  ])("say how long %i seconds are", (seconds, text) => {
    const now = Date.parse("2026-06-15T12:00:00Z");
    expect(agoText(new Date(now - 1000 * seconds).toISOString(), now)).toBe(text);
  });

  it("say nothing of a time that is none", () => {
    expect(agoText("nonsense")).toBe("");
  });

  it.each([
    [0, "As you see it."],
    [0.0123, "Up to 0.012 cm from what you see."],
    [0.554, "Up to 0.55 cm from what you see."],
  ])("say how far %d is", (cm, text) => {
    expect(deviationText(cm)).toBe(text);
  });
});
