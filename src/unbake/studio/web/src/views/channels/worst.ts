/** How far each joint is from the capture at worst. */

import type { Clip, Evaluation } from "../../messages";
import { measuredAgainst } from "../result/worstJoints";

const known = new WeakMap<Evaluation, Float32Array>();

/** Centimetres for each joint (J,) over the frames of an evaluation that begins at `first`. */
export function worstErrors(clip: Clip, evaluation: Evaluation, first: number): Float32Array {
  const found = known.get(evaluation) ?? worst(clip, evaluation, first);
  known.set(evaluation, found);
  return found;
}

function worst(clip: Clip, evaluation: Evaluation, first: number): Float32Array {
  const joints = clip.joints.length;
  const squares = new Float32Array(joints);
  const { positions } = evaluation;
  const { against, shift } = measuredAgainst(clip, evaluation, first);
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at] - against[shift + at];
    const y = positions[at + 1] - against[shift + at + 1];
    const z = positions[at + 2] - against[shift + at + 2];
    const joint = (at / 3) % joints;
    squares[joint] = Math.max(squares[joint], x * x + y * y + z * z);
  }
  return squares.map((square) => 100 * Math.sqrt(square));
}
