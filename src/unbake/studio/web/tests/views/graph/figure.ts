/** A small figure with two channels on three keys, and what the graph editor makes of it. */

import type { Clip, Keys } from "../../../src/messages";
import { type Picture, wholeExtent } from "../../../src/views/graph/picture";
import { measureOf } from "../../../src/views/graph/scale";

const RAD = Math.PI / 180;

/** Frames 1 to 31: Rotate X of the knee goes from 0 to 90 degrees, Translate Y of the hips stays at 1 m. */
export function smallClip(): Clip {
  const frames = 31;
  const values = Float32Array.from({ length: 2 * frames }, (_, n) => (n % 2 ? 3 * RAD * ((n - 1) / 2) : 1));
  const joint = (name: string, parent: number, role: string | null) =>
    ({ name, parent, is_end: false, side: "middle", role, part: 0 }) as const;
  return {
    joints: [joint("Hips", -1, "hips"), joint("Knee", 0, "left-knee"), joint("End", 1, null)],
    channels: [
      { joint: 0, name: "ty" },
      { joint: 1, name: "rx" },
    ],
    first_frame: 1,
    last_frame: frames,
    values,
    measured: [0, 1],
  } as unknown as Clip;
}

/** Keys on the frames 1, 11 and 31 with handles at thirds. */
export function smallKeys(): Keys {
  const frames = [1, 11, 31];
  const values = frames.flatMap((frame) => [1, 3 * RAD * (frame - 1)]);
  const handles = (runs: number[], lift: number) =>
    Float64Array.from(
      frames.flatMap((frame, k) =>
        [0, 1].flatMap((c) => [frame + runs[k], values[2 * k + c] + (c && runs[k] ? lift : 0)]),
      ),
    );
  return {
    first: 1,
    last: 31,
    fit: "free",
    frames: Int32Array.from(frames),
    classes: Uint8Array.from([0, 1, 0]),
    values: Float64Array.from(values),
    left: handles([0, -10 / 3, -20 / 3], -0.1),
    right: handles([10 / 3, 20 / 3, 0], 0.1),
    tangents: new Uint8Array(6),
    holds: [],
  };
}

/** 600 pixels wide for the frames 1 to 31, 212 high for −10 to 110. */
export function smallPicture(selected: Picture["selected"] = [], isNormalised = false): Picture {
  const clip = smallClip();
  const keys = smallKeys();
  const curves = [0, 1].map((channel) => ({ channel, measure: measureOf(clip, channel, isNormalised) }));
  const extent = isNormalised ? wholeExtent(clip, keys, curves) : { low: -10, high: 110 };
  return {
    clip,
    keys,
    curves,
    axis: { from: 1, to: 31, left: 124, width: 600 },
    values: { ...extent, top: 6, height: 200 },
    selected,
    isNormalised,
    first: 1,
    last: 31,
  };
}
