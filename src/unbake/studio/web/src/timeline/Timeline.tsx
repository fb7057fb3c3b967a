/** Time above the bottom views, which share it: transport, ruler, range, playhead. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { GUTTER } from "./axis";
import { FrameField } from "./FrameField";
import { Ruler } from "./Ruler";
import { roomFor } from "./range";
import { clipRange } from "./rangeHand";
import { Transport } from "./Transport";

export function Timeline() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  if (!clip) return null;
  return (
    <>
      <Transport />
      <section className="timeline" aria-label="Timeline" data-area="timeline">
        <Ruler />
        <div className="timeline-frame" style={{ width: GUTTER, ...roomFor(clipRange(studio)) }}>
          <FrameField />
        </div>
      </section>
    </>
  );
}
