/** Frames and seconds along the top of the bottom views: scrub, set the range, zoom and pan. */

import { type PointerEvent, useEffect, useRef } from "react";
import { watching } from "../store";
import { useStudio } from "../studio/context";
import type { Studio } from "../studio/studio";
import { axisOf, frameAt } from "./axis";
import { drag } from "./drag";
import { drawTimeline, FRAMES_HEIGHT } from "./drawTimeline";
import { followed } from "./follow";
import { frameAll, useNavigation } from "./navigation";
import { handleAt, withEnd } from "./range";
import { clipRange, commitRange, rangeHand, shownRange } from "./rangeHand";
import { useCanvas } from "./useCanvas";

export function Ruler() {
  const studio = useStudio();
  const hand = rangeHand(studio);
  const isScrubbing = useRef(false);
  const { canvas } = useCanvas(
    (drawn) => drawTimeline(drawn, timedOf(studio, drawn.width)),
    watching([studio.view, studio.playhead, studio.document, studio.results, hand], () => {
      const { from, to } = studio.view.get();
      const keys = studio.shownKeys();
      return [from, to, keys, studio.evaluation(), studio.document.get().settings, studio.playhead.get(), hand.get()];
    }),
  );
  useNavigation(canvas);
  useFollowing(studio, isScrubbing);
  useSpokenPlayhead(studio, canvas);

  const handleUnder = (event: PointerEvent<HTMLCanvasElement>) => {
    const { x, y, axis } = placeOf(studio, event);
    return y > FRAMES_HEIGHT - 2 ? handleAt(axis, shownRange(studio), x) : null;
  };
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    const isScrub = event.button === 1 && !event.altKey && studio.preferences.get().keymap === "maya";
    if (isScrub) event.preventDefault();
    if ((event.button !== 0 && !isScrub) || !studio.clip.get()) return;
    const end = handleUnder(event);
    if (end) dragRange(studio, event, end);
    else if (placeOf(studio, event).x >= axisOf(studio.view.get(), event.currentTarget.clientWidth).left - 6)
      scrub(studio, event, isScrubbing);
  };
  const hover = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.style.cursor = handleUnder(event) ? "ew-resize" : "";
  };

  return (
    <canvas
      ref={canvas}
      className="ruler"
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuenow={0}
      title="Drag to scrub. Drag the grey handles to set the range. Wheel zooms, middle button pans, double click frames all."
      onPointerDown={press}
      onPointerMove={hover}
      onDoubleClick={(event) => !handleUnder(event as unknown as PointerEvent<HTMLCanvasElement>) && frameAll(studio)}
    />
  );
}

function timedOf(studio: Studio, width: number) {
  const clip = studio.clip.get()!;
  const { evaluation } = studio.results.get();
  const keys = studio.shownKeys();
  const isOfKeys = evaluation && keys && evaluation.error_cm.length === keys.last - keys.first + 1;
  return {
    axis: axisOf(studio.view.get(), width),
    fps: clip.fps,
    firstFrame: clip.first_frame,
    range: shownRange(studio),
    playhead: studio.playhead.get(),
    pins: studio.document.get().settings.pins,
    error: isOfKeys ? { from: keys.first, cm: evaluation.error_cm, max: evaluation.max_cm } : null,
  };
}

function placeOf(studio: Studio, event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  return { x, y, axis: axisOf(studio.view.get(), box.width) };
}

/** Drag the playhead; time that runs waits meanwhile. Escape brings it back. */
function scrub(studio: Studio, down: PointerEvent<HTMLCanvasElement>, isScrubbing: { current: boolean }): void {
  const element = down.currentTarget;
  const wasPlaying = studio.isPlaying.get();
  const before = studio.playhead.get();
  if (wasPlaying) studio.playback.stop();
  isScrubbing.current = true;
  const { first, last } = studio.document.get().settings;
  const go = (event: { clientX: number }) => {
    const axis = axisOf(studio.view.get(), element.clientWidth);
    const frame = Math.round(frameAt(axis, event.clientX - element.getBoundingClientRect().left));
    studio.playhead.set(Math.min(Math.max(frame, first), last));
  };
  go(down);
  drag(element, down.pointerId, go, (isTaken) => {
    isScrubbing.current = false;
    if (!isTaken) studio.playhead.set(before);
    if (wasPlaying) studio.playback.start();
  });
}

/** Drag an end of the range; Escape leaves it where it was. */
function dragRange(studio: Studio, down: PointerEvent<HTMLCanvasElement>, end: "first" | "last"): void {
  const element = down.currentTarget;
  const hand = rangeHand(studio);
  const move = (event: { clientX: number }) => {
    const axis = axisOf(studio.view.get(), element.clientWidth);
    const frame = frameAt(axis, event.clientX - element.getBoundingClientRect().left);
    hand.set(withEnd(shownRange(studio), end, frame, clipRange(studio)));
  };
  drag(element, down.pointerId, move, (isTaken) => {
    const range = hand.get();
    hand.set(null);
    if (range && isTaken) commitRange(studio, range);
  });
}

/** Keep the playhead in sight, unless the pointer that drags it does. */
function useFollowing(studio: Studio, isScrubbing: { current: boolean }): void {
  useEffect(() => {
    let before = studio.playhead.get();
    return studio.playhead.subscribe(() => {
      const now = studio.playhead.get();
      const span = isScrubbing.current ? null : followed(studio.view.get(), before, now, studio.isPlaying.get());
      before = now;
      if (span) studio.view.patch(span);
    });
  }, [studio, isScrubbing]);
}

/** What a screen reader says; set on the element, because React need not know sixty times a second. */
function useSpokenPlayhead(studio: Studio, canvas: { current: HTMLCanvasElement | null }): void {
  useEffect(() => {
    const tell = () => {
      const { first, last } = studio.document.get().settings ?? {};
      const now = studio.playhead.get();
      canvas.current?.setAttribute("aria-valuenow", String(now));
      canvas.current?.setAttribute("aria-valuetext", `frame ${now}`);
      canvas.current?.setAttribute("aria-valuemin", String(first));
      canvas.current?.setAttribute("aria-valuemax", String(last));
    };
    tell();
    const ends = [studio.playhead.subscribe(tell), studio.document.subscribe(tell)];
    return () => {
      for (const end of ends) end();
    };
  }, [studio, canvas]);
}
