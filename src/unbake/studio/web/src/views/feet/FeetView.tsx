/** When the feet are on the ground: four lanes to paint in, the oracle's guess below the labels, and how the points move. */

import { type KeyboardEvent, useEffect, useState } from "react";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import { findFeet } from "../../studio/feet";
import type { Studio } from "../../studio/studio";
import { axisOf } from "../../timeline/axis";
import { type Hint, LaneHint } from "../../timeline/LaneHint";
import { useNavigation } from "../../timeline/navigation";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { rangeHand, shownRange } from "../../timeline/rangeHand";
import { useCanvas } from "../../timeline/useCanvas";
import { benchOf, selectedPlant, shownPlants } from "./bench";
import { drawLanes, type Scene } from "./draw";
import { stepLane } from "./edits";
import "./feet.css";
import { hover, press } from "./gestures";
import { LaneTitles } from "./LaneTitles";
import { laneHeight } from "./lanes";
import { OraclePanel } from "./OraclePanel";
import { askWhatItKnows } from "./oracle";
import { SpokenLane } from "./SpokenLane";
import { Toolbar } from "./Toolbar";

export function FeetView() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const clip = useStore(studio.clip, (clip) => clip);
  const problem = useStore(studio.results, (results) => results.noFeet);
  const isOracleOpen = useStore(bench, (bench) => bench.isOracleOpen);
  const [height, setHeight] = useState(0);
  const [hint, setHint] = useState<Hint | null>(null);
  const { canvas } = useCanvas(
    (drawn) => {
      setHeight(drawn.height);
      if (!studio.clip.get()) return;
      const scene = sceneOf(studio, drawn.width, drawn.height);
      drawLanes(drawn, scene);
      describe(drawn.context.canvas, scene);
    },
    watching([studio.view, studio.commands.ahead, studio.results, bench, rangeHand(studio)], () => {
      const { from, to } = studio.view.get();
      const { settings, plants } = studio.commands.ahead.get();
      const { feet, guess } = studio.results.get();
      return [from, to, settings, plants, feet, guess, bench.get(), rangeHand(studio).get()];
    }),
  );
  useNavigation(canvas);
  useEffect(() => {
    if (!clip) return;
    void findFeet(studio);
    if (!benchOf(studio).get().known) void askWhatItKnows(studio);
  }, [studio, clip]);

  const pressKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    stepLane(studio, by);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="feet-view">
      <Toolbar />
      <div className="lanes">
        <canvas
          ref={canvas}
          tabIndex={0}
          aria-label="Labels of the feet. Up and down choose a lane."
          aria-describedby="feet-spoken"
          onPointerDown={(event) => {
            event.currentTarget.focus({ preventScroll: true });
            press(studio, event);
          }}
          onPointerMove={(event) => setHint(hover(studio, event))}
          onPointerLeave={() => setHint(null)}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={pressKey}
        />
        {clip && !problem && <LaneTitles height={height} />}
        <PlayheadLine />
        {problem && <p className="feet-empty">{problem}</p>}
        {!problem && <FirstHint />}
        <SpokenLane />
        {hint && <LaneHint hint={hint} canvas={canvas.current} />}
      </div>
      {isOracleOpen && <OraclePanel />}
    </div>
  );
}

function sceneOf(studio: Studio, width: number, height: number): Scene {
  const { lane, draft, sequence } = benchOf(studio).get();
  const { guess, feet } = studio.results.get();
  return {
    axis: axisOf(studio.view.get(), width),
    laneHeight: laneHeight(height),
    plants: shownPlants(studio),
    selected: selectedPlant(studio),
    lane,
    brush: draft?.brush ?? null,
    guess,
    feet,
    firstFrame: studio.clip.get()!.first_frame,
    range: shownRange(studio),
    sequence,
  };
}

/** The labels that a picture's words are of. */
const described = new WeakMap<HTMLCanvasElement, Scene["plants"]>();

/** What tests read off the picture. */
function describe(canvas: HTMLCanvasElement, { plants, guess, lane, sequence, selected }: Scene): void {
  const { dataset } = canvas;
  if (described.get(canvas) !== plants)
    dataset.plants = plants.map(({ point, first, last, source }) => `${point}:${first}-${last}:${source}`).join(" ");
  described.set(canvas, plants);
  dataset.guess = String(guess?.plants.length ?? "");
  dataset.lane = String(lane);
  dataset.selected = selected ? `${selected.point}:${selected.first}-${selected.last}` : "";
  dataset.sequence = sequence ? `${sequence.first}-${sequence.last}` : "";
}

/** How to begin, as long as nothing is there. */
function FirstHint() {
  const studio = useStudio();
  const isEmpty = useStore(studio.commands.ahead, ({ plants }) => !plants.length);
  const isIdle = useStore(benchOf(studio), ({ draft }) => draft === null);
  const hasGuess = useStore(studio.results, ({ guess }) => guess !== null);
  if (!isEmpty || !isIdle || hasGuess) return null;
  return (
    <p className="feet-empty">
      <span className="hint">No labels yet: guess, or drag along a lane while a foot is on the ground.</span>
    </p>
  );
}
