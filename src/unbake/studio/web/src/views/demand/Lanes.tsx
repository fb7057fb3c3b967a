/** The demand over time: a lane for each flag to paint in, moments of places and poses, and the source of every frame of
 * what was found. Seconds stand where other views have frames. */

import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { placeIn } from "../../controls/place";
import type { Synthesized } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { round } from "../../studio/demand";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf, frameAt, GUTTER, xOf } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import { openClip } from "../library/opening";
import { benchOf } from "./bench";
import { GRID_S, lanesOf, painted, type Wanted } from "./spans";

/** Pixels that the pointer goes before a press becomes a drag. */
const SLACK = 3;

export function Lanes() {
  const studio = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const { parts, found, picked, problem } = useStore(studio.demand.state, (state) => state);
  const vocabulary = useStore(studio.library.state, (state) => state.vocabulary);
  const draft = useStore(benchOf(studio), (bench) => bench.draft);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(root.current?.clientWidth ?? 0));
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);
  const axis = axisOf({ from: 0, to: parts.length_s }, width);
  const result = found?.result ?? null;
  const isFresh = found?.parts === parts;
  return (
    <div className="demand-lanes" ref={root}>
      <div className="all">
        <Ruler axis={axis} length_s={parts.length_s} />
        {result && <Sources axis={axis} result={result} isFresh={isFresh} />}
        <Moments axis={axis} />
        {lanesOf(vocabulary, parts.flags).map((flag) => (
          <div key={flag} className="lane" data-flag={flag} onPointerDown={(event) => paint(studio, event, axis, flag)}>
            <Title isUnknown={!vocabulary.includes(flag)}>{flag}</Title>
            {parts.flags.map((span, n) => {
              if (span.flag !== flag) return null;
              const isBad = problem?.part === "flag" && problem.number === n;
              const isPicked = picked?.part === "flag" && picked.number === n;
              const word = span.must ? "must" : "must-not";
              return (
                <Span
                  key={`${span.start_s} ${span.stop_s}`}
                  axis={axis}
                  {...span}
                  className={`${word} ${isBad ? "bad" : ""} ${isPicked ? "picked" : ""}`}
                  title={`${span.must ? "" : "not "}${flag}, ${span.start_s}–${span.stop_s} s${isBad ? `: ${problem.text}` : ""}`}
                >
                  {span.must ? "must" : "not"}
                </Span>
              );
            })}
            {draft?.flag === flag && <Span axis={axis} {...draft} className={`${draft.wanted} draft`} />}
            {isFresh &&
              result?.wrong
                .filter((wrong) => wrong.flag === flag)
                .map(({ first, last }) => (
                  <Span
                    key={first}
                    axis={axis}
                    start_s={(first - 1) / result.fps}
                    stop_s={last / result.fps}
                    className="wrong"
                    title={`not met in frames ${first}–${last}`}
                  />
                ))}
          </div>
        ))}
        <Cursor axis={axis} />
      </div>
    </div>
  );
}

function Title({ children, isUnknown = false }: { children: ReactNode; isUnknown?: boolean }) {
  return (
    <span
      className={`title ${isUnknown ? "unknown" : ""}`}
      style={{ width: GUTTER }}
      title={isUnknown ? "not in the library's vocabulary" : undefined}
    >
      {children}
    </span>
  );
}

interface SpanProps {
  axis: Axis;
  start_s: number;
  stop_s: number;
  className: string;
  title?: string;
  children?: ReactNode;
}

function Span({ axis, start_s, stop_s, className, title, children }: SpanProps) {
  const left = xOf(axis, start_s);
  const width = xOf(axis, Math.min(stop_s, axis.to)) - left;
  return (
    <span className={`span ${className}`} style={{ left, width: Math.max(width, 1) }} title={title}>
      {width > 34 && children}
    </span>
  );
}

/** Paint a flag: Shift says that it must not, Alt that it may; a press picks what is there. */
function paint(studio: Studio, down: PointerEvent<HTMLElement>, axis: Axis, flag: string): void {
  const lane = down.currentTarget;
  const begun = placeIn(lane, down).x;
  const bench = benchOf(studio);
  if (begun < axis.left || down.button !== 0) return;
  const wanted: Wanted = down.altKey ? "may" : down.shiftKey ? "must-not" : bench.get().wanted;
  const time = (x: number) => round(Math.min(Math.max(frameAt(axis, x), 0), axis.to), GRID_S);
  const spanTo = (x: number): [number, number] => {
    const [a, b] = [time(begun), time(x)];
    return [Math.min(a, b), Math.min(Math.max(a, b), axis.to)];
  };
  let now: [number, number] | null = null;
  drag(
    lane,
    down.pointerId,
    (event) => {
      const { x } = placeIn(lane, event);
      if (!now && Math.abs(x - begun) < SLACK) return;
      now = spanTo(x);
      bench.patch({ draft: { flag, start_s: now[0], stop_s: now[1], wanted } });
    },
    (isTaken) => {
      bench.patch({ draft: null });
      if (!isTaken) return;
      if (now && now[1] > now[0]) {
        studio.demand.change({ flags: painted(studio.demand.parts.flags, flag, now, wanted) }, null);
      } else {
        const at = frameAt(axis, begun);
        const number = studio.demand.parts.flags.findIndex(
          (span) => span.flag === flag && span.start_s <= at && at <= span.stop_s,
        );
        studio.demand.pick(number < 0 ? null : { part: "flag", number });
        studio.demand.goTo(at);
      }
    },
  );
}

/** Seconds; a press goes to a time. */
function Ruler({ axis, length_s }: { axis: Axis; length_s: number }) {
  const studio = useStudio();
  const step = [0.5, 1, 2, 5, 10, 30, 60].find((step) => (step / length_s) * axis.width > 44) ?? 120;
  const seconds = Array.from({ length: Math.floor(length_s / step + 1e-9) + 1 }, (_, n) => n * step);
  const press = (down: PointerEvent<HTMLDivElement>) => {
    const element = down.currentTarget;
    const go = (event: { clientX: number; clientY: number }) =>
      studio.demand.goTo(round(frameAt(axis, placeIn(element, event).x), 0.05));
    go(down);
    drag(element, down.pointerId, go, () => {});
  };
  return (
    <div className="ruler" onPointerDown={press}>
      <Title>Seconds</Title>
      {seconds.map((second) => (
        <span
          key={second}
          className={`tick ${second > 0.95 * length_s ? "end" : ""}`}
          style={{ left: xOf(axis, second) }}
        >
          {second}
        </span>
      ))}
    </div>
  );
}

/** Places and poses at their times; they are dragged along. */
function Moments({ axis }: { axis: Axis }) {
  const studio = useStudio();
  const { parts, picked, problem, found } = useStore(studio.demand.state, (state) => state);
  const met = found?.parts === parts ? found.result : null;
  const row = (part: "place" | "pose", title: string, word: (n: number) => string) => (
    <div className="lane moments" data-moments={part}>
      <Title>{title}</Title>
      {parts[`${part}s`].map(({ at_s }, n) => {
        const is = (one: { part: string; number: number } | null) => one?.part === part && one.number === n;
        return (
          <button
            key={n}
            type="button"
            className={`moment ${part} ${is(problem) ? "bad" : ""} ${is(picked) ? "picked" : ""}`}
            style={{ left: xOf(axis, at_s) }}
            title={is(problem) ? problem!.text : word(n)}
            aria-label={word(n)}
            aria-pressed={is(picked)}
            onPointerDown={(event) => dragMoment(studio, event, axis, part, n)}
            onClick={() => studio.demand.pick({ part, number: n })}
          />
        );
      })}
    </div>
  );
  return (
    <>
      {row("place", "Places", (n) => `Place at ${parts.places[n].at_s} s${missed(met, parts.places[n].at_s)}`)}
      {row("pose", "Poses", (n) => {
        const { clip, frame, at_s } = parts.poses[n];
        return `Pose at ${at_s} s: ${clip}, frame ${frame}`;
      })}
    </>
  );
}

function missed(met: Synthesized | null, at_s: number): string {
  const spot = met?.places.find((one) => Math.abs(one.at_s - at_s) < 0.02);
  if (!spot) return "";
  const parts = [
    spot.off_m === null ? "" : `missed by ${(100 * Math.abs(spot.off_m)).toFixed(0)} cm`,
    spot.off_deg === null ? "" : `turned ${Math.abs(spot.off_deg).toFixed(0)}° away`,
  ];
  return `, ${parts.filter(Boolean).join(", ")}`;
}

function dragMoment(
  studio: Studio,
  down: PointerEvent<HTMLElement>,
  axis: Axis,
  part: "place" | "pose",
  n: number,
): void {
  const lane = down.currentTarget.parentElement!;
  if (down.button !== 0) return;
  const gesture = {};
  const begun = placeIn(lane, down).x;
  let isMoved = false;
  studio.demand.pick({ part, number: n });
  drag(
    down.currentTarget,
    down.pointerId,
    (event) => {
      const { x } = placeIn(lane, event);
      if (!isMoved && Math.abs(x - begun) < SLACK) return;
      isMoved = true;
      const at_s = round(Math.min(Math.max(frameAt(axis, x), 0), axis.to), 0.05);
      const { places, poses } = studio.demand.parts;
      const moved = <T extends { at_s: number }>(list: T[]) => list.map((one, i) => (i === n ? { ...one, at_s } : one));
      const change = part === "place" ? { places: moved(places) } : { poses: moved(poses) };
      studio.demand.change(change, { part, number: n }, gesture);
      studio.demand.goTo(at_s);
    },
    (isTaken) => {
      if (!isTaken && isMoved) studio.demand.undo();
    },
  );
}

const TONES = 8;

/** Which frames of which clip the motion consists of, a block a run; a double click opens the clip there. */
function Sources({ axis, result, isFresh }: { axis: Axis; result: Synthesized; isFresh: boolean }) {
  const studio = useStudio();
  const clips = [...new Set(result.runs.map(({ clip_id }) => clip_id))];
  return (
    <div className={`lane sources ${isFresh ? "" : "stale"}`} data-runs={result.runs.length}>
      <Title>Source</Title>
      {result.runs.map(({ first, last, clip, clip_id, clip_first, clip_last }) => {
        const left = xOf(axis, (first - 1) / result.fps);
        const width = xOf(axis, last / result.fps) - left;
        return (
          <button
            key={first}
            type="button"
            className={`run tone${clips.indexOf(clip_id) % TONES}`}
            style={{ left, width: Math.max(width - 1, 1) }}
            title={`frames ${first}–${last}: ${clip}, ${clip_first}–${clip_last}; a double click opens it there`}
            onClick={() => studio.demand.goTo((first - 1) / result.fps)}
            onDoubleClick={() => openClip(studio, clip_id, { first: clip_first, last: clip_last })}
          >
            {width > 30 && <span>{clip}</span>}
          </button>
        );
      })}
    </div>
  );
}

/** Where new places and poses go; while the motion is open, its playhead. */
function Cursor({ axis }: { axis: Axis }) {
  const studio = useStudio();
  const at_s = useStore(studio.demand.state, (state) => state.at_s);
  const found = useStore(studio.demand.state, (state) => state.found);
  useEffect(() => {
    return studio.playhead.subscribe(() => {
      const clip = studio.clip.get();
      if (!clip || clip.id !== found?.clip) return;
      const now = (studio.playhead.get() - clip.first_frame) / clip.fps;
      studio.demand.state.patch({ at_s: Math.min(Math.max(now, 0), studio.demand.parts.length_s) });
    });
  }, [studio, found]);
  return <span className="cursor" style={{ left: xOf(axis, at_s) }} />;
}
