/** All solids of a figure: a body where the joints' roles are known, plain bones for everything else. */

import { foot, hand } from "./extremities";
import { limbs, looseBone } from "./limbs";
import { chain, isBelow, type Rest } from "./rest";
import { along, type Shape } from "./shape";
import { head, neck, pelvis, trunk, trunkWay } from "./trunk";

export function bodyOf(rest: Rest): Shape[] {
  const body = [
    ...pelvis(rest),
    ...trunk(rest),
    ...neck(rest),
    ...head(rest),
    ...limbs(rest),
    ...["left", "right"].flatMap((side) => [...foot(rest, side), ...hand(rest, side)]),
  ];
  const covered = coveredBones(rest, body);
  const loose = looseBones(rest, covered);
  const shapes = [...body, ...loose];
  return shapes.length ? shapes : [lonePoint(rest)];
}

/** Ends of the bones that the body already shows, or that lie within it. */
function coveredBones(rest: Rest, body: readonly Shape[]): Set<number> {
  const { joints, roles } = rest;
  const covered = new Set<number>();
  const cover = (way: readonly number[]) => {
    for (const joint of way.slice(1)) covered.add(joint);
  };
  for (const shape of body) cover(chain(joints, shape.joint, shape.end));
  cover(trunkWay(rest));
  cover(chain(joints, roles.get("neck"), roles.get("head")));
  for (const side of ["left", "right"]) {
    if (roles.has("hips")) cover(chain(joints, roles.get("hips"), roles.get(`${side}-hip`)));
    cover(fromTrunk(rest, roles.get(`${side}-clavicle`)));
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

function looseBones(rest: Rest, covered: ReadonlySet<number>): Shape[] {
  const lengths = rest.joints.map(({ parent }, j) => (parent < 0 ? 0 : rest.places[j].distanceTo(rest.places[parent])));
  const longest = lengths.toSorted((a, b) => b - a).slice(0, 8);
  const size = longest.reduce((sum, length) => sum + length, 0) / Math.max(longest.length, 1);
  return rest.joints.flatMap(({ parent }, j) =>
    parent < 0 || covered.has(j) || lengths[j] < Math.max(1e-3 * size, 1e-6) ? [] : [looseBone(rest, parent, j, size)],
  );
}

/** A figure without any bone is still to be seen. */
function lonePoint(rest: Rest): Shape {
  const reach = rest.up.clone().multiplyScalar(0.05 * rest.stature);
  const [from, to] = [rest.places[0].clone().sub(reach), rest.places[0].clone().add(reach)];
  const thick = 0.03 * rest.stature;
  return along(0, 0, from, to, rest.left, [{ at: 0.5, wide: thick, deep: thick }]);
}
