/** The frame that is seen, to be typed, and its time. */

import { NumberField } from "../controls/NumberField";
import { useStore } from "../store";
import { useStudio } from "../studio/context";

export function FrameField() {
  const studio = useStudio();
  const frame = useStore(studio.playhead, (frame) => frame);
  const clip = useStore(studio.clip, (clip) => clip)!;
  const { first, last } = useStore(studio.commands.ahead, (document) => document.settings);
  return (
    <>
      <NumberField
        label="Frame"
        value={frame}
        least={first}
        most={last}
        onChange={(wanted) => wanted !== null && studio.playhead.set(Math.round(wanted))}
      />
      <output aria-label="Time">{((frame - clip.first_frame) / clip.fps).toFixed(2)} s</output>
    </>
  );
}
