/** K held and the mouse dragged runs through time, over any view, as in Maya. */

import type { Studio } from "../studio/studio";
import { areaOf } from "./keyboard";

const VIEWS = ["viewport", "timeline", "dopesheet", "graph", "feet"];

/** Listen until the returned function is called. */
export function listenToScrubs(studio: Studio): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  let isHeld = false;
  window.addEventListener(
    "keydown",
    (event) => {
      const isAlone = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      const isTyped =
        event.target instanceof Element && event.target.matches("input:not([type=range]), textarea, select");
      if (isK(event)) isHeld = isAlone && !isTyped && studio.preferences.get().keymap === "maya";
    },
    options,
  );
  window.addEventListener(
    "keyup",
    (event) => {
      if (isK(event)) isHeld = false;
    },
    options,
  );
  window.addEventListener(
    "blur",
    () => {
      isHeld = false;
    },
    { signal: ending.signal },
  );
  window.addEventListener(
    "pointerdown",
    (event) => {
      const view = event.target instanceof Element ? event.target.closest("[data-area]") : null;
      if (!isHeld || event.button > 1 || !view || !VIEWS.includes(areaOf(view) ?? "") || !studio.clip.get()) return;
      event.preventDefault();
      event.stopPropagation();
      scrub(studio, event, view.clientWidth);
    },
    options,
  );
  return () => ending.abort();
}

const isK = (event: KeyboardEvent) => event.key.toLowerCase() === "k";

/** Across the whole view lie the frames that the timeline shows. */
function scrub(studio: Studio, down: PointerEvent, width: number): void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const before = studio.playhead.get();
  studio.playback.stop();
  const { from, to } = studio.view.get();
  window.addEventListener(
    "pointermove",
    (event) => {
      event.stopPropagation();
      const { first, last } = studio.document.get().settings;
      const frame = before + Math.round(((event.clientX - down.clientX) / Math.max(width, 1)) * (to - from));
      studio.playhead.set(Math.min(Math.max(frame, first), last));
    },
    options,
  );
  const end = (event: Event) => {
    event.stopPropagation();
    ending.abort();
  };
  window.addEventListener("pointerup", end, options);
  window.addEventListener("pointercancel", end, options);
}
