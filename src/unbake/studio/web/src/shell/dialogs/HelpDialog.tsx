/** All keys and what the mouse does, in the keymap of one's choice; searched by any word. */

import { useState } from "react";
import { Segments } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { keysOfChord } from "../chords";
import { type ShortcutRow, type ShortcutSection, shortcutsOf } from "../shortcuts";
import { Dialog } from "./Dialog";

export function HelpDialog() {
  const studio = useStudio();
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const [search, setSearch] = useState("");
  const sections = shortcutsOf(studio, keymap, search);
  return (
    <Dialog title="Keys and mouse" className="help">
      <div className="help-head">
        <input
          type="search"
          data-first
          placeholder="Search, such as “key” or “Shift”"
          aria-label="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segments
          label="Keymap"
          value={keymap}
          options={[
            { value: "blender", label: "As in Blender" },
            { value: "maya", label: "As in Maya" },
          ]}
          onChange={(value) => studio.setPreferences({ keymap: value })}
        />
      </div>
      <div className="shortcuts">
        {sections.map((section) => (
          // A menu and a view may share their title, never an action.
          <Section key={`${section.title}: ${section.rows[0].name}`} section={section} />
        ))}
        {sections.length === 0 && <p className="quiet">Nothing is called that.</p>}
      </div>
      <p className="quiet">
        Alt or F10 enters the menus. Tab goes from control to control; arrow keys move a slider, a splitter and the
        choice among tabs.
      </p>
    </Dialog>
  );
}

function Section({ section }: { section: ShortcutSection }) {
  return (
    <section>
      <h3>{section.title}</h3>
      <dl>
        {section.rows.map((row) => (
          <Row key={row.name + row.chords.join()} row={row} />
        ))}
      </dl>
    </section>
  );
}

function Row({ row }: { row: ShortcutRow }) {
  return (
    <div className="shortcut">
      <dt>{row.name}</dt>
      <dd>
        {row.isMouse
          ? row.chords.map((button) => (
              <span key={button} className="mouse">
                {button}
              </span>
            ))
          : row.chords.map((chord) => (
              <span key={chord} className="chord">
                {keysOfChord(chord).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            ))}
      </dd>
    </div>
  );
}
