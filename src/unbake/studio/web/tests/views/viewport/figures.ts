/** Small skeletons for tests. */

import type { Clip, Joint } from "../../../src/messages";
import type { Resting } from "../../../src/views/viewport/figure/rest";
import { TURN } from "../../../src/views/viewport/poses";

type Row = [name: string, parent: number, role: string | null, side: Joint["side"], place: [number, number, number]];

const MAN: Row[] = [
  ["hips", -1, "hips", "middle", [0, 1, 0]],
  ["chest", 0, "chest", "middle", [0, 1.3, 0]],
  ["neck", 1, "neck", "middle", [0, 1.5, 0]],
  ["head", 2, "head", "middle", [0, 1.6, 0]],
  ["head_end", 3, null, "middle", [0, 1.75, 0]],
  ["lfemur", 0, "left-hip", "left", [0.1, 0.95, 0]],
  ["ltibia", 5, "left-knee", "left", [0.1, 0.5, 0]],
  ["lfoot", 6, "left-ankle", "left", [0.1, 0.08, 0]],
  ["lfoot_end", 7, null, "middle", [0.1, 0.03, 0.18]],
  ["rfemur", 0, "right-hip", "right", [-0.1, 0.95, 0]],
  ["rtibia", 9, "right-knee", "right", [-0.1, 0.5, 0]],
  ["rfoot", 10, "right-ankle", "right", [-0.1, 0.08, 0]],
  ["rfoot_end", 11, null, "middle", [-0.1, 0.03, 0.18]],
  ["tail", 0, null, "middle", [0, 1, -0.3]],
];

export function man(): Resting {
  return resting(MAN, 1.75);
}

export function resting(rows: readonly Row[], height: number): Resting {
  return {
    joints: rows.map(([name, parent, role, side]) => ({
      name,
      parent,
      role,
      side,
      is_end: name.endsWith("_end"),
      part: 0,
    })),
    rest_positions: Float32Array.from(rows.flatMap((row) => row[4])),
    rest_rotations: Float32Array.from(rows.flatMap(() => [0, 0, 0, 1])),
    height_m: height,
  };
}

/** The man at rest in every frame, moved along Z by `step` metres a frame. */
export function walkingMan(frames: number, step: number): Clip {
  const { joints, rest_positions, rest_rotations, height_m } = man();
  const positions = Array.from({ length: frames }, (_, frame) =>
    [...rest_positions].map((value, n) => value + (n % 3 === 2 ? frame * step : 0)),
  ).flat();
  const rotations = Array.from({ length: frames }, () => [...rest_rotations]).flat();
  return {
    id: "1",
    name: "man",
    path: null,
    format: "BVH",
    fps: 30,
    first_frame: 5,
    last_frame: 4 + frames,
    height_m,
    joints,
    channels: joints.map((_, joint) => ({ joint, name: "rx" })),
    parts: ["All joints"],
    leads: [],
    lead_joints: [],
    measured: [],
    warnings: [],
    positions: Float32Array.from(positions),
    rotations: Int16Array.from(rotations, (part) => Math.round(part / TURN)),
    values: new Float32Array(frames * joints.length),
    rest_positions,
    rest_rotations,
  };
}
