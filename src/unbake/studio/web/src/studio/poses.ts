/** Poses as rows of keys. */

import type { Keys, PoseLayer } from "../messages";

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

/** Frames of a layer's keys, of pose and of time, and of those that change anything. */
export function changedOf(layer: PoseLayer): { frames: Int32Array; changed: number[] } {
  const changed = new Set<number>();
  const rows = (frames: Int32Array, values: Float64Array) => {
    const wide = values.length / Math.max(frames.length, 1);
    for (const [row, frame] of frames.entries()) {
      if (values.subarray(row * wide, (row + 1) * wide).some((value) => value !== 0)) changed.add(frame);
    }
  };
  if (layer.weight) {
    rows(layer.frames, layer.vectors);
    rows(layer.frames, layer.shifts);
    rows(layer.time_frames, layer.time_offsets);
  }
  const frames = [...new Set([...layer.frames, ...layer.time_frames])].sort((a, b) => a - b);
  return { frames: Int32Array.from(frames), changed: [...changed] };
}

export interface Range {
  first: number;
  last: number;
}

/** Seconds around an edit that is shorter than twice this; it is learnt with them. */
const AROUND_S = 0.125;

/**
 * The stretches that changed keys are examples of: each run of them from its first to its last, across as many keys that
 * stay as are bridged. Ahead of a run and behind it, curves are on their way into the edit and out of it, neither the one nor the other.
 */
export function rangesOf(
  { frames, first, last }: Pick<Keys, "frames" | "first" | "last">,
  changed: readonly number[],
  fps: number,
  bridged = 1,
): Range[] {
  const runs: Range[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [row, frame] of frames.entries()) {
    if (!changed.includes(frame)) continue;
    if (row - before <= 1 + bridged) runs.at(-1)!.last = frame;
    else runs.push({ first: frame, last: frame });
    before = row;
  }
  const around = Math.round(AROUND_S * fps) + 1;
  return merged(
    runs.map((run) => {
      if (run.last - run.first >= 2 * AROUND_S * fps) return run;
      return { first: Math.max(run.first - around, first), last: Math.min(run.last + around, last) };
    }),
  );
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
