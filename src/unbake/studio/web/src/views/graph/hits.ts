/** What lies under the pointer: handles first, then keys, then curves. */

import type { Box, Place } from "../../controls/place";
import { evaluateChannel } from "../../curves/evaluate";
import { handleOf, handleType, hasHandle, isLocked, type KeyPlace, keyValue, type Side } from "../../curves/handles";
import type { HandleType } from "../../curves/tangents";
import type { Keys } from "../../messages";
import { frameAt, xOf } from "../../timeline/axis";
import type { Curve, Picture } from "./picture";
import { yOf } from "./scale";
import { includes } from "./selecting";

type Hit =
  | { kind: "handle"; place: KeyPlace; side: Side }
  | { kind: "key"; place: KeyPlace }
  | { kind: "curve"; channel: number };

const REACH = 8;
/** More handles than these would hide the curves. */
const MOST_HANDLES = 80;

export function keySpot(picture: Picture, keys: Keys, place: KeyPlace, curve: Curve): Place {
  const { scale, shift } = curve.measure;
  return {
    x: xOf(picture.axis, keys.frames[place.key]),
    y: yOf(picture.values, keyValue(keys, place) * scale + shift),
  };
}

export function handleSpot(picture: Picture, keys: Keys, place: KeyPlace, side: Side, curve: Curve): Place {
  const { frame, value } = handleOf(keys, place, side);
  const { scale, shift } = curve.measure;
  return { x: xOf(picture.axis, frame), y: yOf(picture.values, value * scale + shift) };
}

export function curveOf(picture: Picture, channel: number): Curve | undefined {
  return picture.curves.find((curve) => curve.channel === channel);
}

interface ShownHandle {
  place: KeyPlace;
  side: Side;
  curve: Curve;
  type: HandleType;
  isLocked: boolean;
}

/** The handles that are shown. */
export function shownHandles(picture: Picture): ShownHandle[] {
  const { keys, selected } = picture;
  if (!keys || selected.length > MOST_HANDLES) return [];
  return selected.flatMap((place) => {
    const curve = curveOf(picture, place.channel);
    if (!curve) return [];
    return (["left", "right"] as const)
      .filter((side) => hasHandle(keys, place.key, side))
      .map((side) => ({ place, side, curve, type: handleType(keys, place), isLocked: isLocked(keys, place) }));
  });
}

export function hitAt(picture: Picture, spot: Place): Hit | null {
  const { keys } = picture;
  if (!keys) return null;
  const handle = nearest(
    shownHandles(picture).filter((it) => !it.isLocked),
    (it) => handleSpot(picture, keys, it.place, it.side, it.curve),
    spot,
    REACH,
  );
  const key = nearest(
    placesNear(picture, keys, spot),
    (place) => keySpot(picture, keys, place, curveOf(picture, place.channel)!),
    spot,
    REACH,
  );
  // Where a handle lies on its key, the key is meant, unless the handle is nearer.
  if (handle && (!key || handle.distance < key.distance)) {
    return { kind: "handle", place: handle.item.place, side: handle.item.side };
  }
  if (key) return { kind: "key", place: key.item };
  const channel = curveAt(picture, keys, spot);
  return channel === null ? null : { kind: "curve", channel };
}

/** Keys of shown channels inside a box of pixels. */
export function placesIn(picture: Picture, box: Box): KeyPlace[] {
  const { keys } = picture;
  if (!keys) return [];
  return picture.curves.flatMap((curve) =>
    [...keys.frames.keys()]
      .map((key) => ({ key, channel: curve.channel }))
      .filter((place) => {
        const { x, y } = keySpot(picture, keys, place, curve);
        return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      }),
  );
}

/** Selected places come first: where keys lie on each other, those in the hand stay in the hand. */
function placesNear(picture: Picture, keys: Keys, { x }: Place): KeyPlace[] {
  const near = [...keys.frames.keys()].filter((key) => Math.abs(xOf(picture.axis, keys.frames[key]) - x) <= REACH);
  const places = near.flatMap((key) => picture.curves.map(({ channel }) => ({ key, channel })));
  return [
    ...places.filter((place) => includes(picture.selected, place)),
    ...places.filter((place) => !includes(picture.selected, place)),
  ];
}

function nearest<T>(
  items: readonly T[],
  spotOf: (item: T) => Place,
  spot: Place,
  reach: number,
): { item: T; distance: number } | null {
  let found: { item: T; distance: number } | null = null;
  for (const item of items) {
    const { x, y } = spotOf(item);
    const distance = Math.hypot(x - spot.x, y - spot.y);
    if (distance <= reach && (!found || distance < found.distance - 1e-9)) found = { item, distance };
  }
  return found;
}

function curveAt(picture: Picture, keys: Keys, spot: Place): number | null {
  const time = frameAt(picture.axis, spot.x);
  if (time < keys.first || time > keys.last) return null;
  const heights = picture.curves.map(({ channel, measure }) => {
    const value = evaluateChannel(keys, channel, [time])[0];
    return { channel, gap: Math.abs(yOf(picture.values, value * measure.scale + measure.shift) - spot.y) };
  });
  const best = heights.reduce((a, b) => (b.gap < a.gap ? b : a), { channel: -1, gap: Infinity });
  return best.gap <= 6 ? best.channel : null;
}
