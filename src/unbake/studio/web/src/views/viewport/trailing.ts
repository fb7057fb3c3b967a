/** Which joints leave a trail. */

import type { Clip } from "../../messages";
import type { Studio } from "../../studio/studio";
import { setOptions } from "./stages";

/** The feet where nothing else was chosen: they show steps and slides. */
function firstTrails(clip: Clip): number[] {
  const feet = clip.joints.flatMap(({ role }, j) => (role === "left-ankle" || role === "right-ankle" ? [j] : []));
  return feet.length ? feet : [0];
}

/** Show trails or hide them. */
export function toggleTrails(studio: Studio): void {
  const clip = studio.clip.get();
  const { viewport, selectedJoints } = studio.view.get();
  if (!clip) return;
  if (viewport.hasTrails) setOptions(studio, { hasTrails: false });
  else {
    const chosen = selectedJoints.length ? selectedJoints : firstTrails(clip);
    setOptions(studio, { hasTrails: true, trails: viewport.trails.length ? viewport.trails : chosen });
  }
}

export function haveTrails(studio: Studio): boolean {
  const { viewport, selectedJoints } = studio.view.get();
  return (
    viewport.hasTrails && selectedJoints.length > 0 && selectedJoints.every((one) => viewport.trails.includes(one))
  );
}

/** Give the selected joints a trail, or take it from them if all have one. */
export function toggleTrailOfSelected(studio: Studio): void {
  const { viewport, selectedJoints } = studio.view.get();
  if (!selectedJoints.length) return;
  const others = viewport.trails.filter((joint) => !selectedJoints.includes(joint));
  if (haveTrails(studio)) setOptions(studio, { trails: others, hasTrails: others.length > 0 });
  else setOptions(studio, { trails: [...(viewport.hasTrails ? others : []), ...selectedJoints], hasTrails: true });
}
