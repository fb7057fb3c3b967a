/** Poses as rows of keys. */

import type { Keys } from "../messages";

/** Frames of the keys whose poses are others than in an earlier state, or that were not there. */
export function changedFrames(
  keys: Pick<Keys, "frames" | "values">,
  before: Pick<Keys, "frames" | "values">,
): number[] {
  const wide = keys.values.length / Math.max(keys.frames.length, 1);
  return [...keys.frames].filter((frame, row) => {
    const old = before.frames.indexOf(frame);
    if (old < 0) return true;
    for (let n = 0; n < wide; n++) {
      if (Math.abs(keys.values[row * wide + n] - before.values[old * wide + n]) > 1e-6) return true;
    }
    return false;
  });
}

export interface Range {
  first: number;
  last: number;
}

/** The stretches that changed keys reach over: from the key before each run of them to the key after it. */
export function rangesAround(keys: Pick<Keys, "frames">, changed: readonly number[]): Range[] {
  const found: Range[] = [];
  for (const [row, frame] of keys.frames.entries()) {
    if (!changed.includes(frame)) continue;
    const first = keys.frames[Math.max(row - 1, 0)];
    const last = keys.frames[Math.min(row + 1, keys.frames.length - 1)];
    found.push({ first, last });
  }
  return merged(found);
}

/** Stretches without those that lie in each other. */
export function merged(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = found.at(-1);
    if (before && first <= before.last) before.last = Math.max(before.last, last);
    else found.push({ first, last });
  }
  return found;
}
