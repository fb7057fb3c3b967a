/** The range that is worked on: its two handles, and how far they go. */

import type { CSSProperties } from "react";
import type { Settings } from "../messages";
import { type Axis, xOf } from "./axis";

export interface Range {
  first: number;
  last: number;
}

/** A range has at least this many frames from its first to its last. */
export const LEAST_RANGE = 2;
export const SHORTEST = `A range has at least ${LEAST_RANGE + 1} frames.`;

const REACH = 9;

/** The handle under the pointer; handles stand outside the range, so that its ends stay free for the playhead. */
export function handleAt(axis: Axis, { first, last }: Range, x: number): "first" | "last" | null {
  const [left, right] = [xOf(axis, first), xOf(axis, last)];
  if (x >= left - REACH && x <= left + 2) return "first";
  return x >= right - 2 && x <= right + REACH ? "last" : null;
}

/** The range with one end moved, inside the clip and with its ends in order. */
export function withEnd(range: Range, end: "first" | "last", frame: number, clip: Range): Range {
  const wanted = Math.round(frame);
  if (end === "first") return inside({ ...range, first: Math.min(wanted, range.last - LEAST_RANGE) }, clip);
  return inside({ ...range, last: Math.max(wanted, range.first + LEAST_RANGE) }, clip);
}

/** A range as far as the clip goes, which may be shorter than the least range. */
function inside({ first, last }: Range, clip: Range): Range {
  return { first: Math.max(first, clip.first), last: Math.min(last, clip.last) };
}

/** Settings for another range; pins outside it cannot be kept. */
export function settingsFor(settings: Settings, { first, last }: Range): Settings {
  return { ...settings, first, last, pins: settings.pins.filter((pin) => pin >= first && pin <= last) };
}

/** Fields of frames are wide enough for the longest number of a clip: cut off, 100000 reads as 10000. */
export function roomFor({ first, last }: Range): CSSProperties {
  return { "--digits": Math.max(String(first).length, String(last).length) } as CSSProperties;
}
