/** Pelvis, spine and head. Widths are parts of the stature. */

import { Vector3 } from "three";
import { lengthOf, pieces } from "./limbs";
import { chain, type Rest } from "./rest";
import { along, ball, type Section, type Shape } from "./shape";

/** Half width and half depth of the trunk from the hips to the neck: a waist, a chest, shoulders. */
const OUTLINE: readonly Section[] = [
  { at: 0, wide: 0.084, deep: 0.062 },
  { at: 0.3, wide: 0.08, deep: 0.058 },
  { at: 0.62, wide: 0.098, deep: 0.071 },
  { at: 0.86, wide: 0.094, deep: 0.063 },
  { at: 1, wide: 0.066, deep: 0.047 },
];

/** The joints from the hips to where the neck begins. */
export function trunkWay({ joints, roles }: Rest): number[] {
  const top = roles.get("neck") ?? roles.get("head") ?? roles.get("chest");
  return chain(joints, roles.get("hips"), top);
}

export function trunk(rest: Rest): Shape[] {
  const way = trunkWay(rest).filter((joint, n, all) => n === 0 || !isSamePlace(rest, joint, all[n - 1]));
  const total = lengthOf(rest, way);
  let done = 0;
  return way.slice(1).map((end, n) => {
    const [from, to] = [rest.places[way[n]], rest.places[end]];
    const length = from.distanceTo(to);
    const [t0, t1] = [done / total, (done + length) / total];
    done += length;
    // A little apart, so that one sees where the spine bends.
    const sections = [0.06, 0.35, 0.65, 0.94].map((at) => {
      const { wide, deep } = outlineAt(t0 + at * (t1 - t0));
      return { at, wide: wide * rest.stature, deep: deep * rest.stature };
    });
    return along(way[n], end, from, to, rest.left, sections);
  });
}

function outlineAt(t: number): Section {
  const next = Math.max(
    1,
    OUTLINE.findIndex((section) => section.at >= t - 1e-9),
  );
  const [a, b] = [OUTLINE[next - 1], OUTLINE[next]];
  const part = (t - a.at) / (b.at - a.at);
  return { at: t, wide: a.wide + (b.wide - a.wide) * part, deep: a.deep + (b.deep - a.deep) * part };
}

function isSamePlace(rest: Rest, a: number, b: number): boolean {
  return rest.places[a].distanceTo(rest.places[b]) < 1e-3 * rest.stature;
}

/** A basin from the hip joints up to the spine. */
export function pelvis(rest: Rest): Shape[] {
  const hips = rest.roles.get("hips");
  const [left, right] = [rest.roles.get("left-hip"), rest.roles.get("right-hip")];
  if (hips === undefined || left === undefined || right === undefined) return [];
  const { up, stature } = rest;
  const low = rest.places[left].clone().add(rest.places[right]).multiplyScalar(0.5);
  const half = rest.places[left].distanceTo(rest.places[right]) / 2;
  const high = low.clone().addScaledVector(up, Math.max(rest.places[hips].clone().sub(low).dot(up), 0.03 * stature));
  low.addScaledVector(up, -0.012 * stature);
  return [
    along(hips, hips, low, high, rest.left, [
      { at: 0, wide: half + 0.012 * stature, deep: 0.05 * stature },
      { at: 0.45, wide: half + 0.032 * stature, deep: 0.066 * stature },
      { at: 1, wide: Math.max(half + 0.014 * stature, 0.084 * stature), deep: 0.062 * stature },
    ]),
  ];
}

export function neck(rest: Rest): Shape[] {
  const way = chain(rest.joints, rest.roles.get("neck"), rest.roles.get("head"));
  return pieces(rest, way, (t) => (0.032 - 0.005 * t) * rest.stature);
}

/** A head that shows where it faces: a nose, and a darker band across the eyes. */
export function head(rest: Rest): Shape[] {
  const joint = rest.roles.get("head");
  if (joint === undefined) return [];
  const { up, left, forward, stature } = rest;
  const top = rest.children[joint].find((child) => rest.joints[child].is_end) ?? rest.children[joint][0];
  const reach = top === undefined ? 0 : rest.places[top].clone().sub(rest.places[joint]).dot(up);
  const middle = Math.min(Math.max(0.5 * reach, 0.03 * stature), 0.07 * stature);
  const scaled = (direction: Vector3, part: number) => direction.clone().multiplyScalar(part * stature);
  const centre = rest.places[joint]
    .clone()
    .addScaledVector(up, middle)
    .addScaledVector(forward, 0.01 * stature);
  const place = (ahead: number, above: number) => centre.clone().add(scaled(forward, ahead)).add(scaled(up, above));
  const skull = ball(joint, centre, [scaled(left, 0.049), scaled(up, 0.07), scaled(forward, 0.059)], 10);
  const band = ball(joint, place(0.0115, 0.012), [scaled(left, 0.045), scaled(up, 0.017), scaled(forward, 0.0515)]);
  const nose = along(joint, joint, place(0.05, 0.004), place(0.064, -0.012), new Vector3().copy(left), [
    { at: 0, wide: 0.005 * stature, deep: 0.005 * stature },
    { at: 1, wide: 0.009 * stature, deep: 0.008 * stature },
  ]);
  return [skull, { ...band, shade: 0.42 }, nose];
}
