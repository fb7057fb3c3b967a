/** The floor from above: places with their headings, a path, and the way of the motion that was found. */

import { type PointerEvent, useRef, useState } from "react";
import { Segments } from "../../controls/Choice";
import type { DemandSpot, FloorPoint } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { type Picked, round } from "../../studio/demand";
import { drag } from "../../timeline/drag";
import { benchOf } from "./bench";
import { ahead, gridOf, headingTo, type Window, wayOf, windowOf } from "./plan";

const TOOLS = [
  { value: "place", label: "Place", title: "A click puts a place at the chosen time; at 0 s, the start" },
  { value: "path", label: "Path", title: "A click adds a point to the path" },
] as const;
/** Of the side: a marker's radius, and an arrow's length. */
const DOT = 0.022;
const ARROW = 0.1;

export function FloorPlan() {
  const studio = useStudio();
  const svg = useRef<SVGSVGElement>(null);
  const [kept, setKept] = useState<Window | null>(null);
  const { tool } = useStore(benchOf(studio), (bench) => bench);
  const { parts, found, picked, problem, at_s } = useStore(studio.demand.state, (state) => state);
  const result = found?.result ?? null;
  const way = result ? wayOf(result.way as Float32Array) : [];
  // While something is dragged, the floor stays under the hand.
  const seen = kept ?? windowOf(parts, way);
  const here = result ? Math.min(Math.round(at_s * result.fps), result.n_frames - 1) : 0;

  const floorAt = (event: { clientX: number; clientY: number }): FloorPoint => {
    const matrix = svg.current!.getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: round(x, 0.05), z: round(y, 0.05) };
  };
  const press = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    const { x, z } = floorAt(event);
    if (tool === "place") studio.demand.putPlace(x, z);
    else studio.demand.putPoint(x, z);
  };
  const follow = (event: PointerEvent<SVGElement>, move: (point: FloorPoint, gesture: unknown) => void) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const gesture = {};
    let isMoved = false;
    setKept(seen);
    drag(
      svg.current as unknown as HTMLElement,
      event.pointerId,
      (moved) => {
        isMoved = true;
        move(floorAt(moved), gesture);
      },
      (isTaken) => {
        setKept(null);
        if (!isTaken && isMoved) studio.demand.undo();
      },
    );
  };
  const spots: { spot: DemandSpot; own: Picked }[] = [
    { spot: parts.start, own: { part: "start", number: 0 } },
    ...parts.places.map((spot, number) => ({ spot, own: { part: "place" as const, number } })),
  ];
  const stateOf = ({ part, number }: Picked) => {
    const isPart = (one: { part: string; number: number } | null) =>
      one?.part === part && (one.number === number || part === "path");
    return `${isPart(picked) ? "picked" : ""} ${isPart(problem) ? "bad" : ""}`;
  };
  return (
    <section className="demand-plan" aria-label="Floor plan">
      <Segments
        label="What a click does"
        value={tool}
        options={TOOLS}
        onChange={(value) => benchOf(studio).patch({ tool: value })}
      />
      <svg
        ref={svg}
        role="img"
        aria-label="The floor from above; X to the right, Z down"
        viewBox={`${seen.x} ${seen.z} ${seen.size} ${seen.size}`}
        onPointerDown={press}
        data-window={`${seen.x} ${seen.z} ${seen.size}`}
      >
        <Grid seen={seen} />
        {parts.path && (
          <polyline className={`path ${stateOf({ part: "path", number: -1 })}`} points={points(parts.path.points)} />
        )}
        {way.length > 0 && <polyline className={`way ${found?.parts === parts ? "" : "stale"}`} points={points(way)} />}
        {parts.path?.points.map((point, number) => (
          <rect
            key={number}
            className={`point ${stateOf({ part: "path", number })}`}
            x={point.x - 0.7 * DOT * seen.size}
            y={point.z - 0.7 * DOT * seen.size}
            width={1.4 * DOT * seen.size}
            height={1.4 * DOT * seen.size}
            onPointerDown={(event) => {
              studio.demand.pick({ part: "path", number });
              follow(event, ({ x, z }, gesture) => {
                const path = studio.demand.parts.path!;
                const moved = path.points.map((one, n) => (n === number ? { x, z } : one));
                studio.demand.change({ path: { ...path, points: moved } }, { part: "path", number }, gesture);
              });
            }}
          />
        ))}
        {spots.map(({ spot, own }) => {
          const { place, heading_deg } = spot;
          if (!place) return null;
          const tip = ahead(place, heading_deg ?? 0, ARROW * seen.size);
          return (
            <g key={`${own.part} ${own.number}`} className={`spot ${own.part} ${stateOf(own)}`}>
              <title>{own.part === "start" ? "Start" : `Place at ${spot.at_s} s`}</title>
              {(heading_deg !== null || stateOf(own).includes("picked")) && (
                <>
                  <line
                    className={heading_deg === null ? "open" : ""}
                    x1={place.x}
                    y1={place.z}
                    x2={tip.x}
                    y2={tip.z}
                  />
                  <circle
                    className="tip"
                    cx={tip.x}
                    cy={tip.z}
                    r={0.6 * DOT * seen.size}
                    onPointerDown={(event) =>
                      follow(event, (to, gesture) =>
                        studio.demand.changeSpot(own, { heading_deg: headingTo(place, to) }, gesture),
                      )
                    }
                  />
                </>
              )}
              <circle
                className="dot"
                cx={place.x}
                cy={place.z}
                r={DOT * seen.size}
                onPointerDown={(event) => {
                  studio.demand.pick(own);
                  follow(event, (to, gesture) => studio.demand.changeSpot(own, { place: to }, gesture));
                }}
              />
            </g>
          );
        })}
        {result && (
          <circle className="here" cx={result.way[3 * here]} cy={result.way[3 * here + 1]} r={0.8 * DOT * seen.size} />
        )}
      </svg>
      <p className="quiet">
        {tool === "place"
          ? `A click puts ${at_s > 0 ? `a place at ${round(at_s, 0.01)} s` : "the start"}.`
          : "Clicks add points to the path."}
      </p>
    </section>
  );
}

const points = (list: readonly FloorPoint[]) => list.map(({ x, z }) => `${x},${z}`).join(" ");

function Grid({ seen: { x, z, size } }: { seen: Window }) {
  const step = gridOf(size);
  const lines = (from: number) => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.floor((from + size) / step) - first + 1 }, (_, n) => (first + n) * step);
  };
  return (
    <g className="grid">
      {lines(x).map((at) => (
        <line key={`x${at}`} className={at === 0 ? "z-axis" : ""} x1={at} x2={at} y1={z} y2={z + size} />
      ))}
      {lines(z).map((at) => (
        <line key={`z${at}`} className={at === 0 ? "x-axis" : ""} y1={at} y2={at} x1={x} x2={x + size} />
      ))}
      <text x={x + 0.02 * size} y={z + 0.98 * size} fontSize={0.055 * size}>
        {step} m
      </text>
    </g>
  );
}
