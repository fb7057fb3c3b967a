/** Solids of rings in the rest pose: what limbs, trunk and head are made of. */

import { Vector3 } from "three";

/** An ellipse about a centre: `u` and `v` are its half axes. */
export interface Ring {
  centre: Vector3;
  u: Vector3;
  v: Vector3;
}

export interface Shape {
  /** The joint that it follows. */
  joint: number;
  /** The joint at its far end. */
  end: number;
  rings: Ring[];
  from: Vector3;
  to: Vector3;
  /** About how thick it is, for picking. */
  radius: number;
  /** Darker or lighter than the rest of the figure: 1 is neither. */
  shade: number;
}

/** A half width and a half depth at a part of the way; beyond 0 and 1 lie the rounded ends. */
export interface Section {
  at: number;
  wide: number;
  deep: number;
}

/** A solid along a line, with `side` as the direction of its width. Its ends are rounded. */
export function along(
  joint: number,
  end: number,
  from: Vector3,
  to: Vector3,
  side: Vector3,
  sections: Section[],
): Shape {
  const way = to.clone().sub(from);
  const axis = way.clone().normalize();
  const wide = side.clone().addScaledVector(axis, -side.dot(axis));
  if (wide.lengthSq() < 1e-6) wide.copy(anyAcross(axis));
  wide.normalize();
  const deep = axis.clone().cross(wide);
  const rings = rounded(sections, way.length()).map((section) => ({
    centre: from.clone().addScaledVector(way, section.at),
    u: wide.clone().multiplyScalar(section.wide),
    v: deep.clone().multiplyScalar(section.deep),
  }));
  const radius = sections.reduce((most, section) => Math.max(most, (section.wide + section.deep) / 2), 0);
  return { joint, end, rings, from, to, radius, shade: 1 };
}

/** The sections with a round cap at both ends: flat ones look like sawn wood. */
function rounded(sections: Section[], length: number): Section[] {
  const cap = (section: Section, direction: 1 | -1): Section[] => {
    const reach = (0.85 * Math.min(section.wide, section.deep)) / length;
    return [0.55, 0.86, 1].map((part) => {
      const shrink = Math.max(Math.sqrt(1 - part * part), 0.02);
      return { at: section.at + direction * part * reach, wide: section.wide * shrink, deep: section.deep * shrink };
    });
  };
  return [...cap(sections[0], -1).reverse(), ...sections, ...cap(sections[sections.length - 1], 1)];
}

/** A ball with three half axes. */
export function ball(joint: number, centre: Vector3, axes: readonly [Vector3, Vector3, Vector3], steps = 8): Shape {
  const [wide, high, deep] = axes;
  const rings = Array.from({ length: steps + 1 }, (_, n) => {
    const angle = Math.PI * (n / steps - 0.5);
    const shrink = Math.max(Math.cos(angle), 0.02);
    return {
      centre: centre.clone().addScaledVector(high, Math.sin(angle)),
      u: deep.clone().multiplyScalar(shrink),
      v: wide.clone().multiplyScalar(shrink),
    };
  });
  const [from, to] = [centre.clone().addScaledVector(high, -0.5), centre.clone().addScaledVector(high, 0.5)];
  return { joint, end: joint, rings, from, to, radius: (wide.length() + deep.length()) / 2, shade: 1 };
}

export function anyAcross(axis: Vector3): Vector3 {
  const least = Math.abs(axis.x) < 0.6 ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  return least.addScaledVector(axis, -least.dot(axis)).normalize();
}
