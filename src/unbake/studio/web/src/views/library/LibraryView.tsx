/** The library that is open: filters above, its clips below, or what is like the selection. */

import type { LibraryHit } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { nameOf } from "../../studio/save";
import { benchOf } from "../annotations/bench";
import { counted } from "../selection/wording";
import { ClipCard } from "./ClipCard";
import { ClipGrid } from "./ClipGrid";
import { Filters } from "./Filters";
import "./library.css";
import { findSimilar, searchedFrames } from "./opening";
import { PickedClips } from "./PickedClips";

export function LibraryView() {
  const studio = useStudio();
  const isOpen = useStore(studio.library.state, ({ path }) => path !== null);
  return <div className="library-view">{isOpen ? <OpenLibrary /> : <NoLibrary />}</div>;
}

function OpenLibrary() {
  const studio = useStudio();
  const { listed, found, problem } = useStore(studio.library.state, (state) => state);
  return (
    <>
      <Toolbar />
      {!found && <Filters />}
      {problem && !found && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {found ? (
        <ClipGrid label="What is alike" items={found.hits} card={(hit) => <HitCard key={keyOf(hit)} hit={hit} />} />
      ) : (
        listed && (
          <ClipGrid
            label="Clips"
            items={listed.clips}
            card={(clip) => <ClipCard key={clip.id} id={clip.id} name={clip.name} clip={clip} />}
          />
        )
      )}
      {found && !found.hits.length && <p className="nothing quiet">Nothing in the library is like it.</p>}
      {!found && <PickedClips />}
      {!found && listed && !listed.clips.length && <Nothing isEmpty={listed.n_clips === 0} />}
    </>
  );
}

function Toolbar() {
  const studio = useStudio();
  const { path, listed, found } = useStore(studio.library.state, (state) => state);
  const clip = useStore(studio.clip, (clip) => clip);
  const inLibrary = useStore(studio.annotations.known, (known) => known.clip);
  useStore(studio.commands.ahead, ({ settings }) => settings);
  useStore(studio.playback.span, (span) => span);
  useStore(benchOf(studio), (bench) => bench.selected);
  const frames = clip && searchedFrames(studio);
  return (
    <div className="library-toolbar" role="toolbar" aria-label="Library">
      <span className="name" title={path ?? undefined}>
        {nameOf(path ?? "")}
      </span>
      <span className="quiet count">
        {found ? `like ${found.like}` : listed && countOf(listed.clips.length, listed.n_clips)}
      </span>
      <span className="group">
        {found && (
          <button type="button" className="primary" onClick={() => studio.library.leaveFound()}>
            All clips
          </button>
        )}
        {frames && (
          <button
            type="button"
            title={`Find motion like frames ${frames.first} to ${frames.last}: the range, or the label that is picked or looped`}
            onClick={() => void findSimilar(studio)}
          >
            Similar to {frames.first}–{frames.last}
          </button>
        )}
        {clip && inLibrary === null && (
          <button type="button" title={`Add ${clip.name} to the library`} onClick={() => void studio.library.add()}>
            Add this clip
          </button>
        )}
      </span>
    </div>
  );
}

function countOf(shown: number, all: number): string {
  return shown === all ? counted(all, "clip") : `${shown} of ${counted(all, "clip")}`;
}

function HitCard({ hit }: { hit: LibraryHit }) {
  const { clip, name, first, last, distance_cm, is_mirrored } = hit;
  const studio = useStudio();
  useStore(studio.library.state, ({ listed }) => listed);
  const away = distance_cm < 10 ? distance_cm.toFixed(1) : distance_cm.toFixed(0);
  const note = `${first}–${last} · ${away} cm${is_mirrored ? " · mirrored" : ""}`;
  return <ClipCard id={clip} name={name} clip={studio.library.clip(clip)} frames={{ first, last }} note={note} />;
}

const keyOf = ({ clip, first, is_mirrored }: LibraryHit) => `${clip} ${first} ${is_mirrored}`;

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  return (
    <p className="nothing quiet">
      {isEmpty
        ? "The library is empty. Add the clip that is open, or whole folders with “unbake library add”."
        : "No clip meets these conditions."}
    </p>
  );
}

/** How to come by one. */
function NoLibrary() {
  const studio = useStudio();
  return (
    <div className="nothing">
      <p className="quiet">A library keeps many clips in one file, with what they show, and finds what is alike.</p>
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
}
