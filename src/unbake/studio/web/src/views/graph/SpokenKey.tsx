/** What is selected in words, for those who do not see the curves. */

import { handleOf, handleType, hasHandle, isLocked, type KeyPlace, keyValue, type Side } from "../../curves/handles";
import { TYPE_NAMES } from "../../curves/tangents";
import type { Clip, Keys } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { fullLabel, unitOf } from "../channels/names";
import { selectedPlaces } from "./selecting";
import { useShownKeys } from "./useShownKeys";

/** More keys than these are counted, not listed. */
const MOST = 12;

export function SpokenKey() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const view = useStore(studio.view, (view) => view);
  const keys = useShownKeys();
  const places = clip && keys ? selectedPlaces(view, keys) : [];
  return (
    <ul id="graph-spoken" className="graph-spoken" aria-live="polite" aria-label="Selected keys">
      {clip &&
        keys &&
        places
          .slice(0, MOST)
          .map((place) => <li key={`${place.key} ${place.channel}`}>{textOf(clip, keys, place)}</li>)}
      {places.length > MOST && <li>and {places.length - MOST} more</li>}
    </ul>
  );
}

function textOf(clip: Clip, keys: Keys, place: KeyPlace): string {
  const channel = clip.channels[place.channel];
  const { scale, unit } = unitOf(channel.name);
  const amount = (value: number) => `${(value * scale).toFixed(2)}${unit === "cm" ? " cm" : unit}`;
  const end = (side: Side) => {
    if (!hasHandle(keys, place.key, side)) return "";
    const { frame, value } = handleOf(keys, place, side);
    return `, ${side} handle to frame ${frame.toFixed(1)}, ${amount(value)}`;
  };
  const kind = `${TYPE_NAMES[handleType(keys, place)]}${isLocked(keys, place) ? ", locked" : ""}`;
  const where = `${fullLabel(clip, channel)}, frame ${keys.frames[place.key]}`;
  return `${where}: ${amount(keyValue(keys, place))}${end("left")}${end("right")}, ${kind}`;
}
