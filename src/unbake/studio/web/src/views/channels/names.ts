/** What people call joints and channels, and the units that they read them in. */

import type { Channel, Clip, Joint } from "../../messages";

const KINDS = { t: "Translate", r: "Rotate", q: "Quaternion" } as const;

/** Such as "Rotate X" for `rx`. */
export function channelLabel(name: string): string {
  return `${KINDS[name[0] as keyof typeof KINDS] ?? name[0]} ${name.slice(1).toUpperCase()}`;
}

/** The name of the theme's colour for a channel's axis; `w` has none of its own. */
export function axisColour(name: string): "x" | "y" | "z" | "middle" {
  const axis = name.at(-1);
  return axis === "x" || axis === "y" || axis === "z" ? axis : "middle";
}

/** How many of the units that people read make one of the channel's, and what they are called. */
export function unitOf(name: string): { scale: number; unit: string } {
  if (name[0] === "t") return { scale: 100, unit: "cm" };
  if (name[0] === "r") return { scale: 180 / Math.PI, unit: "°" };
  return { scale: 1, unit: "" };
}

/** "left-knee" as people say it. */
export function roleLabel(role: string): string {
  return role.replaceAll("-", " ");
}

/** The human name of a joint, where the file's does not say it already. */
export function roleBeside(joint: Joint): string | null {
  if (!joint.role) return null;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  return plain(joint.name).includes(plain(joint.role)) ? null : roleLabel(joint.role);
}

/** What all names of a figure begin with, up to a separator, such as "mixamorig:"; empty for one joint alone. */
export function prefixOf(joints: readonly Joint[]): string {
  if (joints.length < 2) return "";
  const [first, ...others] = joints.map(({ name }) => name);
  let shared = first;
  for (const name of others) while (!name.startsWith(shared)) shared = shared.slice(0, -1);
  return shared.replace(/[^:|_-]*$/, "");
}

const prefixes = new WeakMap<readonly Joint[], string>();

/** A joint's name where there is little room: without what all begin with, which would leave no room for the rest. */
export function shortName({ joints }: Clip, joint: number): string {
  const prefix = prefixes.get(joints) ?? prefixOf(joints);
  prefixes.set(joints, prefix);
  return joints[joint].name.slice(prefix.length) || joints[joint].name;
}

/** Such as "LeftLeg Rotate X". */
export function fullLabel(clip: Clip, channel: Channel): string {
  return `${clip.joints[channel.joint].name} ${channelLabel(channel.name)}`;
}

/** The channels of some joints, in the clip's order. */
export function channelsOf(clip: Clip, joints: readonly number[]): number[] {
  const wanted = new Set(joints);
  return [...clip.channels.keys()].filter((index) => wanted.has(clip.channels[index].joint));
}
