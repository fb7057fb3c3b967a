/** A path to open, typed or pasted, with what its folder holds below it. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { FolderEntry, FolderListed } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { completed, withEntry } from "./completing";
import { openPath } from "./taking";

export function PathEntry() {
  const studio = useStudio();
  const id = useId();
  const folder = useStore(studio.welcome, (welcome) => welcome?.folder ?? "");
  const [text, setText] = useState("");
  const [isListed, setListed] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [problem, setProblem] = useState("");
  const [listing, isFresh] = useListing(text, isListed);
  const [isWaiting, setWaiting] = useState(false);
  const entries = isListed ? (listing?.entries ?? []) : [];

  const type = (typed: string) => {
    setText(typed);
    setListed(true);
    setChosen(-1);
    setProblem("");
    setWaiting(false);
  };
  // Whoever types quickly presses Tab before the answer is there.
  useEffect(() => {
    if (!isWaiting || !isFresh || !listing) return;
    setWaiting(false);
    const further = completed(text, listing);
    if (further) setText(further);
  }, [isWaiting, isFresh, listing, text]);
  const open = async (path: string) => {
    try {
      // Asked anew: what was listed may be of another path, or of a moment ago.
      const { problem } = await studio.connection.request("ListFolder", { path }).answer;
      if (problem) return setProblem(problem);
    } catch {
      return;
    }
    openPath(studio, path, "path");
  };
  const take = (entry: FolderEntry) => {
    const path = withEntry(text, entry);
    type(path);
    if (!entry.is_folder) void open(path);
  };
  const press = (event: KeyboardEvent) => {
    const further = event.key === "Tab" && !event.shiftKey && listing && isFresh ? completed(text, listing) : null;
    if (event.key === "ArrowDown" && !isListed) setListed(true);
    else if (event.key === "ArrowDown") setChosen(isFresh ? Math.min(chosen + 1, entries.length - 1) : -1);
    else if (event.key === "ArrowUp" && chosen >= 0) setChosen(chosen - 1);
    else if (event.key === "Enter") void (chosen >= 0 ? take(entries[chosen]) : open(text));
    else if (event.key === "Tab" && !event.shiftKey && chosen >= 0) take(entries[chosen]);
    else if (further) type(further);
    // Once only: without an answer, the next Tab leads on as everywhere.
    else if (event.key === "Tab" && !event.shiftKey && isListed && !isFresh && !isWaiting) setWaiting(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="path-entry" aria-label="Open a path">
      <div className="path-field">
        <label htmlFor={id}>Path</label>
        <input
          id={id}
          type="text"
          role="combobox"
          data-first
          spellCheck={false}
          autoComplete="off"
          placeholder={`${folder}/…`}
          value={text}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={problem !== ""}
          aria-describedby={`${id}-problem`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" disabled={!text.trim()} onClick={() => void open(text)}>
          Open
        </button>
      </div>
      <p className="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <Entries id={id} entries={entries} chosen={chosen} onTake={take} />
      {isListed && listing?.has_more && <p className="quiet">Type on: there are more.</p>}
    </section>
  );
}

interface EntriesProps {
  id: string;
  entries: readonly FolderEntry[];
  chosen: number;
  onTake(entry: FolderEntry): void;
}

function Entries({ id, entries, chosen, onTake }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div ref={list} className="entries" id={`${id}-list`} role="listbox" aria-label="What the folder holds">
      {entries.map((entry, n) => (
        <button
          key={entry.name}
          id={`${id}-${n}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={n === chosen}
          onClick={() => onTake(entry)}
        >
          {entry.name}
          {entry.is_folder && <span className="quiet">/</span>}
        </button>
      ))}
    </div>
  );
}

/** What the folder of a path holds, and whether it is of this path: until the answer is there, the last one is seen. */
function useListing(path: string, isListed: boolean): readonly [FolderListed | null, boolean] {
  const studio = useStudio();
  const [found, setFound] = useState<{ path: string; listing: FolderListed } | null>(null);
  useEffect(() => {
    if (!isListed) return;
    const listing = studio.connection.request("ListFolder", { path });
    listing.answer.then(
      (listing) => setFound({ path, listing }),
      () => {},
    );
    return () => listing.cancel();
  }, [studio, path, isListed]);
  return [found?.listing ?? null, isListed && found?.path === path];
}
