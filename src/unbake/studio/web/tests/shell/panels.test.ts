import { beforeEach, describe, expect, it, vi } from "vitest";
import { shownIn, TABBED, VIEWS, viewsIn } from "../../src/shell/layout";
import {
  fittedSize,
  isFolded,
  LEAST,
  maximise,
  middleWidth,
  room,
  showView,
  sizeOf,
  toggle,
} from "../../src/shell/panels";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, studioWith } from "../studio/fakes";

let studio: Studio;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("innerWidth", 1440);
  vi.stubGlobal("innerHeight", 900);
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

  it("leave the viewport room in any window, and are never less than they need", () => {
    const greedy = { panels: { left: 900, right: 900, bottom: 900 } };
    for (const [width, height] of [
      [800, 600],
      [1024, 640],
      [1280, 720],
    ]) {
      for (const preferences of [{ panels: {} }, greedy]) {
        for (const side of ["left", "right", "bottom"] as const) {
          expect(Math.abs(fittedSize(preferences, side, { width, height }))).toBeGreaterThanOrEqual(LEAST[side]);
        }
        expect(fittedSize(preferences, "bottom", { width, height })).toBeLessThanOrEqual(height - 240);
      }
      expect(middleWidth({ panels: {} }, { width, height })).toBeGreaterThanOrEqual(480);
    }
  });

  it("leave the viewport and the editors a share each on a small laptop at 200 %", () => {
    const small = { width: 720, height: 450 };
    const greedy = { panels: { left: 900, right: 900, bottom: 900 } };
    for (const preferences of [{ panels: {} }, greedy]) {
      const bottom = fittedSize(preferences, "bottom", small);
      expect([bottom, small.height - 60 - bottom]).toEqual([240, 150]);
      expect(middleWidth(preferences, small)).toBeGreaterThanOrEqual(400);
    }
    vi.stubGlobal("innerWidth", 720);
    vi.stubGlobal("innerHeight", 450);
    expect(room()).toEqual(small); // nothing scrolls
    expect([isFolded(studio, "left"), isFolded(studio, "right")]).toEqual([true, false]);
  });

  it("give way to each other at the sides where there is no room for both", () => {
    const small = { width: 800, height: 600 };
    expect(fittedSize({ panels: {} }, "left", small)).toBeLessThan(0);
    expect(fittedSize({ panels: {} }, "right", small)).toBeGreaterThan(0);
    vi.stubGlobal("innerWidth", 800);
    toggle(studio, "left");
    expect([isFolded(studio, "left"), isFolded(studio, "right")]).toEqual([false, true]);
    toggle(studio, "right");
    expect([isFolded(studio, "left"), isFolded(studio, "right")]).toEqual([true, false]);
    vi.stubGlobal("innerWidth", 1440);
    expect([isFolded(studio, "left"), isFolded(studio, "right")]).toEqual([false, false]);
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
