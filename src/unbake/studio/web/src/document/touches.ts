/** The numbers of keys that an edit changed, and where they are: of a pose with a hundred channels, often only a few. */

import type { Keys } from "../messages";
import { type KeyRows, ROW_PARTS } from "./keys";

type Part = (typeof ROW_PARTS)[number];

interface Touched<A> {
  /** In the whole array. */
  places: Int32Array;
  before: A;
  after: A;
}

/** By part; those that are as they were are left out. */
export type Touches = { [P in Part]?: Touched<Keys[P]> };

/** What makes some rows others, which begin with the row `at`; null where there are more rows or fewer. */
export function touchesBetween(at: number, removed: KeyRows, inserted: KeyRows): Touches | null {
  const count = removed.frames.length;
  if (!count || count !== inserted.frames.length) return null;
  const found: Touches = {};
  for (const part of ROW_PARTS) {
    const [before, after] = [removed[part], inserted[part]];
    // Bit for bit: 0 and −0 differ, a NaN is like itself.
    const places = Int32Array.from(before.keys()).filter((place) => !Object.is(before[place], after[place]));
    if (!places.length) continue;
    const picked = (from: Keys[Part]) => {
      const Kind = from.constructor as new (length: number) => Keys[Part];
      const numbers = new Kind(places.length);
      for (let n = 0; n < places.length; n++) numbers[n] = from[places[n]];
      return numbers;
    };
    const start = at * (before.length / count);
    const touched = { places: places.map((place) => start + place), before: picked(before), after: picked(after) };
    (found as Record<Part, unknown>)[part] = touched;
  }
  return found;
}

/** The keys with the numbers of one side. */
export function withTouches(keys: Keys, touches: Touches, side: "before" | "after"): Keys {
  const result = { ...keys };
  for (const part of ROW_PARTS) {
    const touched = touches[part];
    if (!touched) continue;
    const numbers = keys[part].slice();
    for (let n = 0; n < touched.places.length; n++) numbers[touched.places[n]] = touched[side][n];
    (result as Record<Part, unknown>)[part] = numbers;
  }
  return result;
}
