/** Whole-pose keys as rows that can be cut out and put in; what the server calls `Keys`. Nothing here changes its input. */

import type { Keys } from "../messages";

export const KEYPOSE = 0;
export const BREAKDOWN = 1;
/** At the start or the end of a moving hold. */
export const HOLD = 2;
export type KeyClass = typeof KEYPOSE | typeof BREAKDOWN | typeof HOLD;
export type ClassName = "keypose" | "breakdown" | "hold";

export const CLASS_WORDS: Record<ClassName, string> = {
  keypose: "Keypose",
  breakdown: "Breakdown",
  hold: "Moving hold",
};

export function classNameOf(kind: number): ClassName {
  return kind === BREAKDOWN ? "breakdown" : kind === HOLD ? "hold" : "keypose";
}

/** Some keys of an animation without the animation. */
export type KeyRows = Pick<Keys, "frames" | "classes" | "values" | "left" | "right" | "tangents">;

export const ROW_PARTS = ["frames", "classes", "values", "left", "right", "tangents"] as const;

/** How many numbers a key has in each part. */
function width(rows: KeyRows, part: (typeof ROW_PARTS)[number]): number {
  return rows.frames.length ? rows[part].length / rows.frames.length : 0;
}

export function channelCount(keys: KeyRows): number {
  return width(keys, "values");
}

export function rowsOf(keys: KeyRows, from: number, to: number): KeyRows {
  const cut = (part: (typeof ROW_PARTS)[number]) => keys[part].slice(from * width(keys, part), to * width(keys, part));
  return Object.fromEntries(ROW_PARTS.map((part) => [part, cut(part)])) as unknown as KeyRows;
}

/** The same animation with some of its keys, in the order of the rows. */
export function withRows(keys: Keys, rows: readonly number[]): Keys {
  const result = { ...keys };
  for (const part of ROW_PARTS) {
    const wide = width(keys, part);
    const Kind = keys[part].constructor as new (length: number) => Keys[typeof part];
    const picked = new Kind(rows.length * wide);
    rows.forEach((row, n) => {
      picked.set(keys[part].subarray(row * wide, (row + 1) * wide) as never, n * wide);
    });
    (result as Record<string, unknown>)[part] = picked;
  }
  return result;
}

/** The keys with `removed` rows from `at` on replaced by others. */
export function spliced(keys: Keys, at: number, removed: number, inserted: KeyRows): Keys {
  const result = { ...keys };
  for (const part of ROW_PARTS) {
    const wide = width(keys, part);
    const before = keys[part].subarray(0, at * wide);
    const after = keys[part].subarray((at + removed) * wide);
    const Kind = keys[part].constructor as new (length: number) => Keys[typeof part];
    const joined = new Kind(before.length + inserted[part].length + after.length);
    joined.set(before as never);
    joined.set(inserted[part] as never, before.length);
    joined.set(after as never, before.length + inserted[part].length);
    (result as Record<string, unknown>)[part] = joined;
  }
  return result;
}

/** Whether two animations are of the same frames of the same thing, so that one can become the other by its keys. */
export function areOfOneKind(a: Keys, b: Keys): boolean {
  const isOfOneRange = a.first === b.first && a.last === b.last && a.fit === b.fit;
  // A project that was saved before feet could hold says nothing of them.
  return isOfOneRange && JSON.stringify(a.holds ?? []) === JSON.stringify(b.holds ?? []);
}

/** What has to be replaced to get from one animation to another with the same channels. */
export function difference(before: Keys, after: Keys): { at: number; removed: KeyRows; inserted: KeyRows } {
  const [n, m] = [before.frames.length, after.frames.length];
  let start = 0;
  while (start < n && start < m && isSameRow(before, start, after, start)) start++;
  let end = 0;
  while (end < n - start && end < m - start && isSameRow(before, n - 1 - end, after, m - 1 - end)) end++;
  return { at: start, removed: rowsOf(before, start, n - end), inserted: rowsOf(after, start, m - end) };
}

function isSameRow(a: Keys, i: number, b: Keys, j: number): boolean {
  return ROW_PARTS.every((part) => {
    const wide = width(a, part);
    // Bit for bit: 0 and −0 differ, a NaN is like itself.
    for (let k = 0; k < wide; k++) if (!Object.is(a[part][i * wide + k], b[part][j * wide + k])) return false;
    return true;
  });
}
