/** Numbers of what is picked; without it, how well the demand is met. */

import { NumberField } from "../../controls/NumberField";
import { useLasting } from "../../controls/useLasting";
import type { DemandSpot, Synthesized } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import type { Picked } from "../../studio/demand";
import { counted } from "../selection/wording";
import { LEAST_S } from "./spans";

export function Details() {
  const studio = useStudio();
  const { parts, picked, found } = useStore(studio.demand.state, (state) => state);
  return (
    <section className="demand-details" aria-label="What is picked">
      {picked?.part === "start" && <Spot title="Start" spot={parts.start} picked={picked} />}
      {picked?.part === "place" && parts.places[picked.number] && (
        <Spot title="Place" spot={parts.places[picked.number]} picked={picked} />
      )}
      {picked?.part === "flag" && parts.flags[picked.number] && <Flag number={picked.number} />}
      {picked?.part === "pose" && parts.poses[picked.number] && <Pose number={picked.number} />}
      {picked?.part === "path" && parts.path && <Path number={picked.number} />}
      {(!picked || picked.part === "demand") &&
        (found ? (
          <Met result={found.result} isFresh={found.parts === parts} isWaiting={found.clip === null} />
        ) : (
          <p className="quiet">
            Paint what must hold into the lanes. Choose a time on the seconds, and click on the floor plan for a place
            at that time.
          </p>
        ))}
    </section>
  );
}

function Spot({ title, spot, picked }: { title: string; spot: DemandSpot; picked: Picked }) {
  const { demand } = useStudio();
  const { place } = spot;
  const least = picked.part === "start";
  return (
    <>
      <Heading title={title} canRemove={!least} />
      {!least && (
        <NumberField
          label="At"
          unit="s"
          digits={3}
          step={0.1}
          least={0}
          most={demand.parts.length_s}
          value={spot.at_s}
          onChange={(value) => value !== null && demand.changeSpot(picked, { at_s: value })}
        />
      )}
      {(["x", "z"] as const).map((axis) => (
        <NumberField
          key={axis}
          label={axis.toUpperCase()}
          unit="m"
          digits={2}
          step={0.1}
          least={-1e4}
          most={1e4}
          empty={least ? undefined : "open"}
          value={place?.[axis] ?? null}
          onChange={(value) =>
            demand.changeSpot(picked, {
              place: value === null ? null : { x: place?.x ?? 0, z: place?.z ?? 0, [axis]: value },
            })
          }
        />
      ))}
      <NumberField
        label="Heading"
        unit="°"
        step={15}
        digits={1}
        least={-3600}
        most={3600}
        empty={least ? undefined : "open"}
        value={spot.heading_deg}
        onChange={(value) => demand.changeSpot(picked, { heading_deg: value })}
      />
    </>
  );
}

function Flag({ number }: { number: number }) {
  const { demand } = useStudio();
  const span = demand.parts.flags[number];
  const change = (part: Partial<typeof span>) =>
    demand.change({ flags: demand.parts.flags.map((one, n) => (n === number ? { ...one, ...part } : one)) });
  return (
    <>
      <Heading title={`${span.must ? "" : "Not "}${span.flag}`} />
      <Ends span={span} length_s={demand.parts.length_s} onChange={change} />
    </>
  );
}

interface EndsProps {
  span: { start_s: number; stop_s: number };
  length_s: number;
  onChange: (part: { start_s?: number; stop_s?: number }) => void;
}

/** From when to when. */
function Ends({ span, length_s, onChange }: EndsProps) {
  return (["start_s", "stop_s"] as const).map((end) => (
    <NumberField
      key={end}
      label={end === "start_s" ? "From" : "To"}
      unit="s"
      digits={3}
      step={0.1}
      least={end === "start_s" ? 0 : span.start_s + LEAST_S}
      most={end === "start_s" ? span.stop_s - LEAST_S : length_s}
      value={span[end]}
      onChange={(value) => value !== null && onChange({ [end]: value })}
    />
  ));
}

function Pose({ number }: { number: number }) {
  const { demand } = useStudio();
  const pose = demand.parts.poses[number];
  const change = (part: Partial<typeof pose>) =>
    demand.change({ poses: demand.parts.poses.map((one, n) => (n === number ? { ...one, ...part } : one)) });
  return (
    <>
      <Heading title={`Pose: ${pose.clip}`} />
      <NumberField
        label="At"
        unit="s"
        digits={3}
        step={0.1}
        least={0}
        most={demand.parts.length_s}
        value={pose.at_s}
        onChange={(value) => value !== null && change({ at_s: value })}
      />
      <NumberField label="Frame" value={pose.frame} onChange={(value) => value !== null && change({ frame: value })} />
    </>
  );
}

function Path({ number }: { number: number }) {
  const { demand } = useStudio();
  const path = demand.parts.path!;
  const point = path.points[number];
  return (
    <>
      <Heading title={`Point ${number + 1} of the path`} />
      {point &&
        (["x", "z"] as const).map((axis) => (
          <NumberField
            key={axis}
            label={axis.toUpperCase()}
            unit="m"
            digits={2}
            step={0.1}
            least={-1e4}
            most={1e4}
            value={point[axis]}
            onChange={(value) => {
              const points = path.points.map((one, n) => (n === number ? { ...one, [axis]: value ?? 0 } : one));
              if (value !== null) demand.change({ path: { ...path, points } });
            }}
          />
        ))}
      <Ends
        span={path}
        length_s={demand.parts.length_s}
        onChange={(part) => demand.change({ path: { ...path, ...part } })}
      />
      <button type="button" onClick={() => demand.change({ path: null }, null)}>
        Remove the whole path
      </button>
    </>
  );
}

function Heading({ title, canRemove = true }: { title: string; canRemove?: boolean }) {
  const { demand } = useStudio();
  return (
    <header>
      <h3 title={title}>{title}</h3>
      {canRemove && (
        <button type="button" title="Take it away (X)" onClick={() => demand.remove()}>
          Remove
        </button>
      )}
    </header>
  );
}

/** How well the demand is met. */
function Met({ result, isFresh, isWaiting }: { result: Synthesized; isFresh: boolean; isWaiting: boolean }) {
  const { demand } = useStudio();
  const isOffered = useLasting(isWaiting);
  const placed = result.places.filter(({ off_m }) => off_m !== null).map(({ off_m }) => Math.abs(off_m!));
  const lines = [
    `Cost ${result.cost.toFixed(1)}: flags ${result.cost_flags.toFixed(1)}, joins ${result.cost_joins.toFixed(1)}, places ${result.cost_places.toFixed(1)}`,
    ...result.flags.map(
      ({ flag, must, frames, wrong }) => `${must ? "" : "Not "}${flag} in ${frames - wrong} of ${frames} frames`,
    ),
    placed.length ? `Places are missed by ${(100 * Math.max(...placed)).toFixed(0)} cm at most` : "",
    result.path_worst_m !== null
      ? `The path is missed by ${(100 * result.path_mean_m!).toFixed(0)} cm on average, ${(100 * result.path_worst_m).toFixed(0)} cm at most`
      : "",
    result.poses.length
      ? `${result.poses.filter((one) => one.is_shown).length} of ${result.poses.length} poses are shown`
      : "",
    `${counted(result.runs.length, "piece")} of ${counted(new Set(result.runs.map((run) => run.clip_id)).size, "clip")}`,
  ];
  return (
    <div className="met">
      <header>
        <h3>{isFresh ? "How it is met" : "How it was met, before it changed"}</h3>
        {isOffered && (
          <button type="button" title="Open the motion that was found" onClick={() => demand.openFound()}>
            Open
          </button>
        )}
        <button
          type="button"
          title="Save a page with the source of every frame, and how everything is met"
          onClick={() => void demand.saveReport()}
        >
          Report
        </button>
      </header>
      {result.was_stopped && <p className="quiet">The search was ended early.</p>}
      <ul>
        {lines.filter(Boolean).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {result.notes.map((note) => (
          <li key={note} className="quiet">
            {note}
          </li>
        ))}
      </ul>
    </div>
  );
}
