/** Where to save the project to. */

import { useState } from "react";
import { useStudio } from "../../studio/context";
import { nameOf, suggestedPath } from "../../studio/save";
import type { Outcome } from "../../studio/saving";
import { Dialog } from "./Dialog";
import { PathField } from "./PathField";

const PROJECT_SUFFIX = ".unbake";

export function SaveDialog({ then }: { then?(): void }) {
  const studio = useStudio();
  const [path, setPath] = useState(() => studio.projectPath.get() ?? suggestedPath(studio, PROJECT_SUFFIX));
  const [problem, setProblem] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isInTheWay = problem === "exists";

  const run = async (ask: () => Promise<Outcome>) => {
    setBusy(true);
    const outcome = await ask();
    setBusy(false);
    if (outcome !== "done") return setProblem(outcome);
    studio.dialog.set(null);
    then?.();
  };
  const full = path.endsWith(PROJECT_SUFFIX) ? path : `${path}${PROJECT_SUFFIX}`;

  return (
    <Dialog
      title="Save project"
      onSubmit={() => void run(() => studio.saving.save(full, isInTheWay))}
      actions={
        <>
          <button
            type="button"
            className="apart"
            disabled={isBusy}
            onClick={() => void run(() => studio.saving.download(nameOf(full)))}
          >
            Download instead
          </button>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={isBusy || !path.trim()}>
            {isInTheWay ? "Replace it" : "Save"}
          </button>
        </>
      }
    >
      <PathField
        value={path}
        onChange={(value) => {
          setPath(value);
          setProblem(null);
        }}
      />
      <p className="quiet">
        The project keeps the clip, the keys, every change that can be undone, and what you look at.
      </p>
      {isInTheWay && <p className="problem">There is a file of this name already.</p>}
      {typeof problem === "object" && problem && <p className="problem">{problem.failed}</p>}
    </Dialog>
  );
}
