/** Numbers and names as people read them. */

import type { CriterionInfo, Joining, LayerSettings } from "../../messages";

/** A length with about two digits that matter: `12.3`, `1.84`, `0.35`, `0.004`. */
export function shortCm(value: number): string {
  if (value < 0.0005) return "0";
  if (value >= 99.95) return value.toFixed(0);
  if (value >= 9.995) return value.toFixed(1);
  return value >= 0.00995 ? value.toFixed(2) : value.toFixed(3);
}

export function percent(part: number): string {
  const value = 100 * part;
  return `${value >= 10 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)} %`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

const SHAPES: Readonly<Record<string, string>> = { line: "Line", lerp: "Line in time", curve: "Curve" };
const TOTALS: Readonly<Record<string, string>> = { max: "largest", sum: "squares" };

/** `curve-max` as `Curve, largest`; criteria of one's own keep their name. */
export function criterionName(name: string): string {
  const [shape, total] = name.split("-");
  return SHAPES[shape] && TOTALS[total] ? `${SHAPES[shape]}, ${TOTALS[total]}` : name;
}

export function criterionSays(info: CriterionInfo | undefined, metric: LayerSettings["metric"]): string {
  if (!info) return "";
  const what = info.says.replace(/, of the worst joint$/, "");
  const whose = metric === "joint" ? "of the worst joint" : "of the whole pose";
  return `${what[0].toUpperCase()}${what.slice(1)}, ${whose}.`;
}

export const METRICS = [
  { value: "joint", label: "Worst joint", title: "Distances are those of the joint that is farthest off" },
  { value: "pose", label: "Whole pose", title: "Distances are those of all joints together" },
] as const;

export const FITS: readonly { value: Joining["fit"]; label: string; title: string }[] = [
  {
    value: "free",
    label: "Free handles",
    title: "Close to the capture and easy to edit: no tiny handles, none that overlap",
  },
  {
    value: "tightest",
    label: "Tightest",
    title: "Handles of any length, wherever that is closer to the capture",
  },
  { value: "hermite", label: "Handles at thirds", title: "The same in every program and format, glTF included" },
  {
    value: "broken",
    label: "Corners at keys",
    title: "Handles at thirds with a slope on each side: closer, but not smooth",
  },
  { value: "schneider", label: "The motion's own tangents", title: "Tangents as the capture has them (Schneider)" },
  { value: "thesis", label: "As in the thesis", title: "The least sum of squares of Roberts' thesis" },
];

/** What a layer can take besides criteria. */
export const MOMENTS = [
  { value: "knots", label: "Knots", title: "Frames that baked curves were keyed on; capture has none" },
  { value: "extremes", label: "Extremes", title: "Where the body, or the leading part, stops, turns round or rests" },
] as const;

/** The name of a layer, 0 to 2. */
export function layerName(layer: LayerSettings, place: number): string {
  return MOMENTS.find(({ value }) => value === layer.criterion)?.label ?? LAYER_NAMES[place];
}

/** The three layers, by the keys that they give: the first two together are the keyposes. */
export const LAYER_NAMES = ["Main keyposes", "More keyposes", "Breakdowns"] as const;
