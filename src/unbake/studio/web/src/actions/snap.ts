/** The magnet of timeline, dopesheet and graph editor. */

import type { SnapSettings } from "../studio/preferences";
import type { Studio } from "../studio/studio";
import { snapOf } from "../timeline/snapping";
import type { Action } from "./action";

function toggle(studio: Studio, part: keyof SnapSettings): void {
  const snap = snapOf(studio);
  studio.setPreferences({ snap: { ...snap, [part]: !snap[part] } });
}

function actionOf(id: string, label: string, part: keyof SnapSettings, keys?: readonly string[]): Action {
  return {
    id,
    label,
    keys,
    menu: "key",
    group: "snap",
    isChecked: (studio) => snapOf(studio)[part],
    run: (studio) => toggle(studio, part),
  };
}

export const snapModes: readonly Action[] = [
  actionOf("snap.playhead", "Snap to the playhead", "toPlayhead"),
  actionOf("snap.keys", "Snap handles and values to keys", "toKeys"),
  actionOf("snap.frames", "Snap handles to whole frames", "toFrames"),
  actionOf("snap.plants", "Snap to foot plants", "toPlants"),
];

export const snapActions: readonly Action[] = [actionOf("snap.toggle", "Snap", "isOn", ["Alt+M"]), ...snapModes];
