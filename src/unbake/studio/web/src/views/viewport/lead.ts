/** The leading part: which joints it is, and how to set it. */

import type { Clip } from "../../messages";
import type { Studio } from "../../studio/studio";
import { jointTitle } from "./picking";

/** The joints that lead by their own name or role, or in a group such as feet. */
export function leadingJoints(clip: Clip, lead: readonly string[]): number[] {
  const names = new Set(lead.map((name) => name.toLowerCase()));
  const grouped = new Set(clip.leads.flatMap((group, n) => (names.has(group) ? clip.lead_joints[n] : [])));
  return clip.joints.flatMap(({ name, role }, j) =>
    grouped.has(j) || names.has(name.toLowerCase()) || (role && names.has(role)) ? [j] : [],
  );
}

/** Whether exactly the selected joints lead. */
export function isLeading(clip: Clip, lead: readonly string[], selected: readonly number[]): boolean {
  const leading = new Set(leadingJoints(clip, lead));
  return selected.length > 0 && leading.size === selected.length && selected.every((joint) => leading.has(joint));
}

/** Let the selected joints lead; if they do already, let nobody. */
export function toggleLead(studio: Studio): void {
  const clip = studio.clip.get();
  const { selectedJoints } = studio.view.get();
  const { settings } = studio.commands.ahead.get();
  if (!clip || !selectedJoints.length) return;
  if (isLeading(clip, settings.lead, selectedJoints)) {
    studio.change("Lead with the whole body", ({ settings }) => ({ settings: { ...settings, lead: [] } }));
    return;
  }
  const joints = selectedJoints.map((joint) => clip.joints[joint]);
  const called = joints.length > 2 ? `${joints.length} joints` : joints.map(jointTitle).join(" and ");
  const lead = joints.map(({ name }) => name);
  studio.change(`Lead with ${called}`, ({ settings }) => ({ settings: { ...settings, lead } }));
}
