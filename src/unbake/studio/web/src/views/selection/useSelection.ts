/** What several parts of the panel watch; each hook renders anew only when its own number changes. */

import { useSyncExternalStore } from "react";
import type { SpaceFound } from "../../messages";
import { Store, useStore, type Watch, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { shownCount } from "./choosing";
import { type CountScale, usefulLast } from "./scale";

/** The last count on the slider and the chart, not whole between small steps of a trackpad; null as long as nobody
 * zoomed. Every clip begins anew. */
export const reach = new Store<number | null>(null);

export function scaleOf(space: SpaceFound, last: number | null): CountScale {
  const { counts } = space;
  const all = counts[counts.length - 1];
  // A preview in pieces begins with the cuts; the whole begins with the ends, and nothing is to jump when it comes.
  const first = space.is_preview ? Math.min(counts[0], 2) : counts[0];
  return { first, last: Math.max(Math.min(Math.round(last ?? usefulLast(space)), all), Math.min(first + 1, all)) };
}

/** Zoom by a factor, above 1 to see more counts. */
export function zoom(space: SpaceFound, factor: number): void {
  const { first, last } = scaleOf(space, reach.get());
  const seen = Math.min(reach.get() ?? last, space.counts[space.counts.length - 1]);
  reach.set(Math.max(first + 8, first + (seen - first) * factor));
}

/** See to it that a count is on the scale. */
export function reachFor(space: SpaceFound, count: number): void {
  if (count > scaleOf(space, reach.get()).last) reach.set(count);
}

export function useShownCount(): number | null {
  const studio = useStudio();
  return useSyncExternalStore(watchBoth(studio), () => shownCount(studio.commands.ahead.get(), studio.results.get()));
}

export function useSpace(): SpaceFound | null {
  return useStore(useStudio().results, ({ space }) => space);
}

const watchers = new WeakMap<Studio, Watch>();

function watchBoth(studio: Studio): Watch {
  let watch = watchers.get(studio);
  if (!watch) {
    watch = watching([studio.commands.ahead, studio.results], () => [
      shownCount(studio.commands.ahead.get(), studio.results.get()),
    ]);
    watchers.set(studio, watch);
  }
  return watch;
}
