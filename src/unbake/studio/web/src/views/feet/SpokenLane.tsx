/** What the lane and the playhead hold, for screen readers. */

import { ofPoint, POINTS, plantAt } from "../../document/plants";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { benchOf } from "./bench";
import { SOURCES } from "./wording";

export function SpokenLane() {
  const studio = useStudio();
  const lane = useStore(benchOf(studio), (bench) => bench.lane);
  const plants = useStore(studio.commands.ahead, (document) => document.plants);
  const isPlaying = useStore(studio.isPlaying, (isPlaying) => isPlaying);
  const frame = useStore(studio.playhead, (playhead) => (isPlaying ? null : playhead));
  return (
    <p id="feet-spoken" className="feet-spoken" aria-live="polite">
      {frame === null || !plants ? "" : wordsOf(plants, lane, frame)}
    </p>
  );
}

function wordsOf(plants: Parameters<typeof plantAt>[0], lane: number, frame: number): string {
  const plant = plantAt(plants, lane, frame);
  const count = ofPoint(plants, lane).length;
  const state = plant ? `planted from ${plant.first} to ${plant.last}, ${SOURCES[plant.source]}` : "not planted";
  return `${POINTS[lane]}, ${count === 1 ? "1 plant" : `${count} plants`}. Frame ${frame}: ${state}.`;
}
