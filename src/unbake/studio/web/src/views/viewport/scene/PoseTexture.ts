/** Poses for the shaders: a row for each figure that is drawn, three texels for each joint.
 *
 * The first two are the motion from the pose of the skin as a dual quaternion, the third is how the joint looks. Mixed
 * between joints, dual quaternions stay motions without scale: what bends or twists keeps its girth (Kavan et al.,
 * Geometric Skinning with Approximate Dual Quaternion Blending, 2008). */

import { DataTexture, FloatType, NearestFilter, Quaternion, RGBAFormat, Vector3 } from "three";
import type { Pose } from "../figure/rest";
import { type Poses, rowOf } from "../poses";

const TEXELS = 3;
const turn = new Quaternion();
const moved = new Vector3();

export class PoseTexture {
  readonly texture: DataTexture;
  private readonly numbers: Float32Array;

  private readonly joints: number;
  private readonly homes: Pose;

  constructor({ places, turns }: Pose, rows: number) {
    const joints = places.length;
    this.joints = joints;
    this.homes = { places, turns: turns.map((turn) => turn.clone().invert()) };
    this.numbers = new Float32Array(4 * TEXELS * joints * rows);
    this.texture = new DataTexture(this.numbers, TEXELS * joints, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
  }

  /** Put the pose of a frame into a row. */
  write(row: number, poses: Poses, frame: number): void {
    const { joints, numbers, homes } = this;
    const source = rowOf(poses, frame) * joints;
    let at = 4 * TEXELS * joints * row;
    for (let j = 0; j < joints; j++, at += 4 * TEXELS) {
      const [p, r] = [3 * (source + j), 4 * (source + j)];
      turn.set(poses.rotations[r], poses.rotations[r + 1], poses.rotations[r + 2], poses.rotations[r + 3]);
      turn.normalize().multiply(homes.turns[j]);
      moved.copy(homes.places[j]).applyQuaternion(turn);
      const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (poses.positions[p + k] - moved.getComponent(k)));
      const { x: a, y: b, z: c, w } = turn;
      [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]] = [a, b, c, w];
      numbers[at + 4] = x * w + y * c - z * b;
      numbers[at + 5] = y * w + z * a - x * c;
      numbers[at + 6] = z * w + x * b - y * a;
      numbers[at + 7] = -(x * a + y * b + z * c);
    }
    this.texture.needsUpdate = true;
  }

  /** How a joint of a row looks: its error in centimetres, and 1 where the pointer is on it, 2 where it is selected. */
  look(row: number, joint: number, errorCm: number, mark: number): void {
    const at = 4 * (TEXELS * (this.joints * row + joint) + 2);
    this.numbers[at] = errorCm;
    this.numbers[at + 1] = mark;
    this.texture.needsUpdate = true;
  }

  /** Whether a joint of a row has a heel near it, and toes beyond it, on the ground. */
  plant(row: number, joint: number, hasHeel: boolean, hasToes: boolean): void {
    const at = 4 * (TEXELS * (this.joints * row + joint) + 2);
    this.numbers[at + 2] = hasHeel ? 1 : 0;
    this.numbers[at + 3] = hasToes ? 1 : 0;
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
