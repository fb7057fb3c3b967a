/** The selected joints, and what can be done with them. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { isLeading } from "./lead";
import { jointTitle } from "./picking";
import { ActionButton } from "./Toolbar";
import { haveTrails } from "./trailing";

export function JointPanel() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const selected = useStore(studio.view, (view) => view.selectedJoints);
  const lead = useStore(studio.commands.ahead, (document) => document.settings.lead);
  useStore(studio.view, (view) => view.viewport);
  if (!clip || !selected?.length) return null;
  const titles = selected.map((joint) => jointTitle(clip.joints[joint]));
  return (
    <section className="viewport-joints" aria-label="Selected joints">
      <span className="title" title={titles.join(", ")}>
        {titles.length > 2 ? `${titles[0]} and ${titles.length - 1} more` : titles.join(", ")}
      </span>
      <div className="viewport-buttons">
        <ActionButton id="viewport.lead" name={isLeading(clip, lead, selected) ? "Leads" : "Lead"} isSwitch />
        <ActionButton id="viewport.trailSelected" name={haveTrails(studio) ? "Trailed" : "Trail"} isSwitch />
        <ActionButton id="viewport.showCurves" name="Curves" />
      </div>
    </section>
  );
}
