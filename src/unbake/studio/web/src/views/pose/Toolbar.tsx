/** Above the lanes: what a hand does, what stays, whole poses, and carrying edits over. */

import { type CSSProperties, useState } from "react";
import { Segments, Select } from "../../controls/Choice";
import { NumberField } from "../../controls/NumberField";
import { Toggle } from "../../controls/Toggle";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import type { Tool } from "../../studio/posing";
import { jointTitle } from "../viewport/picking";
import { influenceOf, PARTS } from "./parts";
import { pinFeet } from "./pinning";
import { tweenStep } from "./steps";

const TOOLS = [
  { value: "drag", label: "Drag", title: "Drag a joint: the whole body follows as far as it has to" },
  { value: "turn", label: "Turn", title: "Click a joint, then drag one of its rings" },
  { value: "brush", label: "Brush", title: "Paint how far joints follow the next drags" },
] as const satisfies readonly { value: Tool; label: string; title: string }[];

export function Toolbar() {
  const studio = useStudio();
  const { posing } = studio;
  const { tool, pins, keepsFloor, missed_cm } = useStore(posing.state, (state) => state);
  const selected = useStore(studio.view, (view) => view.selectedJoints);
  const joints = studio.clip.get()!.joints;
  const arePinned = selected.length > 0 && selected.every((joint) => pins.includes(joint));
  return (
    <div className="pose-toolbar" role="toolbar" aria-label="Pose">
      <Segments
        label="What a hand does"
        value={tool}
        options={TOOLS}
        onChange={(value) => posing.state.patch({ tool: value })}
      />
      <span className="group">
        <button
          type="button"
          disabled={!selected.length}
          aria-pressed={arePinned}
          title="The selected joints stay where they are while others are dragged"
          onClick={() => posing.togglePins(selected)}
        >
          {arePinned ? "Unpin" : "Pin"}
        </button>
        <button type="button" title="Ankles and toes stay where they are" onClick={() => pinFeet(studio)}>
          Pin feet
        </button>
        <button type="button" disabled={!pins.length} onClick={() => posing.state.patch({ pins: [] })}>
          Unpin all
        </button>
      </span>
      <Toggle
        label="Floor"
        title="No joint is dragged below the ground"
        isOn={keepsFloor}
        onChange={(value) => posing.state.patch({ keepsFloor: value })}
      />
      <span className="quiet" aria-live="polite">
        {missed_cm !== null && missed_cm > 1 && `${missed_cm.toFixed(1)} cm from the hand`}
        {missed_cm === null &&
          pins.length > 0 &&
          `Pinned: ${pins.map((joint) => jointTitle(joints[joint])).join(", ")}`}
      </span>
    </div>
  );
}

export function Onion() {
  const { posing } = useStudio();
  const onion = useStore(posing.state, (state) => state.onion);
  return (
    <div className="pose-toolbar">
      <NumberField
        label="Onion skins"
        title="The figure every so many frames earlier and later; 0 for none"
        unit="frames"
        value={onion}
        least={0}
        most={500}
        onChange={(value) => posing.state.patch({ onion: value ?? 0 })}
      />
    </div>
  );
}

export function Influence() {
  const studio = useStudio();
  const { posing } = studio;
  const { tool, influence, radius_m, along, mirrors } = useStore(posing.state, (state) => state);
  const joints = studio.clip.get()!.joints;
  if (tool === "turn") return null;
  const options = ["", ...Object.keys(PARTS).filter((part) => influenceOf(joints, part))];
  return (
    <div className="pose-toolbar" role="toolbar" aria-label="How far joints follow">
      <Select
        label="Follow the hand"
        value={influence ? "painted" : ""}
        options={[
          ...options.map((value) => ({ value, label: value || "As bones want" })),
          ...(influence ? [{ value: "painted", label: "As painted" }] : []),
        ]}
        onChange={(part) => part !== "painted" && posing.state.patch({ influence: influenceOf(joints, part) })}
      />
      {tool === "brush" && (
        <>
          <NumberField
            label="Radius"
            unit="cm"
            value={100 * radius_m}
            least={1}
            most={500}
            onChange={(value) => posing.state.patch({ radius_m: (value ?? 15) / 100 })}
          />
          <Select
            label="Measured"
            value={along}
            options={[
              { value: "skeleton", label: "Along the bones" },
              { value: "space", label: "In space" },
            ]}
            onChange={(value) => posing.state.patch({ along: value })}
          />
          <Toggle label="Both sides" isOn={mirrors} onChange={(value) => posing.state.patch({ mirrors: value })} />
        </>
      )}
      <button type="button" disabled={!influence} onClick={() => posing.state.patch({ influence: null })}>
        Clear
      </button>
    </div>
  );
}

export function WholePoses() {
  const studio = useStudio();
  const { posing } = studio;
  const copied = useStore(posing.state, (state) => state.copied);
  return (
    <div className="pose-toolbar" role="toolbar" aria-label="Whole poses">
      <button type="button" title="Copy the pose at the playhead" onClick={() => void posing.copy()}>
        Copy pose
      </button>
      <button type="button" disabled={!copied} onClick={() => void posing.paste(false)}>
        Paste
      </button>
      <button type="button" disabled={!copied} onClick={() => void posing.paste(true)}>
        Paste mirrored
      </button>
      <button type="button" title="Left and right change places" onClick={() => void posing.mirror()}>
        Mirror
      </button>
      <button type="button" title="The pose as it was captured" onClick={() => void posing.reset()}>
        Captured pose
      </button>
      <Tween />
    </div>
  );
}

/** The pose between those of the keys around the playhead. */
function Tween() {
  const studio = useStudio();
  const { posing } = studio;
  const [part, setPart] = useState<number | null>(null);
  const move = (value: number) => {
    if (part === null) posing.hold();
    setPart(value);
    posing.move(tweenStep(studio, value / 100));
  };
  const end = () => {
    if (part === null) return;
    setPart(null);
    void posing.release("Tween pose");
  };
  return (
    <label className="tween" title="The pose between those of the keys before and after the playhead">
      Tween
      <input
        type="range"
        className="slider"
        aria-label="Tween between the keys around"
        min={0}
        max={100}
        value={part ?? 50}
        style={{ "--share": (part ?? 50) / 100 } as CSSProperties}
        onChange={(event) => move(Number(event.target.value))}
        onPointerUp={end}
        onKeyUp={end}
        onBlur={end}
      />
      {part !== null && `${part} %`}
    </label>
  );
}
