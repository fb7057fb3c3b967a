/** Axes have their colours, so joints that are shown together differ in their dashes. */

import type { Clip } from "../../messages";

const DASHES: readonly number[][] = [[], [8, 3], [2, 2.5], [8, 3, 2, 3]];
/** Joints that dashes tell apart. */
export const MOST_DASHED = DASHES.length;

/** The dashes of a channel's curve among those of other joints; of too many joints, none. */
export function dashOf(clip: Clip, shown: readonly { channel: number }[], channel: number): number[] {
  const joints = [...new Set(shown.map((curve) => clip.channels[curve.channel].joint))];
  if (joints.length > MOST_DASHED) return [];
  return DASHES[joints.indexOf(clip.channels[channel].joint)];
}
