/** What is shown and from where, at the upper edge of the picture. */

import { type Action, chordsOf, labelOf, nameOf } from "../../actions/action";
import { Segments } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import type { ViewportView } from "../../studio/view";
import { viewportActions } from "./actions";
import { setOptions } from "./stages";

const FIGURES = [
  { value: "overlay", label: "Overlay", title: "The result, and the capture as a veil behind it" },
  { value: "side", label: "Side by side", title: "The capture at the left, the result at the right" },
  { value: "capture", label: "Capture", title: "The capture alone" },
  { value: "result", label: "Result", title: "The result alone" },
] as const satisfies readonly { value: ViewportView["figures"]; label: string; title: string }[];

const SWITCHES: readonly (readonly [string, string])[] = [
  ["viewport.isTinted", "Tint"],
  ["viewport.hasGhosts", "Ghosts"],
  ["viewport.trails", "Trails"],
  ["viewport.follows", "Follow"],
];
const VIEWS: readonly (readonly [string, string])[] = [
  ["viewport.front", "Front"],
  ["viewport.right", "Side"],
  ["viewport.top", "Top"],
  ["viewport.perspective", "Persp"],
  ["viewport.frameSelected", "Frame"],
];

export function Toolbar() {
  const studio = useStudio();
  const options = useStore(studio.view, (view) => view.viewport);
  return (
    <div className="viewport-bar" role="toolbar" aria-label="Viewport">
      <Segments
        label="Figures"
        value={options.figures}
        options={FIGURES}
        onChange={(figures) => setOptions(studio, { figures })}
      />
      <div className="viewport-buttons">
        {SWITCHES.map(([id, name]) => (
          <ActionButton key={id} id={id} name={name} isSwitch />
        ))}
      </div>
      <div className="viewport-buttons views">
        {VIEWS.map(([id, name]) => (
          <ActionButton key={id} id={id} name={name} isSwitch={id === "viewport.perspective"} />
        ))}
      </div>
    </div>
  );
}

export function ActionButton({ id, name, isSwitch }: { id: string; name: string; isSwitch?: boolean }) {
  const studio = useStudio();
  // What is checked or enabled follows from these.
  useStore(studio.view, (view) => view);
  useStore(studio.document, (document) => document);
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const action = viewportActions.find((one) => one.id === id) as Action;
  const label = labelOf(action, studio);
  const chord = chordsOf(action, keymap)[0];
  return (
    <button
      type="button"
      aria-label={nameOf(name, label)}
      aria-pressed={isSwitch ? (action.isChecked?.(studio) ?? false) : undefined}
      title={chord ? `${label} (${chord})` : label}
      disabled={action.isEnabled?.(studio) === false}
      onClick={() => action.run(studio)}
    >
      {name}
    </button>
  );
}
