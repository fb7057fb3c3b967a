/** Pins by name. */

import type { Studio } from "../../studio/studio";
import { feetOf } from "./parts";

/** Feet stay where they are, or, where they do, no longer. */
export function pinFeet(studio: Studio): void {
  const feet = feetOf(studio.clip.get()?.joints ?? []);
  if (feet.length) studio.posing.togglePins(feet);
  else studio.notify("info", "No joint of this skeleton was recognised as a foot.");
}
