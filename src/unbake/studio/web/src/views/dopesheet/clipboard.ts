/** Copied keys: whole poses with their classes and the frames between them. */

import type { Keys, PasteKeys } from "../../messages";

export interface Copied {
  /** From the first copied key on, which is 0. */
  offsets: readonly number[];
  classes: Uint8Array;
  poses: Float64Array;
}

export function copied(keys: Keys, frames: readonly number[]): Copied | null {
  const rows = [...keys.frames.keys()].filter((row) => frames.includes(keys.frames[row]));
  if (!rows.length) return null;
  const wide = keys.values.length / keys.frames.length;
  const poses = new Float64Array(rows.length * wide);
  rows.forEach((row, n) => {
    poses.set(keys.values.subarray(row * wide, (row + 1) * wide), n * wide);
  });
  return {
    offsets: rows.map((row) => keys.frames[row] - keys.frames[rows[0]]),
    classes: Uint8Array.from(rows, (row) => keys.classes[row]),
    poses,
  };
}

/** What is asked of the server to put copied keys on and after a frame, or their mirror images. */
export function pastedAt(
  { offsets, poses, classes }: Copied,
  frame: number,
  isMirrored = false,
): Omit<PasteKeys, "clip" | "keys" | "detail"> {
  return { frames: offsets.map((offset) => frame + offset), poses, classes, is_mirrored: isMirrored };
}
