/** How far each joint of the animation is from the capture. */

import { type Poses, rowOf } from "./poses";

/** Distances (J,) in centimetres at a frame, from the capture or from what the animation is measured against. */
export function errorsAt(capture: Poses, result: Poses, frame: number, into: Float32Array): Float32Array {
  const joints = into.length;
  const b = rowOf(result, frame) * joints * 3;
  const [from, a] = result.against ? [result.against, b] : [capture.positions, rowOf(capture, frame) * joints * 3];
  for (let j = 0; j < joints; j++) {
    const x = from[a + 3 * j] - result.positions[b + 3 * j];
    const y = from[a + 3 * j + 1] - result.positions[b + 3 * j + 1];
    const z = from[a + 3 * j + 2] - result.positions[b + 3 * j + 2];
    into[j] = 100 * Math.hypot(x, y, z);
  }
  return into;
}

/** The end of the colour ramp in centimetres: a round number that holds the clip's largest error. */
export function rampEnd(maxCm: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxCm, 0.1)));
  return [1, 2, 5, 10].map((n) => n * power).find((end) => end >= maxCm - 1e-9) ?? 10 * power;
}
