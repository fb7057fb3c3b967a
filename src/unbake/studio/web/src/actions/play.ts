/** Time: play, step, jump. */

import type { Studio } from "../studio/studio";
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
];
