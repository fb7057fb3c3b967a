/** Above the graph: types of handles, fitting again, ways of looking, and the selected key in numbers. */

import { type Action, chordsOf, labelOf } from "../../actions/action";
import { NumberField } from "../../controls/NumberField";
import { keyValue } from "../../curves/handles";
import { CLASS_WORDS, classNameOf } from "../../document/keys";
import type { Clip, Keys } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { fullLabel, unitOf } from "../channels/names";
import { graphActions } from "./actions";
import { setFrame, setValue } from "./edits";
import { selectedPlaces } from "./selecting";
import { useShownKeys } from "./useShownKeys";

const BUTTONS: readonly (readonly { id: string; text?: string; icon?: string }[])[] = [
  [
    { id: "graph.free", icon: "M8 5 3 12M8 5l5.5 4M8 3.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2" },
    { id: "graph.align", icon: "M2 12 14 4M8 6.4A1.6 1.6 0 1 0 8 9.6 1.6 1.6 0 0 0 8 6.4" },
    { id: "graph.vector", icon: "M2 13 8 4l6 9" },
    { id: "graph.auto", icon: "M2 13C5 13 5 3.5 8 3.5S11 13 14 13" },
    { id: "graph.autoClamped", icon: "M2 13c2.5 0 1.5-9 4.5-9h3c3 0 2 9 4.5 9M4.5 4h7" },
  ],
  [
    { id: "graph.flatten", text: "Flatten" },
    { id: "graph.refit", text: "Refit" },
    { id: "graph.lock", icon: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" },
  ],
  [
    { id: "graph.frameAll", icon: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M4.5 10C7 10 8 6 11.5 6" },
    { id: "graph.frameSelected", icon: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M8 5l3 3-3 3-3-3z" },
    { id: "graph.normalised", icon: "M2 2h12M2 14h12M3 8c2.5-8 4-4 5 0s2.5 8 5 0" },
  ],
];

export function Toolbar() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const keys = useShownKeys();
  useStore(studio.view, (view) => view.selectedKeys);
  useStore(studio.view, (view) => view.graph);
  useStore(studio.view, (view) => view.selectedChannels);
  return (
    <div className="graph-toolbar" role="toolbar" aria-label="Curves">
      {BUTTONS.map((group, n) => (
        <span key={n} className="group">
          {group.map(({ id, text, icon }) => (
            <ActionButton key={id} action={graphActions.find((action) => action.id === id)!} text={text} icon={icon} />
          ))}
        </span>
      ))}
      {clip && keys && <KeyFields clip={clip} keys={keys} />}
    </div>
  );
}

function ActionButton({ action, text, icon }: { action: Action; text?: string; icon?: string }) {
  const studio = useStudio();
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const chord = chordsOf(action, keymap)[0];
  return (
    <button
      type="button"
      disabled={action.isEnabled?.(studio) === false}
      aria-pressed={action.isChecked?.(studio)}
      aria-label={icon ? labelOf(action, studio) : undefined}
      title={`${labelOf(action, studio)}${chord ? ` (${chord})` : ""}`}
      onClick={() => action.run(studio)}
    >
      {text}
      {icon && (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={icon} />
        </svg>
      )}
    </button>
  );
}

/** Frame and value of what is selected: the frame of one key, the value of one channel. */
function KeyFields({ clip, keys }: { clip: Clip; keys: Keys }) {
  const studio = useStudio();
  const places = selectedPlaces(studio.view.get(), keys);
  const rows = [...new Set(places.map(({ key }) => key))];
  const channels = [...new Set(places.map(({ channel }) => channel))];
  const isEnd = rows[0] === 0 || rows[0] === keys.frames.length - 1;
  const frame = rows.length === 1 ? keys.frames[rows[0]] : null;
  const channel = channels.length === 1 ? clip.channels[channels[0]] : null;
  const { scale, unit } = unitOf(channel?.name ?? "q");
  const value = channel && rows.length === 1 ? keyValue(keys, places[0]) * scale : null;
  return (
    <span className="key-fields">
      <span className="of-what">{saidOf(clip, keys, rows, channels)}</span>
      <NumberField
        label="Frame"
        value={frame}
        least={keys.frames[0] + 1}
        most={keys.frames[keys.frames.length - 1] - 1}
        isDisabled={frame === null || isEnd}
        onChange={(wanted) => wanted !== null && frame !== null && void setFrame(studio, frame, wanted)}
      />
      <NumberField
        label="Value"
        value={value}
        unit={unit}
        step={0.1}
        digits={3}
        isDisabled={value === null}
        onChange={(wanted) => wanted !== null && void setValue(studio, wanted / scale)}
      />
    </span>
  );
}

function saidOf(clip: Clip, keys: Keys, rows: readonly number[], channels: readonly number[]): string {
  if (!rows.length) return "No key selected";
  const which = rows.length === 1 ? `${CLASS_WORDS[classNameOf(keys.classes[rows[0]])]}` : `${rows.length} keys`;
  const where = channels.length === 1 ? fullLabel(clip, clip.channels[channels[0]]) : `${channels.length} channels`;
  return `${which}, ${where}`;
}
