/** Curves between keys, exactly as `unbake.curves.bezier` evaluates them; `tests/curves/curves.json` holds both to it. */

import { channelCount } from "../document/keys";
import type { Keys } from "../messages";

/** Where in a segment from 0 to 1, with handles at the times a and b, the time is x: Newton's method in a bracket. */
export function parameterAt(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  let [low, high, u] = [0, 1, x];
  for (let n = 0; n < 64; n++) {
    const v = 1 - u;
    const gap = 3 * v * v * u * a + 3 * v * u * u * b + u * u * u - x;
    if (Math.abs(gap) < 1e-15) break;
    if (gap > 0) high = u;
    else low = u;
    const slope = 3 * v * v * a + 6 * v * u * (b - a) + 3 * u * u * (1 - b);
    const step = slope > 1e-12 ? u - gap / slope : -1;
    u = low < step && step < high ? step : 0.5 * (low + high);
    if (high - low < 1e-16) break;
  }
  return u;
}

/** One channel's values at times in file frames, sorted or not; before the first key and after the last it holds. */
export function evaluateChannel(keys: Keys, channel: number, times: ArrayLike<number>): Float64Array {
  const out = new Float64Array(times.length);
  const last = keys.frames.length - 1;
  const wide = channelCount(keys);
  let segment = 0;
  for (let n = 0; n < times.length; n++) {
    const time = times[n];
    if (time <= keys.frames[0] || last === 0) out[n] = keys.values[channel];
    else if (time >= keys.frames[last]) out[n] = keys.values[last * wide + channel];
    else {
      if (time < keys.frames[segment] || time >= keys.frames[segment + 1]) segment = segmentAt(keys.frames, time);
      out[n] = valueIn(keys, segment * wide + channel, (segment + 1) * wide + channel, segment, time);
    }
  }
  return out;
}

/** Which key is the last at or before a time. */
export function segmentAt(frames: ArrayLike<number>, time: number): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frames[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `here` and `there` are the places of the segment's two keys in `values`. */
function valueIn(keys: Keys, here: number, there: number, segment: number, time: number): number {
  const start = keys.frames[segment];
  const length = keys.frames[segment + 1] - start;
  const a = (keys.right[2 * here] - start) / length;
  const b = (keys.left[2 * there] - start) / length;
  const u = parameterAt((time - start) / length, a, b);
  const v = 1 - u;
  return (
    v * v * v * keys.values[here] +
    3 * v * v * u * keys.right[2 * here + 1] +
    3 * v * u * u * keys.left[2 * there + 1] +
    u * u * u * keys.values[there]
  );
}
