/** The skin as triangles: closed, without edges that more than two triangles share.
 *
 * A grid that is finer where solids are thin; one corner in each cell that the skin goes through, in the middle of where
 * it crosses the cell's edges (surface nets: Gibson, Constrained Elastic Surface Nets, 1998). Where the skin would touch
 * itself in a cell, a corner of the grid is taken into the body, until no such cell is left. */

import { FAR, joined, type Skin } from "./skin";
import type { Solid } from "./solid";

export interface Surface {
  /** (V, 3), metres. */
  positions: Float64Array;
  /** (T, 3), counterclockwise from outside. */
  triangles: Int32Array;
}

interface Grid {
  lines: [Float64Array, Float64Array, Float64Array];
  values: Float32Array;
}

/** More corners than these make a grid coarser. */
const MOST_CORNERS = 2_500_000;
const PART_OF_WIDTH = 0.9;

export function surfaceOf(skin: Skin, coarsest: number): Surface {
  const grid = sampled(skin, gridLines(skin.solids, coarsest));
  untangle(grid);
  return nets(grid);
}

function gridLines(solids: readonly Solid[], coarsest: number): Grid["lines"] {
  for (let factor = 1; ; factor *= 1.25) {
    const lines = (["x", "y", "z"] as const).map((axis, n) =>
      linesOf(
        solids.map((solid) => {
          const cell = factor * Math.min(PART_OF_WIDTH * solid.reachAlong(n), coarsest);
          return { low: solid.low[axis] - 2 * cell, high: solid.high[axis] + 2 * cell, cell };
        }),
      ),
    ) as Grid["lines"];
    if (lines[0].length * lines[1].length * lines[2].length <= MOST_CORNERS || factor > 1e3) return lines;
  }
}

/** Lines from the middle outwards: a body with two like halves has a grid with two like halves. */
function linesOf(spans: readonly { low: number; high: number; cell: number }[]): Float64Array {
  const outwards = (sign: 1 | -1): number[] => {
    const mine = spans.map(({ low, high, cell }) =>
      sign > 0 ? { low, high, cell } : { low: -high, high: -low, cell },
    );
    const end = Math.max(0, ...mine.map(({ high }) => high));
    const found: number[] = [];
    let at = 0;
    while (at < end) {
      let step = Infinity;
      for (const { low, high, cell } of mine) {
        if (at >= low - 1e-9 && at <= high) step = Math.min(step, cell);
        else if (at < low) step = Math.min(step, Math.max(cell, low - at));
      }
      at += Number.isFinite(step) ? step : end - at;
      found.push(sign * at);
    }
    return found;
  };
  return Float64Array.from([...outwards(-1).reverse(), 0, ...outwards(1)]);
}

function sampled(skin: Skin, lines: Grid["lines"]): Grid {
  const [xs, ys, zs] = lines;
  const values = new Float32Array(xs.length * ys.length * zs.length).fill(FAR);
  for (const solid of skin.solids) {
    const room = solid.shape.blend + solid.thinnest;
    const [x0, x1] = between(xs, solid.low.x - room, solid.high.x + room);
    const [y0, y1] = between(ys, solid.low.y - room, solid.high.y + room);
    const [z0, z1] = between(zs, solid.low.z - room, solid.high.z + room);
    for (let k = z0; k <= z1; k++) {
      for (let j = y0; j <= y1; j++) {
        let at = x0 + xs.length * (j + ys.length * k);
        for (let i = x0; i <= x1; i++, at++) {
          values[at] = joined(values[at], solid.distance(xs[i], ys[j], zs[k]), solid.shape);
        }
      }
    }
  }
  return { lines, values };
}

/** The first and the last line within a stretch, never the outermost two: the skin must not leave the grid. */
function between(lines: Float64Array, low: number, high: number): [number, number] {
  let first = 1;
  while (first < lines.length - 2 && lines[first] < low) first++;
  let last = lines.length - 2;
  while (last > first && lines[last] > high) last--;
  return [first, last];
}

/** Corners of a cell: bit 0 is along x, bit 1 along y, bit 2 along z. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((c) => !(c & (1 << axis))).map((c) => [c, c | (1 << axis)] as const),
);
const FACES: readonly (readonly number[])[] = [0, 1, 2].flatMap((axis) => {
  const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
  return [0, 1 << axis].map((base) => [base, base | u, base | u | v, base | v]);
});

/** Whether the skin passes a cell more than once, or touches itself on one of its faces. */
function isTangled(mask: number): boolean {
  const is = (corner: number) => (mask >> corner) & 1;
  if (FACES.some(([a, b, c, d]) => is(a) === is(c) && is(b) === is(d) && is(a) !== is(b))) return true;
  return [0, 1].some((kind) => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => is(corner) === kind);
    const seen = new Set(all.slice(0, 1));
    for (let n = 0; n < 4; n++) {
      for (const [a, b] of EDGES)
        if (is(a) === kind && is(b) === kind && (seen.has(a) || seen.has(b))) seen.add(a).add(b);
    }
    return seen.size < all.length;
  });
}

const TANGLED = Uint8Array.from({ length: 256 }, (_, mask) => Number(isTangled(mask)));

function offsets({ lines: [xs, ys] }: Grid): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((c) => (c & 1) + xs.length * (((c >> 1) & 1) + ys.length * (c >> 2)));
}

/** The cells that the skin goes through, by their first corners. */
function crossed({ lines, values }: Grid): number[] {
  const [nx, ny, nz] = lines.map((line) => line.length);
  const layer = nx * ny;
  const inside = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) if (values[at] < 0) inside[at] = 1;
  const cells: number[] = [];
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      let at = nx * (j + ny * k);
      let sum = 0;
      for (const end = at + nx - 1; at < end; at++) {
        // The corners on the far side are those on the near side of the next cell.
        const next = inside[at + 1] + inside[at + 1 + nx] + inside[at + 1 + layer] + inside[at + 1 + nx + layer];
        if (sum + next > 0 && sum + next < 8) cells.push(at);
        sum = next;
      }
    }
  }
  return cells;
}

function maskAt(values: Float32Array, at: number, offset: readonly number[]): number {
  let mask = 0;
  for (let c = 0; c < 8; c++) if (values[at + offset[c]] < 0) mask |= 1 << c;
  return mask;
}

/** Rare: a few corners in all. */
function untangle(grid: Grid): void {
  const { values } = grid;
  const offset = offsets(grid);
  for (let isClean = false; !isClean; ) {
    isClean = true;
    for (const at of crossed(grid)) {
      if (!TANGLED[maskAt(values, at, offset)]) continue;
      isClean = false;
      let least = -1;
      for (const step of offset) {
        if (values[at + step] >= 0 && (least < 0 || values[at + step] < values[least])) least = at + step;
      }
      if (least >= 0) values[least] = -1e-7;
    }
  }
}

function nets(grid: Grid): Surface {
  const { lines, values } = grid;
  const [nx, ny] = lines.map((line) => line.length);
  const offset = offsets(grid);
  const cornerOf = new Int32Array(values.length);
  const cells = crossed(grid);
  const masks = cells.map((at) => maskAt(values, at, offset));
  const positions = new Float64Array(3 * cells.length);
  cells.forEach((at, n) => {
    cornerOf[at] = n;
    middle(grid, at, masks[n], offset, positions, 3 * n);
  });
  return { positions, triangles: walls(cells, masks, cornerOf, positions, [1, nx, nx * ny]) };
}

/** The middle of where the skin crosses a cell's edges. */
function middle(grid: Grid, at: number, mask: number, offset: readonly number[], into: Float64Array, to: number): void {
  const { lines, values } = grid;
  const sums = [0, 0, 0];
  let count = 0;
  for (const [a, b] of EDGES) {
    if (((mask >> a) & 1) === ((mask >> b) & 1)) continue;
    const [va, vb] = [values[at + offset[a]], values[at + offset[b]]];
    const t = va / (va - vb);
    for (let k = 0; k < 3; k++) sums[k] += ((a >> k) & 1) + t * (((b >> k) & 1) - ((a >> k) & 1));
    count++;
  }
  const [nx, ny] = [lines[0].length, lines[1].length];
  const first = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
  for (let k = 0; k < 3; k++) {
    const line = lines[k];
    into[to + k] = line[first[k]] + (sums[k] / count) * (line[first[k] + 1] - line[first[k]]);
  }
}

/** Two triangles about each edge of the grid that the skin crosses. */
function walls(
  cells: readonly number[],
  masks: readonly number[],
  cornerOf: Int32Array,
  positions: Float64Array,
  strides: readonly number[],
): Int32Array {
  const triangles: number[] = [];
  const apart = (a: number, b: number) =>
    (positions[3 * a] - positions[3 * b]) ** 2 +
    (positions[3 * a + 1] - positions[3 * b + 1]) ** 2 +
    (positions[3 * a + 2] - positions[3 * b + 2]) ** 2;
  cells.forEach((at, n) => {
    for (let axis = 0; axis < 3; axis++) {
      const [inside, outside] = [masks[n] & 1, (masks[n] >> (1 << axis)) & 1];
      if (inside === outside) continue;
      const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
      const around = [at, at - u, at - u - v, at - v].map((cell) => cornerOf[cell]);
      const [a, b, c, d] = inside ? around : around.reverse();
      if (apart(a, c) < apart(b, d)) triangles.push(a, b, c, a, c, d);
      else triangles.push(a, b, d, b, c, d);
    }
  });
  return Int32Array.from(triangles);
}
