/** Flags that are painted wherever the playhead goes: while time runs, or step by step. */

import { said, type Word } from "../../document/marks";
import type { Stretch } from "../../document/plants";
import type { Studio } from "../../studio/studio";
import { benchOf } from "./bench";
import { brushed, commit, named, select, verbOf } from "./edits";

const followed = new WeakSet<Studio>();

/** Begin to paint a flag from a frame on, or end it where the playhead is. */
export function togglePainting(studio: Studio, flag: string, from = studio.playhead.get()): void {
  follow(studio);
  const { painting } = benchOf(studio).get();
  if (flag in painting) {
    finish(studio, [flag], studio.playhead.get());
    return;
  }
  select(studio, flag);
  benchOf(studio).patch({ painting: { ...painting, [flag]: from } });
  draw(studio, studio.playhead.get());
}

/** End all painting where the playhead is. */
export function finishPainting(studio: Studio): void {
  finish(studio, Object.keys(benchOf(studio).get().painting), studio.playhead.get());
}

/** Give up what is being painted. */
export function leavePainting(studio: Studio): void {
  benchOf(studio).patch({ painting: {}, draft: null });
}

export function isPainting(studio: Studio): boolean {
  return Object.keys(benchOf(studio).get().painting).length > 0;
}

function follow(studio: Studio): void {
  if (followed.has(studio)) return;
  followed.add(studio);
  let before = studio.playhead.get();
  studio.playhead.subscribe(() => {
    const now = studio.playhead.get();
    // Time begins again: what was painted ends where the round did.
    const isNewRound = studio.isPlaying.get() && now < before;
    if (isPainting(studio) && isNewRound) finish(studio, Object.keys(benchOf(studio).get().painting), before);
    else if (isPainting(studio)) draw(studio, now);
    before = now;
  });
  studio.isPlaying.subscribe(() => {
    if (!studio.isPlaying.get() && isPainting(studio)) finishPainting(studio);
  });
}

function draw(studio: Studio, to: number): void {
  const { painting, word } = benchOf(studio).get();
  const { marks } = studio.commands.ahead.get();
  const drawn = Object.entries(painting).map(([flag, from]) => [
    flag,
    said(marks[flag] ?? [], between(from, to), word),
  ]);
  benchOf(studio).patch({ draft: drawn.length ? { marks: Object.fromEntries(drawn), brush: null } : null });
}

/** Every flag is a step of its own: each was begun and ended by itself. */
function finish(studio: Studio, flags: readonly string[], to: number): void {
  const { painting, word } = benchOf(studio).get();
  const rest = Object.fromEntries(Object.entries(painting).filter(([flag]) => !flags.includes(flag)));
  benchOf(studio).patch({ painting: rest, draft: null });
  for (const flag of flags) paint(studio, flag, between(painting[flag], to), word);
  draw(studio, to);
}

function paint(studio: Studio, flag: string, stretch: Stretch, word: Word): void {
  commit(studio, named(verbOf(word), [flag]), brushed(studio, [flag], stretch, word));
}

function between(a: number, b: number): Stretch {
  return { first: Math.min(a, b), last: Math.max(a, b) };
}
