/** Above the lanes: what painting says, the classifier's guess, what to label next, which lanes are seen. */

import { type Action, chordsOf, labelOf, nameOf } from "../../actions/action";
import { Segments } from "../../controls/Choice";
import { chordText } from "../../shell/chords";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { annotationActions, words } from "./actions";
import { benchOf, shownFlags } from "./bench";

const WORDS = [
  { value: "yes", label: "Yes", title: "Painting says that a flag is true" },
  { value: "no", label: "No", title: "Painting says that a flag is not true; Shift and drag does so at any time" },
  {
    value: "erase",
    label: "Erase",
    title: "Painting takes back what was said; Alt, or the right button, does so at any time",
  },
] as const;
const SAID = { yes: true, no: false, erase: null } as const;

export function Toolbar() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const { word, stretch } = useStore(bench, (bench) => bench);
  // What is enabled, and what buttons say, follows from these.
  useStore(studio.commands.ahead, (document) => document);
  useStore(studio.annotations.known, (known) => known);
  useStore(studio.playback.span, (span) => span);
  return (
    <div className="flags-toolbar" role="toolbar" aria-label="Annotations">
      <Segments
        label="What painting says"
        value={word === null ? "erase" : word ? "yes" : "no"}
        options={WORDS}
        onChange={(value) => bench.patch({ word: SAID[value] })}
      />
      <span className="group">
        <ActionButton id="annotations.rest" text="Rest is no" />
        <ActionButton id="annotations.loop" text="Loop" />
      </span>
      <span className="group">
        <ActionButton id="annotations.learn" text="Learn" />
        <ActionButton id="annotations.next" text="Next stretch" />
        <ActionButton id="annotations.accept" text={`Accept ${words(studio)}`} isPrimary={stretch !== null} />
        {stretch && <ActionButton id="annotations.leave" text="Leave" />}
      </span>
      <FlagsButton />
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  "annotations.rest": "Where nothing is said in these frames, no flag with a lane is true",
  "annotations.loop": "Play the picked label or the stretch over and over",
  "annotations.learn": "Learn all flags from what is labelled in the library, and guess them here",
  "annotations.next": "Go to the stretch of the library that the classifier is least certain of",
  "annotations.accept":
    "Accept the guess for these frames where you have set nothing; double-click accepts one stretch of one flag",
  "annotations.leave": "Look at the whole range again",
};

function ActionButton({ id, text, isPrimary }: { id: string; text: string; isPrimary?: boolean }) {
  const studio = useStudio();
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const action = annotationActions.find((one) => one.id === id) as Action;
  const [chord] = chordsOf(action, keymap);
  const label = labelOf(action, studio);
  const isEnabled = action.isEnabled?.(studio) !== false;
  return (
    <button
      type="button"
      className={isPrimary && isEnabled ? "primary" : ""}
      disabled={!isEnabled}
      aria-pressed={action.isChecked?.(studio)}
      aria-label={nameOf(text, label)}
      title={`${TITLES[id] ?? label}${chord ? ` (${chordText(chord)})` : ""}`}
      onClick={() => action.run(studio)}
    >
      {text}
    </button>
  );
}

function FlagsButton() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const isOpen = useStore(bench, (bench) => bench.isChoosingFlags);
  useStore(studio.preferences, (preferences) => preferences.hiddenFlags);
  const count = useStore(studio.library.state, ({ vocabulary }) => vocabulary.length);
  const shown = shownFlags(studio).length;
  return (
    <button
      type="button"
      className="flags"
      aria-expanded={isOpen}
      title="Which flags have a lane"
      onClick={() => bench.patch({ isChoosingFlags: !isOpen })}
    >
      Flags <span className="quiet">{shown === count ? count : `${shown} of ${count}`}</span>
    </button>
  );
}
