/** The panels around the viewport: their sizes, and whether they are folded. A folded panel keeps its size as a negative. */

import type { Preferences } from "../studio/preferences";
import type { Studio } from "../studio/studio";
import type { Area, ViewEntry } from "./layout";

export type Side = "left" | "right" | "bottom";

/** Of the page, in its own pixels: fewer of them where it is zoomed in. */
export interface Room {
  width: number;
  height: number;
}

const FIRST: Readonly<Record<Side, number>> = { left: 220, right: 340, bottom: 300 };
export const LEAST: Readonly<Record<Side, number>> = { left: 200, right: 280, bottom: 140 };
/** What the workspace is laid out for, a small laptop at 200 %; in a smaller window the page scrolls. As `.app` in
 * shell.css. */
const LEAST_ROOM: Room = { width: 720, height: 450 };
/** What the viewport keeps, whatever the panels want: its toolbar and the transport below it fit in. */
const VIEWPORT: Room = { width: 480, height: 180 };
const RAIL = 24;
const SPLITTER = 4;
/** Header and status line. */
const LINES = 56;
/** Where both panels at the sides would leave too little, the name of the one that stays open: 1 for the left. */
const STAYS = "staysLeft";

type Panels = Pick<Preferences, "panels">;

/** Of the window as it is; the least where there is none. */
export function room(): Room {
  const { innerWidth = 0, innerHeight = 0 } = globalThis;
  return { width: Math.max(innerWidth, LEAST_ROOM.width), height: Math.max(innerHeight, LEAST_ROOM.height) };
}

/** What a panel is to be; negative where it was folded by hand. */
export function sizeOf({ panels }: Panels, side: Side): number {
  return panels[side] ?? FIRST[side];
}

/** What a panel gets; negative where it is folded, by hand or because there is no room for both at the sides. What is
 * kept is what was wanted: a larger window gives it back. */
export function fittedSize(preferences: Panels, side: Side, room: Room): number {
  const size = sizeOf(preferences, side);
  if (size < 0) return size;
  return givesWay(preferences, side, room) ? -size : Math.min(size, mostOf(preferences, side, room));
}

function givesWay(preferences: Panels, side: Side, { width }: Room): boolean {
  const areOpen = sizeOf(preferences, "left") >= 0 && sizeOf(preferences, "right") >= 0;
  if (side === "bottom" || !areOpen) return false;
  const isNarrow = width < VIEWPORT.width + LEAST.left + LEAST.right + 2 * SPLITTER;
  return isNarrow && (side === "left") !== (preferences.panels[STAYS] === 1);
}

/** Where there is little of it, the viewport and the editors share what there is. */
function viewportHeight({ height }: Room): number {
  return Math.min(VIEWPORT.height, Math.round(height / 3));
}

/** How large a panel may be in a window, beside the others. */
export function mostOf(preferences: Panels, side: Side, room: Room): number {
  if (side === "bottom") return Math.max(LEAST.bottom, room.height - LINES - SPLITTER - viewportHeight(room));
  const opposite = side === "left" ? "right" : "left";
  const isOpen = sizeOf(preferences, opposite) >= 0 && !givesWay(preferences, opposite, room);
  const other = isOpen ? Math.max(sizeOf(preferences, opposite), LEAST[opposite]) + SPLITTER : RAIL;
  return Math.max(LEAST[side], room.width - VIEWPORT.width - SPLITTER - other);
}

/** What is left between the panels at the sides. */
export function middleWidth(preferences: Panels, room: Room): number {
  const taken = (["left", "right"] as const).map((side) => fittedSize(preferences, side, room));
  return taken.reduce((left, size) => left - (size < 0 ? RAIL : size + SPLITTER), room.width);
}

export function isFolded(studio: Studio, area: Area): boolean {
  return area !== "centre" && fittedSize(studio.preferences.get(), area, room()) < 0;
}

export function setSize(studio: Studio, side: Side, size: number): void {
  studio.setPreferences({ panels: { ...studio.preferences.get().panels, [side]: size } });
}

/** Fold or unfold a panel. Where there is no room for both at the sides, the other gives way. */
export function toggle(studio: Studio, side: Side): void {
  const preferences = studio.preferences.get();
  const size = Math.abs(sizeOf(preferences, side));
  const panels = { ...preferences.panels, [side]: isFolded(studio, side) ? size : -size };
  if (side !== "bottom" && panels[side] > 0) panels[STAYS] = side === "left" ? 1 : 0;
  studio.setPreferences({ panels });
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
  const areFolded = SIDES.every((side) => isFolded(studio, side));
  const sizes = SIDES.map((side) => [side, Math.abs(sizeOf(preferences, side)) * (areFolded ? 1 : -1)]);
  studio.setPreferences({ panels: { ...preferences.panels, ...Object.fromEntries(sizes) } });
}
