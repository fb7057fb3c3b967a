/** Where the four points of the feet are in a pose. */

import { Quaternion, Vector3 } from "three";
import type { FeetFound } from "../../messages";
import { type Poses, rowOf } from "./poses";

type Place = [number, number, number];

/** Left heel, left toe, right heel, right toe. */
export function pointsAt(feet: FeetFound, poses: Poses, frame: number, joints: number): Place[] {
  const row = rowOf(poses, frame) * joints;
  const place = (joint: number) => new Vector3().fromArray(poses.positions, 3 * (row + joint));
  return feet.ankles.flatMap((ankle, side) => {
    const turn = new Quaternion().fromArray(poses.rotations, 4 * (row + ankle)).normalize();
    const heel = new Vector3()
      .fromArray(feet.heel_offsets, 3 * side)
      .applyQuaternion(turn)
      .add(place(ankle));
    return [heel.toArray(), place(feet.toes[side]).toArray()];
  });
}
