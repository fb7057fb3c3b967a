/** Above the lanes: the oracle, what it should learn, and the clean-up with how much it moved. What comes next stands
 * out as long as nothing is labelled. */

import { type Action, chordsOf, labelOf, nameOf } from "../../actions/action";
import type { FeetCleaned } from "../../messages";
import { chordText } from "../../shell/chords";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { millimetres } from "../result/FeetHeld";
import { feetActions, words } from "./actions";
import { benchOf } from "./bench";

export function Toolbar() {
  const studio = useStudio();
  // What is enabled, and what buttons say, follows from these.
  const isEmpty = useStore(studio.commands.ahead, (document) => !document.plants.length);
  useStore(studio.commands.ahead, (document) => document);
  const hasGuess = useStore(studio.results, (results) => results.guess !== null);
  useStore(studio.results, (results) => results.noFeet);
  const sequence = useStore(benchOf(studio), (bench) => bench.sequence);
  return (
    <div className="feet-toolbar" role="toolbar" aria-label="Foot labels">
      <span className="group">
        <ActionButton id="feet.guess" text="Guess" isPrimary={isEmpty && !hasGuess} />
        <ActionButton id="feet.accept" text="Accept guess" isPrimary={isEmpty && hasGuess && !sequence} />
      </span>
      <span className="group">
        <ActionButton id="feet.next" text="Next sequence" />
        <span className="in-folder">
          <ActionButton id="feet.nextInFolder" text="in folder" />
        </span>
        <ActionButton id="feet.learn" text={`Learn ${words(studio)}`} isPrimary={sequence !== null} />
        {sequence && <ActionButton id="feet.leave" text="Leave" />}
      </span>
      <OracleButton />
      <Cleaning />
    </div>
  );
}

function ActionButton({ id, text, isPrimary }: { id: string; text: string; isPrimary?: boolean }) {
  const studio = useStudio();
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const action = feetActions.find((one) => one.id === id) as Action;
  const [chord] = chordsOf(action, keymap);
  const label = labelOf(action, studio);
  return (
    <button
      type="button"
      className={isPrimary ? "primary" : ""}
      disabled={action.isEnabled?.(studio) === false}
      aria-pressed={action.isChecked?.(studio)}
      aria-label={nameOf(text, label)}
      title={`${TITLES[id] ?? label}${chord ? ` (${chordText(chord)})` : ""}`}
      onClick={() => action.run(studio)}
    >
      {text}
    </button>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  "feet.guess": "Let the oracle say when the feet are planted; its guess is shown below the labels",
  "feet.accept": "Turn the guess into labels, except where you have labelled",
  "feet.next": "Go to the frames that the oracle would learn most from, with its guess to correct",
  "feet.nextInFolder":
    "The same among all clips in the folder that this one lies in; what is labelled there counts as learnt. Clips that were dropped, or come with the package, lie in none.",
  "feet.learn": "Let the oracle learn the labels of these frames as they are, and mirrored",
  "feet.leave": "Look at the whole range again without learning",
  "feet.clean": "Keep planted feet where they stand",
};

function OracleButton() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const isOpen = useStore(bench, (bench) => bench.isOracleOpen);
  const known = useStore(bench, (bench) => bench.known);
  const count = known ? `${known.examples.toLocaleString("en")} examples` : "…";
  return (
    <button
      type="button"
      className="oracle"
      aria-expanded={isOpen}
      title="What the oracle has learnt; import, export, begin again"
      onClick={() => bench.patch({ isOracleOpen: !isOpen })}
    >
      Oracle <span className="quiet roomy">{count}</span>
    </button>
  );
}

/** The switch, and how far planted points slide before and after. */
function Cleaning() {
  const studio = useStudio();
  const cleaned = useStore(studio.results, (results) => results.cleaned);
  const isOn = useStore(studio.commands.ahead, (document) => document.cleansFeet);
  return (
    <span className="group cleaning">
      {isOn && cleaned && (
        <output title={[slideOf(cleaned), ...cleaned.notes].join("\n")}>
          <span className="roomy">slide </span>
          {millimetres(cleaned.drift_before_mm)} → {millimetres(cleaned.drift_after_mm)} mm
          {cleaned.notes.length > 0 && <span className="roomy">, {notesOf(cleaned)}</span>}
        </output>
      )}
      <ActionButton id="feet.clean" text="Clean feet" />
    </span>
  );
}

function notesOf({ notes }: FeetCleaned): string {
  return notes.length === 1 ? "1 note" : `${notes.length} notes`;
}

function slideOf({ worst_before_mm, worst_after_mm, moved_cm }: FeetCleaned): string {
  const worst = `${millimetres(worst_before_mm)} mm before, ${millimetres(worst_after_mm)} mm after`;
  const most = moved_cm.reduce((most, one) => Math.max(most, one), 0);
  return `How far a planted point slides from where it stands, on average over the plants. At worst: ${worst}. Some joint moved by ${most.toFixed(1)} cm for it.`;
}
