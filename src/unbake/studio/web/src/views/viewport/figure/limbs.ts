/** Arms and legs. Sizes are parts of the stature. */

import { Vector3 } from "three";
import { chain, type Rest, wristOf } from "./rest";
import { type Section, Solid } from "./solid";
import { linksAlong } from "./trunk";

/** Half width, depth before, depth behind at parts of a bone. */
type Outline = readonly (readonly [at: number, wide: number, front: number, back: number])[];

const THIGH: Outline = [
  [0, 0.044, 0.047, 0.053],
  [0.2, 0.0475, 0.05, 0.052],
  [0.5, 0.0425, 0.0455, 0.043],
  [0.82, 0.0335, 0.036, 0.034],
];
const SHIN: Outline = [
  [0, 0.031, 0.034, 0.03],
  [0.13, 0.0295, 0.031, 0.033],
  [0.32, 0.0325, 0.0275, 0.0415],
  [0.6, 0.0265, 0.0235, 0.0315],
  [0.86, 0.0195, 0.0195, 0.0215],
  [1, 0.0195, 0.02, 0.022],
];
const UPPER_ARM: Outline = [
  [0, 0.0285, 0.0285, 0.0285],
  [0.16, 0.0305, 0.03, 0.0295],
  [0.5, 0.0255, 0.0265, 0.0255],
  [0.85, 0.0215, 0.0215, 0.022],
];
const FOREARM: Outline = [
  [0, 0.021, 0.0205, 0.0215],
  [0.2, 0.0235, 0.0235, 0.0225],
  [0.55, 0.0185, 0.02, 0.0195],
  [0.88, 0.0135, 0.0165, 0.0165],
  [1, 0.0125, 0.0165, 0.0165],
];

/** The four limbs, as far as their joints are known; joints on the way, such as for twist, divide what follows. */
export function limbs(rest: Rest): Solid[] {
  return ["left", "right"].flatMap((side) => [
    ...limb(rest, side, ["hip", "knee", "ankle"], [THIGH, SHIN], 0.03),
    ...limb(rest, side, ["shoulder", "elbow", "wrist"], [UPPER_ARM, FOREARM], 0.03),
  ]);
}

function limb(
  rest: Rest,
  side: string,
  [top, middle, end]: readonly [string, string, string],
  outlines: readonly [Outline, Outline],
  blend: number,
): Solid[] {
  const { roles, joints, places, stature } = rest;
  const joint = (part: string) => (part === "wrist" ? wristOf(rest, side) : roles.get(`${side}-${part}`));
  const upper = chain(joints, joint(top), joint(middle));
  const lower = chain(joints, joint(middle), joint(end));
  const way = upper.length ? [...upper, ...lower.slice(1)] : lower;
  if (way.length < 2) return [];
  const [from, to] = [places[way[0]], places[way[way.length - 1]]];
  const length = from.distanceTo(to);
  if (length < 0.02 * stature) return [];
  const bend = !lower.length ? 1 : upper.length ? places[joint(middle)!].distanceTo(from) / length : 0;
  const sections: Section[] = [
    ...(upper.length ? scaled(outlines[0], 0, bend, stature) : []),
    ...scaled(outlines[1], bend, 1, stature),
  ];
  const links = linksAlong(rest, way, from, to);
  const parent = joints[way[0]].parent;
  const before = parent < 0 ? [] : [{ joint: parent, end: way[0], from: -0.07 * stature, to: 0, ease: 1.3 }];
  const hand = { joint: way[way.length - 1], end: way[way.length - 1], from: length, to: length + 0.04 * stature };
  const after = end === "ankle" || lower.length ? [hand] : [];
  return [
    new Solid({
      from,
      to,
      front: rest.forward,
      sections,
      links: [...before, ...links, ...after],
      caps: [0.03 * stature, 0.014 * stature],
      blend: blend * stature,
      side: side === "left" ? 1 : -1,
    }),
  ];
}

function scaled(outline: Outline, from: number, to: number, stature: number): Section[] {
  return outline.map(([at, wide, front, back]) => ({
    at: from + at * (to - from),
    wide: wide * stature,
    front: front * stature,
    back: back * stature,
  }));
}

/** Bones of which nothing is known but their length: round, each as thick at a joint as its neighbours. */
export function looseBones(rest: Rest, ends: readonly number[], size: number): Solid[] {
  const { joints, places, sides } = rest;
  const lengthOf = (end: number) => places[end].distanceTo(places[joints[end].parent]);
  const thickOf = (end: number) => Math.min(0.06 * lengthOf(end) + 0.035 * size, 0.1 * size, 0.3 * lengthOf(end));
  const meeting = (joint: number) => {
    const thick = ends.filter((end) => end === joint || joints[end].parent === joint).map(thickOf);
    return thick.reduce((sum, one) => sum + one, 0) / Math.max(thick.length, 1);
  };
  return ends.map((end) => {
    const { parent } = joints[end];
    const [start, stop] = [meeting(parent), joints[end].is_end ? 0.6 * thickOf(end) : meeting(end)];
    const [from, to] = [places[parent], places[end]];
    const belly = Math.max(thickOf(end), 0.8 * Math.min(start, stop));
    const round = (at: number, radius: number): Section => ({ at, wide: radius, front: radius, back: radius });
    const side = sides[parent] === "left" ? 1 : sides[parent] === "right" ? -1 : 0;
    const links = [{ joint: parent, end, from: 0, to: lengthOf(end) }];
    const sections = [round(0, start), round(0.3, belly), round(1, stop)];
    const shape = { from, to, front: new Vector3(0, 0, 1), sections, links, side };
    return new Solid({ ...shape, caps: [start, stop], blend: 0.8 * Math.min(start, stop) });
  });
}
