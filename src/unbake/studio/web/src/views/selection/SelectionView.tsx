/** How many keys, and how they are chosen. What the hand goes to first stands on top; the rest is folded away. */

import { useEffect } from "react";
import { Fold } from "../../controls/Fold";
import { useLasting } from "../../controls/useLasting";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { CountSlider } from "./CountSlider";
import { Curves } from "./Curves";
import { FirstHint } from "./FirstHint";
import { Headline } from "./Headline";
import { groupName, usually } from "./LeadingPart";
import { Modes } from "./Modes";
import { Notes } from "./Notes";
import { SpaceChart } from "./SpaceChart";
import { reach, useShownCount, useSpace } from "./useSelection";
import { WhatCounts } from "./WhatCounts";
import { FITS } from "./wording";
import "./selection.css";

export function SelectionView() {
  const clip = useStore(useStudio().clip, (open) => open);
  useEffect(() => reach.set(null), [clip]);
  if (!clip) return null;
  return (
    <div className="selection">
      <Activity />
      <Headline />
      <FirstHint />
      <CountSlider />
      <Chart />
      <Modes />
      <Notes />
      <div className="folds">
        <Fold name="whatCounts" title="What counts" summary={<WhatCountsInShort />}>
          <WhatCounts />
        </Fold>
        <Fold name="curves" title="Curves" summary={<CurvesInShort />}>
          <Curves />
        </Fold>
      </div>
    </div>
  );
}

function Chart() {
  const studio = useStudio();
  const space = useSpace();
  const hasCount = useShownCount() !== null;
  const isCompiling = useStore(studio.compiled, (compiled) => compiled !== null);
  const isStopped = useStore(studio.results, ({ isSpaceStopped }) => isSpaceStopped);
  if (space && hasCount) return <SpaceChart space={space} />;
  return (
    <div className="space-chart waiting">
      {isStopped ? (
        <button type="button" onClick={() => studio.resumeSpace()}>
          Look at all selections
        </button>
      ) : isCompiling ? (
        "Compiling once: later starts are quick."
      ) : (
        "Looking at all selections…"
      )}
    </div>
  );
}

/** A quiet sign that something is under way; quick answers need none. */
function Activity() {
  const isLong = useLasting(useStore(useStudio().results, (results) => results.isChoosing));
  return isLong && <div className="activity" role="presentation" />;
}

function WhatCountsInShort() {
  const text = useStore(useStudio().document, ({ choice, settings: { lead, pins } }) => {
    const joints = lead.length ? lead.map(groupName).join(", ") : usually(choice);
    const frames = pins.length ? `${pins.length} pinned` : "";
    return [joints, frames].filter(Boolean).join(" · ");
  });
  return text;
}

function CurvesInShort() {
  const fit = useStore(useStudio().document, ({ joining }) => joining.fit);
  const holdsFeet = useStore(useStudio().document, ({ joining }) => joining.holds_feet);
  const name = FITS.find(({ value }) => value === fit)?.label ?? fit;
  return holdsFeet ? `${name}, feet hold` : name;
}
