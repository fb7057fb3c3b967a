/** Spans of flags over time: painted over each other, never two of one flag at a time. Nothing here changes its input. */

import type { FlagSpan } from "../../messages";

/** What painting says of a flag: it must hold, must not, or may. */
export type Wanted = "must" | "must-not" | "may";

/** Spans are painted in tenths of a second. */
export const GRID_S = 0.1;
/** Nothing is shorter. */
export const LEAST_S = 0.05;

/** The spans with something else wanted of a flag from one time to another; spans of one kind that meet are one. */
export function painted(
  spans: readonly FlagSpan[],
  flag: string,
  [start_s, stop_s]: readonly [number, number],
  wanted: Wanted,
): FlagSpan[] {
  const others = spans.filter((span) => span.flag !== flag);
  const cut = spans.filter((span) => span.flag === flag).flatMap((span) => without(span, start_s, stop_s));
  const fresh = wanted === "may" ? [] : [{ flag, start_s, stop_s, must: wanted === "must" }];
  return [...others, ...joined([...cut, ...fresh])];
}

function without(span: FlagSpan, start_s: number, stop_s: number): FlagSpan[] {
  if (span.stop_s <= start_s || span.start_s >= stop_s) return [span];
  const pieces = [
    { ...span, stop_s: start_s },
    { ...span, start_s: stop_s },
  ];
  return pieces.filter((piece) => piece.stop_s - piece.start_s >= LEAST_S);
}

function joined(spans: readonly FlagSpan[]): FlagSpan[] {
  const found: FlagSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start_s - b.start_s)) {
    const last = found.at(-1);
    if (last && last.must === span.must && last.stop_s >= span.start_s - 1e-6) {
      found[found.length - 1] = { ...last, stop_s: Math.max(last.stop_s, span.stop_s) };
    } else found.push(span);
  }
  return found;
}

/** The flags that have a lane: the library's, and those that only the demand has. */
export function lanesOf(vocabulary: readonly string[], spans: readonly FlagSpan[]): string[] {
  return [...new Set([...vocabulary, ...spans.map(({ flag }) => flag)])];
}
