/** Frames along a horizontal line of pixels: the axis that timeline, dopesheet and graph editor share. */

export interface Axis {
  /** The frames at the left and the right edge; may be fractional. */
  from: number;
  to: number;
  /** Pixels between them, and where they begin. */
  left: number;
  width: number;
}

export const LEAST_SPAN = 4;

/** Pixels at the left for names, and at the right where nothing is drawn: the same in every view, so that frames line up. */
export const GUTTER = 124;
export const RIGHT_ROOM = 10;

/** The axis of a canvas of some width that shows some frames. */
export function axisOf({ from, to }: Span, width: number): Axis {
  return { from, to, left: GUTTER, width: Math.max(width - GUTTER - RIGHT_ROOM, 1) };
}

export function xOf(axis: Axis, frame: number): number {
  return axis.left + ((frame - axis.from) / (axis.to - axis.from)) * axis.width;
}

export function frameAt(axis: Axis, x: number): number {
  return axis.from + ((x - axis.left) / axis.width) * (axis.to - axis.from);
}

export function framesIn(axis: Axis, pixels: number): number {
  return (pixels / axis.width) * (axis.to - axis.from);
}

type Span = Pick<Axis, "from" | "to">;

/** The frames seen after zooming by a factor (below 1 is nearer) about a frame that stays in place. */
export function zoomed({ from, to }: Span, factor: number, about: number, most: Span): Span {
  const longest = 1.5 * (most.to - most.from) + LEAST_SPAN;
  const span = Math.min(Math.max((to - from) * factor, LEAST_SPAN), longest);
  const share = (about - from) / (to - from);
  return { from: about - share * span, to: about + (1 - share) * span };
}

/** Moved along, but never so far that nothing of `most` is in the middle any more. */
export function panned({ from, to }: Span, frames: number, most: Span): Span {
  const middle = (from + to) / 2;
  const least = Math.min(middle, most.from);
  const wanted = Math.min(Math.max(middle + frames, least), Math.max(middle, most.to));
  return { from: from + wanted - middle, to: to + wanted - middle };
}

/** All of a stretch, with a little room at both ends. */
export function framed(first: number, last: number): Span {
  const room = Math.max(0.03 * (last - first), 0.5);
  return { from: first - room, to: last + room };
}

/** Round frame numbers at least `apart` pixels from each other. */
export function ticks(axis: Axis, apart = 70): number[] {
  const least = Math.max(framesIn(axis, apart), 1e-9);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? 10 * power);
  const first = Math.ceil(axis.from / step);
  return Array.from({ length: Math.max(0, Math.floor(axis.to / step) - first + 1) }, (_, n) => (first + n) * step);
}
