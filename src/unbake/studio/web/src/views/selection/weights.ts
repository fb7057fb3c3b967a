/** How much feet, hands and head count in the world-space match, as three numbers. */

import type { Clip } from "../../messages";

export type End = "feet" | "hands" | "head";

/** The names that stand for each; an animator's feet have toes. */
const NAMES: Readonly<Record<End, readonly string[]>> = {
  feet: ["feet", "left-toe", "right-toe"],
  hands: ["hands"],
  head: ["head"],
};

type Weights = Readonly<Record<string, number>>;

export function weightOf(weights: Weights, end: End): number {
  return weights[NAMES[end][0]] ?? 1;
}

/** Weights with one of them changed; those that are 1, as usual, are not named. */
export function withWeight(weights: Weights, end: End, weight: number, clip: Clip): Record<string, number> {
  const names = NAMES[end].filter((name) => isKnown(clip, name));
  const others = Object.entries(weights).filter(([name]) => !NAMES[end].includes(name));
  return Object.fromEntries([...others, ...(weight === 1 ? [] : names.map((name) => [name, weight] as const))]);
}

/** Whether the figure has joints that are meant. */
export function isKnown(clip: Clip, name: string): boolean {
  return clip.leads.includes(name) || clip.joints.some(({ role }) => role === name);
}

export const ENDS: readonly { end: End; label: string }[] = [
  { end: "feet", label: "Feet" },
  { end: "hands", label: "Hands" },
  { end: "head", label: "Head" },
];
