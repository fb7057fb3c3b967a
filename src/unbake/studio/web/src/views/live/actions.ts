/** What can be done with a live character, wherever the pointer is. */

import type { Action } from "../../actions/action";
import { showView } from "../../shell/panels";
import type { Studio } from "../../studio/studio";
import { besideClip } from "../library/opening";

const isOn = (studio: Studio) => studio.live.isOn;

export const liveActions: readonly Action[] = [
  {
    id: "live.start",
    label: (studio) => (isOn(studio) ? "Stop the live character" : "Live character"),
    title: "Start or stop a live character",
    menu: "library",
    group: "live",
    isEnabled: (studio) => isOn(studio) || studio.library.isOpen,
    run: (studio) => {
      if (isOn(studio)) {
        studio.live.stop();
        return;
      }
      besideClip(studio, () => {
        showView(studio, { id: "live", area: "bottom" });
        void studio.live.start();
      });
    },
  },
  {
    id: "live.record",
    label: (studio) => (studio.live.state.get().recordsFrom === null ? "Record it" : "Open the recording"),
    title: "Record the live character; open the recording",
    menu: "library",
    group: "live",
    isEnabled: isOn,
    run: (studio) => studio.live.record(),
  },
];
