/** Poses made by hand: tools for the figure in the viewport, the keys that differ from the capture on a lane of their
 * own, and their edit carried over to the rest of the clip. */

import { useEffect } from "react";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { DeltaLanes } from "./DeltaLanes";
import { Layers } from "./Layers";
import "./pose.css";
import { PropagateBar } from "./PropagateBar";
import { Influence, Onion, Toolbar, WholePoses } from "./Toolbar";

export function PoseView() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  useEffect(() => {
    studio.posing.turn(true);
    return () => studio.posing.turn(false);
  }, [studio]);
  if (!clip) return <div className="pose-view" />;
  return (
    <div className="pose-view">
      <div className="pose-top">
        <div className="pose-tools">
          <Toolbar />
          <Influence />
          <Onion />
          <WholePoses />
        </div>
        <Layers />
        <PropagateBar />
      </div>
      <DeltaLanes />
    </div>
  );
}
