/** The keys as a list for keyboard and screen reader: unseen, but what is in focus is marked in the picture. */

import { type KeyboardEvent, memo, useId } from "react";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { followed } from "../../timeline/follow";
import { select, selectedFrames } from "./keyEdits";
import { selected } from "./picking";
import { wordsOf } from "./scene";
import { sheetOf } from "./sheet";

const NO_FRAMES: readonly number[] = [];

/** Drawn anew only when keys change, not with every move of the pointer. */
export const KeyList = memo(function KeyList() {
  const studio = useStudio();
  const id = useId();
  const sheet = sheetOf(studio);
  // What the words are made of.
  useStoreLater(studio.document, (document) => document);
  useStoreLater(studio.results, (results) => results.handled ?? results.chosen);
  const chosen = useStore(studio.view, (view) => view.selectedKeys);
  const active = useStore(sheet, (sheet) => sheet.active);
  const keys = studio.shownKeys();
  const frames: readonly number[] = keys ? [...keys.frames] : NO_FRAMES;
  const isSelected = new Set(chosen);

  const goTo = (row: number, isAdding: boolean) => {
    const frame = frames[Math.min(Math.max(row, 0), frames.length - 1)];
    if (frame === undefined) return;
    const span = followed(studio.view.get(), sheet.get().active ?? frame, frame, false);
    if (span) studio.view.patch(span);
    sheet.patch({ active: frame });
    select(studio, selected(selectedFrames(studio), [frame], isAdding ? "add" : "replace"));
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = frames.indexOf(active ?? Number.NaN);
    if (event.key === "ArrowRight" || event.key === "ArrowDown") goTo(row + 1, event.shiftKey);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") goTo(row - 1, event.shiftKey);
    else if (event.key === "Enter" && active !== null) studio.playhead.set(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const enter = () => {
    const [first] = selectedFrames(studio);
    sheet.patch({ active: first ?? frames[0] ?? null });
  };

  return (
    <div
      className="key-list"
      role="listbox"
      tabIndex={0}
      aria-label="Keys"
      aria-multiselectable="true"
      aria-activedescendant={active !== null && frames.includes(active) ? `${id}${active}` : undefined}
      onFocus={enter}
      onBlur={() => sheet.patch({ active: null })}
      onKeyDown={press}
    >
      {frames.map((frame, row) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active key
        <div key={frame} id={`${id}${frame}`} role="option" aria-selected={isSelected.has(frame)}>
          {`Frame ${frame}, ${wordsOf(studio, keys!, row)}`}
        </div>
      ))}
    </div>
  );
});
