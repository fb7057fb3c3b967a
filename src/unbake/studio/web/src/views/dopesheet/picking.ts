/** Which keys are under the pointer or in a box, and what that makes of the selection. */

import type { Keymap } from "../../actions/action";
import type { Box } from "../../controls/place";
import { type Axis, frameAt, xOf } from "../../timeline/axis";

type Frames = ArrayLike<number>;
export type Mode = "replace" | "add" | "remove" | "toggle";

/** Pixels around a key that still take it. */
export const REACH = 7;

/** The frame of the key nearest to a place, or null where none is near. */
export function keyNear(frames: Frames, axis: Axis, x: number): number | null {
  const wanted = frameAt(axis, x);
  const after = firstAtLeast(frames, wanted);
  const near = [frames[after - 1], frames[after]].filter((frame) => frame !== undefined);
  const distance = (frame: number) => Math.abs(xOf(axis, frame) - x);
  const nearest = near.sort((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= REACH ? nearest : null;
}

/** Index of the first of rising frames that is not before another. */
export function firstAtLeast(frames: Frames, wanted: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Frames of the keys in a box, where it reaches any of the rows. */
export function keysIn(frames: Frames, axis: Axis, box: Box, rowsHeight: number): number[] {
  if (box.top > rowsHeight || box.bottom < 0) return [];
  const from = firstAtLeast(frames, frameAt(axis, box.left));
  const found = [];
  for (let i = from; i < frames.length && xOf(axis, frames[i]) <= box.right; i++) found.push(frames[i]);
  return found;
}

/** The selection after picking some keys, rising. */
export function selected(before: readonly number[], picked: readonly number[], mode: Mode): number[] {
  const after = new Set(mode === "replace" ? [] : before);
  for (const frame of picked) {
    if (mode === "remove" || (mode === "toggle" && after.has(frame))) after.delete(frame);
    else after.add(frame);
  }
  return [...after].sort((a, b) => a - b);
}

/** How modifier keys mean a box or a click. In Maya, Ctrl takes out, with Shift it adds, and Shift alone swaps. */
export function modeOf(
  event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  isBox: boolean,
  keymap: Keymap = "blender",
): Mode {
  const isCtrl = event.ctrlKey || event.metaKey;
  if (keymap === "maya" && isCtrl) return event.shiftKey ? "add" : "remove";
  if (keymap === "maya" && event.shiftKey) return "toggle";
  if (isCtrl) return isBox ? "remove" : "toggle";
  if (event.shiftKey) return isBox ? "add" : "toggle";
  return "replace";
}
