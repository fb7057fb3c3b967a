/** All solids of a figure: a body where the joints' roles are known, plain bones for everything else. */

import { foot, hand } from "./extremities";
import { limbs, looseBones } from "./limbs";
import { chain, isBelow, type Rest } from "./rest";
import { Solid } from "./solid";
import { head, neck, shoulders, trunk, trunkWay } from "./trunk";

/** A bone as it is picked: from a joint to the one at its far end; the radius in metres. */
export interface Bone {
  joint: number;
  end: number;
  radius: number;
}

export function bodyOf(rest: Rest): Solid[] {
  const body = rest.isPerson ? person(rest) : [];
  const covered = rest.isPerson ? coveredBones(rest, body) : new Set<number>();
  const solids = [...body, ...loose(rest, covered)];
  return solids.length ? solids : [lonePoint(rest)];
}

/** One for each joint that something follows. */
export function bonesOf(solids: readonly Solid[]): Bone[] {
  const bones = new Map<string, Bone>();
  for (const { shape, thickest } of solids) {
    for (const { joint, end } of shape.links) {
      const before = bones.get(`${joint} ${end}`);
      if (!before || before.radius > thickest) bones.set(`${joint} ${end}`, { joint, end, radius: 0.8 * thickest });
    }
  }
  return [...bones.values()];
}

function person(rest: Rest): Solid[] {
  return [
    ...trunk(rest),
    ...shoulders(rest),
    ...limbs(rest),
    ...neck(rest),
    ...head(rest),
    ...["left", "right"].flatMap((side) => [...foot(rest, side), ...hand(rest, side)]),
  ];
}

/** Ends of the bones that the body already shows, or that lie within it. */
function coveredBones(rest: Rest, body: readonly Solid[]): Set<number> {
  const { joints, roles } = rest;
  const covered = new Set<number>();
  const cover = (way: readonly number[]) => {
    for (const joint of way.slice(1)) covered.add(joint);
  };
  for (const { shape } of body) for (const { joint, end } of shape.links) cover(chain(joints, joint, end));
  cover(trunkWay(rest));
  cover(chain(joints, roles.get("neck"), roles.get("head")));
  for (const side of ["left", "right"]) {
    if (trunkWay(rest).length) {
      cover(fromTrunk(rest, roles.get(`${side}-hip`)));
      cover(fromTrunk(rest, roles.get(`${side}-shoulder`)));
    }
    for (const end of ["ankle", "wrist", "head"]) {
      const top = end === "head" ? roles.get("head") : roles.get(`${side}-${end}`);
      for (const j of joints.keys()) if (isBelow(joints, j, top)) covered.add(j);
    }
  }
  return covered;
}

/** The joints that lead from the trunk to one of its branches. */
function fromTrunk(rest: Rest, branch: number | undefined): number[] {
  const trunk = new Set(trunkWay(rest));
  const way: number[] = branch === undefined ? [] : [branch];
  while (way.length && !trunk.has(way[0])) {
    const parent = rest.joints[way[0]].parent;
    if (parent < 0) return [];
    way.unshift(parent);
  }
  return way;
}

function loose(rest: Rest, covered: ReadonlySet<number>): Solid[] {
  const lengths = rest.joints.map(({ parent }, j) => (parent < 0 ? 0 : rest.places[j].distanceTo(rest.places[parent])));
  const longest = lengths.toSorted((a, b) => b - a).slice(0, 8);
  const size = longest.reduce((sum, length) => sum + length, 0) / Math.max(longest.length, 1);
  const least = Math.max(1e-2 * size, 1e-6);
  const ends = rest.joints.flatMap(({ parent }, j) => (parent < 0 || covered.has(j) || lengths[j] < least ? [] : [j]));
  return looseBones(rest, ends, size);
}

/** A figure without any bone is still to be seen. */
function lonePoint({ places, up, forward, stature }: Rest): Solid {
  const reach = up.clone().multiplyScalar(0.05 * stature);
  const [from, to] = [places[0].clone().sub(reach), places[0].clone().add(reach)];
  const thick = 0.03 * stature;
  const sections = [{ at: 0.5, wide: thick, front: thick, back: thick }];
  const links = [{ joint: 0, end: 0, from: 0, to: 0.1 * stature }];
  return new Solid({ from, to, front: forward, sections, links, caps: [thick, thick], blend: thick, side: 0 });
}
