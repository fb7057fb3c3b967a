/** Feet and hands. Sizes are parts of the stature. */

import { Vector3 } from "three";
import { farthest, isBelow, type Rest, wristOf } from "./rest";
import { type Link, type Section, Solid } from "./solid";

/** A foot with a heel behind the ankle and a flat sole; toes bend where the rig has them. */
export function foot(rest: Rest, side: string): Solid[] {
  const { places, roles, stature } = rest;
  const ankle = roles.get(`${side}-ankle`);
  if (ankle === undefined) return [];
  const way = farthest(rest, ankle);
  const tip = way[way.length - 1];
  const toe = roles.get(`${side}-toe`) ?? (way.length > 2 ? way[1] : undefined);
  const ahead = places[tip].clone().sub(places[ankle]).setY(0);
  if (ahead.length() < 0.04 * stature) ahead.set(0, 0, 0.115 * stature);
  const long = Math.min(Math.max(ahead.length(), 0.1 * stature), 0.135 * stature);
  const lowest = Math.min(...way.map((j) => places[j].y));
  // An ankle that is as low as the toes stands on the floor itself: some rigs have no heel.
  const sole = Math.min(lowest - 0.01 * stature, places[ankle].y - 0.035 * stature);
  const rise = (places[ankle].y - sole) / stature;
  const direction = ahead.normalize();
  const start = places[ankle]
    .clone()
    .addScaledVector(direction, -0.017 * stature)
    .setY(sole + 0.012 * stature);
  const end = start.clone().addScaledVector(direction, long + 0.012 * stature);
  const flat = toe === undefined || toe === ankle ? null : places[toe].clone().sub(start).dot(direction);
  const bend = flat === null ? long : Math.min(Math.max(flat, 0.5 * long), 0.9 * long);
  const toes = toe !== undefined && toe !== ankle && toe !== tip ? toe : null;
  const links: Link[] = [
    { joint: ankle, end: toe ?? tip, from: 0, to: bend },
    ...(toes === null ? [] : [{ joint: toes, end: tip, from: bend, to: long + 0.03 * stature }]),
  ];
  const high = Math.min(rise + 0.004, 0.05);
  // Across, above, and below the line, which lies a little over the sole.
  const sizes = [
    [0, 0.0185, 0.62 * high, 0.012],
    [0.22, 0.0195, high, 0.0125],
    [0.5, 0.0225, 0.62 * high, 0.0115],
    [0.72, 0.0265, 0.42 * high, 0.012],
    [0.88, 0.0245, 0.0135, 0.0115],
    [1, 0.0165, 0.009, 0.009],
  ];
  const sections = sizes.map(([at, wide, up, down]) => ({
    at,
    wide: wide * stature,
    front: up * stature,
    back: down * stature,
  }));
  const shape = { from: start, to: end, front: rest.up, sections, links, side: side === "left" ? 1 : -1 };
  return [new Solid({ ...shape, caps: [0.016 * stature, 0.012 * stature], blend: 0.018 * stature })];
}

const PALM: readonly (readonly [number, number, number, number])[] = [
  // At, half as thick as it is, before and behind: across the palm.
  [0, 0.012, 0.0165, 0.016],
  [0.22, 0.0125, 0.0215, 0.02],
  [0.45, 0.0125, 0.0245, 0.0235],
  [0.6, 0.0105, 0.0235, 0.023],
  [0.85, 0.008, 0.0195, 0.019],
  [1, 0.0062, 0.013, 0.0135],
];
const HAND = 0.098;

/** A hand as a mitten with a thumb; with fingers where the rig has them. */
export function hand(rest: Rest, side: string): Solid[] {
  const { places, joints, stature } = rest;
  const wrist = wristOf(rest, side);
  if (wrist === undefined) return [];
  const below = joints.map((_, j) => j).filter((j) => isBelow(joints, j, wrist));
  const hasFingers = below.filter((j) => !joints[j].is_end).length > 6;
  const out = pointing(rest, wrist);
  const [from, sign] = [places[wrist].clone(), side === "left" ? 1 : -1];
  const long = hasFingers ? knuckles(rest, wrist, below, out) : HAND * stature;
  const sections = PALM.filter(([at]) => !hasFingers || at < 0.65).map(([at, thick, before, behind]) => ({
    at: hasFingers ? Math.min(at / 0.6, 1) : at,
    wide: thick * stature,
    front: before * stature,
    back: behind * stature,
  }));
  const to = from.clone().addScaledVector(out, long);
  const shape = { front: rest.forward, side: sign };
  const palm = new Solid({
    ...shape,
    from,
    to,
    sections,
    links: handLinks(rest, wrist, long, hasFingers),
    caps: [0.012 * stature, 0.008 * stature],
    blend: 0.012 * stature,
  });
  return [palm, ...(hasFingers ? fingers(rest, below, sign) : [thumb(rest, wrist, below, out, sign)])];
}

/** The way from the wrist to the fingers; beyond the forearm where the rig ends there. */
function pointing(rest: Rest, wrist: number): Vector3 {
  const way = farthest(rest, wrist);
  const out = rest.places[way[way.length - 1]].clone().sub(rest.places[wrist]);
  if (out.length() > 0.01 * rest.stature) return out.normalize();
  const parent = Math.max(rest.joints[wrist].parent, 0);
  out.copy(rest.places[wrist]).sub(rest.places[parent]);
  return out.lengthSq() > 1e-12 ? out.normalize() : new Vector3(0, -1, 0);
}

/** How far the fingers' first joints are from the wrist, about. */
function knuckles({ places, joints, stature }: Rest, wrist: number, below: readonly number[], out: Vector3): number {
  const first = below.filter((j) => !joints[j].is_end && below.some((k) => joints[k].parent === j));
  const far = first.map((j) => places[j].clone().sub(places[wrist]).dot(out)).sort((a, b) => a - b);
  const middle = far[Math.floor(far.length / 3)] ?? 0;
  return Math.min(Math.max(middle, 0.03 * stature), 0.065 * stature);
}

function handLinks(rest: Rest, wrist: number, long: number, hasFingers: boolean): Link[] {
  const way = hasFingers ? [wrist] : farthest(rest, wrist);
  const total = rest.places[way[way.length - 1]].distanceTo(rest.places[wrist]);
  const parent = rest.joints[wrist].parent;
  const before = parent < 0 ? [] : [{ joint: parent, end: wrist, from: -0.04 * rest.stature, to: 0 }];
  const at = way.map((j) => (total > 1e-9 ? (rest.places[j].distanceTo(rest.places[wrist]) * long) / total : 0));
  const links = way
    .slice(0, -1)
    .map((joint, n) => ({ joint, end: way[n + 1], from: at[n], to: Math.max(at[n + 1], at[n]) }));
  return [...before, ...(links.length ? links : [{ joint: wrist, end: wrist, from: 0, to: long }])];
}

/** Half a finger's width, as a part of the distance to the next one: between them one sees through. */
const FINGER_GIRTH = 0.37;

/** How far apart the fingers are where they begin, at least. */
function between({ places, joints, children, stature }: Rest, below: readonly number[]): number {
  const wrist = joints[Math.min(...below)].parent;
  const first = below.filter((j) => joints[j].parent === wrist && children[j].length > 0);
  const gaps = first.flatMap((a) => first.filter((b) => b > a).map((b) => places[a].distanceTo(places[b])));
  return Math.min(...gaps.filter((gap) => gap > 0.006 * stature), stature);
}

function fingers(rest: Rest, below: readonly number[], side: number): Solid[] {
  const { places, joints, stature } = rest;
  const radius = Math.min(0.0066 * stature, FINGER_GIRTH * between(rest, below));
  return below.flatMap((end) => {
    const { parent } = joints[end];
    const [from, to] = [places[parent], places[end]];
    const length = from.distanceTo(to);
    if (length < 0.004 * stature) return [];
    const size = (at: number, part: number): Section => ({
      at,
      wide: part * radius,
      front: part * radius,
      back: part * radius,
    });
    const links = [{ joint: parent, end, from: 0, to: length }];
    const tip = joints[end].is_end || !rest.children[end].length ? 0.8 : 0.95;
    const shape = { from, to, front: rest.forward, sections: [size(0, 1), size(1, tip)], links, side };
    return [new Solid({ ...shape, caps: [radius, tip * radius], blend: 0.0025 * stature })];
  });
}

/** On the side that is before when the palms look at the thighs: one sees which way a hand is turned. */
function thumb(rest: Rest, wrist: number, below: readonly number[], out: Vector3, side: number): Solid {
  const { places, joints, stature } = rest;
  const own = below.find((j) => /thumb/i.test(joints[j].name));
  const across = rest.forward.clone().addScaledVector(out, -rest.forward.dot(out)).normalize();
  const from = places[wrist]
    .clone()
    .addScaledVector(out, 0.022 * stature)
    .addScaledVector(across, 0.012 * stature);
  const to = places[wrist]
    .clone()
    .addScaledVector(out, 0.052 * stature)
    .addScaledVector(across, 0.034 * stature);
  const joint = own ?? wrist;
  const size = (at: number, radius: number): Section => ({ at, wide: radius, front: radius, back: radius });
  const sections = [size(0, 0.0105 * stature), size(0.6, 0.0085 * stature), size(1, 0.0068 * stature)];
  const links = [
    { joint: wrist, end: joint, from: -0.01 * stature, to: 0.004 * stature },
    { joint, end: joint, from: 0.004 * stature, to: 0.05 * stature },
  ];
  const shape = { from, to, front: rest.up, sections, links, side };
  return new Solid({ ...shape, caps: [0.01 * stature, 0.0068 * stature], blend: 0.009 * stature });
}
