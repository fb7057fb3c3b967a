import { beforeEach, describe, expect, it, vi } from "vitest";
import { shownIn, TABBED, VIEWS, viewsIn } from "../../src/shell/layout";
import { isFolded, LEAST, maximise, mostOf, showView, sizeOf, toggle } from "../../src/shell/panels";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, studioWith } from "../studio/fakes";

let studio: Studio;
beforeEach(() => {
  vi.useFakeTimers();
  studio = studioWith(new FakeConnection());
});
const sides = () => (["left", "right", "bottom"] as const).map((side) => sizeOf(studio.preferences.get(), side));

describe("panels", () => {
  it("remember their size while they are folded", () => {
    const [left] = sides();
    toggle(studio, "left");
    expect(isFolded(studio, "left")).toBe(true);
    toggle(studio, "left");
    expect(sides()[0]).toBe(left);
  });

  it("fold all at once and come back, whichever were folded before", () => {
    const before = sides();
    toggle(studio, "right");
    maximise(studio);
    expect(sides().every((size) => size < 0)).toBe(true);
    maximise(studio);
    expect(sides()).toEqual(before);
  });

  it("leave the viewport room in the smallest window, and are never less than they need", () => {
    const preferences = { panels: { left: 900, right: 900, bottom: 900 } };
    for (const side of ["left", "right", "bottom"] as const) {
      expect(mostOf(preferences, side, 1280, 720)).toBeGreaterThanOrEqual(LEAST[side]);
    }
    const first = { panels: {} };
    const [left, right] = [mostOf(first, "left", 1280, 720), mostOf(first, "right", 1280, 720)];
    expect(1280 - left - sizeOf(first, "right")).toBeGreaterThanOrEqual(360);
    expect(1280 - right - sizeOf(first, "left")).toBeGreaterThanOrEqual(360);
    expect(mostOf(first, "bottom", 1280, 720)).toBeLessThanOrEqual(720 - 180);
  });
});

describe("views", () => {
  it("stand in an area each, by names of their own", () => {
    expect(new Set(VIEWS.map(({ id }) => id)).size).toBe(VIEWS.length);
    const placed = (["left", "centre", "bottom", "right"] as const).flatMap(viewsIn);
    expect(new Set(placed)).toEqual(new Set(VIEWS));
  });

  it("come to the front, and their panel unfolds", () => {
    const [first, second] = viewsIn("bottom");
    expect(shownIn("bottom", undefined)).toBe(first);
    toggle(studio, "bottom");
    showView(studio, second);
    expect(shownIn("bottom", studio.view.get().tabs)).toBe(second);
    expect(isFolded(studio, "bottom")).toBe(false);
    expect(TABBED).toContain("bottom");
  });

  it("that there are no more give way to the first", () => {
    expect(shownIn("bottom", { bottom: "gone" })).toBe(viewsIn("bottom")[0]);
  });
});
