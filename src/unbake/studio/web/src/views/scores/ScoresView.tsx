/** How likely each second of the capture is unnatural, over time, what speaks against it, and where it is worst. */

import { useEffect } from "react";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import { axisOf, frameAt } from "../../timeline/axis";
import { useNavigation } from "../../timeline/navigation";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { useCanvas } from "../../timeline/useCanvas";
import { drawScores } from "./draw";
import "./scores.css";
import { worstSentence } from "./wording";

export function ScoresView() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const { scored, problem } = useStore(studio.scores.state, (state) => state);
  useEffect(() => {
    if (clip) void studio.scores.ask();
  }, [studio, clip]);
  if (problem)
    return (
      <div className="scores-view">
        <p className="problem" role="alert">
          {problem}
        </p>
      </div>
    );
  if (!clip || !scored || studio.scores.known !== scored) return <div className="scores-view" />;
  return (
    <div className="scores-view">
      <div className="scores-toolbar">
        <span className="sentence">{worstSentence(scored)}</span>
        <button type="button" title={TITLE} onClick={() => void studio.scores.goToWorst()}>
          Worst moment
        </button>
      </div>
      <Lane />
    </div>
  );
}

const TITLE = "Go to the frame with most faults in the worst second";

function Lane() {
  const studio = useStudio();
  const { canvas } = useCanvas(
    (drawn) => {
      const scored = studio.scores.known;
      const clip = studio.clip.get();
      if (!scored || !clip) return;
      drawScores(drawn, scored, clip.first_frame, axisOf(studio.view.get(), drawn.width));
      const { dataset } = drawn.context.canvas;
      dataset.worst = String(scored.worst_frame);
      dataset.frames = String(scored.probabilities.length);
    },
    watching([studio.view, studio.scores.state], () => {
      const { from, to } = studio.view.get();
      return [from, to, studio.scores.state.get()];
    }),
  );
  useNavigation(canvas);
  const go = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const clip = studio.clip.get();
    if (event.button !== 0 || !event.buttons || event.altKey || !clip) return;
    const axis = axisOf(studio.view.get(), event.currentTarget.clientWidth);
    const frame = Math.round(frameAt(axis, event.nativeEvent.offsetX));
    studio.playback.stop();
    studio.playhead.set(Math.min(Math.max(frame, clip.first_frame), clip.last_frame));
  };
  return (
    <div className="scores-lane">
      <canvas
        ref={canvas}
        aria-label="How likely each second is unnatural"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={go}
      />
      <PlayheadLine />
    </div>
  );
}
