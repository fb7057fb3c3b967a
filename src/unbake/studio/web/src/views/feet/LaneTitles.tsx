/** The lanes' names at the left, each with the height and speed of its point at the playhead, which are the curves'. */

import { useEffect, useRef } from "react";
import { POINTS, plantedAt } from "../../document/plants";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { GUTTER } from "../../timeline/axis";
import { benchOf, shownPlants } from "./bench";
import { pointColour } from "./draw";
import { select } from "./edits";
import { laneHeight } from "./lanes";

/** Lanes below this height have no room for a second line. */
const ROOMY = 30;

export function LaneTitles({ height }: { height: number }) {
  const studio = useStudio();
  const bench = benchOf(studio);
  const lane = useStore(bench, (bench) => bench.lane);
  const root = useRef<HTMLDivElement>(null);
  const high = laneHeight(height);
  // Sixty times a second while time runs: without drawing the view anew.
  useEffect(() => {
    const tell = () => root.current && readOut(studio, root.current);
    tell();
    return watching([studio.playhead, studio.results, studio.commands.ahead, bench], () => {
      return [studio.playhead.get(), studio.results.get().feet, shownPlants(studio)];
    })(tell);
  }, [studio, bench]);
  // React knows nothing of what was written there.
  useEffect(() => {
    if (root.current) readOut(studio, root.current);
  });

  return (
    <div className="lane-titles" style={{ width: GUTTER }} ref={root}>
      {POINTS.map((name, point) => (
        <button
          key={name}
          type="button"
          className={pointColour(point)}
          style={{ height: high }}
          aria-pressed={point === lane}
          title={`${name}: the lane that keys are meant for (${point + 1})`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => select(studio, point)}
        >
          <span className="name">{name}</span>
          {high >= ROOMY && (
            <span className="numbers" title="Height over the ground and speed at the playhead, as the curves show them">
              <span className="height" />
              <span className="speed" />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function readOut(studio: Studio, root: HTMLElement): void {
  const { feet } = studio.results.get();
  const clip = studio.clip.get();
  const frame = studio.playhead.get();
  const planted = plantedAt(shownPlants(studio), frame);
  root.querySelectorAll("button").forEach((button, point) => {
    button.classList.toggle("planted", planted[point]);
    const [height, speed] = [button.querySelector(".height"), button.querySelector(".speed")];
    if (!feet || !clip || !height || !speed) return;
    const at = POINTS.length * (frame - clip.first_frame) + point;
    height.textContent = `${feet.heights_cm[at]?.toFixed(1) ?? "–"} cm`;
    speed.textContent = `${feet.speeds[at]?.toFixed(2) ?? "–"} m/s`;
  });
}
