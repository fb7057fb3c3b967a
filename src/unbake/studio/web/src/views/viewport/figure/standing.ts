/** The pose that a figure's skin is made in: upright, legs apart, arms away from the body.
 *
 * Rest poses differ: arms out, arms down, in some files every bone along one axis. Where the rest pose does not stand,
 * the frame of the capture that stands best takes its place. Limbs are then straightened by the shortest turn, so that
 * they neither touch each other nor the trunk. Joints keep their lengths; what follows a joint turns with it. */

import { Matrix4, Quaternion, Vector3 } from "three";
import { TURN } from "../poses";
import { farthest, isBelow, isWithinSkull, type Pose, type Rest, type Resting, type Side, topOf } from "./rest";

/** The least cosine between the ways from the hips to the head and from the feet to the hips that is upright. */
const UPRIGHT = 0.5;
/** In the capture: animals rear up now and then, people stand straight. */
const UPRIGHT_IN_MOTION = 0.85;
const MOST_FRAMES = 40;

/** Lengths as parts of the stature. Winter, Biomechanics and Motor Control of Human Movement, figure 4.1, about. */
const LENGTHS = [
  ["hip", "knee", 0.245],
  ["knee", "ankle", 0.246],
  ["shoulder", "elbow", 0.172],
  ["elbow", "wrist", 0.146],
] as const;

/** Where limbs point, for the left side: left, up, forward. */
const DIRECTIONS = [
  ["shoulder", "elbow", [0.75, -0.66, 0]],
  ["elbow", "wrist", [0.75, -0.66, 0.03]],
  ["hip", "knee", [0.13, -1, 0]],
  ["knee", "ankle", [0.09, -1, -0.02]],
] as const;

export function standing(clip: Resting): Rest {
  const { joints } = clip;
  const roles = new Map(joints.flatMap(({ role }, j) => (role ? [[role, j] as const] : [])));
  const sides: Side[] = [];
  const children: number[][] = joints.map(() => []);
  joints.forEach(({ parent, side }, j) => {
    if (parent >= 0) children[parent].push(j);
    sides.push(side === "middle" && parent >= 0 ? sides[parent] : side);
  });
  const { pose, upright } = mostUpright(clip, roles);
  const axes = directions(pose.places, roles);
  const body = { joints, roles, sides, children, ...intoBody(pose, axes, roles.get("hips") ?? 0) };
  const rest = { ...body, stature: statureOf(clip.height_m, body) };
  const isPerson = upright > UPRIGHT;
  if (isPerson) {
    for (const side of ["left", "right"]) straighten(rest, side);
    raiseHead(rest);
  }
  const [left, up, forward] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  return { ...rest, left, up, forward, isPerson };
}

/** The rest pose if it stands; otherwise the frame that stands best. */
function mostUpright(clip: Resting, roles: Rest["roles"]): { pose: Pose; upright: number } {
  const rest = poseAt(clip.rest_positions, clip.rest_rotations, 1, 0, clip.joints.length);
  const atRest = { pose: rest, upright: uprightness(rest.places, roles) };
  const { positions, rotations, joints } = clip;
  if (atRest.upright > UPRIGHT || !positions || !rotations) return atRest;
  let best = atRest;
  const frames = positions.length / 3 / joints.length;
  for (let frame = 0; frame < frames; frame += Math.ceil(frames / MOST_FRAMES)) {
    const pose = poseAt(positions, rotations, TURN, frame * joints.length, joints.length);
    const upright = uprightness(pose.places, roles);
    if (upright > best.upright) best = { pose, upright };
  }
  return best.upright > UPRIGHT_IN_MOTION ? best : atRest;
}

function poseAt(
  positions: ArrayLike<number>,
  rotations: ArrayLike<number>,
  unit: number,
  first: number,
  count: number,
): Pose {
  const places = Array.from({ length: count }, (_, j) => new Vector3().fromArray(positions, 3 * (first + j)));
  const turns = places.map((_, j) => {
    const [x, y, z, w] = [0, 1, 2, 3].map((k) => unit * rotations[4 * (first + j) + k]);
    return new Quaternion(x, y, z, w).normalize();
  });
  return { places, turns };
}

/** 1 where the head is opposite the feet, as in a person who stands; also 1 where that cannot be seen. */
function uprightness(places: readonly Vector3[], roles: Rest["roles"]): number {
  const place = (...names: string[]) => {
    const joint = names.map((name) => roles.get(name)).find((one) => one !== undefined);
    return joint === undefined ? null : places[joint];
  };
  const [hips, top] = [place("hips"), place("head", "neck", "chest")];
  const feet = ["left", "right"].flatMap((side) => place(`${side}-ankle`, `${side}-knee`) ?? []);
  if (!hips || !top || !feet.length) return 1;
  const legs = feet.reduce((sum, foot) => sum.add(foot).sub(hips), new Vector3());
  const trunk = top.clone().sub(hips);
  return trunk.lengthSq() * legs.lengthSq() > 1e-12 ? -trunk.normalize().dot(legs.normalize()) : 1;
}

function directions(places: readonly Vector3[], roles: Rest["roles"]): [Vector3, Vector3, Vector3] {
  const between = (from: string, to: string): Vector3 | null => {
    const [a, b] = [roles.get(from), roles.get(to)];
    if (a === undefined || b === undefined || places[a].distanceTo(places[b]) < 1e-6) return null;
    return places[b].clone().sub(places[a]).normalize();
  };
  const up = between("hips", "head") ?? between("hips", "chest") ?? new Vector3(0, 1, 0);
  const left = between("right-hip", "left-hip") ?? between("right-shoulder", "left-shoulder") ?? new Vector3(1, 0, 0);
  left.addScaledVector(up, -left.dot(up));
  if (left.lengthSq() < 1e-9) left.set(up.y, up.z, up.x).addScaledVector(up, -left.dot(up));
  left.normalize();
  return [left, up, left.clone().cross(up)];
}

/** Seen by the body: left, up and forward are the axes, the hips are the origin. */
function intoBody({ places, turns }: Pose, [left, up, forward]: [Vector3, Vector3, Vector3], hips: number): Pose {
  const turn = new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(left, up, forward)).invert();
  const origin = places[hips].clone();
  return {
    places: places.map((place) => place.clone().sub(origin).applyQuaternion(turn)),
    turns: turns.map((own) => turn.clone().multiply(own)),
  };
}

function straighten(rest: Pick<Rest, "joints" | "roles" | keyof Pose>, side: string): void {
  const mirror = side === "left" ? 1 : -1;
  for (const [from, to, [x, y, z]] of DIRECTIONS) {
    const [joint, end] = [rest.roles.get(`${side}-${from}`), rest.roles.get(`${side}-${to}`)];
    if (joint !== undefined && end !== undefined) point(rest, joint, end, new Vector3(mirror * x, y, z));
  }
  const wrist = rest.roles.get(`${side}-wrist`);
  if (wrist !== undefined) {
    const hand = farthest(rest, wrist);
    if (hand.length > 1) point(rest, wrist, hand[hand.length - 1], new Vector3(mirror * 0.75, -0.66, 0.03));
  }
  pointFoot(rest, side, mirror);
}

/** Feet look ahead; how far they slope is theirs, unless they stand on tiptoe. */
function pointFoot(rest: Pick<Rest, "joints" | "roles" | keyof Pose>, side: string, mirror: number): void {
  const ankle = rest.roles.get(`${side}-ankle`);
  if (ankle === undefined) return;
  const way = farthest(rest, ankle);
  const end = rest.roles.get(`${side}-toe`) ?? way[Math.min(1, way.length - 1)];
  if (end === ankle) return;
  const step = rest.places[end].clone().sub(rest.places[ankle]);
  const ahead = Math.hypot(step.x, step.z);
  const slope = ahead > 0.7 * -step.y ? step.y / ahead : -0.5;
  point(rest, ankle, end, new Vector3(mirror * 0.1, slope, 1));
}

/** Short heads, such as Acclaim's, are the last of the neck: who looks straight ahead has them lean forward. */
const HEAD_LEAN = 0.36;

function raiseHead(rest: Omit<Rest, "up" | "left" | "forward" | "isPerson">): void {
  const head = rest.roles.get("head");
  const top = head === undefined ? undefined : topOf(rest, head);
  if (head === undefined || top === undefined || !isWithinSkull(rest, head, top)) return;
  point(rest, head, top, new Vector3(0, 1, HEAD_LEAN));
}

/** Turn a joint and all below it, the shortest way, so that one of them lies in a direction. */
function point(rest: Pick<Rest, "joints" | keyof Pose>, joint: number, end: number, direction: Vector3): void {
  const { joints, places, turns } = rest;
  const origin = places[joint].clone();
  const step = places[end].clone().sub(origin);
  if (step.lengthSq() < 1e-12 || !isBelow(joints, end, joint)) return;
  const turn = new Quaternion().setFromUnitVectors(step.normalize(), direction.clone().normalize());
  joints.forEach((_, j) => {
    if (j !== joint && !isBelow(joints, j, joint)) return;
    places[j].sub(origin).applyQuaternion(turn).add(origin);
    turns[j].premultiply(turn);
  });
}

/** By the bones of the limbs: a child and a giant are made alike, and a stick figure has no height of its own. */
function statureOf(height: number, { places, roles }: Pick<Rest, "places" | "roles">): number {
  const found = ["left", "right"].flatMap((side) =>
    LENGTHS.flatMap(([from, to, part]) => {
      const [a, b] = [roles.get(`${side}-${from}`), roles.get(`${side}-${to}`)];
      const length = a === undefined || b === undefined ? 0 : places[a].distanceTo(places[b]);
      return length > 1e-3 * height && length > 1e-6 ? [length / part] : [];
    }),
  );
  if (found.length) return found.sort((a, b) => a - b)[Math.floor(found.length / 2)];
  if (height > 1e-3) return height;
  return Math.max(1.6 * places.reduce((far, place) => Math.max(far, place.distanceTo(places[0])), 0), 0.1);
}
