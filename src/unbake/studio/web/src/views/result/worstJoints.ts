/** How far each joint is from the capture at worst, and when. */

import type { Clip, Evaluation } from "../../messages";

export interface JointError {
  joint: number;
  cm: number;
  frame: number;
}

/** The joints that are farthest off, worst first. `first` is the first frame of the evaluation. */
export function worstJoints(clip: Clip, evaluation: Evaluation, first: number, count = 5): JointError[] {
  const found = clip.measured.map((joint) => worstOf(clip, evaluation, first, joint));
  return found.sort((a, b) => b.cm - a.cm).slice(0, count);
}

/** Where the joints should be, and at which number the evaluation's first frame begins in it. */
export function measuredAgainst(clip: Clip, evaluation: Evaluation, first: number) {
  if (evaluation.against.length) return { against: evaluation.against, shift: 0 };
  return { against: clip.positions, shift: 3 * clip.joints.length * (first - clip.first_frame) };
}

/** How far one joint is from the capture at worst, and when. */
export function worstOf(clip: Clip, evaluation: Evaluation, first: number, joint: number): JointError {
  const joints = clip.joints.length;
  const shown = evaluation.positions;
  const { against, shift } = measuredAgainst(clip, evaluation, first);
  let [most, at] = [-1, 0];
  for (let frame = 0, i = 3 * joint; frame < evaluation.error_cm.length; frame++, i += 3 * joints) {
    const c = i + shift;
    const [x, y, z] = [shown[i] - against[c], shown[i + 1] - against[c + 1], shown[i + 2] - against[c + 2]];
    const square = x * x + y * y + z * z;
    if (square > most) [most, at] = [square, frame];
  }
  return { joint, cm: 100 * Math.sqrt(most), frame: first + at };
}
