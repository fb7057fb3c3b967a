/** Arms, legs and loose bones: tapered, with a belly where muscles would be. Widths are parts of the stature. */

import type { Vector3 } from "three";
import { chain, type Rest } from "./rest";
import { along, anyAcross, type Section, type Shape } from "./shape";

/** Radius at the start, at the thickest place, at the end; and where the thickest place is. */
type Taper = readonly [number, number, number, number];

const TAPERS = {
  thigh: [0.044, 0.048, 0.03, 0.22],
  shin: [0.029, 0.034, 0.019, 0.26],
  upperArm: [0.0275, 0.0285, 0.02, 0.3],
  forearm: [0.02, 0.0228, 0.0138, 0.24],
  clavicle: [0.03, 0.032, 0.03, 0.6],
} satisfies Record<string, Taper>;

const LIMBS: readonly [string, string, keyof typeof TAPERS][] = [
  ["hip", "knee", "thigh"],
  ["knee", "ankle", "shin"],
  ["clavicle", "shoulder", "clavicle"],
  ["shoulder", "elbow", "upperArm"],
  ["elbow", "wrist", "forearm"],
];

/** The four limbs, as far as their joints are known. Joints on the way, such as for twist, divide them. */
export function limbs(rest: Rest): Shape[] {
  return ["left", "right"].flatMap((side) =>
    LIMBS.flatMap(([from, to, kind]) => {
      const way = chain(rest.joints, rest.roles.get(`${side}-${from}`), rest.roles.get(`${side}-${to}`));
      return pieces(rest, way, (t) => taperAt(TAPERS[kind], t) * rest.stature);
    }),
  );
}

function taperAt([start, belly, end, place]: Taper, t: number): number {
  const part = t < place ? t / place : (t - place) / (1 - place);
  const eased = part * part * (3 - 2 * part);
  return t < place ? start + (belly - start) * eased : belly + (end - belly) * eased;
}

/** One solid for each bone of a way, each with its part of the limb's outline. */
export function pieces(rest: Rest, way: number[], radiusAt: (t: number) => number): Shape[] {
  const total = lengthOf(rest, way);
  let done = 0;
  return way.slice(1).flatMap((end, n) => {
    const [from, to] = [rest.places[way[n]], rest.places[end]];
    const length = from.distanceTo(to);
    if (length < 1e-3 * rest.stature) return [];
    const [t0, t1] = [done / total, (done + length) / total];
    done += length;
    const sections = [0, 0.12, 0.28, 0.5, 0.75, 1].map((at): Section => {
      const radius = radiusAt(t0 + at * (t1 - t0));
      return { at, wide: radius, deep: radius };
    });
    return [along(way[n], end, from, to, rest.forward, sections)];
  });
}

export function lengthOf(rest: Rest, way: readonly number[]): number {
  return way.slice(1).reduce((sum, end, n) => sum + rest.places[way[n]].distanceTo(rest.places[end]), 0);
}

/** A bone of which nothing is known but its length; `size` is the length of the figure's long bones. */
export function looseBone(rest: Rest, from: number, end: number, size: number): Shape {
  const [start, stop] = [rest.places[from], rest.places[end]];
  const length = start.distanceTo(stop);
  const thick = Math.min(0.05 * length + 0.04 * size, 0.12 * size, 0.24 * length);
  const axis: Vector3 = stop.clone().sub(start).normalize();
  return along(from, end, start, stop, anyAcross(axis), [
    { at: 0.04, wide: 0.7 * thick, deep: 0.7 * thick },
    { at: 0.18, wide: thick, deep: thick },
    { at: 0.96, wide: 0.45 * thick, deep: 0.45 * thick },
  ]);
}
