/** The same surface with fewer triangles, still closed.
 *
 * Edges are collapsed where that changes the surface least: Garland and Heckbert, Surface Simplification Using Quadric
 * Error Metrics, 1997. Short edges go first where it is flat, so that what bends keeps corners enough to bend. */

import type { Surface } from "./surface";

/** How much an edge's length counts: its fourth power, as errors are areas times squared distances. */
const EVENNESS = 3e-3;
/** Triangles thinner than this are not made: twice the area by the sum of squared edges. */
const THINNEST = 0.06;

/** A surface for each count of triangles; the counts fall. */
export function simplified(surface: Surface, counts: readonly number[]): Surface[] {
  const collapsing = new Collapsing(surface);
  return counts.map((count) => {
    collapsing.reduceTo(count);
    return collapsing.surface();
  });
}

class Collapsing {
  private readonly places: Float64Array;
  private readonly corners: Int32Array;
  private readonly isGone: Uint8Array;
  private readonly around: number[][];
  private readonly quadrics: Float64Array;
  private readonly changes: Uint32Array;
  private readonly queue = new Queue();
  private left: number;
  private readonly best = new Float64Array(3);

  constructor({ positions, triangles }: Surface) {
    const count = positions.length / 3;
    this.places = positions.slice();
    this.corners = triangles.slice();
    this.left = triangles.length / 3;
    this.isGone = new Uint8Array(this.left);
    this.around = Array.from({ length: count }, () => []);
    this.quadrics = new Float64Array(10 * count);
    this.changes = new Uint32Array(count);
    for (let t = 0; t < this.left; t++) {
      for (let k = 0; k < 3; k++) this.around[triangles[3 * t + k]].push(t);
      this.addPlane(t);
    }
    for (let t = 0; t < this.left; t++) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)]];
        if (a < b) this.ask(a, b);
      }
    }
  }

  reduceTo(count: number): void {
    while (this.left > count) {
      const next = this.queue.take();
      if (!next) return;
      const [a, b, changedA, changedB] = next;
      if (this.changes[a] === changedA && this.changes[b] === changedB) this.collapse(a, b);
    }
  }

  surface(): Surface {
    const { places, corners, isGone, around } = this;
    const names = new Int32Array(around.length).fill(-1);
    const positions: number[] = [];
    const triangles: number[] = [];
    isGone.forEach((gone, t) => {
      if (gone) return;
      for (let k = 3 * t; k < 3 * t + 3; k++) {
        const corner = corners[k];
        if (names[corner] < 0) {
          names[corner] = positions.length / 3;
          positions.push(places[3 * corner], places[3 * corner + 1], places[3 * corner + 2]);
        }
        triangles.push(names[corner]);
      }
    });
    return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
  }

  /** Squared distances to a triangle's plane, by its area, for its corners. */
  private addPlane(t: number): void {
    const { corners, places, quadrics } = this;
    const [a, b, c] = [3 * corners[3 * t], 3 * corners[3 * t + 1], 3 * corners[3 * t + 2]];
    const [ux, uy, uz] = [places[b] - places[a], places[b + 1] - places[a + 1], places[b + 2] - places[a + 2]];
    const [vx, vy, vz] = [places[c] - places[a], places[c + 1] - places[a + 1], places[c + 2] - places[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size < 1e-18) return;
    const [x, y, z] = [nx / size, ny / size, nz / size];
    const d = -(x * places[a] + y * places[a + 1] + z * places[a + 2]);
    const terms = [x * x, x * y, x * z, x * d, y * y, y * z, y * d, z * z, z * d, d * d];
    for (const corner of [a, b, c]) {
      const at = (10 * corner) / 3;
      for (let n = 0; n < 10; n++) quadrics[at + n] += 0.5 * size * terms[n];
    }
  }

  private ask(a: number, b: number): void {
    this.queue.add(this.cost(a, b), a, b, this.changes[a], this.changes[b]);
  }

  /** What the collapse of an edge costs; `best` is where its corner goes. */
  private cost(a: number, b: number): number {
    const { quadrics: q, places, best } = this;
    const [i, j] = [10 * a, 10 * b];
    const [xx, xy, xz, xd] = [q[i] + q[j], q[i + 1] + q[j + 1], q[i + 2] + q[j + 2], q[i + 3] + q[j + 3]];
    const [yy, yz, yd] = [q[i + 4] + q[j + 4], q[i + 5] + q[j + 5], q[i + 6] + q[j + 6]];
    const [zz, zd, dd] = [q[i + 7] + q[j + 7], q[i + 8] + q[j + 8], q[i + 9] + q[j + 9]];
    const [ax, ay, az] = [places[3 * a], places[3 * a + 1], places[3 * a + 2]];
    const [bx, by, bz] = [places[3 * b], places[3 * b + 1], places[3 * b + 2]];
    const length2 = (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2;
    let [x, y, z] = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
    const [m0, m1, m2] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const volume = xx * m0 + xy * m1 + xz * m2;
    const trace = xx + yy + zz;
    if (Math.abs(volume) > 1e-5 * trace * trace * trace) {
      const [ox, oy, oz] = [
        -(xd * m0 + yd * m1 + zd * m2) / volume,
        -(xd * m1 + yd * (xx * zz - xz * xz) + zd * (xy * xz - xx * yz)) / volume,
        -(xd * m2 + yd * (xy * xz - xx * yz) + zd * (xx * yy - xy * xy)) / volume,
      ];
      if ((ox - x) ** 2 + (oy - y) ** 2 + (oz - z) ** 2 < length2) [x, y, z] = [ox, oy, oz];
    }
    [best[0], best[1], best[2]] = [x, y, z];
    const squares = xx * x * x + yy * y * y + zz * z * z + dd;
    const mixed = xy * x * y + xz * x * z + yz * y * z + xd * x + yd * y + zd * z;
    return Math.max(squares + 2 * mixed, 0) + EVENNESS * length2 * length2;
  }

  private collapse(a: number, b: number): void {
    const { around, corners, isGone, quadrics, places, best } = this;
    this.cost(a, b);
    const [x, y, z] = best;
    if (!this.isSafe(a, b, x, y, z)) return;
    const shared = around[a].filter((t) => this.has(t, b));
    for (const t of shared) isGone[t] = 1;
    this.left -= shared.length;
    for (const t of around[b]) for (let k = 3 * t; k < 3 * t + 3; k++) if (corners[k] === b) corners[k] = a;
    const beside = new Set(shared.flatMap((t) => [corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]]));
    around[a] = [...around[a], ...around[b]].filter((t) => !isGone[t]);
    around[b] = [];
    for (const corner of beside) around[corner] = around[corner].filter((t) => !isGone[t]);
    for (let n = 0; n < 10; n++) quadrics[10 * a + n] += quadrics[10 * b + n];
    [places[3 * a], places[3 * a + 1], places[3 * a + 2]] = [x, y, z];
    this.changes[a]++;
    this.changes[b]++;
    for (const corner of this.neighbours(a)) this.ask(a, corner);
  }

  private has(t: number, corner: number): boolean {
    const { corners } = this;
    return corners[3 * t] === corner || corners[3 * t + 1] === corner || corners[3 * t + 2] === corner;
  }

  private neighbours(corner: number): Set<number> {
    const found = new Set<number>();
    for (const t of this.around[corner]) for (let k = 3 * t; k < 3 * t + 3; k++) found.add(this.corners[k]);
    found.delete(corner);
    return found;
  }

  /** Whether the surface stays closed and no triangle turns over or becomes a sliver. */
  private isSafe(a: number, b: number, x: number, y: number, z: number): boolean {
    const others = this.neighbours(b);
    let common = 0;
    for (const corner of this.neighbours(a)) if (others.has(corner)) common++;
    if (common !== 2) return false;
    return [a, b].every((moved) =>
      this.around[moved].every((t) => (this.has(t, a) && this.has(t, b)) || this.staysGood(t, moved, x, y, z)),
    );
  }

  private staysGood(t: number, moved: number, x: number, y: number, z: number): boolean {
    const { corners, places } = this;
    const start = corners[3 * t] === moved ? 0 : corners[3 * t + 1] === moved ? 1 : 2;
    const [m, p, q] = [moved, corners[3 * t + ((start + 1) % 3)], corners[3 * t + ((start + 2) % 3)]].map((c) => 3 * c);
    const [px, py, pz] = [places[p], places[p + 1], places[p + 2]];
    const [ex, ey, ez] = [places[q] - px, places[q + 1] - py, places[q + 2] - pz];
    const [fx, fy, fz] = [x - px, y - py, z - pz];
    const [gx, gy, gz] = [places[m] - px, places[m + 1] - py, places[m + 2] - pz];
    const [nx, ny, nz] = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
    const [ox, oy, oz] = [ey * gz - ez * gy, ez * gx - ex * gz, ex * gy - ey * gx];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const before = Math.sqrt(ox * ox + oy * oy + oz * oz);
    if (nx * ox + ny * oy + nz * oz < 0.3 * size * before) return false;
    const e = ex * ex + ey * ey + ez * ez;
    const thin = (area: number, hx: number, hy: number, hz: number) =>
      area / (e + hx * hx + hy * hy + hz * hz + (hx - ex) ** 2 + (hy - ey) ** 2 + (hz - ez) ** 2);
    const quality = thin(size, fx, fy, fz);
    return quality > THINNEST || quality > thin(before, gx, gy, gz);
  }
}

/** Collapses by their costs, the cheapest first; a binary heap. */
class Queue {
  private readonly costs: number[] = [];
  private readonly heap: number[] = [];
  private readonly entries: number[] = [];

  add(cost: number, ...entry: [number, number, number, number]): void {
    const { costs, heap, entries } = this;
    const name = costs.length;
    costs.push(cost);
    entries.push(...entry);
    let at = heap.length;
    heap.push(name);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (costs[heap[above]] <= cost) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = name;
  }

  take(): [number, number, number, number] | null {
    const { costs, heap, entries } = this;
    if (!heap.length) return null;
    const first = heap[0];
    const last = heap.pop()!;
    if (heap.length) {
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= heap.length) break;
        if (below + 1 < heap.length && costs[heap[below + 1]] < costs[heap[below]]) below++;
        if (costs[heap[below]] >= costs[last]) break;
        heap[at] = heap[below];
        at = below;
      }
      heap[at] = last;
    }
    return [entries[4 * first], entries[4 * first + 1], entries[4 * first + 2], entries[4 * first + 3]];
  }
}
