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

/** Metres that a key moves a joint by, and with Shift. */
const [NEAR_M, FAR_M] = [0.01, 0.05];
const hasJoint = (studio: Studio) => isPosing(studio) && studio.view.get().selectedJoints.length > 0;

/** A joint moved by the arrows, in the plane of the picture. */
function nudge(chord: string, way: string, right: number, up: number, size_m: number): Action {
  return {
    id: `pose.nudge.${chord}`,
    label: `Move the selected joint ${way} by ${100 * size_m} cm`,
    keys: [chord],
    area: "pose",
    isEnabled: hasJoint,
    run: (studio) => studio.posing.nudge?.(studio.view.get().selectedJoints.at(-1)!, size_m * right, size_m * up),
  };
}

const WAYS = [
  ["ArrowLeft", "left", -1, 0],
  ["ArrowRight", "right", 1, 0],
  ["ArrowUp", "up", 0, 1],
  ["ArrowDown", "down", 0, -1],
] as const;

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
    isEnabled: hasJoint,
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
  ...WAYS.flatMap(([key, way, right, up]) => [
    nudge(`Ctrl+${key}`, way, right, up, NEAR_M),
    nudge(`Ctrl+Shift+${key}`, way, right, up, FAR_M),
  ]),
];
