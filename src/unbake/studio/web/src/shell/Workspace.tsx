/** The areas around the viewport, with lines between them that move. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { AreaPanel } from "./AreaPanel";
import { Splitter } from "./Splitter";

const FIRST_SIZES = { left: 220, right: 340, bottom: 300 };
type Side = keyof typeof FIRST_SIZES;
const LEAST = { left: 150, right: 280, bottom: 140 };

export function Workspace() {
  const studio = useStudio();
  const panels = useStore(studio.preferences, (preferences) => preferences.panels);
  const size = (side: Side) => panels[side] ?? FIRST_SIZES[side];
  const set = (side: Side) => (pixels: number) =>
    studio.setPreferences({ panels: { ...studio.preferences.get().panels, [side]: pixels } });
  const splitter = (side: Side, sense: 1 | -1) => (
    <Splitter
      name={side}
      orientation={side === "bottom" ? "horizontal" : "vertical"}
      size={size(side)}
      sense={sense}
      least={LEAST[side]}
      most={0.6 * (side === "bottom" ? window.innerHeight : window.innerWidth)}
      onSize={set(side)}
    />
  );
  return (
    <div className="workspace">
      <AreaPanel area="left" size={size("left")} />
      {splitter("left", 1)}
      <div className="middle">
        <AreaPanel area="centre" />
        {splitter("bottom", -1)}
        <AreaPanel area="bottom" size={size("bottom")} />
      </div>
      {splitter("right", -1)}
      <AreaPanel area="right" size={size("right")} />
    </div>
  );
}
