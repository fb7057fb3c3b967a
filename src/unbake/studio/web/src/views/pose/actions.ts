/** What can be done with poses: menu and shortcuts are made of this. */

import type { Action } from "../../actions/action";
import { setSize, showView, sizeOf } from "../../shell/panels";
import type { Tool } from "../../studio/posing";
import type { Studio } from "../../studio/studio";
import { pinFeet } from "./pinning";

/** Pixels that tools and lanes want. */
const ROOM = 370;
const isOpen = (studio: Studio) => studio.clip.get() !== null;
const isPosing = (studio: Studio) => isOpen(studio) && studio.posing.isOn;

function show(studio: Studio): void {
  const high = sizeOf(studio.preferences.get(), "bottom");
  if (Math.abs(high) < ROOM) setSize(studio, "bottom", ROOM);
  showView(studio, { id: "pose", area: "bottom" });
}

function tool(value: Tool, label: string): Action {
  return {
    id: `pose.tool.${value}`,
    label,
    menu: "key",
    group: "pose",
    isEnabled: isPosing,
    isChecked: (studio) => studio.posing.state.get().tool === value,
    run: (studio) => studio.posing.state.patch({ tool: value }),
  };
}

export const poseActions: readonly Action[] = [
  { id: "pose.show", label: "Pose by hand", menu: "key", group: "pose", isEnabled: isOpen, run: show },
  tool("drag", "Drag joints"),
  tool("turn", "Turn joints"),
  tool("brush", "Paint how far joints follow"),
  {
    id: "pose.pin",
    label: "Pin the selected joints",
    menu: "key",
    group: "pose",
    isEnabled: (studio) => isPosing(studio) && studio.view.get().selectedJoints.length > 0,
    run: (studio) => studio.posing.togglePins(studio.view.get().selectedJoints),
  },
  { id: "pose.pinFeet", label: "Pin the feet", menu: "key", group: "pose", isEnabled: isPosing, run: pinFeet },
  {
    id: "pose.propagate",
    label: "Propagate the edit",
    menu: "key",
    group: "pose",
    isEnabled: (studio) => isOpen(studio) && studio.propagating.state.get().examples.length > 0,
    run: (studio) => void studio.propagating.propagate(),
  },
];
