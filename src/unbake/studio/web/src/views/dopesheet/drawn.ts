/** The keys as the dopesheet draws them. While the server works on keys that were moved, they are drawn where they will
 * be, although its last preview may show them elsewhere: presses and new moves go by the picture. */

import { withRows } from "../../document/keys";
import type { Keys } from "../../messages";
import { swapped } from "../../studio/keyIds";
import type { Studio } from "../../studio/studio";
import type { Axis } from "../../timeline/axis";
import { selectedFrames } from "./keyEdits";
import { movedFrames } from "./moving";
import { keyNear } from "./picking";
import { sheetOf, type Transform } from "./sheet";

/** A key in the picture. */
interface DrawnKey {
  frame: number;
  id: number;
}

/** Keys that a move or a scaling begins with. */
export type TakenUp = Pick<Transform, "keys" | "ids" | "moving">;

/** Frames at which keys in the hand are drawn, row by row. */
export function transformedFrames({ keys, moving, by, isCopy, scale }: Transform): ArrayLike<number> {
  return scale?.frames ?? (isCopy ? keys.frames : movedFrames(keys, moving, by));
}

/** The keys in the picture, and the frame of each of them in the keys that are shown. */
function drawnKeys(studio: Studio): DrawnKey[] {
  const { transform } = sheetOf(studio).get();
  if (!transform) return [...studio.keyIds.onScreen()].map(([frame, id]) => ({ frame, id }));
  return drawnRows(transform).map(({ frame, row }) => ({ frame, id: transform.ids[row] }));
}

/** Rows of keys in the hand, by the frames at which they are drawn, rising; a key that moves replaces one that stays. */
function drawnRows(transform: Transform): { frame: number; row: number }[] {
  const moving = new Set(transform.moving);
  const rowAt = new Map<number, number>();
  for (const [row, frame] of Array.from(transformedFrames(transform)).entries()) {
    if (!rowAt.has(frame) || moving.has(transform.keys.frames[row])) rowAt.set(frame, row);
  }
  return [...rowAt].map(([frame, row]) => ({ frame, row })).sort((a, b) => a.frame - b.frame);
}

/** The key that is drawn under the pointer. */
export function drawnKeyAt(studio: Studio, axis: Axis, x: number): DrawnKey | null {
  const keys = drawnKeys(studio);
  const frame = keyNear(
    keys.map((key) => key.frame),
    axis,
    x,
  );
  return keys.find((key) => key.frame === frame) ?? null;
}

/** The key that is drawn under the pointer, by its frame in the keys that are shown. */
export function keyUnder(studio: Studio, axis: Axis, x: number): number | null {
  const key = drawnKeyAt(studio, axis, x);
  if (!key) return null;
  return new Map([...studio.keyIds.onScreen()].map(swapped)).get(key.id) ?? null;
}

/** Take up keys where they are drawn; `frames` are theirs in the keys that are shown. */
export function takenUp(studio: Studio, shown: Keys, frames: readonly number[]): TakenUp {
  const { transform } = sheetOf(studio).get();
  const onScreen = studio.keyIds.onScreen();
  if (!transform) return { keys: shown, ids: idsOf(shown, onScreen), moving: frames };
  const rows = drawnRows(transform);
  const ids = rows.map(({ row }) => transform.ids[row]);
  const places = rows.map(({ frame }) => frame);
  const keys = {
    ...withRows(
      transform.keys,
      rows.map(({ row }) => row),
    ),
    frames: Int32Array.from(places),
  };
  const idOn = studio.keyIds.byFrame();
  // A key that a waiting command adds is in no row yet.
  const moving = frames.map((frame) => places[ids.indexOf(idOn.get(frame) ?? 0)] ?? frame);
  return { keys, ids, moving };
}

/** Ids of keys, row by row. */
export function idsOf(keys: Keys, idOn: ReadonlyMap<number, number>): number[] {
  return Array.from(keys.frames, (frame) => idOn.get(frame) ?? 0);
}

/** The first and the last of several selected keys, where they are drawn; null while keys move. */
export function selectedEnds(studio: Studio): [number, number] | null {
  const { transform } = sheetOf(studio).get();
  if (transform && !transform.scale) return null;
  const rows = transform ? transform.moving.map((frame) => transform.keys.frames.indexOf(frame)) : [];
  const frames = transform ? rows.map((row) => transform.scale!.frames[row]) : selectedFrames(studio);
  return frames.length > 1 ? [frames[0], frames[frames.length - 1]] : null;
}
