/** Another name for a clip of the library. */

import { useId, useState } from "react";
import type { LibraryClip } from "../../messages";
import { useStudio } from "../../studio/context";
import { renameClip } from "../../views/library/changes";
import { Dialog } from "./Dialog";

export function RenameClipDialog({ clip }: { clip: LibraryClip }) {
  const studio = useStudio();
  const id = useId();
  const [name, setName] = useState(clip.name);
  const [problem, setProblem] = useState("");
  const rename = async () => {
    const wrong = name.trim() === clip.name ? "" : await renameClip(studio, clip, name.trim());
    setProblem(wrong);
    if (!wrong) studio.dialog.set(null);
  };
  return (
    <Dialog
      title="Rename the clip"
      className="narrow"
      onSubmit={() => void rename()}
      actions={
        <>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={!name.trim()}>
            Rename
          </button>
        </>
      }
    >
      <div className="path-field">
        <label htmlFor={id}>Name</label>
        <input
          id={id}
          type="text"
          data-first
          spellCheck={false}
          autoComplete="off"
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.target.value);
            setProblem("");
          }}
        />
      </div>
      {problem && <p className="problem">{problem}</p>}
    </Dialog>
  );
}
