/** What a ruler says: frames in one row, seconds in the other. */

import { type Axis, framesIn, ticks } from "./axis";

interface Tick {
  frame: number;
  text: string;
}

const SECOND_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

export function frameTicks(axis: Axis): Tick[] {
  return ticks(axis, 64).map((frame) => ({ frame, text: String(frame) }));
}

/** Frames between the numbered ones, at least five pixels apart. */
export function minorTicks(axis: Axis): number[] {
  return ticks(axis, 5);
}

/** Seconds since the clip's first frame, on round numbers; their frames may be fractional. */
export function secondTicks(axis: Axis, fps: number, firstFrame: number): Tick[] {
  const least = framesIn(axis, 64) / fps;
  const step = SECOND_STEPS.find((seconds) => seconds >= least) ?? Math.ceil(least / 600) * 600;
  const from = Math.max(Math.ceil((axis.from - firstFrame) / fps / step), 0);
  const to = Math.floor((axis.to - firstFrame) / fps / step);
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => {
    const seconds = (from + n) * step;
    return { frame: firstFrame + seconds * fps, text: secondsText(seconds, digits) };
  });
}

/** Such as `1.5 s` or `2:05`. */
export function secondsText(seconds: number, digits: number): string {
  if (seconds < 60) return `${seconds.toFixed(digits)} s`;
  const rest = (seconds % 60).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
