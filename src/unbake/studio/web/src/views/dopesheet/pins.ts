/** Frames that every selection keeps. */

import type { StudioDocument } from "../../document/document";
import type { Settings } from "../../messages";

/** Pins after pinning some frames, or after unpinning them where all are pinned. */
export function pinsAfter(pins: readonly number[], frames: readonly number[]): { pins: number[]; isPinning: boolean } {
  const isPinning = frames.some((frame) => !pins.includes(frame));
  const others = pins.filter((pin) => !frames.includes(pin));
  return { pins: [...others, ...(isPinning ? frames : [])].sort((a, b) => a - b), isPinning };
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
