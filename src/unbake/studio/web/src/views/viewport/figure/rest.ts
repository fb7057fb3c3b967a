/** The figure at rest: places, turns, which way it faces, and how its joints hang together. */

import { Quaternion, Vector3 } from "three";
import type { Clip, Joint } from "../../../messages";

export type Side = Joint["side"];

/** What the shapes of a figure are made from; a clip has it all. */
export type Resting = Pick<Clip, "joints" | "rest_positions" | "rest_rotations" | "height_m">;

export interface Rest {
  joints: readonly Joint[];
  places: Vector3[];
  turns: Quaternion[];
  children: number[][];
  /** A finger belongs to the hand that it grows from, whatever its name. */
  sides: Side[];
  /** The joint of each role. */
  roles: ReadonlyMap<string, number>;
  /** The body's own directions, of length one and at right angles. */
  up: Vector3;
  left: Vector3;
  forward: Vector3;
  stature: number;
}

export function restOf(clip: Resting): Rest {
  const { joints } = clip;
  const places = joints.map((_, j) => new Vector3().fromArray(clip.rest_positions, 3 * j));
  const turns = joints.map((_, j) => new Quaternion().fromArray(clip.rest_rotations, 4 * j));
  const children: number[][] = joints.map(() => []);
  const sides: Side[] = [];
  const roles = new Map<string, number>();
  joints.forEach((joint, j) => {
    if (joint.parent >= 0) children[joint.parent].push(j);
    sides.push(joint.side === "middle" && joint.parent >= 0 ? sides[joint.parent] : joint.side);
    if (joint.role) roles.set(joint.role, j);
  });
  const rest = { joints, places, turns, children, sides, roles };
  return { ...rest, ...directions(places, roles), stature: statureOf(clip.height_m, places) };
}

function directions(places: Vector3[], roles: ReadonlyMap<string, number>) {
  const between = (from: string, to: string): Vector3 | null => {
    const [a, b] = [roles.get(from), roles.get(to)];
    if (a === undefined || b === undefined || places[a].distanceTo(places[b]) < 1e-6) return null;
    return places[b].clone().sub(places[a]).normalize();
  };
  const up = between("hips", "head") ?? between("hips", "chest") ?? new Vector3(0, 1, 0);
  const left = between("right-hip", "left-hip") ?? between("right-shoulder", "left-shoulder") ?? new Vector3(1, 0, 0);
  left.addScaledVector(up, -left.dot(up));
  if (left.lengthSq() < 1e-9)
    left.set(up.y, up.z, up.x).addScaledVector(up, -(up.x * up.y + up.y * up.z + up.z * up.x));
  left.normalize();
  return { up, left, forward: left.clone().cross(up) };
}

function statureOf(height: number, places: Vector3[]): number {
  if (height > 1e-3) return height;
  const most = places.reduce((far, place) => Math.max(far, place.distanceTo(places[0])), 0);
  return Math.max(1.6 * most, 0.1);
}

/** The joints from one down to its descendant, both included; empty where it is none. */
export function chain(joints: readonly Joint[], from: number | undefined, to: number | undefined): number[] {
  if (from === undefined || to === undefined) return [];
  const found = [to];
  while (found[0] !== from) {
    const parent = joints[found[0]].parent;
    if (parent < 0) return [];
    found.unshift(parent);
  }
  return found;
}

export function isBelow(joints: readonly Joint[], joint: number, ancestor: number | undefined): boolean {
  return ancestor !== undefined && joint !== ancestor && chain(joints, ancestor, joint).length > 0;
}
