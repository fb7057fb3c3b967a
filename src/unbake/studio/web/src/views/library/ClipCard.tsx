/** A clip of the library, or frames of one that a search found. */

import { type KeyboardEvent, type MouseEvent, useState } from "react";
import type { LibraryClip } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { type Picking, pick } from "./changes";
import { CLIP_TYPE, openClip } from "./opening";
import { Thumbnail } from "./Thumbnail";

interface ClipCardProps {
  id: number;
  name: string;
  /** What is known of it, where it is listed. */
  clip?: LibraryClip;
  /** Only these frames of it, and what is said of them. */
  frames?: { first: number; last: number };
  note?: string;
}

export function ClipCard({ id, name, clip, frames, note }: ClipCardProps) {
  const studio = useStudio();
  const [isOver, setOver] = useState(false);
  const isOpen = useStore(studio.annotations.known, (known) => known.clip === id);
  const isPicked = useStore(studio.library.state, ({ picked }) => !frames && picked.includes(id));
  const open = () => openClip(studio, id, frames);
  const press = (event: KeyboardEvent) => {
    if (event.key === " " && !frames) pick(studio, id, "too");
    else if (event.key === "Enter") open();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = note ?? (clip ? factsOf(clip) : "");
  return (
    <li
      className={`clip-card ${isOpen ? "open" : ""} ${isPicked ? "picked" : ""}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter opens it, the space bar selects it
      tabIndex={0}
      draggable
      title={titleOf(name, clip)}
      aria-label={`${name}, ${words}${isPicked ? ", selected" : ""}`}
      aria-current={isOpen || undefined}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setOver(true)}
      onBlur={() => setOver(false)}
      onClick={(event) => !frames && pick(studio, id, pickingOf(event))}
      onDoubleClick={open}
      onKeyDown={press}
      onDragStart={(event) => {
        event.dataTransfer.setData(CLIP_TYPE, JSON.stringify({ id, frames }));
        event.dataTransfer.effectAllowed = "copy";
      }}
    >
      <Thumbnail clip={id} isPlaying={isOver} {...partOf(clip, frames)} />
      <span className="name">{name}</span>
      <span className="facts">{words}</span>
      {clip ? <Labels clip={clip} /> : <span className="labels" />}
    </li>
  );
}

function pickingOf({ shiftKey, ctrlKey, metaKey }: MouseEvent): Picking {
  return shiftKey ? "range" : ctrlKey || metaKey ? "too" : "alone";
}

/** Guesses that the filter goes by, then tags, then flags, as far as there is room. */
function Labels({ clip: { tags, flags, guessed } }: { clip: LibraryClip }) {
  return (
    <span className="labels">
      {guessed.length > 0 && <span className="flag guessed">Guessed: {guessed.join(", ")}</span>}
      {tags.map((tag) => (
        <span key={`tag ${tag}`} className="tag">
          {tag}
        </span>
      ))}
      {flags.map((flag) => (
        <span key={`flag ${flag}`} className="flag">
          {flag}
        </span>
      ))}
    </span>
  );
}

export function factsOf({ seconds, fps }: LibraryClip): string {
  return `${seconds.toFixed(1)} s · ${Number(fps.toFixed(2))} fps`;
}

function titleOf(name: string, clip: LibraryClip | undefined): string {
  if (!clip) return name;
  const guessed = clip.guessed.length ? `Only guessed: ${clip.guessed.join(", ")}` : "";
  const labels = [clip.tags.join(", "), clip.flags.join(", "), guessed].filter(Boolean);
  return [name, clip.source, `${clip.n_frames} frames`, ...labels, "A click selects it, a double click opens it"]
    .filter(Boolean)
    .join("\n");
}

/** Frames as parts of their clip. */
function partOf(clip: LibraryClip | undefined, frames: ClipCardProps["frames"]): { from?: number; to?: number } {
  if (!clip || !frames || clip.n_frames < 2) return {};
  const part = (frame: number) => Math.min(Math.max((frame - clip.first_frame) / (clip.n_frames - 1), 0), 1);
  return { from: part(frames.first), to: part(frames.last) };
}
