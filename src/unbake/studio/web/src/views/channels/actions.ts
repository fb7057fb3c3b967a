/** What can be done with channels. */

import type { Action } from "../../actions/action";
import type { Studio } from "../../studio/studio";
import { lockState, toggleChannelLocks } from "./locks";

const channelsOf = (studio: Studio) => studio.view.get().selectedChannels;

function areLocked(studio: Studio): boolean {
  const keys = studio.clip.get() ? studio.shownKeys() : null;
  return keys !== null && channelsOf(studio).length > 0 && lockState(keys, channelsOf(studio)) === "all";
}

export const channelActions: readonly Action[] = [
  {
    id: "channels.lock",
    label: (studio) => (areLocked(studio) ? "Unlock the chosen channels" : "Lock the chosen channels"),
    title: "Lock or unlock the chosen channels",
    menu: "key",
    group: "handles",
    keys: ["L"],
    area: "channels",
    isEnabled: (studio) => studio.clip.get() !== null && channelsOf(studio).length > 0,
    isChecked: areLocked,
    run: (studio) => void toggleChannelLocks(studio, channelsOf(studio)),
  },
];
