/** The same on the command line. */

import { useRef, useState } from "react";
import { chordText } from "../../shell/chords";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";

const THANKS_MS = 1500;

export function Command() {
  const studio = useStudio();
  const command = useStoreLater(studio.results, ({ chosen }) => chosen?.command ?? "");
  const isEdited = useStore(studio.document, ({ edited }) => edited !== null);
  const box = useRef<HTMLElement>(null);
  const [says, setSays] = useState("Copy");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setSays("Copied");
    } catch {
      // Where the page may not write to the clipboard, the person can.
      getSelection()?.selectAllChildren(box.current!);
      setSays(`Press ${chordText("Ctrl+C")}`);
    }
    setTimeout(() => setSays("Copy"), THANKS_MS);
  };

  return (
    <div className="command">
      <div className="command-title">
        <h4>On the command line</h4>
        <button type="button" onClick={copy} disabled={!command} aria-live="polite">
          {says}
        </button>
      </div>
      <code ref={box}>{command}</code>
      {isEdited && <p className="hint">Edits by hand are not in it.</p>}
    </div>
  );
}
