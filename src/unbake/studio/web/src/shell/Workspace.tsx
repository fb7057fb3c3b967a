/** The areas around the viewport, with lines between them that move. */

import { useSyncExternalStore } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { AreaPanel } from "./AreaPanel";
import { fittedSize, LEAST, middleWidth, mostOf, room, type Side, setSize, toggle } from "./panels";
import { Splitter } from "./Splitter";

const NAMES: Readonly<Record<Side, string>> = { left: "channels panel", right: "selection panel", bottom: "editors" };

/** Pixels that tabs and transport need to stand in one line. */
const ONE_LINE = 1240;

function watchWindow(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

export function Workspace() {
  const studio = useStudio();
  const panels = useStore(studio.preferences, (preferences) => preferences.panels);
  const width = useSyncExternalStore(watchWindow, () => room().width);
  const height = useSyncExternalStore(watchWindow, () => room().height);
  const size = (side: Side) => fittedSize({ panels }, side, { width, height });
  const isNarrow = middleWidth({ panels }, { width, height }) < ONE_LINE;
  const splitter = (side: Side, sense: 1 | -1) =>
    size(side) < 0 ? null : (
      <Splitter
        name={NAMES[side]}
        orientation={side === "bottom" ? "horizontal" : "vertical"}
        size={size(side)}
        sense={sense}
        least={LEAST[side]}
        most={mostOf({ panels }, side, { width, height })}
        onSize={(pixels) => setSize(studio, side, pixels)}
        onFold={() => toggle(studio, side)}
      />
    );
  return (
    <main className="workspace">
      <AreaPanel area="left" size={size("left")} />
      {splitter("left", 1)}
      <div className={`middle ${isNarrow ? "narrow" : ""}`}>
        <AreaPanel area="centre" />
        {splitter("bottom", -1)}
        <AreaPanel area="bottom" size={size("bottom")} />
      </div>
      {splitter("right", -1)}
      <AreaPanel area="right" size={size("right")} />
    </main>
  );
}
