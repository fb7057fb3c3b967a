/** All solids of a figure as one: a field that is zero on the skin, and what of it follows which joint.
 *
 * Solids flow into each other by a quadratic smooth minimum (Quílez, Smooth minimum, 2013): each has a reach of its own,
 * so that an arm grows out of the shoulder while fingers stay apart. */

import type { Link, Solid, SolidShape } from "./solid";

/** What a solid says far from itself: no number that is used. */
export const FAR = 1e6;
/** How far a solid takes part in what a place follows, as a part of its reach and its thickness. */
const SOFT_BLEND = 0.6;
const SOFT_WIDTH = 0.12;

export interface Followed {
  link: Link;
  part: number;
}

export class Skin {
  private readonly distances: Float64Array;
  private readonly alongs: Float64Array;

  constructor(readonly solids: readonly Solid[]) {
    this.distances = new Float64Array(solids.length);
    this.alongs = new Float64Array(solids.length);
  }

  /** Metres to the skin, about, negative inside; FAR where no solid is near. */
  value(x: number, y: number, z: number): number {
    let field = FAR;
    for (const solid of this.solids) {
      const { low, high, shape } = solid;
      const room = 2 * shape.blend + solid.thinnest;
      if (x < low.x - room || y < low.y - room || z < low.z - room) continue;
      if (x > high.x + room || y > high.y + room || z > high.z + room) continue;
      field = joined(field, solid.distance(x, y, z), shape);
    }
    return field;
  }

  /** The direction out of the body into `into`; the field there is returned. */
  slope(x: number, y: number, z: number, step: number, into: Float64Array): number {
    const value = this.value(x, y, z);
    into[0] = (this.value(x + step, y, z) - value) / step;
    into[1] = (this.value(x, y + step, z) - value) / step;
    into[2] = (this.value(x, y, z + step) - value) / step;
    return value;
  }

  /** What a place on the skin follows, each with its part; the parts need not sum to one. `solid` is the nearest. */
  followed(x: number, y: number, z: number): { parts: Followed[]; solid: number; side: number } {
    const { solids, distances, alongs } = this;
    let nearest = 0;
    solids.forEach((solid, n) => {
      distances[n] = solid.shape.isDent ? FAR : solid.distance(x, y, z);
      alongs[n] = solid.reached;
      if (distances[n] < distances[nearest]) nearest = n;
    });
    const parts: Followed[] = [];
    let [side, sum] = [0, 0];
    solids.forEach((solid, n) => {
      const { shape } = solid;
      const soft = SOFT_BLEND * shape.blend + SOFT_WIDTH * solid.thickest;
      const near = 1 - (distances[n] - distances[nearest]) / soft;
      if (near <= 0) return;
      const weight = near * near;
      solid.follow(alongs[n], (link, part) => parts.push({ link, part: weight * part }));
      // Colours change sooner than poses.
      const tint = weight ** 4;
      side += tint * shape.side;
      sum += tint;
    });
    return { parts, solid: nearest, side: side / sum };
  }
}

/** The field with a solid joined to it, or taken out of it, rounded where the two meet. */
export function joined(
  field: number,
  distance: number,
  { blend, isDent }: Pick<SolidShape, "blend" | "isDent">,
): number {
  return isDent ? -smaller(-field, distance, blend) : smaller(field, distance, blend);
}

function smaller(a: number, b: number, reach: number): number {
  const near = reach - Math.abs(a - b);
  return Math.min(a, b) - (near > 0 ? (near * near) / (4 * reach) : 0);
}
