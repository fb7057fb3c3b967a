/** Where keys go when some of them move in time; the same rules as the server's. */

import { isLockedCode } from "../../curves/tangents";
import { channelCount } from "../../document/keys";
import type { Keys } from "../../messages";

type Frames = ArrayLike<number>;

const known = new WeakMap<Keys, ReadonlySet<number>>();

/** Frames of the keys that are locked in some channel. */
function lockedFrames(keys: Keys): ReadonlySet<number> {
  let locked = known.get(keys);
  if (!locked) {
    const wide = channelCount(keys);
    const isLocked = (row: number) => keys.tangents.subarray(row * wide, (row + 1) * wide).some(isLockedCode);
    locked = new Set(Array.from(keys.frames).filter((_, row) => isLocked(row)));
    known.set(keys, locked);
  }
  return locked;
}

/** Keys that can move: all but the first and the last, which hold the ends, and those that are locked. */
export function freeOf(keys: Keys, moving: readonly number[]): number[] {
  const { frames } = keys;
  const locked = lockedFrames(keys);
  const [first, last] = [frames[0], frames[frames.length - 1]];
  return moving.filter((frame) => frame !== first && frame !== last && !locked.has(frame));
}

/** How far, towards `by`, keys can move inside the range without landing on a locked key. */
export function roomFor(keys: Keys, moving: readonly number[], by: number): number {
  const { frames } = keys;
  const free = freeOf(keys, moving);
  if (!free.length) return 0;
  const [first, last] = [frames[0], frames[frames.length - 1]];
  let room = Math.max(Math.min(by, last - 1 - Math.max(...free)), first + 1 - Math.min(...free));
  const all = new Set(free);
  const stays = new Set([...lockedFrames(keys)].filter((frame) => !all.has(frame)));
  while (stays.size && free.some((frame) => stays.has(frame + room))) room -= Math.sign(room);
  return room;
}

/** How far copies can move and stay in the range. */
export function roomForCopies({ frames }: { frames: Frames }, moving: readonly number[], by: number): number {
  const least = frames[0] - Math.min(...moving);
  const most = frames[frames.length - 1] - Math.max(...moving);
  return Math.min(Math.max(by, least), most);
}

/** Where keys go that move by some frames, as far as there is room. */
export function movesOf(keys: Keys, moving: readonly number[], by: number): ReadonlyMap<number, number> {
  const room = roomFor(keys, moving, by);
  return new Map(freeOf(keys, moving).map((frame) => [frame, frame + room]));
}

/** All keys' frames after some moved, in the order in which they stood. */
export function movedFrames(keys: Keys, moving: readonly number[], by: number): number[] {
  const free = new Set(freeOf(keys, moving));
  return Array.from(keys.frames, (frame) => (free.has(frame) ? frame + by : frame));
}
