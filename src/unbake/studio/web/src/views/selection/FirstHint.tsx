/** What a person needs to know first, above the slider that it points at; it goes for good once it is read or used. */

import { type CSSProperties, useEffect, useRef } from "react";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { positionOf } from "./scale";
import { reach, scaleOf, useShownCount, useSpace } from "./useSelection";

export function FirstHint() {
  const studio = useStudio();
  const isKnown = useStore(studio.preferences, ({ knowsSlider }) => knowsSlider ?? false);
  const count = useStore(studio.document, ({ choice }) => (choice.by === "count" ? choice.keys : null));
  const first = useRef(count);
  const at = useThumb();
  // Who moves the slider needs no hint any more.
  useEffect(() => {
    if (!isKnown && count !== first.current) studio.setPreferences({ knowsSlider: true });
  }, [studio, isKnown, count]);
  if (isKnown) return null;
  return (
    <div className="first-hint" role="note" aria-label="First steps" style={{ "--at": at } as CSSProperties}>
      <p>
        <b>Drag the slider</b> for more or fewer keys: the figure, its key poses and the curves follow.
      </p>
      <p>
        <i className="key-mark keypose" aria-hidden="true" /> <b>Red</b> keyposes tell what happens;{" "}
        <i className="key-mark breakdown" aria-hidden="true" /> <b>green</b> breakdowns say how it gets there.
      </p>
      <button type="button" className="got-it" onClick={() => studio.setPreferences({ knowsSlider: true })}>
        Got it
      </button>
    </div>
  );
}

/** Where the slider's thumb is, 0 to 1. */
function useThumb(): number {
  const space = useSpace();
  const count = useShownCount();
  const last = useStore(reach, (all) => all);
  return space && count !== null ? Math.min(Math.max(positionOf(scaleOf(space, last), count), 0), 1) : 0.3;
}
