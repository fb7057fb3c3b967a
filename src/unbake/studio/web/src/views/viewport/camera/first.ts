/** From where a clip is seen at first: from the side of its travel, turned a little so that both sides show. */

import { Vector3 } from "three";
import type { Clip } from "../../../messages";
import type { CameraView } from "../../../studio/view";

/** Hips that stay within this part of the stature stay in their place. */
const TRAVEL = 0.6;
const SIDE_TURN = (28 * Math.PI) / 180;
const PLACE_TURN = (38 * Math.PI) / 180;
const PITCH = (9 * Math.PI) / 180;

type Seen = Pick<Clip, "joints" | "positions" | "height_m">;

export function firstCamera(clip: Seen): CameraView {
  const way = travel(clip);
  const ahead = way ?? facing(clip) ?? new Vector3(0, 0, 1);
  const heading = Math.atan2(ahead.x, ahead.z);
  // From the figure's right, so that it walks from left to right; on the spot, from the front in three quarters.
  const yaw = way ? heading - Math.PI / 2 + SIDE_TURN : heading + PLACE_TURN;
  return { target: [0, 0, 0], yaw, pitch: PITCH, distance: 4, isOrthographic: false };
}

function jointOf(clip: Seen, role: string): number {
  return clip.joints.findIndex((joint) => joint.role === role);
}

function placeOf(clip: Seen, frame: number, joint: number): Vector3 {
  return new Vector3().fromArray(clip.positions, 3 * (frame * clip.joints.length + joint));
}

function frames(clip: Seen): number {
  return clip.positions.length / 3 / clip.joints.length;
}

function travel(clip: Seen): Vector3 | null {
  const hips = Math.max(jointOf(clip, "hips"), 0);
  const way = placeOf(clip, frames(clip) - 1, hips).sub(placeOf(clip, 0, hips));
  way.y = 0;
  return way.length() > TRAVEL * clip.height_m ? way : null;
}

function facing(clip: Seen): Vector3 | null {
  const [left, right] = [jointOf(clip, "left-hip"), jointOf(clip, "right-hip")];
  if (left < 0 || right < 0) return null;
  const sum = new Vector3();
  const count = frames(clip);
  for (let frame = 0; frame < count; frame += Math.max(1, Math.floor(count / 50))) {
    sum.add(placeOf(clip, frame, left).sub(placeOf(clip, frame, right)));
  }
  const ahead = sum.cross(new Vector3(0, 1, 0));
  return ahead.lengthSq() > 1e-9 ? ahead : null;
}
