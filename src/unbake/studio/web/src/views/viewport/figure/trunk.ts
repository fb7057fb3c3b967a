/** Pelvis, ribcage, shoulders, neck and head. Sizes are parts of the stature. */

import { Vector3 } from "three";
import { chain, isWithinSkull, type Rest, topOf } from "./rest";
import { type Link, type Section, Solid, type SolidShape } from "./solid";

/** Half widths and depths between the height of the hip joints (0) and of the shoulder joints (1). */
const OUTLINE: readonly Section[] = [
  { at: -0.07, wide: 0.062, front: 0.042, back: 0.058 },
  { at: -0.03, wide: 0.08, front: 0.05, back: 0.066 },
  { at: 0.07, wide: 0.089, front: 0.054, back: 0.065 },
  { at: 0.24, wide: 0.082, front: 0.053, back: 0.053 },
  { at: 0.42, wide: 0.074, front: 0.051, back: 0.043 },
  { at: 0.66, wide: 0.09, front: 0.061, back: 0.052 },
  { at: 0.84, wide: 0.099, front: 0.06, back: 0.057 },
  { at: 0.95, wide: 0.09, front: 0.048, back: 0.054 },
  { at: 1.04, wide: 0.06, front: 0.036, back: 0.045 },
  { at: 1.12, wide: 0.036, front: 0.026, back: 0.034 },
];
/** Of the hip joints and of the shoulder joints from the middle, in a body of these widths. */
const HIPS_APART = 0.052;
const SHOULDERS_APART = 0.108;

/** The joints from the hips to where the neck begins. */
export function trunkWay({ joints, roles }: Rest): number[] {
  const top = roles.get("neck") ?? roles.get("head") ?? roles.get("chest");
  return chain(joints, roles.get("hips"), top);
}

/** Heights of the hip joints and the shoulder joints, along the trunk. */
function heights(rest: Rest, way: readonly number[]): { low: Vector3; high: Vector3 } {
  const { places, roles, stature } = rest;
  const middle = (part: string): Vector3 | null => {
    const pair = ["left", "right"].flatMap((side) => roles.get(`${side}-${part}`) ?? []);
    if (pair.length < 2) return null;
    return places[pair[0]].clone().add(places[pair[1]]).multiplyScalar(0.5);
  };
  const top = places[way[way.length - 1]].clone();
  const hips = places[way[0]].clone();
  const low = middle("hip") ?? hips;
  const shoulders = middle("shoulder");
  const high = top.clone();
  // Necks begin anywhere between the shoulders and the skull.
  const head = roles.get("head");
  const highest = head === undefined ? Infinity : places[head].y - 0.055 * stature;
  high.y = Math.max(Math.min(shoulders?.y ?? top.y - 0.03 * stature, highest), low.y + 0.2 * stature);
  // The spine's joints lie behind the middle or in it; hip joints are in it.
  return { low: new Vector3(0, low.y, low.z), high: new Vector3(0, high.y, (low.z + high.z) / 2) };
}

export function trunk(rest: Rest): Solid[] {
  const way = trunkWay(rest);
  if (way.length < 2) return [];
  const { stature, roles, places } = rest;
  const { low, high } = heights(rest, way);
  const span = high.clone().sub(low);
  const [first, last] = [OUTLINE[0].at, OUTLINE[OUTLINE.length - 1].at];
  const from = low.clone().addScaledVector(span, first);
  const to = low.clone().addScaledVector(span, last);
  const wider = (part: string, apart: number) => {
    const [a, b] = ["left", "right"].map((side) => roles.get(`${side}-${part}`));
    if (a === undefined || b === undefined) return 0;
    const most = (places[a].distanceTo(places[b]) / 2 - apart * stature) * 0.8;
    return Math.min(Math.max(most, -0.02 * stature), 0.03 * stature);
  };
  const [hips, shoulders] = [wider("hip", HIPS_APART), wider("shoulder", SHOULDERS_APART)];
  const sections = OUTLINE.map(({ at, wide, front, back }) => ({
    at: (at - first) / (last - first),
    wide: wide * stature + (at < 0.4 ? hips : shoulders) * Math.min(1, Math.abs(at - 0.4) * 2.5),
    front: front * stature,
    back: back * stature,
  }));
  const links = linksAlong(rest, way, from, to);
  const shape = { from, to, front: rest.forward, sections, links, blend: 0.03 * stature, side: 0 };
  return [new Solid({ ...shape, caps: [0.022 * stature, 0.02 * stature] })];
}

/** What follows each joint of a way, along a line that passes by it. Joints in one place follow the last of them. */
export function linksAlong(rest: Rest, way: readonly number[], from: Vector3, to: Vector3): Link[] {
  const axis = to.clone().sub(from);
  const length = Math.max(axis.length(), 1e-9);
  axis.divideScalar(length);
  let reached = -Infinity;
  const at = way.map((joint) => {
    reached = Math.max(reached, rest.places[joint].clone().sub(from).dot(axis));
    return reached;
  });
  return way.slice(0, -1).map((joint, n) => ({ joint, end: way[n + 1], from: at[n], to: at[n + 1] }));
}

/** From the neck out to the shoulder joint, on each side: the collar bones and what lies over them. */
export function shoulders(rest: Rest): Solid[] {
  const way = trunkWay(rest);
  if (way.length < 2) return [];
  const { places, roles, stature, joints } = rest;
  const { high } = heights(rest, way);
  return ["left", "right"].flatMap((side) => {
    const shoulder = roles.get(`${side}-shoulder`);
    if (shoulder === undefined) return [];
    const parent = Math.max(joints[shoulder].parent, 0);
    const to = places[shoulder].clone();
    const from = new Vector3(
      0.03 * stature * Math.sign(to.x),
      Math.max(to.y, high.y) + 0.004 * stature,
      0.5 * (high.z + to.z),
    );
    to.y -= 0.003 * stature;
    to.addScaledVector(to.clone().sub(from).normalize(), -0.012 * stature);
    const length = from.distanceTo(to);
    const chest =
      joints[parent].parent >= 0 && roles.get(`${side}-clavicle`) !== undefined ? joints[parent].parent : parent;
    const links = [
      { joint: chest, end: parent, from: -1e-3, to: 0.35 * length },
      { joint: parent, end: shoulder, from: 0.35 * length, to: length },
    ];
    const size = (at: number, wide: number, deep: number): Section => ({
      at,
      wide: wide * stature,
      front: deep * stature,
      back: deep * stature,
    });
    const sections = [size(0, 0.022, 0.026), size(0.5, 0.026, 0.034), size(1, 0.027, 0.03)];
    const shape = { from, to, front: rest.forward, sections, links, blend: 0.045 * stature, side: 0 };
    return [new Solid({ ...shape, caps: [0.02 * stature, 0.02 * stature] })];
  });
}

/** The skull's middle, about: where eyes and ears are. */
function skull(rest: Rest, joint: number): Vector3 {
  const { places, stature } = rest;
  const top = topOf(rest, joint);
  if (top === undefined) return places[joint].clone().add(new Vector3(0, 0.05 * stature, 0.008 * stature));
  if (isWithinSkull(rest, joint, top)) return places[top].clone();
  const above = Math.min(Math.max(0.5 * (places[top].y - places[joint].y), 0.042 * stature), 0.066 * stature);
  return places[joint].clone().add(new Vector3(0, above, 0.008 * stature));
}

export function neck(rest: Rest): Solid[] {
  const { places, roles, stature } = rest;
  const [joint, head] = [roles.get("neck") ?? trunkWay(rest).at(-1), roles.get("head")];
  if (head === undefined || joint === undefined) return [];
  const to = skull(rest, head).add(new Vector3(0, -0.034 * stature, -0.014 * stature));
  const from = places[joint].clone();
  from.y = Math.min(from.y, to.y - 0.075 * stature);
  const way = chain(rest.joints, joint, head);
  const links = joint === head || way.length < 2 ? [] : linksAlong(rest, way, from, to);
  const reached = links.at(-1)?.to ?? 0;
  const sections = [
    { at: 0, wide: 0.036 * stature, front: 0.028 * stature, back: 0.032 * stature },
    { at: 0.6, wide: 0.0275 * stature, front: 0.027 * stature, back: 0.029 * stature },
    { at: 1, wide: 0.028 * stature, front: 0.027 * stature, back: 0.03 * stature },
  ];
  const all = [...links, { joint: head, end: head, from: reached, to: from.distanceTo(to) + 0.05 * stature }];
  const shape = { from, to, front: rest.forward, sections, links: all, blend: 0.036 * stature, side: 0 };
  return [new Solid({ ...shape, caps: [0.02 * stature, 0.02 * stature] })];
}

/** A head that shows where it faces: a brow, a nose, a chin, and a back of the head. */
export function head(rest: Rest): Solid[] {
  const joint = rest.roles.get("head");
  if (joint === undefined) return [];
  const { stature } = rest;
  const centre = skull(rest, joint);
  const at = (up: number, ahead: number) => centre.clone().add(new Vector3(0, up * stature, ahead * stature));
  const links = [{ joint, end: joint, from: 0, to: 1 }];
  const part = (
    from: Vector3,
    to: Vector3,
    sizes: readonly (readonly number[])[],
    blend: number,
    more: Partial<SolidShape> = {},
  ) => {
    const sections = sizes.map(([wide, front, back], n) => ({
      at: sizes.length > 1 ? n / (sizes.length - 1) : 0,
      wide: wide * stature,
      front: front * stature,
      back: back * stature,
    }));
    const [first, last] = [sizes[0][3] * stature, sizes[sizes.length - 1][3] * stature];
    const shape = { from, to, front: rest.forward, sections, links, side: 0, ...more };
    return new Solid({ ...shape, blend: blend * stature, caps: [first, last] });
  };
  return [
    // Wide, before, behind, and how far it reaches beyond its line: cranium, face, nose, eyes.
    part(
      at(0.006, -0.006),
      at(0.012, -0.008),
      [
        [0.0435, 0.051, 0.054, 0.05],
        [0.043, 0.05, 0.054, 0.05],
      ],
      0.012,
    ),
    part(
      at(-0.052, 0.022),
      at(-0.006, 0.018),
      [
        [0.023, 0.0175, 0.022, 0.011],
        [0.037, 0.0285, 0.03, 0.03],
      ],
      0.016,
    ),
    part(
      at(-0.022, 0.054),
      at(0.008, 0.046),
      [
        [0.0085, 0.0135, 0.014, 0.007],
        [0.0045, 0.005, 0.012, 0.006],
      ],
      0.007,
    ),
    ...[-1, 1].map((side) => {
      const eye = at(0.001, 0.0575).setX(centre.x + 0.0185 * side * stature);
      return part(eye, eye, [[0.013, 0.013, 0.013, 0.0105]], 0.008, { isDent: true });
    }),
  ];
}
