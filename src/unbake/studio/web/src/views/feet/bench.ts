/** What the Feet view is in the middle of: one for each studio, because actions, view and viewport share it. */

import type { Stretch } from "../../document/plants";
import type { OracleKnown, Plant, SequenceFound } from "../../messages";
import { Store } from "../../store";
import type { Studio } from "../../studio/studio";

/** Labels under the hand. */
export interface Draft {
  /** As they would be after letting go. */
  plants: readonly Plant[];
  /** Where the hand paints or erases; null while it moves an edge. */
  brush: (Stretch & { points: readonly number[]; isErasing: boolean }) | null;
}

export type OracleName = OracleKnown["oracle"];

interface Bench {
  /** The lane that keys are meant for. */
  lane: number;
  selected: Plant | null;
  draft: Draft | null;
  /** The sequence that is to be labelled next. */
  sequence: SequenceFound | null;
  oracle: OracleName;
  known: OracleKnown | null;
  isOracleOpen: boolean;
}

const IDLE = { lane: 0, selected: null, draft: null, sequence: null } satisfies Partial<Bench>;

const benches = new WeakMap<Studio, Store<Bench>>();

export function benchOf(studio: Studio): Store<Bench> {
  let bench = benches.get(studio);
  if (!bench) {
    bench = new Store<Bench>({ ...IDLE, oracle: "own", known: null, isOracleOpen: false });
    benches.set(studio, bench);
    // With another clip, what was begun is over; the oracle is the same.
    studio.clip.subscribe(() => benchOf(studio).patch(IDLE));
  }
  return bench;
}

/** The labels that are seen. */
export function shownPlants(studio: Studio): readonly Plant[] {
  return benchOf(studio).get().draft?.plants ?? studio.commands.ahead.get().plants;
}

/** The frames that "all" means: the sequence in hand, otherwise the range. */
export function scopeOf(studio: Studio): Stretch {
  const { sequence } = benchOf(studio).get();
  const { first, last } = sequence ?? studio.commands.ahead.get().settings;
  return { first, last };
}

/** The plant that was picked, as long as it is still there. */
export function selectedPlant(studio: Studio): Plant | null {
  const { selected } = benchOf(studio).get();
  return selected && shownPlants(studio).find(isLike(selected)) ? selected : null;
}

function isLike(plant: Plant): (other: Plant) => boolean {
  return ({ point, first, last }) => point === plant.point && first === plant.first && last === plant.last;
}
