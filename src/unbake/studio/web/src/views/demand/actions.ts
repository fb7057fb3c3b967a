/** What can be done with a demand: menu, shortcuts and buttons are made of this. */

import type { Action } from "../../actions/action";
import { setSize, showView, sizeOf } from "../../shell/panels";
import type { Studio } from "../../studio/studio";
import { besideClip } from "../library/opening";

const area = "demand";
/** Pixels that the view wants. */
const ROOM = 400;
const isOpen = (studio: Studio) => studio.library.isOpen;
const isIdle = (studio: Studio) => isOpen(studio) && studio.demand.state.get().searching === null;

/** The view stands beside an open clip. */
function show(studio: Studio): void {
  const view = { id: "demand", area: "bottom" } as const;
  // Lanes and floor plan need some height; a panel that is larger stays so.
  const high = sizeOf(studio.preferences.get(), "bottom");
  if (Math.abs(high) < ROOM) setSize(studio, "bottom", ROOM);
  besideClip(studio, () => showView(studio, view));
}

export const demandActions: readonly Action[] = [
  { id: "demand.show", label: "Motion on demand", menu: "library", group: "judging", isEnabled: isOpen, run: show },
  {
    id: "demand.synthesize",
    label: "Synthesize",
    area,
    keys: ["Ctrl+Enter"],
    isEnabled: isIdle,
    run: (studio) => void studio.demand.synthesize(),
  },
  {
    id: "demand.pose",
    label: "Pose of the viewport at the time",
    area,
    keys: ["P"],
    isEnabled: (studio) => isOpen(studio) && studio.annotations.known.get().clip !== null,
    run: (studio) => studio.demand.putPose(),
  },
  {
    id: "demand.remove",
    label: "Take away what is picked",
    area,
    keys: ["X", "Delete", "Backspace"],
    isEnabled: (studio) => studio.demand.state.get().picked !== null,
    run: (studio) => studio.demand.remove(),
  },
];
