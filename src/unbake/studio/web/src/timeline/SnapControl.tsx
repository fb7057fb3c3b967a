/** The magnet with the list of what draws keys and handles. */

import { useEffect, useRef, useState } from "react";
import { chordsOf } from "../actions/action";
import { snapActions, snapModes } from "../actions/snap";
import { chordText } from "../shell/chords";
import { Menu } from "../shell/Menu";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { snapOf } from "./snapping";

const MAGNET = "M3 2.5v5.5a5 5 0 0 0 10 0V2.5h-3.25V8a1.75 1.75 0 0 1-3.5 0V2.5zM3 5h3.25M9.75 5H13";

export function SnapControl() {
  const studio = useStudio();
  const isOn = useStore(studio.preferences, () => snapOf(studio).isOn);
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    window.addEventListener("pointerdown", leave, { capture: true });
    return () => window.removeEventListener("pointerdown", leave, { capture: true });
  }, []);
  const [toggle] = snapActions;
  const [chord] = chordsOf(toggle, keymap);
  return (
    <span ref={box} className="snap">
      <button
        type="button"
        aria-label="Snap"
        aria-pressed={isOn}
        title={`Snap keys and handles (${chordText(chord)})\nCtrl turns it the other way round while you drag.`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => toggle.run(studio)}
      >
        <svg viewBox="0 0 16 16" width="15" height="15" className="magnet" aria-hidden="true">
          <path d={MAGNET} />
        </svg>
      </button>
      <button
        type="button"
        className="more"
        aria-label="What to snap to"
        title="What to snap to"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 8 16" width="7" height="14" className="magnet" aria-hidden="true">
          <path d="M1.5 6.5 4 9.5 6.5 6.5" />
        </svg>
      </button>
      {isOpen && (
        <span className="snap-menu" style={placeOf(box.current)}>
          <Menu
            name="key"
            title="Snap to"
            actions={snapModes}
            onRun={(action) => {
              action.run(studio);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
            onBeside={() => {}}
          />
        </span>
      )}
    </span>
  );
}

/** Above the button, on the page: the row that it stands in is too low for a menu. */
function placeOf(button: HTMLElement | null) {
  const { left = 0, top = 0 } = button?.getBoundingClientRect() ?? {};
  return { left: `${left}px`, bottom: `${innerHeight - top + 4}px` };
}
