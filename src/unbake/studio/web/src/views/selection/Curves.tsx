/** How the keys are joined: the fit, the world-space match, and whether planted feet hold. */

import { useEffect } from "react";
import { Select } from "../../controls/Choice";
import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import { Toggle } from "../../controls/Toggle";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { findFeet } from "../../studio/feet";
import { changeJoining } from "./choosing";
import { ENDS, isKnown, weightOf, withWeight } from "./weights";
import { FITS } from "./wording";

export function Curves() {
  return (
    <>
      <Fit />
      <LastStep />
      <HoldFeet />
    </>
  );
}

function Fit() {
  const studio = useStudio();
  const gesture = useGesture("breaks");
  const fit = useStore(studio.commands.ahead, ({ joining }) => joining.fit);
  const weight = useStore(studio.commands.ahead, ({ joining }) => joining.break_weight);
  return (
    <div className="group">
      <Select
        label="Curves"
        value={fit}
        options={FITS}
        onChange={(name) => changeJoining(studio, "Change curves", { fit: name })}
      />
      <p className="hint">{FITS.find(({ value }) => value === fit)?.title}.</p>
      <NumberField
        label="Tangents break (1: never)"
        title="A tangent breaks where that takes away this part of the error nearby: 1 is never, 0 wherever it helps"
        value={weight}
        least={0}
        most={1}
        step={0.05}
        digits={2}
        isDisabled={fit !== "free" && fit !== "tightest"}
        onChange={(part) =>
          part !== null && changeJoining(studio, "Change breaks", { break_weight: part }, gesture.next())
        }
      />
    </div>
  );
}

function LastStep() {
  const studio = useStudio();
  const gesture = useGesture("weights");
  const clip = useStore(studio.clip, (open) => open);
  const isOn = useStore(studio.commands.ahead, ({ joining }) => joining.holds_ends);
  const weights = useStore(studio.commands.ahead, ({ joining }) => joining.end_weights);
  if (!clip) return null;
  return (
    <div className="group">
      <Toggle
        label="World-space match"
        title="After fitting, all tangents change a little together, so that wrists, ankles, toes and head come back to where they were captured"
        isOn={isOn}
        onChange={(on) =>
          changeJoining(studio, on ? "Match in world space" : "Leave out the world-space match", { holds_ends: on })
        }
      />
      <div className="thirds">
        {ENDS.filter(({ end }) => isKnown(clip, end)).map(({ end, label }) => (
          <NumberField
            key={end}
            label={label}
            title={`How much ${label.toLowerCase()} count there; 1 as all other joints`}
            value={weightOf(weights, end)}
            least={0}
            most={100}
            step={0.5}
            digits={2}
            isDisabled={!isOn}
            onChange={(weight) => {
              const after = withWeight(weights, end, weight ?? 1, clip);
              changeJoining(studio, "Change weights", { end_weights: after }, gesture.next(end));
            }}
          />
        ))}
      </div>
    </div>
  );
}

const HOLDS =
  "Feet that are planted in the capture stay where they are in the result, as far as keys and handles reach. Everything is then measured against the capture with its feet in place.";

function HoldFeet() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (open) => open);
  const problem = useStore(studio.results, ({ noFeet }) => noFeet);
  // Projects from before there was this say nothing of it.
  const isOn = useStore(studio.commands.ahead, ({ joining }) => joining.holds_feet ?? false);
  const isLabelled = useStore(studio.commands.ahead, ({ plants }) => plants.length > 0);
  useEffect(() => {
    if (clip) void findFeet(studio);
  }, [studio, clip]);
  const whose = isLabelled ? "By the labels in the Feet view." : "Where the oracle takes them to be planted.";
  return (
    <div className="group">
      <Toggle
        label="Hold feet"
        title={problem ?? `${HOLDS} ${whose}`}
        isOn={isOn}
        isDisabled={problem !== null && !isOn}
        onChange={(on) => changeJoining(studio, on ? "Hold feet" : "Let feet move", { holds_feet: on })}
      />
      {problem !== null ? <p className="hint">{problem}</p> : isOn && <p className="hint">{whose}</p>}
    </div>
  );
}
