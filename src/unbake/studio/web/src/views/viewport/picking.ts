/** Which joint is under the pointer, from where the bones are on the picture. */

import type { Joint } from "../../messages";

/** A bone on the picture: pixels, and how far from the viewer in metres. */
export interface SeenBone {
  joint: number;
  end: number;
  from: readonly [number, number, number];
  to: readonly [number, number, number];
  /** Pixels. */
  radius: number;
}

const SLACK_PX = 4;
/** So near to a bone's far end, the end is meant: it is where the next bone begins. */
const END_PX = 6;

/** The joint of the nearest bone to the viewer that is under the pointer; null where there is none. */
export function pickJoint(bones: readonly SeenBone[], joints: readonly Joint[], x: number, y: number): number | null {
  let best: { bone: SeenBone; depth: number } | null = null;
  for (const bone of bones) {
    const { part, distance } = toSegment(bone, x, y);
    if (distance > bone.radius + SLACK_PX) continue;
    const outside = Math.max(0, distance - bone.radius);
    const depth = bone.from[2] + part * (bone.to[2] - bone.from[2]) + 0.02 * outside;
    if (!best || depth < best.depth) best = { bone, depth };
  }
  if (!best) return null;
  const { bone } = best;
  const isAtEnd = Math.hypot(x - bone.to[0], y - bone.to[1]) <= END_PX;
  return animatedJoint(joints, isAtEnd ? bone.end : bone.joint);
}

function toSegment({ from, to }: SeenBone, x: number, y: number): { part: number; distance: number } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy;
  const part = length ? Math.min(Math.max(((x - from[0]) * dx + (y - from[1]) * dy) / length, 0), 1) : 0;
  return { part, distance: Math.hypot(x - from[0] - part * dx, y - from[1] - part * dy) };
}

/** Ends have no motion of their own: their parent is meant. */
function animatedJoint(joints: readonly Joint[], joint: number): number {
  let found = joint;
  while (joints[found].is_end && joints[found].parent >= 0) found = joints[found].parent;
  return found;
}

/** The selection after a click on a joint, or beside all of them. */
export function clicked(selected: readonly number[], joint: number | null, adds: boolean): readonly number[] {
  if (joint === null) return adds ? selected : [];
  if (!adds) return [joint];
  return selected.includes(joint) ? selected.filter((one) => one !== joint) : [...selected, joint];
}

/** What people call a joint: by its role, and the file's name behind it. */
export function jointTitle({ name, role }: Joint): string {
  if (!role) return name;
  const words = role.replace("-", " ");
  const title = words[0].toUpperCase() + words.slice(1);
  return title.toLowerCase() === name.toLowerCase() ? title : `${title} (${name})`;
}
