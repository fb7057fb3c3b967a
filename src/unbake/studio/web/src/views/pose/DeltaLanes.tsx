/** Three lanes: keys that differ from the capture, or those of the selected layer, stretches that are examples, and how sure a propagated edit is. */

import { useRef } from "react";
import type { PoseLayer } from "../../messages";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { axisOf, frameAt } from "../../timeline/axis";
import { useNavigation } from "../../timeline/navigation";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { useCanvas } from "../../timeline/useCanvas";
import { drawLanes, type Lanes, laneAt } from "./draw";

export function DeltaLanes() {
  const studio = useStudio();
  const drag = useRef<{ from: number; to: number } | null>(null);
  const deltas = useStore(studio.posing.state, (state) => state.deltas);
  const examples = useStore(studio.propagating.state, (state) => state.examples);
  const selected = useStore(studio.view, (view) => view.selectedLayer);
  const chosen = useStore(studio.document, (document) => document.layers.find(({ id }) => id === selected));
  const lanes = (): Lanes => ({
    keys: studio.shownKeys(),
    deltas: studio.posing.state.get().deltas?.found ?? null,
    times: timesOf(studio),
    examples: studio.propagating.state.get().examples,
    draft: drag.current && ordered(drag.current),
    found: studio.propagating.state.get().found,
    isOld: studio.propagating.state.get().result !== studio.documentKeys(),
  });
  const { view, posing, propagating, results, document } = studio;
  const { canvas, redraw } = useCanvas(
    (drawn) => drawLanes(drawn, lanes(), axisOf(studio.view.get(), drawn.width)),
    watching([view, posing.state, propagating.state, results, document], () => {
      const { from, to } = view.get();
      const { deltas } = posing.state.get();
      return [from, to, deltas, propagating.state.get(), studio.shownKeys(), chosenLayer(studio)];
    }),
  );
  useNavigation(canvas);

  const frameOf = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const { first, last } = studio.document.get().settings;
    const axis = axisOf(studio.view.get(), event.currentTarget.clientWidth);
    return Math.min(Math.max(Math.round(frameAt(axis, event.nativeEvent.offsetX)), first), last);
  };
  const down = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0 || event.altKey) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const frame = frameOf(event);
    if (laneAt(event.nativeEvent.offsetY, event.currentTarget.clientHeight) === 1)
      drag.current = { from: frame, to: frame };
    else goTo(frame);
  };
  const goTo = (frame: number) => {
    studio.playback.stop();
    const keys = [...(deltas?.found.frames ?? []), ...timesOf(studio)];
    const near = keys.find((one) => Math.abs(one - frame) <= 1);
    studio.playhead.set(near ?? frame);
  };
  const move = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (!event.buttons || event.altKey) return;
    if (!drag.current) return goTo(frameOf(event));
    drag.current.to = frameOf(event);
    redraw();
  };
  const up = () => {
    const range = drag.current && ordered(drag.current);
    drag.current = null;
    if (!range) return;
    if (range.last - range.first > 1) studio.propagating.mark(range);
    else studio.propagating.unmark(range.first);
    redraw();
  };
  const found = deltas?.found;
  return (
    <div className="pose-lanes">
      <canvas
        ref={canvas}
        aria-label="Delta keys, examples and confidence"
        data-times={[...(chosen?.time_frames ?? [])].join(" ")}
        data-deltas={found ? [...found.frames].join(" ") : ""}
        data-examples={examples.map(({ first, last }) => `${first}-${last}`).join(" ")}
        title="Click: go there. Drag on the lane of examples: mark a stretch; click one to unmark it."
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      />
      <PlayheadLine />
    </div>
  );
}

function chosenLayer(studio: Studio): PoseLayer | undefined {
  const { layers, selected } = studio.layers.stack();
  return layers.find(({ id }) => id === selected);
}

/** Frames of the selected layer's time keys. */
function timesOf(studio: Studio): readonly number[] {
  return [...(chosenLayer(studio)?.time_frames ?? [])];
}

function ordered({ from, to }: { from: number; to: number }) {
  return { first: Math.min(from, to), last: Math.max(from, to) };
}
