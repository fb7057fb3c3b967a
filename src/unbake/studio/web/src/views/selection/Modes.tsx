/** The ways to choose, and what each asks for. */

import { Segments } from "../../controls/Choice";
import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import { Toggle } from "../../controls/Toggle";
import type { Choice } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { changeChoice, chooseBy, chooseError } from "./choosing";
import { Layers } from "./Layers";
import { errorOf, fewestWithin } from "./scale";
import { useSpace } from "./useSelection";
import { counted, shortCm } from "./wording";

const MODES: readonly { value: Choice["by"]; label: string; title: string }[] = [
  { value: "layers", label: "Layers", title: "Keyposes and breakdowns, in three steps, as an animator blocks" },
  { value: "count", label: "Count", title: "The best selection of this many keys" },
  { value: "error", label: "Error", title: "Few keys whose result stays this close everywhere" },
  { value: "auto", label: "Automatic", title: "As many keys as are accurate enough and pay off" },
];

export function Modes() {
  const studio = useStudio();
  const by = useStore(studio.commands.ahead, ({ choice }) => choice.by);
  return (
    <div className="modes">
      <Segments label="How to choose" value={by} options={MODES} onChange={(way) => chooseBy(studio, way)} />
      {by === "layers" && <Layers />}
      {by === "count" && <Nudged />}
      {by === "error" && <Promised />}
      {by === "auto" && <Thresholds />}
    </div>
  );
}

/** Keys are the best by their criterion; fitted curves may want them a little earlier or later. */
function Nudged() {
  const studio = useStudio();
  const isOn = useStore(studio.commands.ahead, ({ choice }) => choice.nudges === true); // absent in older projects
  return (
    <div className="mode-body">
      <Toggle
        label="Nudge keys"
        title="After fitting, keys move by up to a fifteenth of a second where that brings the curves closer; takes about twice as long"
        isOn={isOn}
        onChange={(nudges) => changeChoice(studio, nudges ? "Nudge keys" : "Leave keys where they are", { nudges })}
      />
    </div>
  );
}

/** A promised error: the estimate is there at once, what keeps the promise takes some seconds. */
function Promised() {
  const studio = useStudio();
  const gesture = useGesture("promise");
  const space = useSpace();
  const error = useStore(studio.commands.ahead, ({ choice }) => choice.error_cm);
  const tips = useStore(studio.commands.ahead, ({ choice }) => choice.tips === true); // absent in older projects
  const expected = space ? fewestWithin(space, error) : undefined;
  return (
    <div className="mode-body">
      <NumberField
        label="No joint farther off than"
        value={error}
        unit="cm"
        least={0.01}
        most={1000}
        step={0.1}
        digits={2}
        onChange={(cm) => cm !== null && chooseError(studio, cm, gesture.next())}
      />
      <Toggle
        label="Tips, too"
        title="Hands, fingers, toes and the ends of bones keep the error as well; without this they are only measured"
        isOn={tips}
        onChange={(tips) => changeChoice(studio, tips ? "Hold tips to the error" : "Leave tips out", { tips })}
      />
      {expected !== undefined && (
        <p className="hint">
          The estimate is {counted(expected, "key")}. How many keep the promise is measured; that takes a while.
        </p>
      )}
    </div>
  );
}

/** The two thresholds, and the count that they take. */
function Thresholds() {
  const studio = useStudio();
  const gesture = useGesture("thresholds");
  const space = useSpace();
  const accuracy = useStore(studio.commands.ahead, ({ choice }) => choice.accuracy);
  const significance = useStore(studio.commands.ahead, ({ choice }) => choice.significance);
  const count = useStore(studio.results, ({ chosen }) => chosen?.keys.frames.length ?? 0);
  const change = (part: Partial<Choice>) =>
    changeChoice(studio, "Change thresholds", part, gesture.next(Object.keys(part).join()));
  const allowed = space ? accuracy * space.pose_range_cm : 0;
  return (
    <div className="mode-body">
      <NumberField
        label="Accuracy"
        title="The error allowed, as a part of the largest distance between two poses"
        value={100 * accuracy}
        unit="%"
        least={0.01}
        most={100}
        step={0.1}
        digits={2}
        onChange={(part) => part !== null && change({ accuracy: part / 100 })}
      />
      <NumberField
        label="Significance"
        title="The last key must reduce the error by at least this much"
        value={100 * significance}
        unit="%"
        least={0}
        most={99}
        digits={1}
        onChange={(part) => part !== null && change({ significance: part / 100 })}
      />
      {space && count > 0 && (
        <p className="hint">
          Errors up to {shortCm(allowed)} cm are accurate enough: {counted(count, "key")} with{" "}
          {shortCm(errorOf(space, count))} cm.
        </p>
      )}
    </div>
  );
}
