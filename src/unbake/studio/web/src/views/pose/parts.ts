/** Parts of the body that follow a drag as one, as `unbake.editing.part` has them. */

import type { Joint } from "../../messages";

export const PARTS: Readonly<Record<string, readonly string[]>> = {
  "Left arm": ["left-shoulder"],
  "Right arm": ["right-shoulder"],
  Arms: ["left-shoulder", "right-shoulder"],
  "Left leg": ["left-hip"],
  "Right leg": ["right-hip"],
  Legs: ["left-hip", "right-hip"],
  "Upper body": ["spine", "chest", "left-shoulder", "right-shoulder"],
  Body: ["hips"],
};

/** 1 for each joint of a part, and 0 for the others; null where the skeleton has none of its joints. */
export function influenceOf(joints: readonly Pick<Joint, "parent" | "role">[], part: string): Float32Array | null {
  const starts = PARTS[part] ?? [];
  const inside = new Float32Array(joints.length);
  joints.forEach(({ parent, role }, joint) => {
    if ((role && starts.includes(role)) || (parent >= 0 && inside[parent])) inside[joint] = 1;
  });
  return inside.some(Boolean) ? inside : null;
}

const FEET = ["left-ankle", "left-toe", "right-ankle", "right-toe"];

/** The joints that hold the feet. */
export function feetOf(joints: readonly Pick<Joint, "role">[]): number[] {
  return joints.flatMap(({ role }, joint) => (role && FEET.includes(role) ? [joint] : []));
}
