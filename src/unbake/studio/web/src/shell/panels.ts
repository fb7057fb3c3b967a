/** The panels around the viewport: their sizes, and whether they are folded. A folded panel keeps its size as a negative. */

import type { Preferences } from "../studio/preferences";
import type { Studio } from "../studio/studio";
import type { Area, ViewEntry } from "./layout";

export type Side = "left" | "right" | "bottom";

const FIRST: Readonly<Record<Side, number>> = { left: 220, right: 340, bottom: 300 };
export const LEAST: Readonly<Record<Side, number>> = { left: 200, right: 280, bottom: 140 };
/** What the viewport keeps, whatever the panels want. */
const VIEWPORT = { width: 360, height: 180 };

export function sizeOf({ panels }: Pick<Preferences, "panels">, side: Side): number {
  return panels[side] ?? FIRST[side];
}

/** How large a panel may be in a window, beside the others. */
export function mostOf(preferences: Pick<Preferences, "panels">, side: Side, width: number, height: number): number {
  if (side === "bottom") return Math.max(LEAST.bottom, height - VIEWPORT.height);
  const other = Math.max(0, sizeOf(preferences, side === "left" ? "right" : "left"));
  return Math.max(LEAST[side], width - VIEWPORT.width - other);
}

export function isFolded(studio: Studio, area: Area): boolean {
  return area !== "centre" && sizeOf(studio.preferences.get(), area) < 0;
}

export function setSize(studio: Studio, side: Side, size: number): void {
  studio.setPreferences({ panels: { ...studio.preferences.get().panels, [side]: size } });
}

export function toggle(studio: Studio, side: Side): void {
  setSize(studio, side, -sizeOf(studio.preferences.get(), side));
}

/** Bring a view to the front, and unfold the panel that it stands in. */
export function showView(studio: Studio, view: Pick<ViewEntry, "id" | "area">): void {
  studio.view.patch({ tabs: { ...studio.view.get().tabs, [view.area]: view.id } });
  if (view.area !== "centre" && isFolded(studio, view.area)) toggle(studio, view.area);
}

const SIDES: readonly Side[] = ["left", "right", "bottom"];

/** Fold all panels, or unfold them where all are folded. */
export function maximise(studio: Studio): void {
  const preferences = studio.preferences.get();
  const areFolded = SIDES.every((side) => sizeOf(preferences, side) < 0);
  const sizes = SIDES.map((side) => [side, Math.abs(sizeOf(preferences, side)) * (areFolded ? 1 : -1)]);
  studio.setPreferences({ panels: { ...preferences.panels, ...Object.fromEntries(sizes) } });
}
