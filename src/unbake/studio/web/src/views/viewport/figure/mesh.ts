/** Solids as triangles, each vertex in the frame of the joint that it follows. */

import { Vector3 } from "three";
import type { Rest, Side } from "./rest";
import type { Shape } from "./shape";

export interface FigureMesh {
  positions: Float32Array; // (V, 3) metres, in the joint's own frame
  normals: Float32Array; // (V, 3)
  joints: Float32Array; // (V, 2) the joint that is followed, and the one at the far end
  looks: Float32Array; // (V, 3) part of the way to the far end; side as `SIDES` counts; shade
  triangles: Uint16Array | Uint32Array;
}

export const SIDES: readonly Side[] = ["left", "right", "middle"];

/** The triangles of solids; `around` is how many corners a ring has. */
export function meshOf(rest: Rest, shapes: readonly Shape[], around: number): FigureMesh {
  const count = shapes.reduce((sum, shape) => sum + shape.rings.length * around, 0);
  const mesh: FigureMesh = {
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    joints: new Float32Array(2 * count),
    looks: new Float32Array(3 * count),
    triangles: new Uint16Array(0),
  };
  const triangles: number[] = [];
  let first = 0;
  for (const shape of shapes) {
    addShape(rest, shape, around, first, mesh, triangles);
    first += shape.rings.length * around;
  }
  mesh.triangles = count < 65536 ? Uint16Array.from(triangles) : Uint32Array.from(triangles);
  return mesh;
}

function addShape(
  rest: Rest,
  shape: Shape,
  around: number,
  first: number,
  mesh: FigureMesh,
  triangles: number[],
): void {
  const corners = shape.rings.flatMap(({ centre, u, v }) =>
    Array.from({ length: around }, (_, k) => {
      const angle = (2 * Math.PI * k) / around;
      return centre.clone().addScaledVector(u, Math.cos(angle)).addScaledVector(v, Math.sin(angle));
    }),
  );
  const found = walls(shape.rings.length, around);
  if (isInsideOut(corners, found)) for (const triangle of found) triangle.reverse();
  const normals = smooth(corners, found);
  const home = rest.turns[shape.joint].clone().invert();
  const length = Math.max(shape.from.distanceTo(shape.to), 1e-9);
  const axis = shape.to.clone().sub(shape.from).divideScalar(length);
  corners.forEach((corner, n) => {
    const at = first + n;
    const part = corner.clone().sub(shape.from).dot(axis) / length;
    corner
      .clone()
      .sub(rest.places[shape.joint])
      .applyQuaternion(home)
      .toArray(mesh.positions, 3 * at);
    normals[n].applyQuaternion(home).toArray(mesh.normals, 3 * at);
    mesh.joints.set([shape.joint, shape.end], 2 * at);
    const side = SIDES.indexOf(rest.sides[shape.joint]);
    mesh.looks.set([Math.min(Math.max(part, 0), 1), side, shape.shade], 3 * at);
  });
  for (const triangle of found) for (const corner of triangle) triangles.push(first + corner);
}

function walls(rings: number, around: number): number[][] {
  const found: number[][] = [];
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let k = 0; k < around; k++) {
      const [a, b] = [ring * around + k, ring * around + ((k + 1) % around)];
      found.push([a, b, a + around], [b, b + around, a + around]);
    }
  }
  // The end rings are nearly points; a fan closes them.
  const last = (rings - 1) * around;
  for (let k = 1; k + 1 < around; k++) found.push([0, k + 1, k], [last, last + k, last + k + 1]);
  return found;
}

/** Which way round depends on how a ring's axes lie; the volume tells. */
function isInsideOut(corners: Vector3[], triangles: number[][]): boolean {
  const origin = corners[0];
  let volume = 0;
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (const [i, j, k] of triangles) {
    a.copy(corners[i]).sub(origin);
    b.copy(corners[j]).sub(origin);
    c.copy(corners[k]).sub(origin);
    volume += a.dot(b.cross(c));
  }
  return volume < 0;
}

/** Normals as the mean of the faces around, by their area. */
function smooth(corners: Vector3[], triangles: number[][]): Vector3[] {
  const normals = corners.map(() => new Vector3());
  const [a, b] = [new Vector3(), new Vector3()];
  for (const [i, j, k] of triangles) {
    a.copy(corners[j]).sub(corners[i]);
    b.copy(corners[k]).sub(corners[i]);
    a.cross(b);
    for (const corner of [i, j, k]) normals[corner].add(a);
  }
  return normals.map((normal) => normal.normalize());
}
