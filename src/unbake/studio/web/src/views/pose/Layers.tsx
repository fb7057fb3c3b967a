/** Layers on the keys or on the capture: their order, weights, and keys of the one that a hand changes. */

import { useRef } from "react";
import { Segments } from "../../controls/Choice";
import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import { Slider } from "../../controls/Slider";
import type { PoseLayer } from "../../messages";
import { Chevron, Cross } from "../../shell/icons";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { choose } from "../feet/files";
import { loadLayers, saveLayers } from "./layerFiles";

const BELOW = [
  { value: "keys", label: "Keys", title: "Layers lie on the reduced animation" },
  {
    value: "capture",
    label: "Capture",
    title: "Layers lie on every frame of the capture, without any reduction",
  },
] as const;

export function Layers() {
  const studio = useStudio();
  const { layers: bench } = studio;
  const layers = useStore(studio.commands.ahead, (document) => document.layers);
  const isOnCapture = useStore(studio.commands.ahead, (document) => document.isOnCapture);
  const selected = useStore(studio.view, (view) => view.selectedLayer);
  const chosen = layers.find(({ id }) => id === selected);
  return (
    <section className="pose-layers" aria-label="Layers">
      <header>
        <h4>Layers on</h4>
        <Segments
          label="What layers are on"
          value={isOnCapture ? "capture" : "keys"}
          options={BELOW}
          onChange={(value) => bench.put(value === "capture")}
        />
        <span className="gap" />
        <button
          type="button"
          aria-label="Add layer"
          title="A new layer on top of the others"
          onClick={() => bench.add()}
        >
          Add
        </button>
        <button
          type="button"
          aria-label="Open layers"
          title="Put the layers of a file on the clip"
          onClick={() => choose(".json", (file) => void loadLayers(studio, file))}
        >
          Open…
        </button>
        <button
          type="button"
          aria-label="Save layers"
          disabled={!layers.length}
          title="Write the layers to a file of their own, for `unbake layers`"
          onClick={() => void saveLayers(studio)}
        >
          Save
        </button>
      </header>
      <ul>
        {[...layers].reverse().map((layer, n) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            isSelected={layer === chosen}
            isFirst={n === 0}
            isLast={n === layers.length - 1}
          />
        ))}
        <li className={chosen ? "" : "selected"}>
          <label className="pick">
            <input type="radio" checked={!chosen} onChange={() => bench.select("")} />
            {isOnCapture ? "The capture, which stays as it is" : "The take's keys"}
          </label>
        </li>
      </ul>
      {chosen && <KeyBar layer={chosen} />}
    </section>
  );
}

interface LayerRowProps {
  layer: PoseLayer;
  isSelected: boolean;
  isFirst: boolean;
  isLast: boolean;
}

function LayerRow({ layer, isSelected, isFirst, isLast }: LayerRowProps) {
  const { layers } = useStudio();
  const gesture = useGesture(`layer.${layer.id}`);
  const { id, name, weight, is_muted, is_solo } = layer;
  const weigh = (value: number, part: string) =>
    layers.set(id, "Weight of layer", { weight: Math.min(Math.max(value, 0), 1) }, part);
  return (
    <li className={isSelected ? "selected" : ""}>
      <input
        type="radio"
        aria-label={`Change ${name}`}
        title="Drags and poses become keys of this layer"
        checked={isSelected}
        onChange={() => layers.select(id)}
      />
      <NameField layer={layer} />
      <Slider
        label={`Weight of ${name}`}
        position={Math.min(weight, 1)}
        text={`${Math.round(100 * weight)} %`}
        gesture={gesture}
        onMove={(position, part) => weigh(Math.round(100 * position) / 100, part)}
        onStep={(steps, part) => weigh(weight + steps / 100, part)}
      />
      <span className="quiet weight">{Math.round(100 * weight)} %</span>
      <button
        type="button"
        aria-label={`Mute ${name}`}
        title="Leave this layer out for now"
        aria-pressed={is_muted}
        onClick={() => layers.set(id, is_muted ? "Unmute layer" : "Mute layer", { is_muted: !is_muted })}
      >
        M
      </button>
      <button
        type="button"
        aria-label={`Solo ${name}`}
        title="Only layers that are solo count"
        aria-pressed={is_solo}
        onClick={() => layers.set(id, is_solo ? "Unsolo layer" : "Solo layer", { is_solo: !is_solo })}
      >
        S
      </button>
      <button
        type="button"
        aria-label={`Move ${name} up`}
        title="Above the next layer"
        disabled={isFirst}
        onClick={() => layers.move(id, 1)}
      >
        <Chevron direction="up" />
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        title="Below the next layer"
        disabled={isLast}
        onClick={() => layers.move(id, -1)}
      >
        <Chevron direction="down" />
      </button>
      <button type="button" aria-label={`Delete ${name}`} title="Delete this layer" onClick={() => layers.remove(id)}>
        <Cross />
      </button>
    </li>
  );
}

/** Typed and taken over by Enter or by leaving; an empty name stays as it was. */
function NameField({ layer: { id, name } }: { layer: PoseLayer }) {
  const { layers } = useStudio();
  const field = useRef<HTMLInputElement>(null);
  const take = () => {
    const wanted = field.current!.value.trim();
    if (wanted && wanted !== name) layers.rename(id, wanted);
    field.current!.value = name;
  };
  return (
    <input
      key={name}
      ref={field}
      className="name"
      aria-label={`Name of ${name}`}
      defaultValue={name}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.value = name;
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}

/** Keys of the selected layer at the playhead. */
function KeyBar({ layer }: { layer: PoseLayer }) {
  const studio = useStudio();
  const { posing } = studio;
  const frame = useStore(studio.playhead, Math.round);
  const row = layer.time_frames.indexOf(frame);
  const setTime = (seconds: number | null) => {
    if (seconds !== null) void posing.keyLayer("Time key", "time", seconds);
    else if (row >= 0) void posing.keyLayer("Delete time key", "no-time");
  };
  return (
    <div className="keys">
      <button
        type="button"
        title="A key at the playhead at which this layer changes nothing: an edit fades in or out there"
        onClick={() => void posing.keyLayer("Key without change", "unchanged")}
      >
        Key without change
      </button>
      <button
        type="button"
        disabled={!layer.frames.includes(frame)}
        title="Delete this layer's delta key at the playhead"
        onClick={() => void posing.keyLayer("Delete delta key", "no-delta")}
      >
        Delete key
      </button>
      <NumberField
        label="Look later by"
        title="At the playhead, show what lies so many seconds later; below 0, earlier. Empty: no time key here"
        unit="s"
        value={row < 0 ? null : layer.time_offsets[row]}
        least={-3600}
        most={3600}
        step={0.05}
        digits={3}
        empty="none"
        onChange={setTime}
      />
    </div>
  );
}
