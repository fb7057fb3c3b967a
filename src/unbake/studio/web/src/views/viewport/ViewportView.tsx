/** The figure in space. */

import { useEffect, useRef, useState } from "react";
import type { Box } from "../../controls/place";
import { hasWebGL } from "../../graphics/software";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { LivePicture } from "../live/LivePicture";
import { poseByHand } from "../pose/hand";
import { PoseHandles } from "../pose/PoseHandles";
import { AxesHint, turnAxes } from "./AxesHint";
import { JointPanel } from "./JointPanel";
import { Legend } from "./Legend";
import { navigate } from "./navigate";
import { jointTitle } from "./picking";
import { type Drawn, Stage } from "./Stage";
import { enter } from "./stages";
import { Toolbar } from "./Toolbar";
import "./viewport.css";

export function ViewportView() {
  const studio = useStudio();
  const [canDraw] = useState(hasWebGL);
  const isLive = useStore(studio.live.state, ({ character }) => character !== null);
  if (!canDraw) {
    return (
      <div className="viewport-view empty">
        <p>This browser shows no 3-D pictures (WebGL 2 is off or missing). Everything else works without them.</p>
      </div>
    );
  }
  return isLive ? <LivePicture /> : <Picture />;
}

function Picture() {
  const studio = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const ghosts = useRef<HTMLDivElement>(null);
  const isSplit = useStore(studio.view, (view) => view.viewport.figures === "side");

  useEffect(() => {
    // A context cannot be given back to its canvas: each stage gets a canvas of its own.
    const canvas = document.createElement("canvas");
    canvas.className = "viewport-canvas";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The figure in space. Drag to orbit, Shift and drag to pan, wheel to zoom.");
    root.current!.prepend(canvas);
    const stage = new Stage(studio, canvas);
    const handles = new PoseHandles(studio, stage);
    const hint = root.current!.querySelector(".viewport-axes")!;
    stage.onDrawn = ({ camera, hovered, ...drawn }) => {
      turnAxes(hint, camera);
      handles.draw();
      if (ghosts.current) tellGhosts(ghosts.current, drawn);
      if (hovered === null && tip.current) tip.current.hidden = true;
    };
    // Before the camera: a hand on a joint poses.
    const ends = [
      enter(studio, stage),
      poseByHand(studio, stage, handles),
      navigate(studio, stage, (joint, x, y) => name(joint, x, y), drawBox),
      () => handles.dispose(),
    ];
    function drawBox(box: Box | null): void {
      const element = frame.current;
      if (!element) return;
      element.hidden = box === null;
      if (!box) return;
      element.style.transform = `translate(${box.left}px, ${box.top}px)`;
      element.style.width = `${box.right - box.left}px`;
      element.style.height = `${box.bottom - box.top}px`;
    }
    const name = (joint: number | null, x: number, y: number) => {
      const element = tip.current;
      if (!element) return;
      element.hidden = joint === null;
      if (joint === null) return;
      element.textContent = jointTitle(studio.clip.get()!.joints[joint]);
      element.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
      canvas.dataset.hovered = String(joint);
    };
    return () => {
      for (const end of ends) end();
      stage.dispose();
      canvas.remove();
    };
  }, [studio]);

  return (
    <div className="viewport-view" ref={root}>
      <div className="viewport-top">
        <Toolbar />
        {isSplit && (
          <div className="viewport-halves" aria-hidden="true">
            <span>Capture</span>
            <span>Result</span>
          </div>
        )}
      </div>
      <AxesHint />
      <JointPanel />
      <Legend />
      <div className="viewport-ghosts" ref={ghosts} hidden title="Ghosts that would hide each other are left out" />
      <div className="viewport-tip" ref={tip} hidden />
      <div className="viewport-box" ref={frame} hidden />
    </div>
  );
}

/** Say how many ghosts there are, where some are left out. */
function tellGhosts(element: HTMLDivElement, { ghosts, keys }: Pick<Drawn, "ghosts" | "keys">): void {
  const text = ghosts > 0 && ghosts < keys - 1 ? `${ghosts} of ${keys} keys as ghosts` : "";
  if (element.textContent === text) return;
  element.textContent = text;
  element.hidden = !text;
}
