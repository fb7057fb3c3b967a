/** The tree itself: clicks, Ctrl and Shift choose several; arrows move, open and close; typing goes to the search. */

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { Clip } from "../../messages";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { useShownKeys } from "../graph/useShownKeys";
import { channelsOfRow, chosen, type Manner } from "./choosing";
import { lockState, toggleChannelLocks } from "./locks";
import { type Row, rowKey } from "./rows";
import { TreeRow } from "./TreeRow";
import { worstErrors } from "./worst";

interface ChannelTreeProps {
  clip: Clip;
  rows: readonly Row[];
  open: ReadonlySet<number>;
  onOpen(open: ReadonlySet<number>): void;
}

export function ChannelTree({ clip, rows, open, onOpen }: ChannelTreeProps) {
  const studio = useStudio();
  const selectedChannels = useStore(studio.view, (view) => view.selectedChannels);
  const selectedJoints = useStore(studio.view, (view) => view.selectedJoints);
  const errors = useErrors(clip);
  const keys = useShownKeys();
  const [current, setCurrent] = useState("");
  const anchor = useRef("");
  const tree = useRef<HTMLDivElement>(null);
  /** Whether the mouse gave the focus to a row: it has chosen that already, and Space is left to the playhead. */
  const isByMouse = useRef(false);
  const at = Math.max(
    rows.findIndex((row) => rowKey(row) === current),
    0,
  );
  useEffect(() => {
    // A joint that was chosen elsewhere comes into sight.
    const [first] = selectedJoints;
    if (first !== undefined)
      tree.current?.querySelector(`[data-row="joint-${first}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selectedJoints]);

  const choose = (index: number, manner: Manner) => {
    const start = rows.findIndex((row) => rowKey(row) === anchor.current);
    const key = rowKey(rows[index]);
    if (manner !== "range" || start < 0) anchor.current = key;
    setCurrent(key);
    studio.view.patch(chosen(clip, studio.view.get(), rows, index, start < 0 ? index : start, manner));
  };
  const setOpen = (joint: number, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(joint);
    else next.delete(joint);
    onOpen(next);
  };
  const focus = (index: number, isRange: boolean) => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    isByMouse.current = false;
    setCurrent(rowKey(rows[next]));
    if (isRange) choose(next, "range");
    tree.current?.querySelector<HTMLElement>(`[data-row="${rowKey(rows[next])}"]`)?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[at];
    const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 };
    if (event.altKey) return;
    if (event.key in steps) focus(steps[event.key], event.shiftKey);
    else if (event.key === "ArrowRight" && row.kind === "joint")
      row.isOpen ? focus(at + 1, false) : setOpen(row.joint, true);
    else if (event.key === "ArrowLeft" && row.kind === "joint") setOpen(row.joint, false);
    else if (event.key === "ArrowLeft")
      focus(
        rows.findIndex((other) => other.joint === row.joint),
        false,
      );
    else if (["Enter", " "].includes(event.key) && !isByMouse.current) choose(at, mannerOf(event));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const click = (event: MouseEvent, index: number) => {
    const row = rows[index];
    const isChevron = (event.target as Element).closest(".chevron") !== null;
    if ((event.target as Element).closest(".lock")) void toggleChannelLocks(studio, channelsOfRow(clip, row));
    else if (row.kind === "joint" && isChevron) setOpen(row.joint, !row.isOpen);
    else choose(index, mannerOf(event));
  };

  return (
    <div
      ref={tree}
      className="channel-tree"
      role="tree"
      aria-label="Joints and channels"
      aria-multiselectable="true"
      onKeyDown={press}
      onPointerDown={() => {
        isByMouse.current = true;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) isByMouse.current = false;
      }}
    >
      {rows.map((row, index) => (
        <TreeRow
          key={rowKey(row)}
          clip={clip}
          row={row}
          isSelected={isSelected(row, selectedChannels, selectedJoints)}
          isCurrent={index === at}
          error={row.kind === "joint" && clip.measured.includes(row.joint) ? (errors?.[row.joint] ?? null) : null}
          lock={keys && lockState(keys, channelsOfRow(clip, row))}
          onClick={(event) => click(event, index)}
          onDoubleClick={() => row.kind === "joint" && setOpen(row.joint, !row.isOpen)}
        />
      ))}
    </div>
  );
}

function mannerOf(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Manner {
  if (event.shiftKey) return "range";
  return event.ctrlKey || event.metaKey ? "toggle" : "alone";
}

function isSelected(row: Row, channels: readonly number[], joints: readonly number[]): boolean {
  return row.kind === "joint" ? joints.includes(row.joint) : channels.includes(row.channel);
}

/** How far each joint is off at worst, of what was evaluated last. */
function useErrors(clip: Clip): Float32Array | null {
  const studio = useStudio();
  const evaluation = useStoreLater(studio.results, (results) => results.evaluation);
  const first = studio.shownKeys()?.first;
  if (!evaluation || first === undefined) return null;
  const isOfClip = first + evaluation.error_cm.length - 1 <= clip.last_frame;
  return isOfClip ? worstErrors(clip, evaluation, first) : null;
}
