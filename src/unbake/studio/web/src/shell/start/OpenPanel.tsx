/** Ways to open something: a file of this computer, the packaged clip, what was open lately, what was not saved. */

import { useRef } from "react";
import type { Recoverable } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { agoText } from "./ago";
import { PathEntry } from "./PathEntry";
import { openPath, opens, take } from "./taking";

export function OpenPanel() {
  const studio = useStudio();
  const welcome = useStore(studio.welcome, (welcome) => welcome);
  if (!welcome) return null;
  const { recent, recoverable } = welcome;
  return (
    <div className="open-panel">
      {recoverable.length > 0 && (
        <section className="recoverable" aria-label="Work that was not saved">
          <h3>Not saved</h3>
          <ul>
            {recoverable.map((work) => (
              <RecoverableRow key={work.id} work={work} />
            ))}
          </ul>
        </section>
      )}
      <DropBox />
      <PathEntry />
      <button
        type="button"
        className="packaged row"
        onClick={() => opens(studio, () => studio.open({ source: "packaged" }))}
      >
        <span className="name">Two jumps</span>
        <span className="quiet">400 frames: the clip that comes with the package</span>
      </button>
      {recent.length > 0 && (
        <section aria-label="Recent files">
          <h3>Recent</h3>
          <ul>
            {recent.map(({ path, name, folder, opened }) => (
              <li key={path}>
                <button type="button" className="row" title={path} onClick={() => openPath(studio, path, "recent")}>
                  <span className="name">{name}</span>
                  <span className="quiet folder">
                    <bdi>{folder}</bdi>
                  </span>
                  <span className="quiet when">{agoText(opened)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function DropBox() {
  const studio = useStudio();
  const input = useRef<HTMLInputElement>(null);
  const suffixes = useStore(studio.welcome, (welcome) => welcome?.suffixes);
  return (
    <div className="drop-box">
      <p>Drop a motion here</p>
      <p className="quiet">{suffixes?.join("  ")}</p>
      <button type="button" className="primary" onClick={() => input.current?.click()}>
        Choose file…
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to open"
        accept={suffixes?.join(",")}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          take(studio, files);
        }}
      />
      <p className="quiet small">
        An .amc file needs its .asf skeleton: take both at once, and .feet.json labels along.
      </p>
    </div>
  );
}

function RecoverableRow({ work }: { work: Recoverable }) {
  const studio = useStudio();
  return (
    <li className="row">
      <span className="name" title={work.name}>
        {work.name}
      </span>
      <span className="quiet">
        {work.changes === 1 ? "1 change" : `${work.changes} changes`}, {agoText(work.saved)}
      </span>
      <button
        type="button"
        className="primary"
        onClick={() => opens(studio, () => studio.open({ source: "recovery", name: work.id }))}
      >
        Recover
      </button>
      <button type="button" onClick={() => void studio.forget(work.id)}>
        Forget
      </button>
    </li>
  );
}
