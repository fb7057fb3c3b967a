/** Why there are no lanes, and what can be done about it. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { nameOf } from "../../studio/save";

export function NotInLibrary() {
  const studio = useStudio();
  const path = useStore(studio.library.state, ({ path }) => path);
  const clip = useStore(studio.clip, (clip) => clip?.name);
  if (path === null)
    return (
      <div className="annotations-empty">
        <p className="quiet">What a clip shows is kept in a library, and none is open.</p>
        <p>
          <button type="button" onClick={() => studio.dialog.set({ kind: "open" })}>
            Open…
          </button>
          <button type="button" onClick={() => studio.dialog.set({ kind: "newLibrary" })}>
            New library…
          </button>
        </p>
      </div>
    );
  return (
    <div className="annotations-empty">
      <p className="quiet">
        {clip} is not in {nameOf(path)}.
      </p>
      <p>
        <button type="button" onClick={() => void studio.library.add()}>
          Add it to the library
        </button>
      </p>
    </div>
  );
}
