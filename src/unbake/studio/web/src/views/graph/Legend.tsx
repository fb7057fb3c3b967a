/** Which curves are shown, in the colours that they are drawn in; a click shows one alone. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { axisColour, channelLabel, fullLabel, shortName } from "../channels/names";
import { dashOf, MOST_DASHED } from "./dashes";

const MOST = 7;
/** Joints and channels that are named one by one. */
const MOST_LINES = 10;

export function Legend() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const channels = useStore(studio.view, (view) => view.selectedChannels);
  if (!clip || !channels.length) return null;
  const joints = [...new Set(channels.map((channel) => clip.channels[channel].joint))];
  const shown = channels.map((channel) => ({ channel }));
  const isNamed = joints.length + channels.length <= MOST_LINES;
  const first = (joint: number) => channels.find((channel) => clip.channels[channel].joint === joint)!;
  return (
    <div className="graph-legend">
      {joints.slice(0, MOST).map((joint) => (
        <div key={joint}>
          <div className="joint" title={clip.joints[joint].name}>
            {!isNamed && joints.length <= MOST_DASHED && (
              <Dash colour="quiet" dashes={dashOf(clip, shown, first(joint))} length={22} />
            )}
            {shortName(clip, joint)}
          </div>
          {isNamed &&
            channels
              .filter((channel) => clip.channels[channel].joint === joint)
              .map((channel) => (
                <button
                  key={channel}
                  type="button"
                  title={`Show only ${fullLabel(clip, clip.channels[channel])}`}
                  onClick={() => studio.view.patch({ selectedChannels: [channel] })}
                >
                  <Dash colour={axisColour(clip.channels[channel].name)} dashes={dashOf(clip, shown, channel)} />
                  {shortLabel(clip.channels[channel].name)}
                </button>
              ))}
        </div>
      ))}
      {joints.length > MOST && <div className="joint">and {joints.length - MOST} more</div>}
    </div>
  );
}

/** A piece of a curve, as it is drawn. */
function Dash({ colour, dashes, length = 14 }: { colour: string; dashes: readonly number[]; length?: number }) {
  return (
    <svg viewBox={`0 0 ${length} 4`} width={length} aria-hidden="true">
      <path d={`M0 2h${length}`} stroke={`var(--${colour})`} strokeDasharray={dashes.join(" ")} />
    </svg>
  );
}

/** As short as the room beside the curves: what is cut is the axis, which alone tells them apart. */
function shortLabel(name: string): string {
  return channelLabel(name).replace("Translate", "Trans.").replace("Quaternion", "Quat.");
}
