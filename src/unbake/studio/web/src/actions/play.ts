/** Time: play, step, jump. */

import type { Studio } from "../studio/studio";
import { frameAll, zoomBy } from "../timeline/navigation";
import { SHORTEST, withEnd } from "../timeline/range";
import { clipRange, commitRange } from "../timeline/rangeHand";
import type { Action } from "./action";

function step(studio: Studio, by: number): void {
  goTo(studio, studio.playhead.get() + by);
}

function goTo(studio: Studio, frame: number): void {
  const { first, last } = studio.document.get().settings;
  studio.playhead.set(Math.min(Math.max(frame, first), last));
}

function toKey(studio: Studio, direction: 1 | -1): void {
  const frames = [...(studio.shownKeys()?.frames ?? [])];
  const now = studio.playhead.get();
  const next = direction > 0 ? frames.find((frame) => frame > now) : frames.findLast((frame) => frame < now);
  if (next !== undefined) goTo(studio, next);
}

function endRangeHere(studio: Studio, end: "first" | "last"): void {
  const { settings } = studio.commands.ahead.get();
  const frame = studio.playhead.get();
  const range = withEnd(settings, end, frame, clipRange(studio));
  if (range[end] !== frame) studio.notify("info", SHORTEST);
  commitRange(studio, range);
}

/** Only a way to look: said once it is on, because exports do not follow it. */
function toggleStepped(studio: Studio): void {
  const isStepped = !studio.view.get().isStepped;
  studio.view.patch({ isStepped });
  if (isStepped)
    studio.notify("info", "Poses hold from key to key in the viewport. Curves and exports stay as they are.");
}

const isOpen = (studio: Studio) => studio.clip.get() !== null;

export const playActions: readonly Action[] = [
  {
    id: "play.toggle",
    label: (studio) => (studio.isPlaying.get() ? "Stop" : "Play"),
    menu: "play",
    keys: { blender: ["Space"], maya: ["Alt+V", "Space"] },
    isEnabled: isOpen,
    run: (studio) => studio.playback.toggle(),
  },
  {
    id: "play.loop",
    label: "Loop",
    menu: "play",
    isEnabled: isOpen,
    isChecked: (studio) => studio.view.get().isLooping,
    run: (studio) => studio.view.patch({ isLooping: !studio.view.get().isLooping }),
  },
  {
    id: "play.stepped",
    label: "Stepped preview",
    menu: "play",
    keys: ["Shift+T"],
    isEnabled: isOpen,
    isChecked: (studio) => studio.view.get().isStepped === true,
    run: toggleStepped,
  },
  {
    id: "play.nextFrame",
    label: "Next frame",
    menu: "play",
    group: "step",
    keys: { blender: ["ArrowRight"], maya: ["ArrowRight", "Alt+."] },
    isEnabled: isOpen,
    run: (studio) => step(studio, 1),
  },
  {
    id: "play.previousFrame",
    label: "Previous frame",
    menu: "play",
    group: "step",
    keys: { blender: ["ArrowLeft"], maya: ["ArrowLeft", "Alt+,"] },
    isEnabled: isOpen,
    run: (studio) => step(studio, -1),
  },
  {
    id: "play.nextKey",
    label: "Next key",
    menu: "play",
    group: "step",
    keys: { blender: ["ArrowUp"], maya: ["."] },
    isEnabled: isOpen,
    run: (studio) => toKey(studio, 1),
  },
  {
    id: "play.previousKey",
    label: "Previous key",
    menu: "play",
    group: "step",
    keys: { blender: ["ArrowDown"], maya: [","] },
    isEnabled: isOpen,
    run: (studio) => toKey(studio, -1),
  },
  {
    id: "play.first",
    label: "First frame",
    menu: "play",
    group: "jump",
    keys: { blender: ["Shift+ArrowLeft"], maya: ["Alt+Shift+V", "Shift+ArrowLeft"] },
    isEnabled: isOpen,
    run: (studio) => goTo(studio, studio.document.get().settings.first),
  },
  {
    id: "play.last",
    label: "Last frame",
    menu: "play",
    group: "jump",
    keys: ["Shift+ArrowRight"],
    isEnabled: isOpen,
    run: (studio) => goTo(studio, studio.document.get().settings.last),
  },
  {
    id: "play.start",
    label: "Start the range here",
    menu: "play",
    group: "range",
    keys: { blender: ["Ctrl+Home"], maya: [] },
    isEnabled: isOpen,
    run: (studio) => endRangeHere(studio, "first"),
  },
  {
    id: "play.end",
    label: "End the range here",
    menu: "play",
    group: "range",
    keys: { blender: ["Ctrl+End"], maya: [] },
    isEnabled: isOpen,
    run: (studio) => endRangeHere(studio, "last"),
  },
  {
    id: "play.whole",
    label: "Range of the whole clip",
    menu: "play",
    group: "range",
    isEnabled: isOpen,
    run: (studio) => commitRange(studio, clipRange(studio)),
  },
  {
    id: "timeline.frameAll",
    label: "Frame the range, then the whole clip",
    keys: { blender: ["Home"], maya: ["A", "Home"] },
    area: "timeline",
    isEnabled: isOpen,
    run: frameAll,
  },
  {
    id: "timeline.zoomIn",
    label: "Zoom in on time",
    keys: ["=", "+"],
    area: "timeline",
    isEnabled: isOpen,
    run: (studio) => zoomBy(studio, 0.8),
  },
  {
    id: "timeline.zoomOut",
    label: "Zoom out of time",
    keys: ["-"],
    area: "timeline",
    isEnabled: isOpen,
    run: (studio) => zoomBy(studio, 1.25),
  },
];
