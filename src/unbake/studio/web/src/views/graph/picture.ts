/** What the graph editor shows at one moment: curves, axes, what is selected. Hands and drawing work from the same. */

import type { KeyPlace } from "../../curves/handles";
import { channelCount } from "../../document/keys";
import type { Clip, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf } from "../../timeline/axis";
import { capturedExtent, type Extent, type Measure, measureOf, roomy, type ValueAxis } from "./scale";
import { selectedPlaces } from "./selecting";

export interface Curve {
  channel: number;
  measure: Measure;
}

export interface Picture {
  clip: Clip;
  keys: Keys | null;
  curves: readonly Curve[];
  axis: Axis;
  values: ValueAxis;
  selected: readonly KeyPlace[];
  isNormalised: boolean;
  /** The range that is worked on. */
  first: number;
  last: number;
}

const PADDING = 6;

export function pictureOf(studio: Studio, width: number, height: number): Picture | null {
  const clip = studio.clip.get();
  if (!clip) return null;
  const view = studio.view.get();
  const keys = studio.shownKeys();
  const { isNormalised } = view.graph;
  const curves = view.selectedChannels
    .filter((channel) => channel < clip.channels.length)
    .map((channel) => ({ channel, measure: measureOf(clip, channel, isNormalised) }));
  const { low, high } = view.graph.values ?? wholeExtent(clip, keys, curves);
  const { first, last } = studio.document.get().settings;
  return {
    clip,
    keys,
    curves,
    axis: axisOf(view, width),
    values: { low, high, top: PADDING, height: Math.max(height - 2 * PADDING, 1) },
    selected: keys ? selectedPlaces(view, keys) : [],
    isNormalised,
    first,
    last,
  };
}

/** All that the curves do, with a little room. */
export function wholeExtent(clip: Clip, keys: Keys | null, curves: readonly Curve[]): Extent {
  let [low, high] = [Infinity, -Infinity];
  const wide = clip.channels.length;
  const include = ({ scale, shift }: Measure, value: number) => {
    low = Math.min(low, value * scale + shift);
    high = Math.max(high, value * scale + shift);
  };
  for (const { channel, measure } of curves) {
    const captured = capturedExtent(clip, channel);
    include(measure, captured.low);
    include(measure, captured.high);
    if (keys) for (let at = channel; at < keys.values.length; at += wide) include(measure, keys.values[at]);
  }
  return roomy({ low, high });
}

/** What some keys and their handles reach; null without any. */
export function placesExtent(keys: Keys, places: readonly KeyPlace[], curves: readonly Curve[]): Extent | null {
  let [low, high] = [Infinity, -Infinity];
  const wide = channelCount(keys);
  for (const { key, channel } of places) {
    const measure = curves.find((curve) => curve.channel === channel)?.measure;
    if (!measure) continue;
    const at = key * wide + channel;
    for (const value of [keys.values[at], keys.left[2 * at + 1], keys.right[2 * at + 1]]) {
      low = Math.min(low, value * measure.scale + measure.shift);
      high = Math.max(high, value * measure.scale + measure.shift);
    }
  }
  return high >= low ? roomy({ low, high }) : null;
}
