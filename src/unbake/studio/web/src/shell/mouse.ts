/** What the mouse does in each area, for the help and the status line. */

import type { Keymap } from "../actions/action";

interface MouseRow {
  /** Id of the view, as in `data-area`. */
  area: string;
  button: string | Readonly<Record<Keymap, string>>;
  does: string;
  /** Also said in the status line while the pointer is there. */
  isHint?: boolean;
}

const ORBIT = { blender: "Drag", maya: "Alt + drag" };
/** In Blender's keymap a plain drag orbits. */
const BOX = { blender: "", maya: "Drag" };
const PAN = { blender: "Shift + drag", maya: "Alt + middle button" };
const ZOOM = { blender: "Wheel", maya: "Alt + right button, wheel" };
const PAN_TIME = { blender: "Middle button", maya: "Alt + middle button" };
const ZOOM_TIME = { blender: "Wheel", maya: "Wheel, Alt + right button" };
const MOVE = { blender: "Drag a key", maya: "Middle button, drag a key" };
const SCRUB = { blender: "Drag", maya: "Drag, middle button" };
const FREELY = { blender: "Alt + drag a key", maya: "Middle button (Shift: only one of both)" };
const TAKE = { blender: "Shift + click a joint", maya: "Shift + click a joint (Ctrl: take out)" };

export const MOUSE: readonly MouseRow[] = [
  { area: "viewport", button: ORBIT, does: "orbit", isHint: true },
  { area: "viewport", button: PAN, does: "pan", isHint: true },
  { area: "viewport", button: ZOOM, does: "zoom", isHint: true },
  { area: "viewport", button: "Click a joint", does: "select it", isHint: true },
  { area: "viewport", button: BOX, does: "select joints with a box", isHint: true },
  { area: "viewport", button: TAKE, does: "add it to the selection, or take it out" },
  { area: "viewport", button: "Drag a joint, while the Pose view is in front", does: "pose the figure; Esc gives up" },
  { area: "pose", button: "Click", does: "go there", isHint: true },
  { area: "pose", button: "Drag in the lane of examples", does: "mark a stretch", isHint: true },
  { area: "pose", button: "Click an example", does: "unmark it", isHint: true },
  { area: "timeline", button: SCRUB, does: "move the playhead", isHint: true },
  { area: "timeline", button: ZOOM_TIME, does: "zoom time", isHint: true },
  { area: "timeline", button: PAN_TIME, does: "pan", isHint: true },
  { area: "dopesheet", button: MOVE, does: "move what is selected in time", isHint: true },
  { area: "dopesheet", button: "Drag a bracket at the ends of a selection", does: "scale its keys in time" },
  { area: "dopesheet", button: "Ctrl while dragging", does: "turn the magnet the other way round" },
  { area: "dopesheet", button: "Double-click", does: "add a key", isHint: true },
  { area: "dopesheet", button: "Drag beside keys", does: "select with a box", isHint: true },
  { area: "dopesheet", button: "Right button", does: "menu of the keys", isHint: true },
  { area: "dopesheet", button: PAN_TIME, does: "pan" },
  { area: "dopesheet", button: ZOOM_TIME, does: "zoom time" },
  { area: "graph", button: "Drag a key or handle", does: "move it", isHint: true },
  { area: "graph", button: "Drag beside keys", does: "select with a box", isHint: true },
  { area: "graph", button: PAN_TIME, does: "pan", isHint: true },
  { area: "graph", button: { blender: "Wheel", maya: "Wheel, Alt + right button" }, does: "zoom", isHint: true },
  { area: "graph", button: "Ctrl + wheel", does: "zoom values" },
  { area: "graph", button: FREELY, does: "move in time and value at once" },
  { area: "graph", button: "Ctrl while dragging", does: "turn the magnet the other way round" },
  { area: "graph", button: "Double-click", does: "add a key" },
  { area: "graph", button: "Right button", does: "menu of keys and handles" },
  { area: "feet", button: "Drag", does: "paint, over several lanes too", isHint: true },
  { area: "feet", button: "Right button, Alt + drag", does: "erase", isHint: true },
  { area: "feet", button: "Drag an edge", does: "move it, the playhead with it", isHint: true },
  { area: "feet", button: PAN_TIME, does: "pan" },
  { area: "feet", button: ZOOM_TIME, does: "zoom time" },
  { area: "annotations", button: "Drag", does: "paint, over several lanes too", isHint: true },
  { area: "annotations", button: "Shift + drag", does: "say that it is not", isHint: true },
  { area: "annotations", button: "Right button, Alt + drag", does: "erase", isHint: true },
  { area: "annotations", button: "Drag an edge", does: "move it, the playhead with it", isHint: true },
  { area: "annotations", button: "Double-click a guess", does: "accept it" },
  { area: "annotations", button: PAN_TIME, does: "pan" },
  { area: "annotations", button: ZOOM_TIME, does: "zoom time" },
  { area: "library", button: "Double-click", does: "open a clip", isHint: true },
  { area: "library", button: "Drag a clip out of the list", does: "open it", isHint: true },
  { area: "selection", button: "Drag the point on the curve", does: "choose how many keys", isHint: true },
  { area: "selection", button: "↑ ↓ in a field", does: "change the number, with Shift by ten", isHint: true },
  { area: "result", button: "Click the chart", does: "go to that frame", isHint: true },
  { area: "channels", button: "Click", does: "show one channel or joint", isHint: true },
  { area: "channels", button: "Ctrl + click", does: "add it, or take it out", isHint: true },
];

/** What the mouse does in an area with a keymap. */
export function rowsOf(area: string | undefined, keymap: Keymap): MouseRow[] {
  return MOUSE.filter((row) => row.area === area && buttonOf(row, keymap));
}

export function buttonOf({ button }: MouseRow, keymap: Keymap): string {
  return typeof button === "string" ? button : button[keymap];
}
