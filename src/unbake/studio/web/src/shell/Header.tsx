/** The line at the top: menus, and what is open. */

import { useEffect } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { nameOf } from "../studio/save";
import { Mark } from "./icons";
import { MenuBar } from "./MenuBar";
import { TakeChooser } from "./TakeChooser";

export function Header() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip?.name ?? "");
  const path = useStore(studio.projectPath, (path) => path);
  const isUnsaved = useStore(studio.saving.isUnsaved, (isUnsaved) => isUnsaved);
  const name = path ? nameOf(path) : clip;
  useEffect(() => {
    document.title = name ? `${isUnsaved ? "● " : ""}${name} – Unbake` : "Unbake";
  }, [name, isUnsaved]);
  return (
    <header className="top">
      <Mark />
      <MenuBar />
      {name && (
        <div className="title" title={path ?? clip}>
          <h1 className="name">
            {name}
            {path && nameOf(path) !== clip && <span className="quiet"> {clip}</span>}
          </h1>
          {isUnsaved && (
            <span className="unsaved" role="img" aria-label="Not saved" title="There are changes that are not saved">
              ●
            </span>
          )}
        </div>
      )}
      <TakeChooser />
    </header>
  );
}
