/** What hands are in the middle of in the Demand view, one for each studio. */

import { Store } from "../../store";
import type { Studio } from "../../studio/studio";
import type { Wanted } from "./spans";

/** What a click on the floor plan does. */
export type Tool = "place" | "path";

interface Bench {
  wanted: Wanted;
  tool: Tool;
  /** A span under the hand. */
  draft: { flag: string; start_s: number; stop_s: number; wanted: Wanted } | null;
}

const benches = new WeakMap<Studio, Store<Bench>>();

export function benchOf(studio: Studio): Store<Bench> {
  const bench = benches.get(studio) ?? new Store<Bench>({ wanted: "must", tool: "place", draft: null });
  benches.set(studio, bench);
  return bench;
}
