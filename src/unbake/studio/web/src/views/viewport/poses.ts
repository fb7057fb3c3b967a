/** Where the joints are at a frame: in the capture, and in the animation as far as it is evaluated. */

import type { StudioDocument } from "../../document/document";
import type { Clip, Evaluation, Keys } from "../../messages";
import { isBehind, type Results } from "../../studio/results";

/** What rotations are counted in. */
export const TURN = 1 / 32_767;

export interface Poses {
  /** (F, J, 3), flat. */
  positions: Float32Array;
  /** (F, J, 4), flat, in units of TURN. */
  rotations: Int16Array;
  /** The file's number of the first frame. */
  first: number;
  last: number;
  /** What errors are measured against, frame by frame as here; otherwise it is the capture. */
  against?: Float32Array;
}

export function capturePoses(clip: Clip): Poses {
  const { positions, rotations, first_frame: first, last_frame: last } = clip;
  return { positions, rotations, first, last };
}

/** The animation's poses; null while none fits. An evaluation does not say where it begins: the keys do. */
export function resultPoses(clip: Clip, document: StudioDocument, results: Results): Poses | null {
  const { evaluation, cleaned, layered } = results;
  const made = cleaned && cleaned.of === (layered ?? evaluation) ? cleaned : layered;
  if (made) {
    const { positions, rotations, first } = made;
    const last = first + positions.length / 3 / clip.joints.length - 1;
    return { positions, rotations, first, last, against: evaluation ? againstOf(evaluation) : undefined };
  }
  if (!evaluation) return null;
  const frames = evaluation.positions.length / 3 / clip.joints.length;
  const ranges: (Pick<Keys, "first" | "last"> | null | undefined)[] = [
    results.handled,
    document.edited,
    results.chosen?.keys,
    document.settings,
  ];
  const range = ranges.find((one) => one && one.last - one.first + 1 === frames);
  if (!range) return null;
  const { positions, rotations } = evaluation;
  return { positions, rotations, first: range.first, last: range.last, against: againstOf(evaluation) };
}

/** The poses of the keys that are seen: the animation's, or, as long as it is not evaluated, the capture's. Keys that
 * were chosen have those. */
export function keyPoses(clip: Clip, document: StudioDocument, results: Results): Poses | null {
  return isBehind(results, document) ? capturePoses(clip) : resultPoses(clip, document, results);
}

function againstOf({ against }: Evaluation): Float32Array | undefined {
  return against.length ? against : undefined;
}

/** The row of a frame; frames beyond the ends are held. */
export function rowOf(poses: Poses, frame: number): number {
  return Math.min(Math.max(Math.round(frame), poses.first), poses.last) - poses.first;
}

export function hasFrame(poses: Poses, frame: number): boolean {
  return frame >= poses.first && frame <= poses.last;
}
