/** How many keys and how near, as fields; and how many of all frames that is. */

import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { isBehind } from "../../studio/results";
import { chooseCount, chooseError } from "./choosing";
import { useShownCount } from "./useSelection";
import { counted, percent } from "./wording";

export function Headline() {
  const frames = useStore(useStudio().commands.ahead, ({ settings }) => settings.last - settings.first + 1);
  const count = useShownCount();
  return (
    <div className="choice-headline">
      <CountField count={count} frames={frames} />
      <ErrorField />
      <p className="share">
        <b>{count === null ? "…" : percent(count / frames)}</b> of
        <br />
        {counted(frames, "frame")}
      </p>
    </div>
  );
}

function CountField({ count, frames }: { count: number | null; frames: number }) {
  const studio = useStudio();
  const gesture = useGesture("count");
  const unit = count === 1 ? "key" : "keys";
  const choose = (keys: number | null) => keys !== null && chooseCount(studio, keys, gesture.next());
  return <NumberField label="How many keys" value={count} unit={unit} least={2} most={frames} onChange={choose} />;
}

function ErrorField() {
  const studio = useStudio();
  const gesture = useGesture("error");
  const promised = useStore(studio.commands.ahead, ({ choice }) => (choice.by === "error" ? choice.error_cm : null));
  const isLate = useStore(studio.results, (results) => isBehind(results, studio.document.get()));
  const measured = useStore(studio.results, ({ evaluation }) => evaluation?.max_cm ?? null);
  const value = promised ?? (isLate ? null : measured);
  const choose = (cm: number | null) => cm !== null && chooseError(studio, cm, gesture.next());
  return (
    <NumberField
      label="Error at most"
      value={value}
      unit="cm"
      least={0.01}
      most={1000}
      step={0.1}
      digits={(value ?? 0) < 100 ? 2 : 1}
      onChange={choose}
    />
  );
}
