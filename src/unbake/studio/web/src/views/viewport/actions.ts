/** What the viewport can do: where one looks from, what is shown, the joints that are selected. */

import type { Action, MenuName } from "../../actions/action";
import type { Studio } from "../../studio/studio";
import type { ViewportView } from "../../studio/view";
import { fromPreset, orbited, type Preset, panned, zoomed } from "./camera/view";
import { showCurves, stepBeside, stepJoint } from "./joints";
import { isLeading, toggleLead } from "./lead";
import { look, setOptions, stageOf } from "./stages";
import { haveTrails, toggleTrailOfSelected, toggleTrails } from "./trailing";

const isOpen = (studio: Studio) => studio.clip.get() !== null;
const hasSelected = (studio: Studio) => isOpen(studio) && studio.view.get().selectedJoints.length > 0;
const options = (studio: Studio) => studio.view.get().viewport;

function preset(name: Preset, label: string, keys: readonly string[]): Action {
  return {
    id: `viewport.${name}`,
    label,
    menu: "camera",
    group: "from",
    keys,
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => look(studio, (camera) => fromPreset(camera, name)),
  };
}

function figures(which: ViewportView["figures"], label: string): Action {
  return {
    id: `viewport.figures.${which}`,
    label,
    menu: "view",
    group: "figures",
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && options(studio).figures === which,
    run: (studio) => setOptions(studio, { figures: which }),
  };
}

type Switch = "isTinted" | "hasGhosts" | "hasFloor" | "follows";

function toggle(which: Switch, label: string, keys?: readonly string[], menu: MenuName = "view"): Action {
  return {
    id: `viewport.${which}`,
    label,
    menu,
    group: "show",
    keys,
    area: "viewport",
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && options(studio)[which],
    run: (studio) => setOptions(studio, { [which]: !options(studio)[which] }),
  };
}

/** Steps as Blender makes them: a twelfth of a half turn, a tenth of the picture. */
function step(id: string, label: string, keys: readonly string[], dx: number, dy: number, how = orbited): Action {
  return {
    id: `viewport.${id}`,
    label,
    keys,
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => look(studio, (camera) => how(camera, dx, dy, 1)),
  };
}

function nearer(id: string, label: string, key: string, factor: number): Action {
  return {
    id: `viewport.${id}`,
    label,
    keys: [key],
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => look(studio, (camera) => stageOf(studio)!.clear(zoomed(camera, factor))),
  };
}

/** Only with a joint selected: otherwise these arrows step through time, as everywhere. */
function sibling(id: string, label: string, key: string, by: 1 | -1): Action {
  return {
    id: `viewport.${id}`,
    label,
    keys: { blender: [], maya: [key] },
    area: "viewport",
    isEnabled: hasSelected,
    run: (studio) => stepBeside(studio, by),
  };
}

const TURN = 1 / 12;
const SHIFT = 1 / 10;

export const viewportActions: readonly Action[] = [
  figures("overlay", "Capture and result together"),
  figures("side", "Capture and result side by side"),
  figures("capture", "Capture alone"),
  figures("result", "Result alone"),
  toggle("isTinted", "Tint by error", ["T"]),
  toggle("hasGhosts", "Ghosts of the keys", ["O"]),
  {
    id: "viewport.trails",
    label: "Trails",
    menu: "view",
    group: "show",
    keys: ["P"],
    area: "viewport",
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && options(studio).hasTrails,
    run: toggleTrails,
  },
  toggle("hasFloor", "Floor"),
  {
    id: "viewport.hasPlants",
    label: "Planted feet",
    menu: "view",
    group: "show",
    area: "viewport",
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && options(studio).hasPlants !== false,
    run: (studio) => setOptions(studio, { hasPlants: options(studio).hasPlants === false }),
  },
  toggle("follows", "Follow the hips", ["H"], "camera"),
  {
    id: "viewport.frameAll",
    label: "Frame the whole way",
    menu: "camera",
    group: "frame",
    keys: { blender: ["Home", "A"], maya: ["A", "Shift+A", "Home"] },
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => stageOf(studio)?.frameAll(),
  },
  {
    id: "viewport.frameSelected",
    label: (studio) => (hasSelected(studio) ? "Frame the selected joints" : "Frame the figure"),
    menu: "camera",
    group: "frame",
    keys: { blender: ["Numpad.", "F"], maya: ["F", "Shift+F", "Numpad."] },
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => stageOf(studio)?.frameSelected(),
  },
  preset("front", "From the front", ["Numpad1"]),
  preset("back", "From the back", ["Ctrl+Numpad1"]),
  preset("right", "From the right", ["Numpad3"]),
  preset("left", "From the left", ["Ctrl+Numpad3"]),
  preset("top", "From above", ["Numpad7"]),
  preset("bottom", "From below", ["Ctrl+Numpad7"]),
  {
    id: "viewport.perspective",
    label: "Perspective",
    menu: "camera",
    group: "from",
    keys: ["Numpad5"],
    area: "viewport",
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && !(stageOf(studio)?.view?.isOrthographic ?? false),
    run: (studio) => look(studio, (camera) => ({ ...camera, isOrthographic: !camera.isOrthographic })),
  },
  step("orbitLeft", "Orbit left", ["Numpad4"], TURN, 0),
  step("orbitRight", "Orbit right", ["Numpad6"], -TURN, 0),
  step("orbitUp", "Orbit up", ["Numpad8"], 0, TURN),
  step("orbitDown", "Orbit down", ["Numpad2"], 0, -TURN),
  step("panLeft", "Pan left", ["Ctrl+Numpad4"], SHIFT, 0, panned),
  step("panRight", "Pan right", ["Ctrl+Numpad6"], -SHIFT, 0, panned),
  step("panUp", "Pan up", ["Ctrl+Numpad8"], 0, SHIFT, panned),
  step("panDown", "Pan down", ["Ctrl+Numpad2"], 0, -SHIFT, panned),
  nearer("zoomIn", "Zoom in", "Numpad+", 1 / 1.2),
  nearer("zoomOut", "Zoom out", "Numpad-", 1.2),
  {
    id: "viewport.selectParent",
    label: "Select the parent joint",
    menu: "view",
    group: "joints",
    keys: { blender: ["["], maya: ["ArrowUp"] },
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => stepJoint(studio, "parent"),
  },
  {
    id: "viewport.selectChild",
    label: "Select the child joint",
    menu: "view",
    group: "joints",
    keys: { blender: ["]"], maya: ["ArrowDown"] },
    area: "viewport",
    isEnabled: isOpen,
    run: (studio) => stepJoint(studio, "child"),
  },
  sibling("selectPrevious", "Select the joint beside it, backward", "ArrowLeft", -1),
  sibling("selectNext", "Select the joint beside it", "ArrowRight", 1),
  {
    id: "viewport.deselect",
    label: "Select no joint",
    keys: { blender: ["Escape"], maya: ["Escape", "Alt+D"] },
    area: "viewport",
    isEnabled: hasSelected,
    run: (studio) => studio.view.patch({ selectedJoints: [] }),
  },
  {
    id: "viewport.lead",
    label: (studio) => {
      const clip = studio.clip.get();
      const { selectedJoints } = studio.view.get();
      const many = selectedJoints.length > 1;
      const leads = clip && isLeading(clip, studio.document.get().settings.lead, selectedJoints);
      if (leads) return many ? "Stop leading with these joints" : "Stop leading with this joint";
      return many ? "Lead with these joints" : "Lead with this joint";
    },
    menu: "view",
    group: "joints",
    keys: ["L"],
    area: "viewport",
    isEnabled: hasSelected,
    isChecked: (studio) => {
      const clip = studio.clip.get();
      return clip !== null && isLeading(clip, studio.document.get().settings.lead, studio.view.get().selectedJoints);
    },
    run: toggleLead,
  },
  {
    id: "viewport.trailSelected",
    label: "Trail of the selected joints",
    menu: "view",
    group: "joints",
    keys: ["Shift+P"],
    area: "viewport",
    isEnabled: hasSelected,
    isChecked: (studio) => isOpen(studio) && haveTrails(studio),
    run: toggleTrailOfSelected,
  },
  {
    id: "viewport.showCurves",
    label: "Show the selected joints' curves",
    menu: "view",
    group: "joints",
    keys: ["C"],
    area: "viewport",
    isEnabled: hasSelected,
    run: showCurves,
  },
];
