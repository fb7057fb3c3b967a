/** The skin of a figure for drawing: corners with normals, each following up to four joints. */

import { bodyOf } from "./body";
import type { Rest } from "./rest";
import { simplified } from "./simplify";
import { type Followed, Skin } from "./skin";
import { type Surface, surfaceOf } from "./surface";

export interface FigureMesh {
  /** (V, 3) metres, in the pose that the skin was made in. */
  positions: Float32Array;
  /** (V, 3) */
  normals: Float32Array;
  /** (V, 4) the joints that a corner follows, those that count most first. */
  joints: Float32Array;
  /** (V, 4) how much it follows each: together 1. */
  weights: Float32Array;
  /** (V, 3) its bone: the joint, the joint at the far end, and the part of the way from one to the other. */
  bones: Float32Array;
  /** (V,) whose colour it has: 1 left, -1 right, 0 neither. */
  sides: Float32Array;
  triangles: Uint16Array | Uint32Array;
}

/** The widest cells of the grid, as a part of the stature. */
const CELL = 0.0155;
const MOST_FOLLOWED = 4;

/** The figure's skin, once for each count of triangles; the counts fall. */
export function figureMeshes(rest: Rest, counts: readonly number[], solids = bodyOf(rest)): FigureMesh[] {
  const skin = new Skin(solids);
  const surface = surfaceOf(skin, CELL * rest.stature);
  return simplified(surface, counts).map((one) => meshOf(skin, one, rest.stature));
}

function meshOf(skin: Skin, { positions, triangles }: Surface, stature: number): FigureMesh {
  const count = positions.length / 3;
  const mesh: FigureMesh = {
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    joints: new Float32Array(4 * count),
    weights: new Float32Array(4 * count),
    bones: new Float32Array(3 * count),
    sides: new Float32Array(count),
    triangles: count < 65536 ? Uint16Array.from(triangles) : Uint32Array.from(triangles),
  };
  const place = new Float64Array(3);
  const slope = new Float64Array(3);
  for (let n = 0; n < count; n++) {
    place.set(positions.subarray(3 * n, 3 * n + 3));
    settle(skin, place, slope, stature);
    mesh.positions.set(place, 3 * n);
    mesh.normals.set(slope, 3 * n);
    follow(skin, place, n, mesh);
  }
  return mesh;
}

/** Bring a corner onto the skin itself, and find which way is out there. */
function settle(skin: Skin, place: Float64Array, slope: Float64Array, stature: number): void {
  const step = 1e-4 * stature;
  const farthest = 0.006 * stature;
  for (let round = 0; round < 4; round++) {
    const field = skin.slope(place[0], place[1], place[2], step, slope);
    const size2 = slope[0] ** 2 + slope[1] ** 2 + slope[2] ** 2;
    if (!(size2 > 1e-6 && size2 < 100) || round === 3) break;
    const by = Math.min(Math.max(field, -farthest), farthest) / size2;
    for (let k = 0; k < 3; k++) place[k] -= by * slope[k];
  }
  const size = Math.hypot(slope[0], slope[1], slope[2]);
  for (let k = 0; k < 3; k++) slope[k] = size > 1e-9 ? slope[k] / size : Number(k === 1);
}

function follow(skin: Skin, [x, y, z]: Float64Array, n: number, mesh: FigureMesh): void {
  const { parts, solid, side } = skin.followed(x, y, z);
  const sums = new Map<number, number>();
  for (const { link, part } of parts) sums.set(link.joint, (sums.get(link.joint) ?? 0) + part);
  const most = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_FOLLOWED);
  const whole = most.reduce((sum, [, part]) => sum + part, 0);
  most.forEach(([joint, part], k) => {
    mesh.joints[4 * n + k] = joint;
    mesh.weights[4 * n + k] = part / whole;
  });
  mesh.bones.set(boneAt(skin, solid, parts, x, y, z), 3 * n);
  mesh.sides[n] = side;
}

/** The bone of the nearest solid, and how far along it a place is. */
function boneAt(skin: Skin, solid: number, parts: readonly Followed[], x: number, y: number, z: number): number[] {
  const own = skin.solids[solid];
  own.distance(x, y, z);
  const { links } = own.shape;
  const link = links.find(({ to }) => own.reached <= to) ?? links.at(-1) ?? parts[0].link;
  const long = link.to - link.from;
  const part = long > 1e-9 ? (own.reached - link.from) / long : 0;
  return [link.joint, link.end, Math.min(Math.max(part, 0), 1)];
}
