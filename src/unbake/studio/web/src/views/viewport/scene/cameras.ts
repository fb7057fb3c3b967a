/** The numbers of a camera as the cameras that three.js draws with. */

import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { CameraView } from "../../../studio/view";
import { eyeOf, OPENING_RAD } from "../camera/view";
import type { Bone } from "../figure/body";
import type { SeenBone } from "../picking";
import { type Poses, rowOf } from "../poses";

type SceneCamera = PerspectiveCamera | OrthographicCamera;

export class Cameras {
  private readonly perspective = new PerspectiveCamera((OPENING_RAD * 180) / Math.PI);
  private readonly orthographic = new OrthographicCamera();

  of(view: CameraView, aspect: number): SceneCamera {
    const camera = view.isOrthographic ? this.orthographic : this.perspective;
    camera.position.copy(eyeOf(view));
    camera.rotation.set(-view.pitch, view.yaw, 0, "YXZ");
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = aspect;
      camera.near = Math.max(0.02 * view.distance, 0.01);
      camera.far = view.distance + 100;
    } else {
      const half = view.distance * Math.tan(OPENING_RAD / 2);
      [camera.left, camera.right, camera.bottom, camera.top] = [-half * aspect, half * aspect, -half, half];
      [camera.near, camera.far] = [-100, view.distance + 100];
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return camera;
  }
}

/** A place as pixels from the upper left, and its distance before the viewer. */
export function onPicture(
  place: Vector3,
  camera: SceneCamera,
  width: number,
  height: number,
): [number, number, number] {
  const depth = -place.clone().applyMatrix4(camera.matrixWorldInverse).z;
  const { x, y } = place.clone().project(camera);
  return [(0.5 + 0.5 * x) * width, (0.5 - 0.5 * y) * height, depth];
}

/** Where the bones of a pose are on the picture; those behind the viewer are left out. */
export function seenBones(
  bones: readonly Bone[],
  poses: Poses,
  frame: number,
  joints: number,
  camera: SceneCamera,
  size: { width: number; height: number },
  metresPerPixel: (depth: number) => number,
): SeenBone[] {
  const place = (joint: number) => new Vector3().fromArray(poses.positions, 3 * (rowOf(poses, frame) * joints + joint));
  return bones.flatMap(({ joint, end, radius }) => {
    const from = onPicture(place(joint), camera, size.width, size.height);
    const to = onPicture(place(end), camera, size.width, size.height);
    if (from[2] <= 0 || to[2] <= 0) return [];
    return [{ joint, end, from, to, radius: radius / metresPerPixel((from[2] + to[2]) / 2) }];
  });
}
