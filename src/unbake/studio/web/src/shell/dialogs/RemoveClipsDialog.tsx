/** Before clips are removed from the library: what goes with them. */

import { useEffect, useState } from "react";
import { messageOf } from "../../errors";
import type { LibraryClip } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { removeClips, workText } from "../../views/library/changes";
import { counted } from "../../views/selection/wording";
import { Dialog } from "./Dialog";

/** Names that are listed. */
const MOST = 5;

export function RemoveClipsDialog({ clips }: { clips: readonly LibraryClip[] }) {
  const studio = useStudio();
  const [goes, setGoes] = useState("");
  const [problem, setProblem] = useState("");
  const openId = useStore(studio.annotations.known, ({ clip }) => clip);
  const open = clips.find(({ id }) => id === openId);
  useEffect(() => {
    let isHere = true;
    studio.connection.request("AskWork", { clips: clips.map(({ id }) => id) }).answer.then(
      (work) => isHere && setGoes(workText(work)),
      (error) => isHere && setProblem(messageOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [studio, clips]);
  const remove = () => {
    studio.dialog.set(null);
    void removeClips(studio, clips);
  };
  const names = clips.slice(0, MOST).map(({ name }) => name);
  return (
    <Dialog
      title={clips.length === 1 ? "Remove the clip from the library?" : `Remove ${counted(clips.length, "clip")}?`}
      className="narrow"
      actions={
        <>
          <button type="button" className="apart" disabled={!goes} onClick={remove}>
            Remove
          </button>
          <button type="button" className="primary" data-first onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
        </>
      }
    >
      <p className="file">
        {names.join(", ")}
        {clips.length > MOST && ` and ${clips.length - MOST} more`}
      </p>
      {problem ? <p className="problem">{problem}</p> : <p>{goes || "Looking for what is labelled…"}</p>}
      <p className="note">This cannot be undone. The files that the clips came from stay.</p>
      {open && <p>{open.name} stays open here, and can be added again, without its labels.</p>}
    </Dialog>
  );
}
