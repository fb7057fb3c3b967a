/** Poses for the shaders: a row for each figure that is drawn, three texels for each joint. */

import { DataTexture, FloatType, NearestFilter, RGBAFormat } from "three";
import { type Poses, rowOf, TURN } from "../poses";

const TEXELS = 3;

export class PoseTexture {
  readonly texture: DataTexture;
  private readonly numbers: Float32Array;

  constructor(
    private readonly joints: number,
    rows: number,
  ) {
    this.numbers = new Float32Array(4 * TEXELS * joints * rows);
    this.texture = new DataTexture(this.numbers, TEXELS * joints, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
  }

  /** Put the pose of a frame into a row. */
  write(row: number, poses: Poses, frame: number): void {
    const { joints, numbers } = this;
    const source = rowOf(poses, frame) * joints;
    let at = 4 * TEXELS * joints * row;
    for (let j = 0; j < joints; j++, at += 4 * TEXELS) {
      const [p, r] = [3 * (source + j), 4 * (source + j)];
      for (let k = 0; k < 3; k++) numbers[at + k] = poses.positions[p + k];
      for (let k = 0; k < 4; k++) numbers[at + 4 + k] = TURN * poses.rotations[r + k];
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
