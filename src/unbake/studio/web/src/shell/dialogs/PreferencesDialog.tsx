/** What a person likes, whatever the project. */

import { Segments } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Dialog } from "./Dialog";

export function PreferencesDialog() {
  const studio = useStudio();
  const { keymap, theme } = useStore(studio.preferences, (preferences) => preferences);
  return (
    <Dialog title="Preferences" className="narrow">
      <div className="rows">
        <span>Keys and mouse</span>
        <Segments
          label="Keys and mouse"
          value={keymap}
          options={[
            { value: "blender", label: "As in Blender" },
            { value: "maya", label: "As in Maya" },
          ]}
          onChange={(value) => studio.setPreferences({ keymap: value })}
        />
        <span>Theme</span>
        <Segments
          label="Theme"
          value={theme}
          options={[
            { value: "system", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          onChange={(value) => studio.setPreferences({ theme: value })}
        />
        <span>Panels</span>
        <span>
          <button type="button" onClick={() => studio.setPreferences({ panels: {} })}>
            Back to their first sizes
          </button>
        </span>
      </div>
    </Dialog>
  );
}
