/** The stage that belongs to a studio while its viewport is open, for actions. */

import type { Studio } from "../../studio/studio";
import type { CameraView, ViewportView } from "../../studio/view";
import type { Stage } from "./Stage";

const stages = new WeakMap<Studio, Stage>();

export function enter(studio: Studio, stage: Stage): () => void {
  stages.set(studio, stage);
  return () => {
    if (stages.get(studio) === stage) stages.delete(studio);
  };
}

export function stageOf(studio: Studio): Stage | undefined {
  return stages.get(studio);
}

/** Change the camera by a function of what it is. */
export function look(studio: Studio, change: (camera: CameraView) => CameraView): void {
  const stage = stageOf(studio);
  if (stage?.view) stage.look(change(stage.view));
}

export function setOptions(studio: Studio, part: Partial<ViewportView>): void {
  studio.view.patch({ viewport: { ...studio.view.get().viewport, ...part } });
}
