/** Frames that every selection keeps. */

import type { StudioDocument } from "../../document/document";
import type { Settings } from "../../messages";

/** Whether some frames get pinned; they are unpinned where all of them are pinned. */
export function isPinningOf(pins: readonly number[], frames: readonly number[]): boolean {
  return frames.some((frame) => !pins.includes(frame));
}

/** Pins after pinning or unpinning some frames. */
export function pinsAfter(pins: readonly number[], frames: readonly number[], isPinning: boolean): number[] {
  const others = pins.filter((pin) => !frames.includes(pin));
  return [...others, ...(isPinning ? frames : [])].sort((a, b) => a - b);
}

/** What changes in the document. Keys edited by hand stay where they have a key on every frame that gets pinned. */
export function pinned({ settings, edited }: StudioDocument, pins: number[]): Partial<StudioDocument> {
  const after: Settings = { ...settings, pins };
  const isKept = edited && pins.every((pin) => settings.pins.includes(pin) || edited.frames.includes(pin));
  return isKept ? { settings: after, edited } : { settings: after };
}

/** Such as `Pin 3 keys`. */
export function counted(verb: string, count: number, noun = "key"): string {
  return count === 1 ? `${verb} ${noun}` : `${verb} ${count} ${noun}s`;
}
