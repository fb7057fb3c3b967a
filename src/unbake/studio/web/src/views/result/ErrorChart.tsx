/** Error over time: click or drag to go there; what is worst at a frame is named under the pointer. */

import { type PointerEvent, useEffect, useRef } from "react";
import { watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { useCanvas } from "../../timeline/useCanvas";
import { shortCm } from "../selection/wording";
import { drawErrors, frameUnder, type Shown } from "./errorOverTime";

export function ErrorChart() {
  const studio = useStudio();
  const hovered = useRef<number | null>(null);
  const readout = useRef<HTMLDivElement>(null);
  const { canvas, redraw } = useCanvas(
    (drawn) => {
      const shown = shownOf(studio, hovered.current);
      if (shown) drawErrors(drawn, shown);
    },
    watching([studio.results, studio.document, studio.playhead], () => [
      studio.evaluation(),
      studio.shownKeys(),
      studio.document.get().settings,
      studio.playhead.get(),
    ]),
  );

  useEffect(() => {
    const tell = () => {
      readout.current!.textContent = readoutOf(studio, hovered.current ?? studio.playhead.get());
    };
    tell();
    const ends = [studio.playhead.subscribe(tell), studio.results.subscribe(tell)];
    return () => {
      for (const end of ends) end();
    };
  }, [studio]);

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const shown = shownOf(studio, null);
    if (!shown) return;
    const frame = frameUnder(event.clientX - left, width, shown);
    hovered.current = frame;
    readout.current!.textContent = readoutOf(studio, frame);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) studio.playhead.set(frame);
    redraw();
  };
  const leave = () => {
    hovered.current = null;
    readout.current!.textContent = readoutOf(studio, studio.playhead.get());
    redraw();
  };

  return (
    <div className="error-chart">
      <div className="readout" ref={readout} />
      <canvas
        ref={canvas}
        role="img"
        aria-label="Largest error of every frame; the arrow keys move the playhead"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onPointerLeave={leave}
      />
    </div>
  );
}

function shownOf(studio: Studio, hovered: number | null): Shown | null {
  const { evaluation } = studio.results.get();
  const { settings } = studio.document.get();
  if (!evaluation) return null;
  const keys = studio.shownKeys();
  const first = keys?.first ?? settings.first;
  return {
    first,
    last: first + evaluation.error_cm.length - 1,
    errors: evaluation.error_cm,
    keys,
    playhead: studio.playhead.get(),
    hovered,
    worstFrame: evaluation.worst_frame,
  };
}

function readoutOf(studio: Studio, frame: number): string {
  const { evaluation } = studio.results.get();
  const clip = studio.clip.get();
  const row = frame - (studio.shownKeys()?.first ?? 0);
  if (!evaluation || !clip || !(row in evaluation.error_cm)) return "";
  const joint = clip.joints[evaluation.worst_joints[row]]?.name ?? "";
  return `Frame ${frame}: ${shortCm(evaluation.error_cm[row])} cm, ${joint}`;
}
