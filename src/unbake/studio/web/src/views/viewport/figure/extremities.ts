/** Feet and hands. Widths are parts of the stature. */

import type { Vector3 } from "three";
import { looseBone } from "./limbs";
import { chain, isBelow, type Rest } from "./rest";
import { along, type Ring, type Section, type Shape } from "./shape";

/** The joints from one to the farthest of its descendants. */
function farthest(rest: Rest, from: number): number[] {
  const below = rest.joints.map((_, j) => j).filter((j) => isBelow(rest.joints, j, from));
  const far = below.reduce(
    (best, j) =>
      rest.places[j].distanceTo(rest.places[from]) > rest.places[best].distanceTo(rest.places[from]) ? j : best,
    from,
  );
  return chain(rest.joints, from, far);
}

/** A foot with a flat sole and a heel behind the ankle, and toes that bend where the rig has them. */
export function foot(rest: Rest, side: string): Shape[] {
  const ankle = rest.roles.get(`${side}-ankle`);
  if (ankle === undefined) return [];
  const way = farthest(rest, ankle);
  const toe = rest.roles.get(`${side}-toe`) ?? (way.length > 2 ? way[1] : undefined);
  const { up, stature } = rest;
  const flat = (a: number, b: number) => {
    const step = rest.places[b].clone().sub(rest.places[a]);
    return step.addScaledVector(up, -step.dot(up));
  };
  const tip = way[way.length - 1];
  const ahead = tip === ankle ? rest.forward.clone().multiplyScalar(0.11 * stature) : flat(ankle, tip);
  if (ahead.length() < 0.02 * stature) ahead.copy(rest.forward).multiplyScalar(0.11 * stature);
  const direction = ahead.clone().normalize();
  const lowest = Math.min(...way.map((j) => rest.places[j].clone().sub(rest.places[ankle]).dot(up)));
  const sole = lowest - 0.016 * stature;
  const reach = toe === undefined || toe === tip ? ahead.length() : Math.max(flat(ankle, toe).length(), 0.03 * stature);
  const ring = ring_(rest, ankle, direction, sole);
  const rise = -sole / stature;
  const body: Ring[] = [
    ring(-0.036, 0.006, 0.35 * rise),
    ring(-0.033, 0.014, 0.7 * rise),
    ring(-0.018, 0.0185, rise + 0.002),
    ring(0.004, 0.02, rise + 0.012),
    ring((0.45 * reach) / stature, 0.0225, 0.72 * rise + 0.006),
    ring(reach / stature, 0.0265, Math.min(0.032, 0.6 * rise + 0.01)),
    ring(reach / stature + 0.008, 0.024, Math.min(0.024, 0.5 * rise)),
    ring(reach / stature + 0.012, 0.012, 0.01),
  ];
  const ball = toe ?? tip;
  const shapes: Shape[] = [solid(rest, ankle, ball, body, 0.028 * stature)];
  if (toe !== undefined && toe !== tip) {
    const far = ahead.length() / stature;
    const near = reach / stature;
    const toes: Ring[] = [
      ring(near - 0.006, 0.012, 0.01),
      ring(near - 0.002, 0.0225, 0.026),
      ring(near + 0.012, 0.0265, 0.027),
      ring(far - 0.006, 0.022, 0.02),
      ring(far + 0.006, 0.0145, 0.014),
      ring(far + 0.009, 0.004, 0.006),
    ];
    shapes.push(solid(rest, toe, tip, toes, 0.022 * stature));
  }
  return shapes;
}

/** Ellipses that stand on the sole, at a distance before the ankle, all in parts of the stature. */
function ring_(rest: Rest, ankle: number, direction: Vector3, sole: number) {
  const across = rest.up.clone().cross(direction).normalize();
  return (ahead: number, wide: number, high: number): Ring => ({
    centre: rest.places[ankle]
      .clone()
      .addScaledVector(direction, ahead * rest.stature)
      .addScaledVector(rest.up, sole + 0.5 * high * rest.stature),
    u: across.clone().multiplyScalar(wide * rest.stature),
    v: rest.up.clone().multiplyScalar(0.5 * high * rest.stature),
  });
}

function solid(rest: Rest, joint: number, end: number, rings: Ring[], radius: number): Shape {
  return { joint, end, rings, from: rest.places[joint], to: rest.places[end], radius, shade: 1 };
}

/** A hand as a mitten with a thumb; with fingers where the rig has them. */
export function hand(rest: Rest, side: string): Shape[] {
  const wrist = rest.roles.get(`${side}-wrist`);
  if (wrist === undefined) return [];
  const below = rest.joints.map((_, j) => j).filter((j) => isBelow(rest.joints, j, wrist));
  const way = farthest(rest, wrist);
  const hasFingers = below.filter((j) => !rest.joints[j].is_end).length > 6;
  const main = hasFingers ? [] : mitten(rest, wrist, way);
  const size = 0.12 * rest.stature;
  const others = below
    .filter((j) => hasFingers || !way.includes(j))
    .filter((j) => rest.places[j].distanceTo(rest.places[rest.joints[j].parent]) > 2e-3 * rest.stature)
    // A thumb that begins within the palm.
    .map((j) => ({ ...looseBone(rest, rest.joints[j].parent, j, size), radius: 0.012 * rest.stature }))
    .filter((shape) => hasFingers || shape.joint !== wrist || way.length < 2);
  return [...main, ...others];
}

const MITTEN: readonly Section[] = [
  { at: 0, wide: 0.014, deep: 0.0115 },
  { at: 0.3, wide: 0.0225, deep: 0.012 },
  { at: 0.6, wide: 0.023, deep: 0.0105 },
  { at: 0.85, wide: 0.0185, deep: 0.008 },
  { at: 1, wide: 0.0125, deep: 0.006 },
];

function mitten(rest: Rest, wrist: number, way: number[]): Shape[] {
  const { stature } = rest;
  const steps = way.length > 1 ? way : [wrist, wrist];
  const places = way.length > 1 ? way.map((j) => rest.places[j]) : [rest.places[wrist], beyond(rest, wrist)];
  const total = places.slice(1).reduce((sum, place, n) => sum + place.distanceTo(places[n]), 0);
  let done = 0;
  return places.slice(1).flatMap((to, n) => {
    const length = to.distanceTo(places[n]);
    if (length < 2e-3 * stature) return [];
    const [t0, t1] = [done / total, (done + length) / total];
    done += length;
    const inner = MITTEN.filter(({ at }) => at > t0 + 0.02 && at < t1 - 0.02);
    const sections = [mittenAt(t0), ...inner, mittenAt(t1)].map(({ at, wide, deep }) => ({
      at: (at - t0) / (t1 - t0),
      wide: wide * stature,
      deep: deep * stature,
    }));
    return [along(steps[n], steps[n + 1], places[n], to, rest.forward, sections)];
  });
}

function mittenAt(t: number): Section {
  const next = Math.max(
    1,
    MITTEN.findIndex((section) => section.at >= t - 1e-9),
  );
  const [a, b] = [MITTEN[next - 1], MITTEN[next]];
  const part = (t - a.at) / (b.at - a.at);
  return { at: t, wide: a.wide + (b.wide - a.wide) * part, deep: a.deep + (b.deep - a.deep) * part };
}

/** Where the fingers would end, for rigs that end at the wrist. */
function beyond(rest: Rest, wrist: number): Vector3 {
  const parent = rest.joints[wrist].parent;
  const axis = rest.places[wrist].clone().sub(rest.places[Math.max(parent, 0)]);
  if (axis.lengthSq() < 1e-9) axis.copy(rest.up).negate();
  return rest.places[wrist].clone().addScaledVector(axis.normalize(), 0.1 * rest.stature);
}
