/** The line at the bottom: what is going on, what keys and mouse do here, and what is open. */

import { useState } from "react";
import { useLasting } from "../controls/useLasting";
import type { Clip } from "../messages";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { counted } from "../views/selection/wording";
import { hintsOf } from "./hints";
import { WarningList } from "./WarningList";

export function StatusLine() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  return (
    <footer className="status">
      <Work />
      <Hints />
      {clip && <Facts clip={clip} />}
    </footer>
  );
}

function Work() {
  const studio = useStudio();
  const busy = useStore(studio.busy, (busy) => busy);
  const compiled = useStore(studio.compiled, (compiled) => compiled);
  const isChoosing = useLasting(useStore(studio.results, (results) => results.isChoosing));
  useStore(studio.commands.waiting, (waiting) => waiting);
  const waiting = studio.commands.labels();
  const isWaiting = useLasting(waiting.length > 0);
  if (compiled !== null) {
    return (
      <span
        className="work"
        role="status"
        title="Unbake compiles its numerical code when it is used for the first time"
      >
        <progress aria-label="Compiling" max={1} value={compiled} />
        <span>Compiling, once for this installation</span>
      </span>
    );
  }
  if (!busy)
    return (
      <span className="work" role="status">
        {(isChoosing || isWaiting) && <span className="pulse" title="Choosing and fitting" />}
        {isWaiting && <span className="waiting">{inWords(waiting)}</span>}
      </span>
    );
  const behind = waiting.slice(busy.isInFront ? 1 : 0);
  return (
    <span className="work" role="status">
      <progress aria-label={busy.what} max={1} value={busy.part > 0 ? busy.part : undefined} />
      <span>{busy.what}</span>
      {behind.length > 0 && <span className="waiting">then {inWords(behind)}</span>}
      <button type="button" onClick={() => busy.cancel()}>
        Cancel
      </button>
    </span>
  );
}

/** What waits: "Add key, Delete 3 keys and 2 more". */
function inWords(labels: readonly string[]): string {
  const [first, second, ...more] = labels;
  const shown = [first, second].filter(Boolean).join(", ");
  return more.length ? `${shown} and ${more.length} more` : shown;
}

function Hints() {
  const studio = useStudio();
  const area = useStore(studio.area, (area) => area);
  const keymap = useStore(studio.preferences, (preferences) => preferences.keymap);
  const isOpen = useStore(studio.clip, (clip) => clip !== null);
  const isBusy = useStore(studio.busy, (busy) => busy !== null);
  const isCompiling = useStore(studio.compiled, (compiled) => compiled !== null);
  if (!isOpen || isBusy || isCompiling) return <span className="hints" />;
  return (
    <span className="hints" data-spills>
      {hintsOf(area, keymap).map(({ keys, does }) => (
        <span key={does}>
          <kbd>{keys}</kbd> {does}
        </span>
      ))}
    </span>
  );
}

function Facts({ clip }: { clip: Clip }) {
  const [isOpen, setOpen] = useState(false);
  const frames = clip.last_frame - clip.first_frame + 1;
  const facts = [
    counted(frames, "frame"),
    `${Number(clip.fps.toFixed(3))} fps`,
    counted(clip.joints.filter((joint) => !joint.is_end).length, "joint"),
    `${clip.height_m.toFixed(2)} m`,
  ];
  return (
    <span className="facts">
      {clip.warnings.length > 0 && (
        <button type="button" className="warnings" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {clip.warnings.length === 1 ? "1 note" : `${clip.warnings.length} notes`} on this file
        </button>
      )}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {isOpen && <WarningList warnings={clip.warnings} onClose={() => setOpen(false)} />}
    </span>
  );
}
