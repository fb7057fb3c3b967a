/** Words beside the pointer in a picture of lanes, on the side where there is room. */

import type { Place } from "../controls/place";

export interface Hint extends Place {
  lines: readonly string[];
}

export function LaneHint({ hint: { x, y, lines }, canvas }: { hint: Hint; canvas: HTMLCanvasElement | null }) {
  const { clientWidth: width = 0, clientHeight: height = 0 } = canvas ?? {};
  const across = x > width - 260 ? "calc(-100% - 14px)" : "14px";
  const shift = `translate(${across}, ${y > height / 2 ? "calc(-100% - 6px)" : "10px"})`;
  return (
    <div className="lane-hint" role="tooltip" style={{ left: `${x}px`, top: `${y}px`, transform: shift }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
