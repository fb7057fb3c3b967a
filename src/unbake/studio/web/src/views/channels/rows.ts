/** The rows of the tree: joints as the figure has them, below each its channels where it is open. */

import type { Clip } from "../../messages";
import { channelLabel, roleLabel } from "./names";

export type Row =
  | { kind: "joint"; joint: number; depth: number; isOpen: boolean }
  | { kind: "channel"; joint: number; channel: number; depth: number };

export type Filter = "all" | "selected" | "animated";

export interface RowQuery {
  search: string;
  filter: Filter;
  /** Joints whose channels are shown. */
  open: ReadonlySet<number>;
  selectedJoints: readonly number[];
  selectedChannels: readonly number[];
}

export function rowKey(row: Row): string {
  return row.kind === "joint" ? `joint-${row.joint}` : `channel-${row.channel}`;
}

export function rowsOf(clip: Clip, query: RowQuery): Row[] {
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  const isNarrowed = words.length > 0 || query.filter !== "all";
  const rows: Row[] = [];
  const depths = depthsOf(clip);
  for (const [joint, channels] of channelsByJoint(clip)) {
    const found = channels.filter((channel) => isWanted(clip, channel, words, query));
    if (!found.length) continue;
    // What was searched for is shown; a joint found by its own name stays as it is.
    const isFoundItself = words.length > 0 && words.every((word) => nameText(clip, joint).includes(word));
    const isOpen = query.open.has(joint) || (isNarrowed && query.filter !== "animated" && !isFoundItself);
    const depth = isNarrowed ? 0 : depths[joint];
    rows.push({ kind: "joint", joint, depth, isOpen });
    if (isOpen) rows.push(...found.map((channel): Row => ({ kind: "channel", joint, channel, depth: depth + 1 })));
  }
  return rows;
}

function isWanted(clip: Clip, channel: number, words: readonly string[], query: RowQuery): boolean {
  const { joint, name } = clip.channels[channel];
  if (query.filter === "selected" && !query.selectedJoints.includes(joint) && !query.selectedChannels.includes(channel))
    return false;
  if (query.filter === "animated" && !movingChannels(clip).has(channel)) return false;
  const text = `${nameText(clip, joint)} ${channelLabel(name).toLowerCase()} ${name}`;
  return words.every((word) => text.includes(word));
}

function nameText(clip: Clip, joint: number): string {
  const { name, role } = clip.joints[joint];
  return `${name} ${role ? roleLabel(role) : ""}`.toLowerCase();
}

/** Joints that have channels, in the order of the hierarchy, parents first. */
function channelsByJoint(clip: Clip): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const joint of clip.joints.keys()) found.set(joint, []);
  for (const [index, { joint }] of clip.channels.entries()) found.get(joint)!.push(index);
  for (const [joint, channels] of found) if (!channels.length) found.delete(joint);
  return found;
}

/** How deep each joint lies; joints without channels, which have no row, do not count. */
function depthsOf(clip: Clip): number[] {
  const hasRow = new Set(clip.channels.map(({ joint }) => joint));
  const depths: number[] = [];
  for (const { parent } of clip.joints) depths.push(parent < 0 ? 0 : depths[parent] + (hasRow.has(parent) ? 1 : 0));
  return depths;
}

const moving = new WeakMap<Clip, Set<number>>();

/** Channels that change during the capture: by more than a hundredth of a degree, or a tenth of a millimetre. */
export function movingChannels(clip: Clip): ReadonlySet<number> {
  let known = moving.get(clip);
  if (!known) {
    known = new Set([...clip.channels.keys()].filter((channel) => rangeOf(clip, channel) > 1e-4));
    moving.set(clip, known);
  }
  return known;
}

function rangeOf({ values, channels }: Clip, channel: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let at = channel; at < values.length; at += channels.length) {
    low = Math.min(low, values[at]);
    high = Math.max(high, values[at]);
  }
  return high - low;
}
