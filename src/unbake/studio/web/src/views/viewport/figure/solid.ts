/** One part of a body as a signed distance: a tube about a line, with an outline that changes along it.
 *
 * Across the line it is elliptic, with depths of its own before and behind; its ends are rounded. Distances are exact
 * enough near the surface to blend tubes into one skin (they divide the level of the ellipse by its slope). */

import { Vector3 } from "three";

/** Half a width and the depths before and behind, at a part of the way; metres. */
export interface Section {
  at: number;
  wide: number;
  front: number;
  back: number;
}

/** A stretch of a solid that follows one joint; metres along the line. `end` is the joint at its far end. */
export interface Link {
  joint: number;
  end: number;
  from: number;
  to: number;
  /** How gently it goes over into the next, in parts of the solid's girth there: 1 if not given. */
  ease?: number;
}

export interface SolidShape {
  from: Vector3;
  to: Vector3;
  /** Which way `front` is; as far as it is across the line. */
  front: Vector3;
  sections: readonly Section[];
  /** How far the ends reach beyond the line, in metres. */
  caps: readonly [number, number];
  /** Within how many metres it flows into its neighbours. */
  blend: number;
  links: readonly Link[];
  /** Whose colour it has: 1 left, -1 right, 0 neither. */
  side: number;
  /** Taken out of what was there before. */
  isDent?: boolean;
}

const STEPS = 32;

export class Solid {
  readonly low = new Vector3();
  readonly high = new Vector3();
  /** The smallest half width, apart from rounded ends. */
  readonly thinnest: number;
  readonly thickest: number;
  readonly length: number;
  /** The smallest half width and half depth. */
  private readonly thin: readonly [number, number];
  /** Metres along the line of the place that was last measured. */
  reached = 0;
  private readonly axes: Float64Array;
  private readonly outline = new Float64Array(3 * (STEPS + 1));

  constructor(readonly shape: SolidShape) {
    const { from, to, front, sections, caps } = shape;
    const line = to.clone().sub(from);
    this.length = Math.max(line.length(), 1e-9);
    const axis = line.lengthSq() > 1e-18 ? line.normalize() : new Vector3(0, 1, 0);
    const ahead = front.clone().addScaledVector(axis, -front.dot(axis));
    if (ahead.lengthSq() < 1e-6) ahead.copy(anyAcross(axis));
    ahead.normalize();
    const wide = ahead.clone().cross(axis);
    this.axes = Float64Array.of(...from.toArray(), ...axis.toArray(), ...wide.toArray(), ...ahead.toArray());
    for (let step = 0; step <= STEPS; step++) this.outline.set(outlineAt(sections, step / STEPS), 3 * step);
    const most = this.outline.reduce((a, b) => Math.max(a, b), 0);
    this.thickest = most;
    const least = (of: (section: Section) => number) => sections.reduce((less, one) => Math.min(less, of(one)), most);
    this.thin = [least((one) => one.wide), least((one) => one.front + one.back) / 2];
    this.thinnest = Math.min(...this.thin);
    const reach = Math.max(most, ...caps);
    this.low.copy(from).min(to).subScalar(reach);
    this.high.copy(from).max(to).addScalar(reach);
  }

  /** From its line to its surface along x (0), y (1) or z (2), where it is thinnest. */
  reachAlong(axis: number): number {
    const { axes, thin, length, shape } = this;
    const long = length / 2 + Math.min(...shape.caps);
    return 1 / Math.hypot(axes[3 + axis] / long, axes[6 + axis] / thin[0], axes[9 + axis] / thin[1]);
  }

  /** Metres to the surface, negative inside. */
  distance(x: number, y: number, z: number): number {
    const { axes, outline, length } = this;
    const dx = x - axes[0];
    const dy = y - axes[1];
    const dz = z - axes[2];
    const along = dx * axes[3] + dy * axes[4] + dz * axes[5];
    const u = dx * axes[6] + dy * axes[7] + dz * axes[8];
    const v = dx * axes[9] + dy * axes[10] + dz * axes[11];
    this.reached = along;
    const within = along < 0 ? 0 : along > length ? length : along;
    const step = (within / length) * STEPS;
    const first = Math.min(Math.floor(step), STEPS - 1);
    const part = step - first;
    const at = 3 * first;
    const wide = outline[at] + part * (outline[at + 3] - outline[at]);
    const side = v > 0 ? at + 1 : at + 2;
    const deep = outline[side] + part * (outline[side + 3] - outline[side]);
    const beyond = along - within;
    const cap = this.shape.caps[beyond < 0 ? 0 : 1];
    const p = u / wide;
    const q = v / deep;
    const r = beyond / cap;
    const level = Math.sqrt(p * p + q * q + r * r);
    const slope = Math.sqrt((p / wide) ** 2 + (q / deep) ** 2 + (r / cap) ** 2);
    return slope > 1e-9 ? (level * (level - 1)) / slope : -Math.min(wide, deep);
  }

  /** How much of a place along the line follows each link: together 1. */
  follow(along: number, add: (link: Link, part: number) => void): void {
    const { links } = this.shape;
    let left = 1;
    links.forEach((link, n) => {
      const after = links[n + 1];
      let passed = 0;
      if (after) {
        const half = Math.min(
          (link.ease ?? 1) * this.radiusAt(link.to),
          ...[link, after].map(({ from, to }) => 0.8 * (to - from)),
        );
        passed = half > 1e-9 ? smooth((along - link.to) / (2 * half) + 0.5) : Number(along > link.to);
      }
      if (left > passed) add(link, left - passed);
      left = Math.min(left, passed);
    });
  }

  private radiusAt(along: number): number {
    const at = 3 * Math.round(Math.min(Math.max(along / this.length, 0), 1) * STEPS);
    return (2 * this.outline[at] + this.outline[at + 1] + this.outline[at + 2]) / 4;
  }
}

export function smooth(part: number): number {
  const t = Math.min(Math.max(part, 0), 1);
  return t * t * (3 - 2 * t);
}

/** Half width and depths between sections, without corners: a cubic through them whose slopes never overshoot. */
function outlineAt(sections: readonly Section[], at: number): [number, number, number] {
  const after = sections.findIndex((section) => section.at >= at);
  if (after === 0) return numbers(sections[0]);
  if (after < 0) return numbers(sections[sections.length - 1]);
  const [a, b] = [sections[after - 1], sections[after]];
  const [before, beyond] = [sections[Math.max(after - 2, 0)], sections[Math.min(after + 1, sections.length - 1)]];
  const size = Math.max(b.at - a.at, 1e-9);
  const t = (at - a.at) / size;
  const of = (key: "wide" | "front" | "back") => {
    const step = (b[key] - a[key]) / size;
    const start = slopeAt(before, a, step, key);
    const end = slopeAt(b, beyond, step, key);
    return cubic(a[key], b[key], start * size, end * size, t);
  };
  return [of("wide"), of("front"), of("back")];
}

function slopeAt(from: Section, to: Section, step: number, key: "wide" | "front" | "back"): number {
  if (to.at - from.at < 1e-9) return 0;
  const other = (to[key] - from[key]) / (to.at - from.at);
  return other * step > 0 ? (2 * other * step) / (other + step) : 0;
}

function cubic(a: number, b: number, start: number, end: number, t: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return a * (2 * t3 - 3 * t2 + 1) + start * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) + end * (t3 - t2);
}

function numbers({ wide, front, back }: Section): [number, number, number] {
  return [wide, front, back];
}

function anyAcross(axis: Vector3): Vector3 {
  const least = Math.abs(axis.x) < 0.6 ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  return least.addScaledVector(axis, -least.dot(axis)).normalize();
}
