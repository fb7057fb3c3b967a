/** One joint or one channel of the tree. */

import type { MouseEvent } from "react";
import type { Clip } from "../../messages";
import type { LockState } from "./locks";
import { axisColour, channelLabel, fullLabel, roleBeside, roleLabel, shortName } from "./names";
import { type Row, rowKey } from "./rows";

interface TreeRowProps {
  clip: Clip;
  row: Row;
  isSelected: boolean;
  /** Whether Tab comes here. */
  isCurrent: boolean;
  /** Centimetres from the capture at worst, of a joint. */
  error: number | null;
  /** Null as long as there are no keys. */
  lock: LockState | null;
  onClick(event: MouseEvent): void;
  onDoubleClick(): void;
}

export function TreeRow({ clip, row, isSelected, isCurrent, error, lock, onClick, onDoubleClick }: TreeRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens to keys
    <div
      className={`tree-row ${row.kind}`}
      role="treeitem"
      data-row={rowKey(row)}
      aria-level={row.depth + 1}
      aria-expanded={row.kind === "joint" ? row.isOpen : undefined}
      aria-selected={isSelected}
      aria-label={labelOf(clip, row, error) + (lock === "all" ? ", locked" : lock === "some" ? ", partly locked" : "")}
      tabIndex={isCurrent ? 0 : -1}
      style={{ paddingLeft: `${4 + 9 * Math.min(row.depth, 10)}px` }}
      title={titleOf(clip, row)}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {row.kind === "joint" ? (
        <JointParts clip={clip} row={row} error={error} />
      ) : (
        <ChannelParts clip={clip} row={row} />
      )}
      {lock && <Padlock state={lock} what={row.kind} />}
    </div>
  );
}

function JointParts({ clip, row, error }: { clip: Clip; row: Row & { kind: "joint" }; error: number | null }) {
  const joint = clip.joints[row.joint];
  const role = roleBeside(joint);
  return (
    <>
      <svg className={`chevron ${row.isOpen ? "open" : ""}`} viewBox="0 0 14 20" aria-hidden="true">
        <path d="M5 6.5 9 10 5 13.5" />
      </svg>
      <span className="side" style={{ background: `var(--${joint.side})` }} aria-hidden="true" />
      <span className="name">
        {shortName(clip, row.joint)}
        {role && <span className="role"> {role}</span>}
      </span>
      {error !== null && <span className={`worst ${error >= 2 ? "high" : ""}`}>{error.toFixed(1)}</span>}
    </>
  );
}

function ChannelParts({ clip, row }: { clip: Clip; row: Row & { kind: "channel" } }) {
  const { name } = clip.channels[row.channel];
  return (
    <>
      <span className="swatch" style={{ background: `var(--${axisColour(name)})` }} aria-hidden="true" />
      <span className="name">{channelLabel(name)}</span>
    </>
  );
}

/** Seen where something is locked, or under the pointer; the tree hears its click. */
function Padlock({ state, what }: { state: LockState; what: Row["kind"] }) {
  const isClosed = state === "all";
  return (
    <svg
      className={`lock ${state}`}
      viewBox="0 0 16 16"
      role="img"
      aria-label={isClosed ? `Unlock this ${what}` : `Lock this ${what}`}
    >
      <title>{isClosed ? `Unlock this ${what}` : `Lock this ${what}: neither a hand nor a refit changes it`}</title>
      <path d={`M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0${isClosed ? "v2.5" : ""}`} />
    </svg>
  );
}

function labelOf(clip: Clip, row: Row, error: number | null): string {
  if (row.kind === "channel") return fullLabel(clip, clip.channels[row.channel]);
  const { name, role } = clip.joints[row.joint];
  const far = error === null ? "" : `, at most ${error.toFixed(1)} cm from the capture`;
  return `${name}${role ? `, ${roleLabel(role)}` : ""}${far}`;
}

function titleOf(clip: Clip, row: Row): string | undefined {
  if (row.kind === "channel") return undefined;
  const { name, role } = clip.joints[row.joint];
  return `${name}${role ? ` (${roleLabel(role)})` : ""}. The number says how many centimetres it is from the capture at worst.`;
}
