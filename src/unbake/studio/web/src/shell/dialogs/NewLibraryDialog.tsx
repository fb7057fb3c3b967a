/** Where a new library goes. */

import { useState } from "react";
import { useStudio } from "../../studio/context";
import { isLibrary, SUFFIX } from "../../studio/library";
import { showLibrary } from "../../views/library/opening";
import { Dialog } from "./Dialog";
import { PathField } from "./PathField";

export function NewLibraryDialog() {
  const studio = useStudio();
  const [path, setPath] = useState(() => `${studio.welcome.get()?.folder ?? ""}/moves${SUFFIX}`);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    const isDone = await studio.library.open(isLibrary(path) ? path : `${path}${SUFFIX}`, true);
    setBusy(false);
    studio.dialog.set(null);
    if (isDone) showLibrary(studio);
  };
  return (
    <Dialog
      title="New library"
      onSubmit={() => void create()}
      actions={
        <>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={isBusy || !path.trim()}>
            Create
          </button>
        </>
      }
    >
      <PathField value={path} onChange={setPath} />
      <p className="quiet">One file for many clips. What you say of their flags is saved there at once.</p>
    </Dialog>
  );
}
