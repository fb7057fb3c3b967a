/** Which channels are locked: all their keys are, so that neither a hand nor a refit changes their curves. */

import { isLocked, withLocks } from "../../curves/handles";
import type { Clip, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { fullLabel } from "./names";

export type LockState = "none" | "some" | "all";

/** Whether no keys of some channels are locked, some, or all. */
export function lockState(keys: Keys, channels: readonly number[]): LockState {
  let [locked, all] = [0, 0];
  for (const channel of channels) {
    for (let key = 0; key < keys.frames.length; key++) {
      all++;
      if (isLocked(keys, { key, channel })) locked++;
    }
  }
  return locked === 0 ? "none" : locked === all ? "all" : "some";
}

/** Lock all keys of some channels; unlock them where all are locked. */
export async function toggleChannelLocks(studio: Studio, channels: readonly number[]): Promise<void> {
  const [clip, seen] = [studio.clip.get(), studio.shownKeys()];
  if (!clip || !seen || !channels.length) return;
  const isOn = lockState(seen, channels) !== "all";
  const placesIn = (keys: Keys) =>
    [...keys.frames.keys()].flatMap((key) => channels.map((channel) => ({ key, channel })));
  await studio.editing.give({
    label: () => `${isOn ? "Lock" : "Unlock"} ${namesOf(clip, channels)}`,
    make: (keys) => ({ keys: withLocks(keys, placesIn(keys), isOn) }),
  });
}

function namesOf(clip: Clip, channels: readonly number[]): string {
  if (channels.length === 1) return fullLabel(clip, clip.channels[channels[0]]);
  const joints = new Set(channels.map((channel) => clip.channels[channel].joint));
  return joints.size === 1 ? clip.joints[[...joints][0]].name : `${channels.length} channels`;
}
