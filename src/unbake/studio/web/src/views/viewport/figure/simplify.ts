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
  private readonly queue: Queue;
  /** Corners that were met lately, by the number of the search. */
  private readonly met: Uint32Array;
  private searches = 0;
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
    this.met = new Uint32Array(count);
    this.queue = new Queue(6 * this.left);
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
      if (next < 0) return;
      const { from, to, age } = this.queue;
      const [a, b] = [from[next], to[next]];
      if (this.around[a].length && this.around[b].length && this.changes[a] + this.changes[b] === age[next])
        this.collapse(a, b);
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
    const a = 3 * corners[3 * t];
    const b = 3 * corners[3 * t + 1];
    const c = 3 * corners[3 * t + 2];
    const ux = places[b] - places[a];
    const uy = places[b + 1] - places[a + 1];
    const uz = places[b + 2] - places[a + 2];
    const vx = places[c] - places[a];
    const vy = places[c + 1] - places[a + 1];
    const vz = places[c + 2] - places[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size < 1e-18) return;
    const x = nx / size;
    const y = ny / size;
    const z = nz / size;
    const d = -(x * places[a] + y * places[a + 1] + z * places[a + 2]);
    const area = 0.5 * size;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const at = 10 * corners[k];
      quadrics[at] += area * (x * x);
      quadrics[at + 1] += area * (x * y);
      quadrics[at + 2] += area * (x * z);
      quadrics[at + 3] += area * (x * d);
      quadrics[at + 4] += area * (y * y);
      quadrics[at + 5] += area * (y * z);
      quadrics[at + 6] += area * (y * d);
      quadrics[at + 7] += area * (z * z);
      quadrics[at + 8] += area * (z * d);
      quadrics[at + 9] += area * (d * d);
    }
  }

  private ask(a: number, b: number): void {
    this.queue.add(this.cost(a, b), a, b, this.changes[a] + this.changes[b]);
  }

  /** What the collapse of an edge costs; `best` is where its corner goes. */
  private cost(a: number, b: number): number {
    const { quadrics: q, places, best } = this;
    const i = 10 * a;
    const j = 10 * b;
    const xx = q[i] + q[j];
    const xy = q[i + 1] + q[j + 1];
    const xz = q[i + 2] + q[j + 2];
    const xd = q[i + 3] + q[j + 3];
    const yy = q[i + 4] + q[j + 4];
    const yz = q[i + 5] + q[j + 5];
    const yd = q[i + 6] + q[j + 6];
    const zz = q[i + 7] + q[j + 7];
    const zd = q[i + 8] + q[j + 8];
    const dd = q[i + 9] + q[j + 9];
    const ex = places[3 * b] - places[3 * a];
    const ey = places[3 * b + 1] - places[3 * a + 1];
    const ez = places[3 * b + 2] - places[3 * a + 2];
    const length2 = ex * ex + ey * ey + ez * ez;
    let x = places[3 * a] + ex / 2;
    let y = places[3 * a + 1] + ey / 2;
    let z = places[3 * a + 2] + ez / 2;
    // Where the squares are least, by Cramer's rule, unless that is anywhere along a flat or a ridge.
    const cxx = yy * zz - yz * yz;
    const cxy = xz * yz - xy * zz;
    const cxz = xy * yz - xz * yy;
    const volume = xx * cxx + xy * cxy + xz * cxz;
    const trace = xx + yy + zz;
    if (Math.abs(volume) > 1e-5 * trace * trace * trace) {
      const cyz = xy * xz - xx * yz;
      const ox = -(xd * cxx + yd * cxy + zd * cxz) / volume;
      const oy = -(xd * cxy + yd * (xx * zz - xz * xz) + zd * cyz) / volume;
      const oz = -(xd * cxz + yd * cyz + zd * (xx * yy - xy * xy)) / volume;
      if ((ox - x) ** 2 + (oy - y) ** 2 + (oz - z) ** 2 < length2) {
        x = ox;
        y = oy;
        z = oz;
      }
    }
    best[0] = x;
    best[1] = y;
    best[2] = z;
    const squares = xx * x * x + yy * y * y + zz * z * z + dd;
    const mixed = xy * x * y + xz * x * z + yz * y * z + xd * x + yd * y + zd * z;
    return Math.max(squares + 2 * mixed, 0) + EVENNESS * length2 * length2;
  }

  private collapse(a: number, b: number): void {
    const { around, corners, isGone, quadrics, places, best } = this;
    this.cost(a, b);
    const [x, y, z] = best;
    if (!this.isSafe(a, b, x, y, z)) return;
    for (const t of around[a].filter((one) => this.has(one, b))) this.remove(t);
    for (const t of around[b]) {
      if (isGone[t]) continue;
      for (let k = 3 * t; k < 3 * t + 3; k++) if (corners[k] === b) corners[k] = a;
      around[a].push(t);
    }
    around[a] = around[a].filter((t) => !isGone[t]);
    around[b] = [];
    for (let n = 0; n < 10; n++) quadrics[10 * a + n] += quadrics[10 * b + n];
    places[3 * a] = x;
    places[3 * a + 1] = y;
    places[3 * a + 2] = z;
    this.changes[a]++;
    for (const corner of this.neighbours(a)) this.ask(a, corner);
  }

  private remove(t: number): void {
    const { isGone, corners, around } = this;
    isGone[t] = 1;
    this.left--;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const mine = around[corners[k]];
      const at = mine.indexOf(t);
      // The two that collapse are tidied up together.
      if (at >= 0 && mine.length > 2) {
        mine[at] = mine[mine.length - 1];
        mine.pop();
      }
    }
  }

  private has(t: number, corner: number): boolean {
    const { corners } = this;
    return corners[3 * t] === corner || corners[3 * t + 1] === corner || corners[3 * t + 2] === corner;
  }

  private neighbours(corner: number): number[] {
    const { corners, met } = this;
    const search = ++this.searches;
    met[corner] = search;
    const found: number[] = [];
    for (const t of this.around[corner]) {
      for (let k = 3 * t; k < 3 * t + 3; k++) {
        if (met[corners[k]] === search) continue;
        met[corners[k]] = search;
        found.push(corners[k]);
      }
    }
    return found;
  }

  /** Whether the surface stays closed and no triangle turns over or becomes a sliver. */
  private isSafe(a: number, b: number, x: number, y: number, z: number): boolean {
    const others = this.neighbours(b);
    this.neighbours(a);
    let common = 0;
    for (const corner of others) if (corner !== a && this.met[corner] === this.searches) common++;
    return common === 2 && this.stayGood(a, b, x, y, z) && this.stayGood(b, a, x, y, z);
  }

  private stayGood(moved: number, other: number, x: number, y: number, z: number): boolean {
    for (const t of this.around[moved]) if (!this.has(t, other) && !this.staysGood(t, moved, x, y, z)) return false;
    return true;
  }

  private staysGood(t: number, moved: number, x: number, y: number, z: number): boolean {
    const { corners, places } = this;
    const first = 3 * t;
    const at = corners[first] === moved ? 0 : corners[first + 1] === moved ? 1 : 2;
    const p = 3 * corners[first + ((at + 1) % 3)];
    const q = 3 * corners[first + ((at + 2) % 3)];
    const px = places[p];
    const py = places[p + 1];
    const pz = places[p + 2];
    const ex = places[q] - px;
    const ey = places[q + 1] - py;
    const ez = places[q + 2] - pz;
    const fx = x - px;
    const fy = y - py;
    const fz = z - pz;
    const gx = places[3 * moved] - px;
    const gy = places[3 * moved + 1] - py;
    const gz = places[3 * moved + 2] - pz;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const ox = ey * gz - ez * gy;
    const oy = ez * gx - ex * gz;
    const oz = ex * gy - ey * gx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const before = Math.sqrt(ox * ox + oy * oy + oz * oz);
    if (nx * ox + ny * oy + nz * oz < 0.3 * size * before) return false;
    const e = ex * ex + ey * ey + ez * ez;
    const quality = size / (e + fx * fx + fy * fy + fz * fz + (fx - ex) ** 2 + (fy - ey) ** 2 + (fz - ez) ** 2);
    if (quality > THINNEST) return true;
    return quality > before / (e + gx * gx + gy * gy + gz * gz + (gx - ex) ** 2 + (gy - ey) ** 2 + (gz - ez) ** 2);
  }
}

/** Collapses by their costs, the cheapest first; a binary heap. */
class Queue {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** How often the two corners had changed when it was asked for. */
  readonly age: Uint32Array;
  private readonly heap: Uint32Array;
  /** By their places in the heap. */
  private readonly costs: Float64Array;
  private count = 0;
  private size = 0;

  constructor(most: number) {
    [this.from, this.to, this.age, this.heap] = [0, 1, 2, 3].map(() => new Uint32Array(most));
    this.costs = new Float64Array(most);
  }

  add(cost: number, from: number, to: number, age: number): void {
    const { costs, heap } = this;
    if (this.count === costs.length) return;
    const name = this.count++;
    this.from[name] = from;
    this.to[name] = to;
    this.age[name] = age;
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (costs[above] <= cost) break;
      heap[at] = heap[above];
      costs[at] = costs[above];
      at = above;
    }
    heap[at] = name;
    costs[at] = cost;
  }

  /** The cheapest one's number; -1 where none is left. */
  take(): number {
    const { costs, heap } = this;
    if (!this.size) return -1;
    const first = heap[0];
    const last = heap[--this.size];
    const cost = costs[this.size];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.size) break;
      if (below + 1 < this.size && costs[below + 1] < costs[below]) below++;
      if (costs[below] >= cost) break;
      heap[at] = heap[below];
      costs[at] = costs[below];
      at = below;
    }
    heap[at] = last;
    costs[at] = cost;
    return first;
  }
}
