/** Play, step, jump, loop, speed and range, with the rate beside them. */

import { chordsOf, labelOf } from "../actions/action";
import { playActions } from "../actions/play";
import { NumberField } from "../controls/NumberField";
import { chordText } from "../shell/chords";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { Icon, type IconName } from "./icons";
import { LEAST_RANGE, roomFor, SHORTEST, withEnd } from "./range";
import { clipRange, commitRange } from "./rangeHand";
import { SnapControl } from "./SnapControl";
import "./timeline.css";

const STEPS: readonly [string, IconName][] = [
  ["play.first", "first"],
  ["play.previousKey", "previousKey"],
  ["play.previousFrame", "previousFrame"],
  ["play.toggle", "play"],
  ["play.nextFrame", "nextFrame"],
  ["play.nextKey", "nextKey"],
  ["play.last", "last"],
];
const STEPPED = "Poses hold from key to key, as in blocking. Only what is seen changes: curves and exports do not.";
const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2];

export function Transport() {
  const studio = useStudio();
  const isPlaying = useStore(studio.isPlaying, (isPlaying) => isPlaying);
  return (
    <div className="transport" role="toolbar" aria-label="Transport">
      <div className="steps">
        {STEPS.map(([id, icon]) => (
          <ActionButton key={id} id={id} icon={icon === "play" && isPlaying ? "stop" : icon} />
        ))}
      </div>
      <SnapControl />
      <Loop />
      <Stepped />
      <Speed />
      <RangeFields />
      <Rate />
    </div>
  );
}

interface ActionButtonProps {
  id: string;
  icon: IconName;
  isOn?: boolean;
  /** More than the action's name says. */
  says?: string;
}

function ActionButton({ id, icon, isOn, says }: ActionButtonProps) {
  const studio = useStudio();
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const action = playActions.find((action) => action.id === id)!;
  const [chord] = chordsOf(action, keymap);
  const label = labelOf(action, studio);
  return (
    <button
      type="button"
      className={icon === "play" || icon === "stop" ? "play" : ""}
      aria-label={label}
      aria-pressed={isOn}
      title={[chord ? `${label} (${chordText(chord)})` : label, says].filter(Boolean).join("\n")}
      // The mouse leaves the focus where it is, so that Space goes on playing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => action.run(studio)}
    >
      <Icon name={icon} />
    </button>
  );
}

function Loop() {
  const studio = useStudio();
  const isLooping = useStore(studio.view, (view) => view.isLooping);
  return <ActionButton id="play.loop" icon="loop" isOn={isLooping} />;
}

function Stepped() {
  const studio = useStudio();
  const isStepped = useStore(studio.view, (view) => view.isStepped === true);
  return <ActionButton id="play.stepped" icon="stepped" isOn={isStepped} says={STEPPED} />;
}

function Speed() {
  const studio = useStudio();
  const speed = useStore(studio.view, (view) => view.speed);
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <select
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => studio.view.patch({ speed: Number(event.target.value) })}
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

function RangeFields() {
  const studio = useStudio();
  const settings = useStore(studio.commands.ahead, (document) => document.settings);
  const clip = clipRange(studio);
  const { first, last } = settings;
  return (
    <div
      className="range-fields"
      style={roomFor(clip)}
      title={`The clip has the frames ${clip.first} to ${clip.last}.`}
    >
      <NumberField
        label="Start"
        value={first}
        least={clip.first}
        most={Math.max(last - LEAST_RANGE, clip.first)}
        because={{ most: SHORTEST }}
        onChange={(wanted) => wanted !== null && commitRange(studio, withEnd(settings, "first", wanted, clip))}
      />
      <NumberField
        label="End"
        value={last}
        least={Math.min(first + LEAST_RANGE, clip.last)}
        most={clip.last}
        because={{ least: SHORTEST }}
        onChange={(wanted) => wanted !== null && commitRange(studio, withEnd(settings, "last", wanted, clip))}
      />
    </div>
  );
}

function Rate() {
  const studio = useStudio();
  const fps = useStore(studio.clip, (clip) => clip?.fps ?? 0);
  return (
    <span className="rate" title="Frames a second">
      {Number(fps.toFixed(2))} fps
    </span>
  );
}
