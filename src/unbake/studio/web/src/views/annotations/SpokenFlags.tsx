/** What the lane and the playhead hold, for screen readers. */

import { markAt } from "../../document/marks";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { benchOf, laneOf } from "./bench";

export function SpokenFlags() {
  const studio = useStudio();
  useStore(benchOf(studio), (bench) => bench.lane);
  const marks = useStore(studio.commands.ahead, (document) => document.marks);
  const isPlaying = useStore(studio.isPlaying, (isPlaying) => isPlaying);
  const frame = useStore(studio.playhead, (playhead) => (isPlaying ? null : playhead));
  const flag = laneOf(studio);
  return (
    <p id="flags-spoken" className="flags-spoken" aria-live="polite">
      {frame === null || flag === null ? "" : wordsOf(flag, marks[flag] ?? [], frame)}
    </p>
  );
}

function wordsOf(flag: string, marks: Parameters<typeof markAt>[0], frame: number): string {
  const mark = markAt(marks, frame);
  const count = marks.filter(({ is_yes }) => is_yes).length;
  const state = mark ? `${mark.is_yes ? "yes" : "no"} from ${mark.first} to ${mark.last}` : "not labelled";
  return `${flag}, ${count === 1 ? "1 label" : `${count} labels`}. Frame ${frame}: ${state}.`;
}
