/** A skeleton in one pose: places, turns, which way it faces, and how its joints hang together. */

import type { Quaternion, Vector3 } from "three";
import type { Clip, Joint } from "../../../messages";

export type Side = Joint["side"];

/** What a figure is made from; a clip has it all. */
export type Resting = Pick<Clip, "joints" | "rest_positions" | "rest_rotations" | "height_m"> &
  Partial<Pick<Clip, "positions" | "rotations">>;

export interface Pose {
  places: Vector3[];
  turns: Quaternion[];
}

export interface Rest extends Pose {
  joints: readonly Joint[];
  children: number[][];
  /** A finger belongs to the hand that it grows from, whatever its name. */
  sides: Side[];
  /** The joint of each role. */
  roles: ReadonlyMap<string, number>;
  /** The body's own directions, of length one and at right angles. */
  up: Vector3;
  left: Vector3;
  forward: Vector3;
  /** How tall a person with bones of this length is, in metres. */
  stature: number;
  /** Whether the joints with roles hang together as a person's do, the legs opposite the head. */
  isPerson: boolean;
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

/** The joints from one to the farthest of its descendants. */
export function farthest(rest: Pick<Rest, "joints" | "places">, from: number): number[] {
  const away = (joint: number) => rest.places[joint].distanceTo(rest.places[from]);
  let far = from;
  rest.joints.forEach((_, j) => {
    if (away(j) > away(far) && isBelow(rest.joints, j, from)) far = j;
  });
  return chain(rest.joints, from, far);
}

/** Acclaim's wrists lie half way down the forearm: where a hand begins to be seen is a joint further on. */
const LEAST_FOREARM = 0.6;

/** The joint where the hand begins. */
export function wristOf(
  rest: Pick<Rest, "joints" | "places" | "children" | "roles">,
  side: string,
): number | undefined {
  const [shoulder, elbow, first] = ["shoulder", "elbow", "wrist"].map((part) => rest.roles.get(`${side}-${part}`));
  if (shoulder === undefined || elbow === undefined || first === undefined) return first;
  const least = LEAST_FOREARM * rest.places[shoulder].distanceTo(rest.places[elbow]);
  let wrist = first;
  while (rest.places[wrist].distanceTo(rest.places[elbow]) < least) {
    const [next, ...others] = rest.children[wrist];
    if (next === undefined || others.length || rest.joints[next].is_end || !rest.children[next].length) break;
    wrist = next;
  }
  return wrist;
}

/** Where the head ends, as far as the rig says. */
export function topOf({ joints, children }: Pick<Rest, "joints" | "children">, head: number): number | undefined {
  return children[head].find((child) => joints[child].is_end) ?? children[head][0];
}

/** A head's bone that is so short, in parts of the stature, ends between the eyes; longer ones end at the crown. */
const SHORT_HEAD = 0.075;

export function isWithinSkull(
  { places, stature }: Pick<Rest, "places" | "stature">,
  head: number,
  top: number,
): boolean {
  return places[top].distanceTo(places[head]) < SHORT_HEAD * stature;
}
