/** Where the joints of a pose are on the picture, and where that is in space. */

import { Quaternion, Vector3 } from "three";
import type { CameraView } from "../../studio/view";
import { type Axes, axesOf, metresPerPixel, OPENING_RAD } from "./camera/view";
import { type Poses, rowOf, TURN } from "./poses";
import { onPicture } from "./scene/cameras";

export interface JointsSeen {
  /** Pixels, and how far from the viewer in metres. */
  places: readonly (readonly [number, number, number])[];
  /** In the world, metres. */
  positions: readonly Vector3[];
  /** Right, up and towards the viewer, in the world. */
  axes: Axes;
  turnOf(joint: number): Quaternion;
  perPixel(depth: number): number;
  /** Pixels of a place in the world. */
  project(place: Vector3): readonly [number, number, number];
}

export function jointsSeen(
  poses: Poses,
  frame: number,
  count: number,
  view: CameraView,
  camera: Parameters<typeof onPicture>[1],
  { width, height }: { width: number; height: number },
  left: number,
): JointsSeen {
  const row = rowOf(poses, frame) * count;
  const positions = Array.from({ length: count }, (_, joint) =>
    new Vector3().fromArray(poses.positions, 3 * (row + joint)),
  );
  const project = (place: Vector3) => {
    const [x, y, depth] = onPicture(place, camera, width, height);
    return [x + left, y, depth] as const;
  };
  return {
    positions,
    places: positions.map(project),
    axes: axesOf(view),
    turnOf: (joint) => {
      const [x, y, z, w] = poses.rotations.subarray(4 * (row + joint), 4 * (row + joint) + 4);
      return new Quaternion(x * TURN, y * TURN, z * TURN, w * TURN).normalize();
    },
    perPixel: (depth) =>
      view.isOrthographic ? metresPerPixel(view, height) : (2 * depth * Math.tan(OPENING_RAD / 2)) / height,
    project,
  };
}
