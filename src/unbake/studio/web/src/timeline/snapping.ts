/** The magnet: what is dragged stops at the playhead, at plants, at other keys and whole frames. Keys stand on whole
 * frames in any case, and never on each other's: other keys draw handles and values, not keys in time. */

import type { Keys } from "../messages";
import { Store } from "../store";
import { FIRST_SNAP, type SnapSettings } from "../studio/preferences";
import type { Studio } from "../studio/studio";
import { type Axis, framesIn } from "./axis";

export interface Target {
  at: number;
  /** As it is said beside the line. */
  what: string;
}

/** Pixels within which something is drawn to a target. */
export const SNAP_REACH = 8;

export function snapOf(studio: Studio): SnapSettings {
  return { ...FIRST_SNAP, ...studio.preferences.get().snap };
}

/** Whether the magnet works now; Ctrl turns it the other way round while something is dragged. */
export function isSnapping(studio: Studio, event: { ctrlKey: boolean; metaKey: boolean }): boolean {
  return snapOf(studio).isOn !== (event.ctrlKey || event.metaKey);
}

/** Frames that keys are drawn to. */
export function frameTargets(studio: Studio): Target[] {
  const { toPlayhead, toPlants } = snapOf(studio);
  const plants = toPlants ? studio.document.get().plants : [];
  return [
    ...(toPlayhead ? [{ at: studio.playhead.get(), what: "playhead" }] : []),
    ...plants.flatMap(({ first, last }) => [
      { at: first, what: "plant begins" },
      { at: last, what: "plant ends" },
    ]),
  ];
}

/** Frames that a handle is drawn to: those of keys too. */
export function handleTargets(studio: Studio, keys: Keys): Target[] {
  const own = snapOf(studio).toKeys ? [...keys.frames].map((at) => ({ at, what: "key" })) : [];
  return [...frameTargets(studio), ...own];
}

interface Snapped {
  by: number;
  hit: Target | null;
}

/** How far to move so that one of what moves is at the nearest target in reach; as far as was wanted without one. */
export function snappedBy(
  moving: ArrayLike<number>,
  wanted: number,
  targets: readonly Target[],
  reach: number,
): Snapped {
  let best: Snapped & { off: number } = { by: wanted, hit: null, off: reach };
  for (const target of targets) {
    for (let n = 0; n < moving.length; n++) {
      const off = Math.abs(moving[n] + wanted - target.at);
      if (off < best.off || (off === best.off && !best.hit)) best = { by: target.at - moving[n], hit: target, off };
    }
  }
  return { by: best.by, hit: best.hit };
}

/** Where something is drawn to, for the views' lines: a frame, and in the graph editor a value as it is drawn. */
interface Guide {
  frame: Target | null;
  value: Target | null;
}

const NO_GUIDE: Guide = { frame: null, value: null };
const guides = new WeakMap<Studio, Store<Guide>>();

export function snapGuide(studio: Studio): Store<Guide> {
  let guide = guides.get(studio);
  if (!guide) {
    guide = new Store(NO_GUIDE);
    guides.set(studio, guide);
  }
  return guide;
}

export function showGuide(studio: Studio, frame: Target | null, value: Target | null = null): void {
  const guide = snapGuide(studio);
  const now = guide.get();
  if (now.frame?.at !== frame?.at || now.value?.at !== value?.at) guide.set({ frame, value });
}

/** How far keys move that a pointer moved by so many frames; shows what they are drawn to. */
export function snappedFrames(
  studio: Studio,
  moving: ArrayLike<number>,
  wanted: number,
  axis: Axis,
  event: { ctrlKey: boolean; metaKey: boolean },
): number {
  const targets = isSnapping(studio, event) ? frameTargets(studio) : [];
  const { by, hit } = snappedBy(moving, wanted, targets, framesIn(axis, SNAP_REACH));
  showGuide(studio, hit);
  return by;
}
