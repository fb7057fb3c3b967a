/** The same solids with fewer corners: for ghosts, shadows, and pictures without a graphics card. */

import { Vector3 } from "three";
import type { Ring, Shape } from "./shape";

const LEAST_RINGS = 4;

/** Solids that are thinner than `thinnest` go; of the rest, rings that change the outline by less than `coarse`. Metres. */
export function simplified(shapes: readonly Shape[], coarse: number, thinnest: number): Shape[] {
  const kept = shapes.filter(({ radius }) => radius >= thinnest);
  return (kept.length ? kept : shapes).map((shape) => ({ ...shape, rings: fewer(shape.rings, coarse) }));
}

function fewer(rings: readonly Ring[], coarse: number): Ring[] {
  const left = [...rings];
  while (left.length > LEAST_RINGS) {
    let least = { at: 1, loss: Infinity };
    for (let at = 1; at + 1 < left.length; at++) {
      const loss = lossWithout(left[at - 1], left[at], left[at + 1]);
      if (loss < least.loss) least = { at, loss };
    }
    if (least.loss > coarse) break;
    left.splice(least.at, 1);
  }
  return left;
}

/** How far a ring is from what lies between its neighbours, in metres. */
function lossWithout(before: Ring, ring: Ring, after: Ring): number {
  const length = before.centre.distanceTo(after.centre);
  const part = length > 1e-12 ? before.centre.distanceTo(ring.centre) / length : 0.5;
  const miss = (of: (ring: Ring) => Vector3) =>
    new Vector3().lerpVectors(of(before), of(after), part).distanceTo(of(ring));
  return miss((one) => one.u) + miss((one) => one.v);
}
