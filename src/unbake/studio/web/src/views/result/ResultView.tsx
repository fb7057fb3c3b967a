/** What came out of the selection: how near it is, where it is not, and how to get the same again. */

import { Fold } from "../../controls/Fold";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Command } from "./Command";
import { Detail } from "./Detail";
import { ErrorChart } from "./ErrorChart";
import { FeetHeld } from "./FeetHeld";
import { Numbers } from "./Numbers";
import { WhatOf } from "./WhatOf";
import { WorstJoints, WorstTips } from "./WorstJoints";
import "./result.css";

export function ResultView() {
  const isOpen = useStore(useStudio().clip, (clip) => clip !== null);
  if (!isOpen) return null;
  return (
    <div className="result">
      <EditedByHand />
      <Numbers />
      <FeetHeld />
      <WhatOf />
      <ErrorChart />
      <Detail />
      <div className="folds">
        <Fold name="worstJoints" title="Worst joints">
          <WorstJoints />
        </Fold>
        <Fold name="worstTips" title="Worst tips">
          <WorstTips />
        </Fold>
      </div>
      <Command />
    </div>
  );
}

/** Numbers are of the edited keys then, and the way back is one step. */
function EditedByHand() {
  const studio = useStudio();
  const isEdited = useStore(studio.document, ({ edited }) => edited !== null);
  // A file that holds keys is opened with them.
  const isOfFile = useStore(studio.history.past, ({ done }) => done.length === 0);
  if (!isEdited) return null;
  return (
    <div className="by-hand">
      <span>{isOfFile ? "Keys of the file" : "Keys edited by hand"}</span>
      <button type="button" onClick={() => studio.change("Go back to the selection", { edited: null })}>
        {isOfFile ? "Select keys" : "Back to the selection"}
      </button>
    </div>
  );
}
