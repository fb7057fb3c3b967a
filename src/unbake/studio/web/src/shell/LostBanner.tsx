/** The server has stopped, or the page was cut off from it: what is seen stays, but nothing more can be done with it. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";

export function LostBanner() {
  const studio = useStudio();
  const isLost = useStore(studio.isLost, (isLost) => isLost);
  const isThereAgain = useStore(studio.isThereAgain, (isThereAgain) => isThereAgain);
  const wasThere = useStore(studio.welcome, (welcome) => welcome !== null);
  if (!isLost) return null;
  if (!wasThere) {
    return (
      <div className="lost" role="alert">
        This page has no studio behind it. Open the address that <code>unbake studio</code> shows when it starts.
      </div>
    );
  }
  if (isThereAgain) {
    return (
      <div className="lost" role="alert">
        <strong>The page was cut off from the studio's server.</strong> Connect again, and go on where you were.{" "}
        <button type="button" onClick={() => studio.returning.reload()}>
          Connect again
        </button>
      </div>
    );
  }
  return (
    <div className="lost" role="alert">
      <strong>The studio's server has stopped.</strong> <Kept />: start <code>unbake studio</code> again and recover it
      there. <Demand />
    </div>
  );
}

/** What is changed from now on is not kept any more. */
function Kept() {
  const studio = useStudio();
  useStore(studio.history.past, (past) => past);
  return studio.saving.autosave.isUpToDate ? "Your work is kept" : "Your work is kept, but for the last changes";
}

/** A demand is the page's own, and only the server writes its file. */
function Demand() {
  const { demand } = useStudio();
  useStore(demand.state, ({ parts }) => parts);
  return demand.isUnsaved && "The painted demand is not kept.";
}
