/** Whether transplants look human, or blends natural: play, yes, no, from here to here, one after the other. */

import { useEffect, useRef, useState } from "react";
import { placeIn } from "../../controls/place";
import type { Mark } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { nameOf } from "../../studio/save";
import { axisOf, frameAt, GUTTER, xOf } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import "./judging.css";
import { Toolbar } from "./Toolbar";

export function JudgingView() {
  const studio = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const hasLibrary = useStore(studio.library.state, ({ path }) => path !== null);
  const { items, at, path, problem } = useStore(studio.judging.state, (state) => state);
  // Keys are this view's as soon as something is to be judged.
  useEffect(() => {
    if (at >= 0) root.current?.focus({ preventScroll: true });
  }, [at]);
  if (!hasLibrary)
    return (
      <div className="judging-view empty">
        <p className="quiet">Transplants and blends are those of a library, and none is open.</p>
        <button type="button" onClick={() => studio.dialog.set({ kind: "open" })}>
          Open…
        </button>
      </div>
    );
  return (
    <div className="judging-view" ref={root} tabIndex={-1}>
      <Toolbar />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {path ? (
        <>
          <Lane />
          <Items />
          <p className="quiet file" title={path}>
            Answers are kept in {nameOf(path)}. A second pass has another name and another order;{" "}
            <code>unbake judge agreement</code> compares the two.
          </p>
        </>
      ) : (
        !problem && !items.length && <p className="quiet hint">Name the pass, and begin.</p>
      )}
    </div>
  );
}

/** The answer over time. */
function Lane() {
  const studio = useStudio();
  const lane = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [draft, setDraft] = useState<Mark | null>(null);
  const { kind, items, at, from } = useStore(studio.judging.state, (state) => state);
  const first = useStore(studio.view, (view) => view.from);
  const last = useStore(studio.view, (view) => view.to);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(lane.current?.clientWidth ?? 0));
    observer.observe(lane.current!);
    return () => observer.disconnect();
  }, []);
  const axis = axisOf({ from: first, to: last }, width);
  const marks = items[at]?.marks ?? [];
  const press = (event: React.PointerEvent<HTMLDivElement>) => {
    const element = event.currentTarget;
    const frame = (x: number) => Math.round(frameAt(axis, x));
    const begun = frame(placeIn(element, event).x);
    if (at < 0 || event.button !== 0 || placeIn(element, event).x < axis.left) return;
    const is_yes = event.shiftKey;
    let now: Mark = { first: begun, last: begun, is_yes };
    setDraft(now);
    drag(
      element,
      event.pointerId,
      (moved) => {
        const here = frame(placeIn(element, moved).x);
        now = { first: Math.min(begun, here), last: Math.max(begun, here), is_yes };
        setDraft(now);
        studio.playhead.set(Math.min(Math.max(here, Math.ceil(first)), Math.floor(last)));
      },
      (isTaken) => {
        setDraft(null);
        if (isTaken && now.last > now.first) void studio.judging.run(now, is_yes);
        else if (isTaken) studio.playhead.set(begun);
      },
    );
  };
  const said = marks.map(({ first, last, is_yes }) => `${first}-${last}:${is_yes ? "yes" : "no"}`).join(" ");
  return (
    <div
      className="judging-lane"
      ref={lane}
      data-said={said}
      onPointerDown={press}
      title="Drag: these frames do not; with Shift: they do"
    >
      <span className="title" style={{ width: GUTTER }}>
        {kind === "transplants" ? "Looks human" : "Natural"}
      </span>
      {[...marks, ...(draft ? [draft] : [])].map((mark) => {
        const left = Math.max(xOf(axis, mark.first - 0.5), axis.left);
        const right = Math.min(xOf(axis, mark.last + 0.5), width);
        if (right <= left) return null;
        return (
          <span
            key={`${mark.first} ${mark === draft}`}
            className={`run ${mark.is_yes ? "yes" : "no"} ${mark === draft ? "draft" : ""}`}
            style={{ left, width: right - left }}
          >
            {right - left > 40 && (mark.is_yes ? "yes" : "no")}
          </span>
        );
      })}
      {from !== null && <span className="from" style={{ left: xOf(axis, from - 0.5) }} />}
      <PlayheadLine />
    </div>
  );
}

/** Every one of the pass, as a box: judged or not, yes or no; a click opens it. */
function Items() {
  const studio = useStudio();
  const { items, at } = useStore(studio.judging.state, (state) => state);
  return (
    <div className="judging-items" role="listbox" aria-label="All of the pass">
      {items.map(({ name, marks }, n) => {
        const word = !marks.length ? "open" : marks.every(({ is_yes }) => is_yes) ? "yes" : "no";
        return (
          <button
            key={name}
            type="button"
            role="option"
            tabIndex={n === Math.max(at, 0) ? 0 : -1}
            aria-selected={n === at}
            aria-label={`${n + 1}: ${word}`}
            title={`${n + 1} of ${items.length}: ${word === "open" ? "not judged" : word}`}
            className={word}
            onClick={() => studio.judging.open(n)}
          />
        );
      })}
    </div>
  );
}
