/** Which frames there are to choose from: the range, pins, gaps. */

import { Chips } from "../../controls/Chips";
import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import type { StudioDocument } from "../../document/document";
import type { Settings } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { LEAST_RANGE } from "../../timeline/range";
import { changeRange } from "../../timeline/rangeHand";
import { isPinningOf, pinned, pinsAfter } from "../dopesheet/pins";
import { changeSettings } from "./choosing";

export function Limits() {
  return (
    <>
      <Pins />
      <Range />
    </>
  );
}

function Range() {
  const studio = useStudio();
  const gesture = useGesture("range");
  const clip = useStore(studio.clip, (open) => open);
  const { first, last, min_gap, max_gap } = useStore(studio.commands.ahead, ({ settings }) => settings);
  if (!clip) return null;
  const set = (part: { first?: number; last?: number }) => {
    changeRange(studio, "Change range", { first, last, ...part }, gesture.next(Object.keys(part).join()));
  };
  const setGap = (part: Partial<Settings>) =>
    changeSettings(studio, "Change gaps", part, gesture.next(Object.keys(part).join()));
  return (
    <div className="group pairs">
      <NumberField
        label="First frame"
        value={first}
        least={clip.first_frame}
        most={last - LEAST_RANGE}
        onChange={(frame) => frame !== null && set({ first: frame })}
      />
      <NumberField
        label="Last frame"
        value={last}
        least={first + LEAST_RANGE}
        most={clip.last_frame}
        onChange={(frame) => frame !== null && set({ last: frame })}
      />
      <NumberField
        label="Least gap"
        title="Fewest frames from one key to the next"
        value={min_gap}
        empty="none"
        least={1}
        most={last - first}
        onChange={(gap) => setGap({ min_gap: gap })}
      />
      <NumberField
        label="Largest gap"
        title="Most frames from one key to the next"
        value={max_gap}
        empty="none"
        least={1}
        most={last - first}
        onChange={(gap) => setGap({ max_gap: gap })}
      />
    </div>
  );
}

/** Frames that every selection keeps. */
function Pins() {
  const studio = useStudio();
  const pins = useStore(studio.commands.ahead, ({ settings }) => settings.pins);
  const turn = (frame: number) => {
    const isPinning = isPinningOf(pins, [frame]);
    const after = ({ settings }: StudioDocument) => pinsAfter(settings.pins, [frame], isPinning);
    studio.change(isPinning ? "Pin frame" : "Unpin frame", (document) => pinned(document, after(document)));
  };
  const pin = () => {
    const { first, last } = studio.commands.ahead.get().settings;
    const frame = Math.round(studio.playhead.get());
    if (frame >= first && frame <= last && !pins.includes(frame)) turn(frame);
  };
  return (
    <div className="group">
      <h4>Pinned frames</h4>
      <Chips
        label="Pinned frames"
        empty="None"
        items={pins.map((frame) => ({ id: String(frame), text: String(frame), title: "Go to this frame" }))}
        onPick={(frame) => studio.playhead.set(Number(frame))}
        onDrop={(frame) => turn(Number(frame))}
      >
        <button type="button" title="Every selection keeps the frame that the playhead is on" onClick={pin}>
          Pin current frame
        </button>
      </Chips>
    </div>
  );
}
