/** What the server has to say about the selection. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";

const NONE: readonly string[] = [];

export function Notes() {
  const studio = useStudio();
  const notes = useStore(studio.results, ({ chosen }) => chosen?.notes) ?? NONE;
  const ofSpace = useStore(studio.results, ({ space }) => space?.note ?? null);
  const isOfLayers = useStore(studio.commands.ahead, ({ choice }) => choice.by === "layers");
  const all = [...notes, ...(ofSpace && !isOfLayers ? [sentence(ofSpace)] : [])];
  const isStopped = useStore(studio.results, (results) => results.isStopped);
  const isOldSpace = useStore(studio.results, ({ space, isSpaceStopped }) => isSpaceStopped && space !== null);
  if (!all.length && !isStopped && !isOldSpace) return null;
  return (
    <ul className="notes" aria-live="polite">
      {[...new Set(all)].map((note) => (
        <li key={note}>{note}</li>
      ))}
      {isOldSpace && (
        <li>
          You stopped the search, so the curve of errors is not up to date.{" "}
          <button type="button" onClick={() => studio.resumeSpace()}>
            Look at all selections
          </button>
        </li>
      )}
      {isStopped && (
        <li>
          You stopped the fit, so these are the curves of the preview.{" "}
          <button type="button" onClick={() => void studio.settle()}>
            Finish it
          </button>
        </li>
      )}
    </ul>
  );
}

function sentence(note: string): string {
  const text = note[0].toUpperCase() + note.slice(1);
  return text.endsWith(".") ? text : `${text}.`;
}
