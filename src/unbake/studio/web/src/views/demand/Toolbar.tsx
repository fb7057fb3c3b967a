/** Above the lanes: the length, what painting says, files, the search. */

import { useRef } from "react";
import { Segments } from "../../controls/Choice";
import { NumberField } from "../../controls/NumberField";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { benchOf } from "./bench";

const WANTED = [
  { value: "must", label: "Must", title: "Painting says that a flag must hold" },
  { value: "must-not", label: "Must not", title: "Painting says that a flag must not hold; Shift and drag does, too" },
  { value: "may", label: "May", title: "Painting takes back what was wanted; Alt and drag does, too" },
] as const;

export function Toolbar() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useStore(bench, ({ wanted }) => wanted);
  const { parts, seconds, seed, searching, name } = useStore(studio.demand.state, (state) => state);
  const canPose = useStore(studio.annotations.known, ({ clip }) => clip !== null);
  return (
    <div className="demand-toolbar" role="toolbar" aria-label="Demand">
      <Segments
        label="What painting says"
        value={wanted}
        options={WANTED}
        onChange={(value) => bench.patch({ wanted: value })}
      />
      <NumberField
        label="Length"
        unit="s"
        value={parts.length_s}
        least={0.2}
        most={600}
        digits={2}
        step={0.5}
        onChange={(value) => value !== null && studio.demand.setLength(value)}
      />
      <button
        type="button"
        disabled={!canPose}
        title={
          canPose
            ? "Ask for the viewport's pose at the chosen time (P)"
            : "Open a clip of the library: its frame becomes a pose that is wanted"
        }
        onClick={() => studio.demand.putPose()}
      >
        Pose from the viewport
      </button>
      <span className="group">
        <button type="button" title="Open a demand's TOML file" onClick={() => input.current?.click()}>
          Load…
        </button>
        <button type="button" title={`Save as ${name}`} onClick={() => void studio.demand.save()}>
          Save
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".toml"
          aria-label="A demand's file"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void studio.demand.load(file);
            event.target.value = "";
          }}
        />
      </span>
      <NumberField
        label="Search"
        title="How long to search; the same seed and time begin the same way"
        unit="s"
        value={seconds}
        least={0.5}
        most={3600}
        digits={1}
        onChange={(value) => value !== null && studio.demand.state.patch({ seconds: value })}
      />
      <NumberField
        label="Seed"
        value={seed}
        least={0}
        most={1e9}
        onChange={(value) => value !== null && studio.demand.state.patch({ seed: value })}
      />
      {searching ? (
        <>
          <button type="button" className="primary" onClick={() => void studio.demand.stop()}>
            Take the best so far
          </button>
          <span className="searching">
            <progress value={searching.part} aria-label="The search" />
            <span className="quiet" aria-live="polite">
              {searching.step}
            </span>
          </span>
        </>
      ) : (
        <button
          type="button"
          className="primary"
          title="Search the library for a motion that meets the demand (Ctrl+Enter)"
          onClick={() => void studio.demand.synthesize()}
        >
          Synthesize
        </button>
      )}
    </div>
  );
}
