/** The viewport while a live character is there: it, and what steers it. */

import { useEffect, useRef } from "react";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { LiveStage } from "./LiveStage";
import { steer } from "./steering";
import "./live.css";

export function LivePicture() {
  const studio = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const character = useStore(studio.live.state, ({ character }) => character);
  const isPaused = useStore(studio.live.state, ({ isPaused }) => isPaused);
  const isRecorded = useStore(studio.live.state, ({ recordsFrom }) => recordsFrom !== null);

  useEffect(() => {
    if (!character) return;
    const canvas = document.createElement("canvas");
    canvas.className = "viewport-canvas";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The live character. W, A, S, D or arrows steer it; drag to orbit.");
    root.current!.prepend(canvas);
    const stage = new LiveStage(studio, canvas, character.figure);
    const end = steer(
      studio.live,
      () => stage.view.yaw,
      () => studio.area.get(),
    );
    return () => {
      end();
      stage.dispose();
      canvas.remove();
    };
  }, [studio, character]);

  return (
    <div className="viewport-view live-picture" ref={root}>
      <div className={`live-badge ${isRecorded ? "recorded" : ""}`}>
        {isPaused ? "Paused" : isRecorded ? "Recording" : "Live"}
      </div>
      <div className="live-keys" aria-hidden="true">
        <kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> direction · <kbd>Q</kbd> <kbd>E</kbd> slower, faster ·{" "}
        <kbd>Shift</kbd> run · <kbd>1</kbd>–<kbd>9</kbd> annotations
      </div>
    </div>
  );
}
