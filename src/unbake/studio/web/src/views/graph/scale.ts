/** Values along a vertical line of pixels, in the units that people read, or each curve scaled to what it was captured in. */

import type { Clip } from "../../messages";
import { unitOf } from "../channels/names";

/** Values at the bottom and the top edge. */
export interface Extent {
  low: number;
  high: number;
}

export interface ValueAxis extends Extent {
  /** Pixels from the top edge, and between the two. */
  top: number;
  height: number;
}

export function yOf(axis: ValueAxis, value: number): number {
  return axis.top + ((axis.high - value) / (axis.high - axis.low)) * axis.height;
}

export function shownValueAt(axis: ValueAxis, y: number): number {
  return axis.high - ((y - axis.top) / axis.height) * (axis.high - axis.low);
}

/** How a channel's own numbers become those that are drawn: times `scale`, plus `shift`. */
export interface Measure {
  scale: number;
  shift: number;
}

/** Degrees, centimetres or bare numbers; normalised, −1 to 1 is the channel's captured range. */
export function measureOf(clip: Clip, channel: number, isNormalised: boolean): Measure {
  const { scale } = unitOf(clip.channels[channel].name);
  if (!isNormalised) return { scale, shift: 0 };
  const { low, high } = capturedExtent(clip, channel);
  // What does not move keeps its unit and lies in the middle.
  const half = high - low > 1e-9 ? (high - low) / 2 : 1 / scale;
  return { scale: 1 / half, shift: -(low + high) / 2 / half };
}

const known = new WeakMap<Clip, Map<number, Extent>>();

/** The least and the largest captured value of a channel, in its own unit. */
export function capturedExtent(clip: Clip, channel: number): Extent {
  const extents = known.get(clip) ?? new Map<number, Extent>();
  known.set(clip, extents);
  let extent = extents.get(channel);
  if (!extent) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = channel; at < clip.values.length; at += clip.channels.length) {
      low = Math.min(low, clip.values[at]);
      high = Math.max(high, clip.values[at]);
    }
    extent = { low, high };
    extents.set(channel, extent);
  }
  return extent;
}

/** Values with a little room around them, and never none at all. */
export function roomy({ low, high }: Extent): Extent {
  if (!(high >= low)) return { low: -1, high: 1 };
  const room = Math.max(0.09 * (high - low), 0.02 * Math.abs(high + low) * 0.5, 0.05);
  return { low: low - room, high: high + room };
}

/** Zoomed by a factor about a value that stays where it is. */
export function zoomedValues({ low, high }: Extent, factor: number, about: number): Extent {
  const clamped = Math.min(Math.max((high - low) * factor, 0.01), 1e5) / (high - low);
  return { low: about - (about - low) * clamped, high: about + (high - about) * clamped };
}

/** Round values at least `apart` pixels from each other, and how many digits they need. */
export function valueTicks(axis: ValueAxis, apart = 30): { values: number[]; digits: number } {
  const least = ((axis.high - axis.low) / axis.height) * apart;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? 10 * power;
  const first = Math.ceil(axis.low / step);
  const count = Math.max(0, Math.floor(axis.high / step) - first + 1);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return { values: Array.from({ length: count }, (_, n) => (first + n) * step), digits };
}
