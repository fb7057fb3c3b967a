/** Which way the world's axes point, in a corner. Drawn by hand: it turns with every picture. */

import type { CameraView } from "../../studio/view";
import { axesOf } from "./camera/view";

const REACH = 20;
const NAMES = ["x", "y", "z"] as const;

export function AxesHint() {
  return (
    <svg className="viewport-axes" width="60" height="60" viewBox="-30 -30 60 60" aria-hidden="true">
      {NAMES.map((name) => (
        <g key={name} className={name}>
          <line x1="0" y1="0" />
          <text dominantBaseline="central" textAnchor="middle">
            {name.toUpperCase()}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Turn the hint as the camera is turned. */
export function turnAxes(hint: Element, camera: CameraView): void {
  const { right, up, back } = axesOf(camera);
  NAMES.forEach((name, n) => {
    const part = hint.children[n];
    const [x, y, depth] = [right, up, back].map((axis) => axis.getComponent(n));
    const [line, text] = part.children;
    line.setAttribute("x2", (x * REACH).toFixed(1));
    line.setAttribute("y2", (-y * REACH).toFixed(1));
    text.setAttribute("x", (x * (REACH + 6)).toFixed(1));
    text.setAttribute("y", (-y * (REACH + 6)).toFixed(1));
    part.setAttribute("opacity", (0.72 + 0.28 * depth).toFixed(2));
    part.setAttribute("data-name", name);
  });
}
