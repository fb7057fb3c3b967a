/** The flags' names at the left, with their number keys; those that are true at the playhead stand out. */

import { useEffect, useRef } from "react";
import { markAt } from "../../document/marks";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { GUTTER } from "../../timeline/axis";
import { benchOf, laneOf, marksOf, shownFlags } from "./bench";
import { select } from "./edits";

const NUMBERED = 9;

export function LaneTitles({ high }: { high: number }) {
  const studio = useStudio();
  const bench = benchOf(studio);
  useStore(bench, (bench) => bench.lane);
  const painting = useStore(bench, (bench) => bench.painting);
  const root = useRef<HTMLDivElement>(null);
  // Sixty times a second while time runs: without drawing the view anew.
  useEffect(() => {
    const tell = () => root.current && readOut(studio, root.current);
    return watching([studio.playhead, studio.commands.ahead, bench], () => {
      return [studio.playhead.get(), studio.commands.ahead.get().marks, bench.get().draft];
    })(tell);
  }, [studio, bench]);
  // React knows nothing of what was written there.
  useEffect(() => {
    if (root.current) readOut(studio, root.current);
  });
  const lane = laneOf(studio);
  return (
    <div className="flag-titles" style={{ width: GUTTER }} ref={root}>
      {shownFlags(studio).map((flag, row) => (
        <button
          key={flag}
          type="button"
          data-flag={flag}
          className={flag in painting ? "painting" : ""}
          style={{ height: high }}
          aria-pressed={flag === lane}
          title={`${flag}: the lane that keys are meant for${row < NUMBERED ? `; ${row + 1} paints it` : ""}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => select(studio, flag)}
        >
          <span className="name">{flag}</span>
          {row < NUMBERED && <kbd>{row + 1}</kbd>}
        </button>
      ))}
    </div>
  );
}

function readOut(studio: Studio, root: HTMLElement): void {
  const frame = studio.playhead.get();
  for (const button of root.querySelectorAll<HTMLElement>("[data-flag]")) {
    const mark = markAt(marksOf(studio, button.dataset.flag ?? ""), frame);
    button.classList.toggle("true", mark?.is_yes === true);
  }
}
