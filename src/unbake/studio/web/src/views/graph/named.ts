/** Keys of some channels, as a person names them: found again in the keys that there are when it is their turn. */

import type { KeyPlace } from "../../curves/handles";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";

export interface NamedPlaces {
  /** Ids of the keys. */
  ids: readonly number[];
  /** Where they are in the document's keys; without those that are gone. */
  in(keys: Keys): KeyPlace[];
}

/** Name places in the keys that are seen. */
export function namedPlaces(studio: Studio, places: readonly KeyPlace[]): NamedPlaces {
  const seen = studio.shownKeys()?.frames ?? [];
  const idOn = studio.keyIds.byFrame();
  const named = places.map(({ key, channel }) => ({ id: idOn.get(seen[key]), channel }));
  const inDocument = (keys: Keys) => {
    const frameOf = studio.keyIds.byId();
    const rowOf = new Map(Array.from(keys.frames, (frame, row) => [frame, row] as const));
    return named.flatMap(({ id, channel }) => {
      const frame = id === undefined ? undefined : frameOf.get(id);
      const key = frame === undefined ? undefined : rowOf.get(frame);
      return key === undefined ? [] : [{ key, channel }];
    });
  };
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
  return { ids, in: inDocument };
}
