/** Keys and handles moved by hand, within what every fit keeps to. Nothing here changes its input.
 *
 * A handle stays inside its segment in time, so that the curve is a function of time, and keeps a little length, so that
 * its slope can be stored; the outer handles of the first and the last key lie on the key. Handles that follow a rule
 * follow every change; locked keys stay as they are. */

import { channelCount } from "../document/keys";
import type { Keys } from "../messages";
import {
  ALIGNED,
  AUTO,
  AUTO_CLAMPED,
  FREE,
  follow,
  following,
  type HandleType,
  isLockedCode,
  LOCKED,
  typeOf,
  VECTOR,
} from "./tangents";

/** One channel of one key, by their numbers. */
export interface KeyPlace {
  key: number;
  channel: number;
}

export type Side = "left" | "right";

interface Point {
  frame: number;
  value: number;
}

/** The shortest handle, as a part of its segment: what the fit has as its least. */
const LEAST_LENGTH = 0.02;

type Draft = Pick<Keys, "frames" | "values" | "left" | "right" | "tangents">;

export function keyValue(keys: Keys, { key, channel }: KeyPlace): number {
  return keys.values[key * channelCount(keys) + channel];
}

export function handleOf(keys: Keys, { key, channel }: KeyPlace, side: Side): Point {
  const place = 2 * (key * channelCount(keys) + channel);
  return { frame: keys[side][place], value: keys[side][place + 1] };
}

function codeOf(keys: Keys, { key, channel }: KeyPlace): number {
  return keys.tangents[key * channelCount(keys) + channel];
}

export function handleType(keys: Keys, place: KeyPlace): HandleType {
  return typeOf(codeOf(keys, place));
}

export function isLocked(keys: Keys, place: KeyPlace): boolean {
  return isLockedCode(codeOf(keys, place));
}

/** Whether there is a segment on that side of a key, so that its handle can be moved. */
export function hasHandle(keys: Keys, key: number, side: Side): boolean {
  return side === "left" ? key > 0 : key < keys.frames.length - 1;
}

/** Each place's value as `change` says; the handles ride along. */
export function withValues(
  keys: Keys,
  places: readonly KeyPlace[],
  change: (value: number, place: KeyPlace) => number,
): Keys {
  return edited(keys, places, (draft, at, place) => {
    const before = draft.values[at];
    const after = change(before, place);
    draft.values[at] = after;
    for (const side of [draft.left, draft.right]) {
      // The offset first: a handle that lies on its key stays on it to the last bit.
      side[2 * at + 1] = after + (side[2 * at + 1] - before);
    }
  });
}

/** A handle somewhere else, as far as it may go. Aligned, the one across the key turns with it; pulled out of its rule,
 * an automatic tangent becomes aligned and a vector free. */
export function withHandle(keys: Keys, place: KeyPlace, side: Side, to: Point): Keys {
  if (!hasHandle(keys, place.key, side)) return keys;
  return edited(keys, [place], (draft, at) => {
    draft.tangents[at] = TAKEN[typeOf(draft.tangents[at])];
    const frame = heldInside(keys, place.key, side, to.frame);
    draft[side][2 * at] = frame;
    draft[side][2 * at + 1] = to.value;
    const run = frame - keys.frames[place.key];
    if (draft.tangents[at] === FREE || run === 0) return;
    turn(draft, place.key, at, side === "left" ? "right" : "left", (to.value - draft.values[at]) / run);
  });
}

/** What the type of a tangent becomes when one of its handles is moved by hand. */
const TAKEN: Readonly<Record<HandleType, HandleType>> = {
  [ALIGNED]: ALIGNED,
  [FREE]: FREE,
  [VECTOR]: FREE,
  [AUTO]: ALIGNED,
  [AUTO_CLAMPED]: ALIGNED,
};

/** Handles of another type. Aligned, they come into one line, in the direction from the one's end to the other's; free,
 * they stay where they are; the other types have a rule. */
export function withType(keys: Keys, places: readonly KeyPlace[], type: HandleType): Keys {
  return edited(keys, places, (draft, at, { key }) => {
    draft.tangents[at] = type;
    const run = draft.right[2 * at] - draft.left[2 * at];
    if (type !== ALIGNED || !isInner(keys, key) || run <= 0) return;
    const slope = (draft.right[2 * at + 1] - draft.left[2 * at + 1]) / run;
    turn(draft, key, at, "left", slope);
    turn(draft, key, at, "right", slope);
  });
}

/** Level handles: the curve rests at the key. */
export function flattened(keys: Keys, places: readonly KeyPlace[]): Keys {
  return edited(keys, places, (draft, at) => {
    draft.tangents[at] = ALIGNED;
    draft.left[2 * at + 1] = draft.right[2 * at + 1] = draft.values[at];
  });
}

/** Keys that cannot be changed any more, by hand or by a refit; or can again. */
export function withLocks(keys: Keys, places: readonly KeyPlace[], isOn: boolean): Keys {
  const tangents = keys.tangents.slice();
  const wide = channelCount(keys);
  for (const { key, channel } of places) {
    if (isOn) tangents[key * wide + channel] |= LOCKED;
    else tangents[key * wide + channel] &= ~LOCKED;
  }
  return isOn ? { ...keys, tangents } : following({ ...keys, tangents });
}

function edited(
  keys: Keys,
  places: readonly KeyPlace[],
  edit: (draft: Draft, at: number, place: KeyPlace) => void,
): Keys {
  const changed = places.filter((place) => !isLocked(keys, place));
  if (!changed.length) return keys;
  const draft = {
    frames: keys.frames,
    values: keys.values.slice(),
    left: keys.left.slice(),
    right: keys.right.slice(),
    tangents: keys.tangents.slice(),
  };
  const wide = channelCount(keys);
  for (const place of changed) edit(draft, place.key * wide + place.channel, place);
  follow(draft, wide, new Set(changed.map(({ channel }) => channel)));
  return { ...keys, ...draft };
}

/** Turn a handle to a slope, keeping its length in time. */
function turn(draft: Draft, key: number, at: number, side: Side, slope: number): void {
  const run = draft[side][2 * at] - draft.frames[key];
  if (run !== 0) draft[side][2 * at + 1] = draft.values[at] + slope * run;
}

function heldInside(keys: Keys, key: number, side: Side, frame: number): number {
  const here = keys.frames[key];
  const span = (side === "left" ? keys.frames[key - 1] : keys.frames[key + 1]) - here;
  const share = Math.min(Math.max((frame - here) / span, LEAST_LENGTH), 1);
  return here + share * span;
}

function isInner(keys: Keys, key: number): boolean {
  return key > 0 && key < keys.frames.length - 1;
}
