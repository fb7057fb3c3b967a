/** What a clip of the library shows, frame by frame: a lane for each flag to paint in, the guess behind the labels. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { axisOf } from "../../timeline/axis";
import { type Hint, LaneHint } from "../../timeline/LaneHint";
import { useNavigation } from "../../timeline/navigation";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { rangeHand, shownRange } from "../../timeline/rangeHand";
import { useCanvas } from "../../timeline/useCanvas";
import "./annotations.css";
import { benchOf, laneOf, shownFlags, shownMarks } from "./bench";
import { drawLanes, type Scene } from "./draw";
import { isPicked, stepLane } from "./edits";
import { FlagChooser } from "./FlagChooser";
import { accept, hover, press } from "./gestures";
import { LaneTitles } from "./LaneTitles";
import { laneHeight } from "./lanes";
import { NotInLibrary } from "./NotInLibrary";
import { SpokenFlags } from "./SpokenFlags";
import { Toolbar } from "./Toolbar";

export function AnnotationsView() {
  const studio = useStudio();
  const isKnown = useStore(studio.annotations.known, (known) => known.clip !== null);
  return <div className="annotations-view">{isKnown ? <Lanes /> : <NotInLibrary />}</div>;
}

function Lanes() {
  const studio = useStudio();
  const bench = benchOf(studio);
  useStore(studio.preferences, (preferences) => preferences.hiddenFlags);
  const isChoosing = useStore(bench, (bench) => bench.isChoosingFlags);
  const [hint, setHint] = useState<Hint | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useHeight(scroller);
  const flags = shownFlags(studio);
  const high = laneHeight(room, flags.length);
  const { canvas } = useCanvas(
    (drawn) => {
      if (!studio.clip.get()) return;
      const scene = sceneOf(studio, drawn.width, drawn.height);
      drawLanes(drawn, scene);
      describe(drawn.context.canvas, scene);
    },
    watching(
      [studio.view, studio.commands.ahead, studio.annotations.known, studio.preferences, bench, rangeHand(studio)],
      () => {
        const { from, to } = studio.view.get();
        const { settings, marks } = studio.commands.ahead.get();
        const { hiddenFlags } = studio.preferences.get();
        const known = studio.annotations.known.get();
        return [from, to, settings, marks, hiddenFlags, known, bench.get(), rangeHand(studio).get()];
      },
    ),
  );
  useNavigation(canvas);

  const pressKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    stepLane(studio, by);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Toolbar />
      <div className="flag-lanes" ref={scroller}>
        <div className="all" style={{ height: `${Math.max(flags.length * high, room)}px` }}>
          <canvas
            ref={canvas}
            style={{ height: `${flags.length * high}px` }}
            tabIndex={0}
            aria-label="Labels of the flags. Up and down choose a lane."
            aria-describedby="flags-spoken"
            onPointerDown={(event) => {
              event.currentTarget.focus({ preventScroll: true });
              press(studio, event);
            }}
            onPointerMove={(event) => setHint(hover(studio, event))}
            onPointerLeave={() => setHint(null)}
            onDoubleClick={(event) => accept(studio, event)}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={pressKey}
          />
          <LaneTitles high={high} />
          <PlayheadLine />
          <SpokenFlags />
          {hint && <LaneHint hint={hint} canvas={canvas.current} />}
        </div>
      </div>
      {isChoosing && <FlagChooser />}
    </>
  );
}

/** The height that an element has. */
function useHeight(element: React.RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setHeight(element.current?.clientHeight ?? 0));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

function sceneOf(studio: Studio, width: number, height: number): Scene {
  const { draft, stretch } = benchOf(studio).get();
  const flags = shownFlags(studio);
  return {
    axis: axisOf(studio.view.get(), width),
    laneHeight: laneHeight(height, flags.length),
    flags,
    marks: shownMarks(studio),
    lane: laneOf(studio),
    isPicked: (flag, mark) => isPicked(studio, flag, mark),
    brush: draft?.brush ?? null,
    guessOf: (flag) => studio.annotations.guessOf(flag),
    firstFrame: studio.clip.get()!.first_frame,
    range: shownRange(studio),
    stretch,
  };
}

/** What tests read off the picture. */
function describe({ dataset }: HTMLCanvasElement, { flags, marks, lane, stretch, guessOf }: Scene): void {
  const words = flags.flatMap((flag) =>
    (marks[flag] ?? []).map(({ first, last, is_yes }) => `${dashed(flag)}:${first}-${last}:${is_yes ? "yes" : "no"}`),
  );
  dataset.marks = words.join(" ");
  dataset.flags = flags.map(dashed).join(" ");
  dataset.lane = lane === null ? "" : dashed(lane);
  dataset.guessed = flags
    .filter((flag) => guessOf(flag).some((percent) => percent !== 255))
    .map(dashed)
    .join(" ");
  dataset.stretch = stretch ? `${stretch.first}-${stretch.last}` : "";
}

const dashed = (flag: string) => flag.toLowerCase().replaceAll(" ", "-");
