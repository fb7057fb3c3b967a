/** Where the last frames come from: a colour for each clip with its name, blends, jumps, engines, planted feet. */

import { watching } from "../../store";
import { useStudio } from "../../studio/context";
import { useCanvas } from "../../timeline/useCanvas";
import { drawStrip } from "./drawStrip";

export function SourceStrip() {
  const { live } = useStudio();
  const { canvas } = useCanvas(
    (drawn) => {
      const frame = live.frame.get();
      const { character, recordsFrom } = live.state.get();
      if (!frame || !character) return;
      const runs = drawStrip(drawn, live.buffer.upTo(frame.number), character, recordsFrom);
      const { dataset } = drawn.context.canvas;
      dataset.frame = String(frame.number);
      dataset.engine = character.engines[frame.engine]?.name ?? "";
      dataset.sources = runs.map(({ clip }) => character.clips[clip]).join(" ");
    },
    watching([live.frame], () => [live.frame.get()]),
  );
  return (
    <div className="live-strip">
      <canvas ref={canvas} aria-label="Which clip each of the last frames comes from" />
    </div>
  );
}
