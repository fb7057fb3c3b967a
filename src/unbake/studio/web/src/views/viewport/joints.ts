/** Selecting joints by hand and by keys. */

import type { Studio } from "../../studio/studio";
import type { Mode } from "../dopesheet/picking";
import { clicked } from "./picking";

/** Select the joints in a box, as the modifier keys mean it. */
export function selectJoints(studio: Studio, joints: readonly number[], mode: Mode): void {
  const before = studio.view.get().selectedJoints;
  const after = new Set(mode === "replace" ? [] : before);
  for (const joint of joints) {
    if (mode === "remove" || (mode === "toggle" && after.has(joint))) after.delete(joint);
    else after.add(joint);
  }
  if (after.size || before.length) studio.view.patch({ selectedJoints: [...after] });
}

export function selectJoint(studio: Studio, joint: number | null, adds: boolean): void {
  const before = studio.view.get().selectedJoints;
  const after = clicked(before, joint, adds);
  if (after !== before && (after.length || before.length)) studio.view.patch({ selectedJoints: after });
}

/** Go from the selected joint to its parent, or to its first child. */
export function stepJoint(studio: Studio, direction: "parent" | "child"): void {
  const clip = studio.clip.get();
  if (!clip) return;
  const from = studio.view.get().selectedJoints.at(-1);
  const isChild = (joint: (typeof clip.joints)[number]) => joint.parent === from && !joint.is_end;
  let to: number;
  if (from === undefined)
    to = Math.max(
      0,
      clip.joints.findIndex(({ role }) => role === "hips"),
    );
  else to = direction === "parent" ? clip.joints[from].parent : clip.joints.findIndex(isChild);
  if (to >= 0) studio.view.patch({ selectedJoints: [to] });
}

/** Take a joint out of the selection. */
export function deselectJoint(studio: Studio, joint: number | null): void {
  const before = studio.view.get().selectedJoints;
  if (joint !== null && before.includes(joint))
    studio.view.patch({ selectedJoints: before.filter((one) => one !== joint) });
}

/** Go from the selected joint to the next one of the same parent, around. */
export function stepBeside(studio: Studio, by: 1 | -1): void {
  const joints = studio.clip.get()?.joints;
  const from = studio.view.get().selectedJoints.at(-1);
  if (!joints || from === undefined) return;
  const beside = [...joints.keys()].filter((one) => joints[one].parent === joints[from].parent && !joints[one].is_end);
  const at = beside.indexOf(from);
  studio.view.patch({ selectedJoints: [beside[(at + by + beside.length) % beside.length]] });
}

/** Show the curves of the selected joints. */
export function showCurves(studio: Studio): void {
  const clip = studio.clip.get();
  if (!clip) return;
  const chosen = new Set(studio.view.get().selectedJoints);
  const selectedChannels = clip.channels.flatMap(({ joint }, n) => (chosen.has(joint) ? [n] : []));
  const { tabs } = studio.view.get();
  studio.view.patch({ selectedChannels, tabs: { ...tabs, bottom: "graph" } });
}
