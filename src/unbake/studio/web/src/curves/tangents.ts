/** Types of handles and locks, as `unbake.curves.tangents` has them; `tests/curves/tangents.json` holds both to it.
 *
 * A key of a channel has one code: the type's number, and `LOCKED` more where the key is locked there. */

import { channelCount } from "../document/keys";
import type { Keys } from "../messages";

export const ALIGNED = 0;
export const FREE = 1;
export const VECTOR = 2;
export const AUTO = 3;
export const AUTO_CLAMPED = 4;
export const LOCKED = 16;

export type HandleType = typeof ALIGNED | typeof FREE | typeof VECTOR | typeof AUTO | typeof AUTO_CLAMPED;

export const TYPE_NAMES = ["aligned", "free", "vector", "auto", "auto clamped"] as const;

export function typeOf(code: number): HandleType {
  return (code & (LOCKED - 1)) as HandleType;
}

export function isLockedCode(code: number): boolean {
  return (code & LOCKED) !== 0;
}

type Curves = Pick<Keys, "frames" | "values" | "left" | "right" | "tangents">;

/** Put the handles that follow a rule where it wants them, in some channels or all; changes what it is given. */
export function follow(draft: Curves, wide: number, channels?: ReadonlySet<number>): void {
  const last = draft.frames.length - 1;
  if (last < 1) return;
  for (let at = 0; at < draft.tangents.length; at++) {
    const code = draft.tangents[at];
    if (code < VECTOR || isLockedCode(code)) continue;
    if (channels && !channels.has(at % wide)) continue;
    put(draft, Math.floor(at / wide), at, wide, last);
  }
}

/** Keys whose handles follow their rules; the same keys where none does. */
export function following(keys: Keys): Keys {
  const wide = channelCount(keys);
  if (!keys.tangents.some((code) => code >= VECTOR && code < LOCKED)) return keys;
  const draft = { ...keys, left: keys.left.slice(), right: keys.right.slice() };
  follow(draft, wide);
  return draft;
}

function put(draft: Curves, key: number, at: number, wide: number, last: number): void {
  const type = typeOf(draft.tangents[at]);
  const { frames, values } = draft;
  const straight = (other: number, there: number) => (values[there] - values[at]) / (frames[other] - frames[key]);
  const before = key > 0 ? straight(key - 1, at - wide) : 0;
  const after = key < last ? straight(key + 1, at + wide) : 0;
  const isEnd = key === 0 || key === last;
  const smooth = isEnd ? 0 : type === AUTO ? 0.5 * (before + after) : clamped(before, after);
  for (const [side, other, slope] of [
    ["left", key - 1, before],
    ["right", key + 1, after],
  ] as const) {
    if (other < 0 || other > last) continue;
    const run = (frames[other] - frames[key]) / 3;
    draft[side][2 * at] = frames[key] + run;
    draft[side][2 * at + 1] = values[at] + (type === VECTOR ? slope : smooth) * run;
  }
}

/** Level at a high or a low; elsewhere no handle, a third of the way long, passes its neighbour. */
function clamped(before: number, after: number): number {
  if (before * after <= 0) return 0;
  const most = 3 * Math.min(Math.abs(before), Math.abs(after));
  return Math.min(Math.max(0.5 * (before + after), -most), most);
}
