/** Before something else is opened: what about the work that is not saved? */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { save } from "../../studio/save";
import { Dialog } from "./Dialog";

export function UnsavedDialog({ then }: { then(): void }) {
  const studio = useStudio();
  const name = useStore(studio.clip, (clip) => clip?.name);
  const leave = () => {
    studio.dialog.set(null);
    void studio.saving.autosave.discard();
    then();
  };
  const saveFirst = () => {
    studio.dialog.set(null);
    void save(studio, then);
  };
  return (
    <Dialog
      title="Save the changes?"
      className="narrow"
      onSubmit={saveFirst}
      actions={
        <>
          <button type="button" className="apart" onClick={leave}>
            Do not save
          </button>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" data-first>
            Save
          </button>
        </>
      }
    >
      <p>The work on {name} has changes that are not saved.</p>
    </Dialog>
  );
}
