/** What a person said of a clip's flags: stretches on which a flag is true, or is not; between them, nothing is said.
 * Nothing here changes its input. */

import type { Mark } from "../messages";
import type { End, Stretch } from "./plants";

/** Of each flag, by time; marks never overlap, and those that meet are of different kinds. */
export type Marks = Readonly<Record<string, readonly Mark[]>>;

/** What can be said of frames: true, not, or nothing. */
export type Word = boolean | null;

/** Certainty in percent from which on a guess is true, and what stands for no guess. */
export const LIKELY = 50;
export const NO_GUESS = 255;

export function markAt(marks: readonly Mark[], frame: number): Mark | null {
  return marks.find(({ first, last }) => first <= frame && frame <= last) ?? null;
}

/** The marks with something else said of some frames. */
export function said(marks: readonly Mark[], { first, last }: Stretch, word: Word): Mark[] {
  const kept = marks.flatMap((mark) => outside(mark, { first, last }));
  return joined(word === null ? kept : [...kept, { first, last, is_yes: word }]);
}

function outside(mark: Mark, { first, last }: Stretch): Mark[] {
  if (mark.last < first || mark.first > last) return [mark];
  const pieces = [
    { ...mark, last: first - 1 },
    { ...mark, first: last + 1 },
  ];
  return pieces.filter((piece) => piece.first <= piece.last);
}

/** By time, and marks of one kind that meet are one. */
function joined(marks: readonly Mark[]): Mark[] {
  const found: Mark[] = [];
  for (const mark of [...marks].sort((a, b) => a.first - b.first)) {
    const last = found.at(-1);
    if (last && last.is_yes === mark.is_yes && last.last + 1 >= mark.first) {
      found[found.length - 1] = { ...last, last: Math.max(last.last, mark.last) };
    } else found.push(mark);
  }
  return found;
}

/** The marks with one end of a mark elsewhere, which keeps a frame. A mark that it meets there goes along; others give
 * way. */
export function withEnd(marks: readonly Mark[], mark: Mark, end: End, frame: number, within: Stretch): Mark[] {
  const isFirst = end === "first";
  const at = isFirst
    ? Math.min(Math.max(frame, within.first), mark.last)
    : Math.max(Math.min(frame, within.last), mark.first);
  const beside = marks.find((one) => (isFirst ? one.last + 1 === mark.first : one.first === mark.last + 1));
  const others = marks.filter((one) => !isSame(one, mark) && one !== beside);
  const meeting = beside && { ...beside, [isFirst ? "last" : "first"]: isFirst ? at - 1 : at + 1 };
  const left = meeting && meeting.first <= meeting.last ? [...others, meeting] : others;
  const moved = { ...mark, [end]: at };
  return said(joined(left), moved, mark.is_yes);
}

/** The frames of a stretch of which nothing is said. */
export function unsaid(marks: readonly Mark[], { first, last }: Stretch): Stretch[] {
  const found: Stretch[] = [];
  let from = first;
  for (const mark of marks) {
    if (mark.last < from) continue;
    if (mark.first > last) break;
    if (mark.first > from) found.push({ first: from, last: mark.first - 1 });
    from = mark.last + 1;
  }
  if (from <= last) found.push({ first: from, last });
  return found;
}

/** The marks with a guess taken over on the frames of a stretch of which nothing is said.
 *
 * `guess`: certainty in percent of each frame from `start` on. */
export function withGuess(marks: readonly Mark[], guess: Uint8Array, start: number, stretch: Stretch): Mark[] {
  let found: readonly Mark[] = marks;
  for (const { first, last } of unsaid(marks, stretch)) {
    for (let from = first; from <= last; ) {
      const word = wordOf(guess[from - start]);
      let to = from;
      while (to < last && wordOf(guess[to + 1 - start]) === word) to++;
      if (word !== null) found = said(found, { first: from, last: to }, word);
      from = to + 1;
    }
  }
  return found as Mark[];
}

export function wordOf(percent: number | undefined): Word {
  return percent === undefined || percent === NO_GUESS ? null : percent >= LIKELY;
}

/** The marks with the rest of a stretch said not to be true. */
export function withRest(marks: readonly Mark[], stretch: Stretch): Mark[] {
  return unsaid(marks, stretch).reduce((all: readonly Mark[], free) => said(all, free, false), marks) as Mark[];
}

/** The last frame before another of which anything is said; null where nothing is. */
export function lastSaid(marks: readonly Mark[], before: number): number | null {
  const mark = marks.findLast(({ first }) => first < before);
  return mark ? Math.min(mark.last, before - 1) : null;
}

/** The flags whose marks differ. */
export function changedFlags(before: Marks, after: Marks): string[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all.filter((flag) => before[flag] !== after[flag] && !areSame(before[flag] ?? [], after[flag] ?? []));
}

function areSame(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, n) => isSame(mark, b[n]));
}

export function isSame(a: Mark, b: Mark): boolean {
  return a.first === b.first && a.last === b.last && a.is_yes === b.is_yes;
}
