/** The curve of error against count: click, drag or arrow keys choose the count, the wheel shows more or fewer counts. */

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { useGesture } from "../../controls/gesture";
import { stepsOf } from "../../controls/Slider";
import { turned } from "../../controls/wheel";
import { Painting } from "../../graphics/painting";
import type { SpaceFound } from "../../messages";
import { useStudio } from "../../studio/context";
import { isBehind } from "../../studio/results";
import type { Studio } from "../../studio/studio";
import { onThemeChange } from "../../theme/colours";
import { chooseCount, shownCount } from "./choosing";
import { countNear, errorOf } from "./scale";
import { type Marked, SpacePlot } from "./spacePlot";
import { reach, reachFor, scaleOf, zoom } from "./useSelection";
import { counted, shortCm } from "./wording";

/** What a key zooms by, and a usual step of the wheel, of 100 pixels, nearly. */
const STEP = 1.12;
const PER_PIXEL = 0.0011;

export function SpaceChart({ space }: { space: SpaceFound }) {
  const studio = useStudio();
  const gesture = useGesture("curve");
  const frame = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDivElement>(null);
  const plot = useRef<SpacePlot>(null);
  const hovered = useRef<number | null>(null);

  useEffect(() => {
    const element = frame.current!;
    const show = () => {
      const marked = markedOf(studio);
      plot.current?.mark(marked);
      readout.current!.textContent = readoutOf(space, marked, hovered.current);
      element.setAttribute("aria-valuenow", String(marked.count));
      element.setAttribute("aria-valuetext", `${counted(marked.count, "key")}. ${readoutOf(space, marked, null)}`);
    };
    plot.current = new SpacePlot(element, space, scaleOf(space, reach.get()), (count) => {
      hovered.current = count;
      if (plot.current) show();
    });
    // Once a frame: measuring the chart after every change would lay out the page each time.
    const following = new Painting(() => {
      reachFor(space, markedOf(studio).count);
      show();
    });
    const follow = () => following.ask();
    const rescale = () => plot.current?.show(space, scaleOf(space, reach.get()));
    const observer = new ResizeObserver(() => plot.current?.resize());
    observer.observe(element);
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      zoom(space, Math.exp(turned(event) * PER_PIXEL));
    };
    // React's own wheel listeners cannot keep the panel from scrolling.
    element.addEventListener("wheel", wheel, { passive: false });
    const ends = [
      studio.commands.ahead.subscribe(follow),
      studio.results.subscribe(follow),
      reach.subscribe(rescale),
      onThemeChange(() => plot.current?.redraw()),
    ];
    reachFor(space, markedOf(studio).count);
    show();
    return () => {
      following.cancel();
      for (const end of ends) end();
      observer.disconnect();
      element.removeEventListener("wheel", wheel);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [studio, space]);

  const choose = (event: PointerEvent) => chooseCount(studio, plot.current!.countAt(event.clientX), gesture.next());
  const press = (event: KeyboardEvent) => {
    const steps = stepsOf(event);
    if (event.key === "+" || event.key === "-") zoom(space, event.key === "-" ? STEP : 1 / STEP);
    else if (steps === undefined) return;
    else chooseCount(studio, countNear(space, markedOf(studio).count, steps), gesture.next());
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={`space-chart ${space.is_preview ? "quick" : ""}`} title={space.is_preview ? PREVIEW : undefined}>
      <div
        ref={frame}
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label="Error against the number of keys"
        aria-valuemin={space.counts[0]}
        aria-valuemax={space.counts[space.counts.length - 1]}
        aria-valuenow={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          gesture.hold();
          choose(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
        onPointerUp={() => gesture.release()}
        onPointerCancel={() => gesture.release()}
        onDoubleClick={() => reach.set(null)}
      />
      <div className="readout" ref={readout} title={ESTIMATED} />
    </div>
  );
}

const PREVIEW = "Errors of the take cut into pieces, until all selections have been looked at.";
const ESTIMATED =
  "Estimated: the least error possible with this many keys, before curves are fitted. Measured: how far off the worst joint is in the end.";

function markedOf(studio: Studio): Marked {
  const document = studio.commands.ahead.get();
  const results = studio.results.get();
  return {
    // As long as there is none, there is no chart.
    count: shownCount(document, results) ?? 0,
    measuredCm: isBehind(results, document) ? null : (results.evaluation?.max_cm ?? null),
    isOfCurve: document.choice.by !== "layers" && !document.edited,
    isPreview: !document.edited && (results.chosen?.is_preview ?? true),
  };
}

function readoutOf(space: SpaceFound, marked: Marked, hovered: number | null): string {
  if (hovered !== null && hovered !== marked.count) {
    return `${counted(hovered, "key")}: ${shortCm(errorOf(space, hovered))} cm`;
  }
  const best = `Estimated ${shortCm(errorOf(space, marked.count))}`;
  const came = marked.isPreview ? "quick fit" : "measured";
  return marked.measuredCm === null ? `${best} cm` : `${best} · ${came} ${shortCm(marked.measuredCm)} cm`;
}
