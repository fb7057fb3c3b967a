/** Which flags have a lane. */

import { useEffect, useRef } from "react";
import { Toggle } from "../../controls/Toggle";
import { useFocusReturn } from "../../controls/useFocusReturn";
import { Cross } from "../../shell/icons";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { benchOf } from "./bench";

export function FlagChooser() {
  const studio = useStudio();
  const panel = useRef<HTMLElement>(null);
  const vocabulary = useStore(studio.library.state, ({ vocabulary }) => vocabulary);
  const hidden = useStore(studio.preferences, (preferences) => preferences.hiddenFlags) ?? [];
  const close = () => benchOf(studio).patch({ isChoosingFlags: false });
  const show = (flag: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== flag);
    studio.setPreferences({ hiddenFlags: isShown ? others : [...others, flag] });
  };
  useFocusReturn(panel);
  useEffect(() => panel.current?.querySelector("input")?.focus(), []);
  return (
    <section
      ref={panel}
      className="flag-chooser"
      aria-label="Flags with a lane"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close();
        event.stopPropagation();
      }}
    >
      <header>
        <h3>Flags with a lane</h3>
        <button type="button" onClick={() => studio.setPreferences({ hiddenFlags: [] })}>
          All
        </button>
        <button
          type="button"
          title="Add, rename and remove flags"
          onClick={() => studio.dialog.set({ kind: "vocabulary" })}
        >
          Edit…
        </button>
        <button type="button" className="cross" aria-label="Close" onClick={close}>
          <Cross />
        </button>
      </header>
      <div className="choices">
        {vocabulary.map((flag) => (
          <Toggle key={flag} label={flag} isOn={!hidden.includes(flag)} onChange={(isOn) => show(flag, isOn)} />
        ))}
      </div>
    </section>
  );
}
