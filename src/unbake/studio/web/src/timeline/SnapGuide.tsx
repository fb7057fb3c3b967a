/** The lines at which something that is dragged has stopped, with what they are. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { axisOf, xOf } from "./axis";
import { snapGuide } from "./snapping";

export function SnapGuide({ width, yOf }: { width(): number; yOf?(value: number): number }) {
  const studio = useStudio();
  const { frame, value } = useStore(snapGuide(studio), (guide) => guide);
  const x = frame && xOf(axisOf(studio.view.get(), width()), frame.at);
  return (
    <>
      {frame && (
        <div className="snap-line" style={{ left: `${Math.round(x!)}px` }}>
          <span>{frame.what}</span>
        </div>
      )}
      {value && yOf && (
        <div className="snap-line level" style={{ top: `${Math.round(yOf(value.at))}px` }}>
          <span>{value.what}</span>
        </div>
      )}
    </>
  );
}
