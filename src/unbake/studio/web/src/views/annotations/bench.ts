/** What the annotation lanes are in the middle of: one for each studio, because actions, view and playback share it. */

import { isSame, type Marks, type Word } from "../../document/marks";
import type { Stretch } from "../../document/plants";
import type { Mark } from "../../messages";
import { Store, watching } from "../../store";
import type { Studio } from "../../studio/studio";

/** Marks under the hand. */
export interface Draft {
  /** Of the flags that change, as they would be after letting go. */
  marks: Marks;
  /** Where the hand paints; null while it moves an edge or time paints. */
  brush: (Stretch & { flags: readonly string[]; word: Word }) | null;
}

interface Bench {
  /** The flag whose lane keys are meant for. */
  lane: string | null;
  selected: { flag: string; mark: Mark } | null;
  draft: Draft | null;
  /** What painting says: true, not, or nothing. */
  word: Word;
  /** The stretch that is to be labelled next, and the flags that are uncertain in it. */
  stretch: (Stretch & { flags: readonly string[] }) | null;
  /** The flags that are painted wherever the playhead goes, and the frame where that began. */
  painting: Readonly<Record<string, number>>;
  isChoosingFlags: boolean;
}

const IDLE = { selected: null, draft: null, stretch: null, painting: {} } satisfies Partial<Bench>;

const benches = new WeakMap<Studio, Store<Bench>>();

export function benchOf(studio: Studio): Store<Bench> {
  let bench = benches.get(studio);
  if (!bench) {
    bench = new Store<Bench>({ ...IDLE, lane: null, word: true, isChoosingFlags: false });
    benches.set(studio, bench);
    // With another clip, what was begun is over.
    studio.clip.subscribe(() => benchOf(studio).patch(IDLE));
    // So it is with other flags.
    watching([studio.library.state], () => [studio.library.state.get().vocabulary])(() => benchOf(studio).patch(IDLE));
  }
  return bench;
}

/** The flags whose lanes are seen, in the order of the vocabulary. */
export function shownFlags(studio: Studio): readonly string[] {
  const { vocabulary } = studio.library.state.get();
  const hidden = studio.preferences.get().hiddenFlags ?? [];
  return vocabulary.filter((flag) => !hidden.includes(flag));
}

/** The flag that keys are meant for: the one that was picked, otherwise the first that is seen. */
export function laneOf(studio: Studio): string | null {
  const flags = shownFlags(studio);
  const { lane } = benchOf(studio).get();
  return lane !== null && flags.includes(lane) ? lane : (flags[0] ?? null);
}

/** All marks as they are seen. */
export function shownMarks(studio: Studio): Marks {
  const { marks } = studio.commands.ahead.get();
  const { draft } = benchOf(studio).get();
  return draft ? { ...marks, ...draft.marks } : marks;
}

export function marksOf(studio: Studio, flag: string): readonly Mark[] {
  return shownMarks(studio)[flag] ?? [];
}

/** The frames that "all" means: the stretch in hand, otherwise the range. */
export function scopeOf(studio: Studio): Stretch {
  const { stretch } = benchOf(studio).get();
  const { first, last } = stretch ?? studio.commands.ahead.get().settings;
  return { first, last };
}

/** The mark that was picked, as long as it is still there. */
export function selectedMark(studio: Studio): { flag: string; mark: Mark } | null {
  const { selected } = benchOf(studio).get();
  return selected && marksOf(studio, selected.flag).some((mark) => isSame(mark, selected.mark)) ? selected : null;
}

/** Whether the clip that is open can be annotated. */
export function canAnnotate(studio: Studio): boolean {
  return studio.clip.get() !== null && studio.annotations.known.get().clip !== null;
}
