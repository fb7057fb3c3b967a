/** Onion skins: the figure some frames earlier and later, fading. */

import { BREAKDOWN, KEYPOSE } from "../../document/keys";
import type { Studio } from "../../studio/studio";
import type { Ghost } from "../viewport/ghosts";

const OPACITIES = [0.5, 0.3, 0.16];

/** The skins around a frame, in the colours of keyposes before it and of breakdowns after it; null while they are off. */
export function onionSkins(studio: Studio, frame: number): Ghost[] | null {
  const { posing } = studio;
  const { onion } = posing.state.get();
  const { first, last } = studio.document.get().settings;
  return posing.isOn && onion > 0 ? skinsAround(Math.round(frame), onion, first, last) : null;
}

export function skinsAround(frame: number, step: number, first: number, last: number): Ghost[] {
  return OPACITIES.flatMap((opacity, n) => [
    { frame: frame - (n + 1) * step, keyClass: KEYPOSE, opacity },
    { frame: frame + (n + 1) * step, keyClass: BREAKDOWN, opacity },
  ]).filter((skin) => skin.frame >= first && skin.frame <= last);
}
