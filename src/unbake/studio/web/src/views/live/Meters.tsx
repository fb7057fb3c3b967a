/** Numbers below the strip: from key to motion, until what was asked for is there, milliseconds a frame. */

import { useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";

export function Meters() {
  const { live } = useStudio();
  const { delayMs, metAfterS, wish } = useStoreLater(live.state, (state) => state);
  const frame = useStoreLater(live.frame, (frame) => frame);
  const clips = live.state.get().character?.clips ?? [];
  const isAsked = Object.values(wish).some((one) => one !== null);
  const met = metAfterS === null ? (isAsked ? "not yet" : "–") : `${metAfterS.toFixed(2)} s`;
  return (
    <dl className="live-meters" data-delay={delayMs ?? ""} data-met={metAfterS ?? ""}>
      <Meter name="shows" value={frame ? `${clips[frame.clip]} ${frame.frame}` : "–"} />
      <Meter name="speed" value={frame ? `${frame.speed.toFixed(1)} m/s` : "–"} />
      <Meter name="key to motion" value={delayMs === null ? "–" : `${delayMs.toFixed(0)} ms`} />
      <Meter name="reached after" value={met} />
      <Meter name="a frame takes" value={frame ? `${frame.tookMs.toFixed(1)} ms` : "–"} />
    </dl>
  );
}

function Meter({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
