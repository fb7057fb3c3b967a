/** Which joints and channels are looked at: what a click or a key in the tree makes of what was chosen. */

import type { Clip } from "../../messages";
import type { Studio } from "../../studio/studio";
import type { View } from "../../studio/view";
import { channelsOf } from "./names";
import type { Row } from "./rows";

export type Manner = "alone" | "toggle" | "range";

type Chosen = Pick<View, "selectedChannels" | "selectedJoints">;

/** A joint stands for all its channels. */
export function channelsOfRow(clip: Clip, row: Row): number[] {
  return row.kind === "joint" ? channelsOf(clip, [row.joint]) : [row.channel];
}

export function chosen(
  clip: Clip,
  before: Chosen,
  rows: readonly Row[],
  at: number,
  anchor: number,
  manner: Manner,
): Chosen {
  const picked = channelsOfRow(clip, rows[at]);
  const present = before.selectedChannels;
  if (manner === "alone") return withJoints(clip, picked);
  if (manner === "range") {
    const [from, to] = [Math.min(at, anchor), Math.max(at, anchor)];
    return withJoints(clip, [...new Set(rows.slice(from, to + 1).flatMap((row) => channelsOfRow(clip, row)))]);
  }
  const isOn = picked.every((channel) => present.includes(channel));
  const rest = present.filter((channel) => !picked.includes(channel));
  return withJoints(clip, isOn ? rest : [...rest, ...picked]);
}

function withJoints(clip: Clip, channels: readonly number[]): Chosen {
  const sorted = [...channels].sort((a, b) => a - b);
  return {
    selectedChannels: sorted,
    selectedJoints: [...new Set(sorted.map((channel) => clip.channels[channel].joint))],
  };
}

/** Joints that are chosen in another view bring their channels along, until the returned function is called. */
export function followJoints(studio: Studio): () => void {
  let before = studio.view.get();
  return studio.view.subscribe(() => {
    const after = studio.view.get();
    const clip = studio.clip.get();
    const isFromElsewhere =
      after.selectedJoints !== before.selectedJoints && after.selectedChannels === before.selectedChannels;
    before = after;
    if (!clip || !isFromElsewhere || !after.selectedJoints.length) return;
    const selectedChannels = channelsOf(clip, after.selectedJoints);
    // Ends of chains have no channels of their own.
    if (selectedChannels.length) studio.view.patch({ selectedChannels });
  });
}
