/** What is seen of the workspace: panels that fold, views behind tabs. */

import { type Area, shownIn, TABBED, viewsIn } from "../shell/layout";
import { isFolded, maximise, showView, toggle } from "../shell/panels";
import type { Studio } from "../studio/studio";
import type { Action, Keymap } from "./action";

const isOpen = (studio: Studio) => studio.clip.get() !== null;

function panel(area: Exclude<Area, "centre">, label: string, keys: Action["keys"]): Action {
  return {
    id: `view.panel.${area}`,
    label,
    menu: "view",
    group: "panels",
    keys,
    isEnabled: isOpen,
    isChecked: (studio) => !isFolded(studio, area),
    run: (studio) => toggle(studio, area),
  };
}

/** As in Blender, whose editors have these keys; it has none for feet. */
const VIEW_KEYS: Readonly<Record<string, Readonly<Record<Keymap, readonly string[]>>>> = {
  dopesheet: { blender: ["Shift+F12"], maya: ["Shift+F12"] },
  graph: { blender: ["Shift+F6"], maya: ["Shift+F6"] },
  annotations: { blender: ["Shift+F9"], maya: ["Shift+F9"] },
  library: { blender: ["Shift+F7"], maya: ["Shift+F7"] },
  feet: { blender: ["Shift+F8"], maya: ["Shift+F8"] },
};

/** One for each view that shares its place with others. */
function tabs(): Action[] {
  const shared = TABBED.map(viewsIn).filter((views) => views.length > 1);
  return shared.flat().map((view) => ({
    id: `view.tab.${view.id}`,
    label: view.title,
    menu: "view" as const,
    group: "views",
    keys: VIEW_KEYS[view.id],
    isEnabled: isOpen,
    isChecked: (studio) => !isFolded(studio, view.area) && shownIn(view.area, studio.view.get().tabs)?.id === view.id,
    run: (studio) => showView(studio, view),
  }));
}

export const panelActions: readonly Action[] = [
  ...tabs(),
  panel("left", "Channels panel", ["F2"]),
  panel("bottom", "Editors below the viewport", ["F3"]),
  panel("right", "Selection panel", { blender: ["F4", "N"], maya: ["F4"] }),
  {
    id: "view.maximise",
    label: "Viewport alone",
    menu: "view",
    group: "panels",
    keys: ["Ctrl+Space"],
    isEnabled: isOpen,
    isChecked: (studio) => (["left", "right", "bottom"] as const).every((area) => isFolded(studio, area)),
    run: maximise,
  },
];
