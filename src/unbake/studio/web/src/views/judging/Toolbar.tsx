/** Above the lane: which pass, how far it is, and the answers. */

import { useState } from "react";
import { type Action, chordsOf, labelOf } from "../../actions/action";
import { Segments } from "../../controls/Choice";
import { chordText } from "../../shell/chords";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { judgingActions } from "./actions";

const KINDS = [
  {
    value: "transplants",
    label: "Transplants",
    title: "Limbs of one clip on the body of another: do they look human?",
  },
  { value: "blends", label: "Blends", title: "Random blends of two to four clips: are they natural?" },
] as const;

export function Toolbar() {
  const studio = useStudio();
  const { kind, name, items, at, path, from } = useStore(studio.judging.state, (state) => state);
  const [typed, setTyped] = useState<string | null>(null);
  const pass = typed ?? name;
  const begin = () => {
    setTyped(null);
    void studio.judging.begin(kind, pass.trim());
  };
  const judged = items.filter(({ marks }) => marks.length).length;
  return (
    <div className="judging-toolbar" role="toolbar" aria-label="Judging">
      <Segments
        label="What is judged"
        value={kind}
        options={KINDS}
        onChange={(value) => void studio.judging.begin(value, pass.trim())}
      />
      <label className="pass">
        Pass
        <input
          value={pass}
          spellCheck={false}
          aria-label="Name of the pass"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && begin()}
        />
      </label>
      {(!path || pass !== name) && (
        <button type="button" className="primary" disabled={!pass.trim()} onClick={begin}>
          {path ? "Change the pass" : "Begin"}
        </button>
      )}
      {path && (
        <>
          <span className="quiet count" aria-live="polite">
            {at >= 0 ? `${at + 1} of ${items.length}, ` : `${items.length}, `}
            {judged} judged
          </span>
          <span className="group">
            <ActionButton id="judging.previous" text="Previous" />
            <ActionButton id="judging.next" text="Next" />
          </span>
          <span className="group">
            <ActionButton id="judging.yes" text="Yes" />
            <ActionButton id="judging.no" text="No" />
            <ActionButton id="judging.from" text="No from here" isOn={from !== null} />
            <ActionButton id="judging.to" text="To here" isDisabled={from === null} />
            <ActionButton id="judging.takeBack" text="Take back" />
          </span>
        </>
      )}
    </div>
  );
}

interface ActionButtonProps {
  id: string;
  text: string;
  isOn?: boolean;
  isDisabled?: boolean;
}

/** A button for an action, with its key in its title. */
function ActionButton({ id, text, isOn, isDisabled }: ActionButtonProps) {
  const studio = useStudio();
  const action = judgingActions.find((action) => action.id === id) as Action;
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const [chord] = chordsOf(action, keymap);
  const keys = chord ? chordText(chord) : "";
  const label = labelOf(action, studio);
  return (
    <button
      type="button"
      aria-label={text}
      title={`${label} (${keys})`}
      aria-pressed={isOn}
      disabled={isDisabled || !action.isEnabled?.(studio)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => action.run(studio)}
    >
      {text}
      <kbd>{keys}</kbd>
    </button>
  );
}
