/** The rows: all keys first, then one for each part of the body. */

import type { Clip } from "../../messages";

export interface Row {
  title: string;
  /** Joints of the part; none for the row of all. */
  joints: readonly number[];
}

export const LEAST_ROW = 11;
export const MOST_ROW = 26;
/** Height of the lane of what leads, below the rows. */
export const LEADS = 18;

export function rowsOf(clip: Clip): Row[] {
  const joints = clip.joints.map((joint, index) => ({ part: joint.part, index }));
  const parts = clip.parts.map((title, part) => ({
    title,
    joints: joints.filter((joint) => joint.part === part).map((joint) => joint.index),
  }));
  return [{ title: "All", joints: [] }, ...parts];
}

export function rowHeight(height: number, count: number): number {
  return Math.min(Math.max(Math.floor((height - LEADS) / count), LEAST_ROW), MOST_ROW);
}

/** Joints and channels that are selected after a click on a row's name. */
export function selectionOf(
  clip: Clip,
  row: Row,
  before: readonly number[],
  isToggling: boolean,
): { selectedJoints: number[]; selectedChannels?: number[] } {
  if (!row.joints.length) return { selectedJoints: [] };
  const hadAll = row.joints.every((joint) => before.includes(joint));
  const others = isToggling ? before.filter((joint) => !row.joints.includes(joint)) : [];
  const joints = [...others, ...(isToggling && hadAll ? [] : row.joints)].sort((a, b) => a - b);
  const chosen = new Set(joints);
  const channels = [...clip.channels.keys()].filter((index) => chosen.has(clip.channels[index].joint));
  return { selectedJoints: joints, selectedChannels: channels };
}
