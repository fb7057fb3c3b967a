/** The whole page: menus above, the workspace, the status line below, and what may lie in front of them. */

import { useEffect } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import type { Studio } from "../studio/studio";
import { followTheme } from "../theme/followTheme";
import { Dialogs } from "./dialogs/Dialogs";
import { Header } from "./Header";
import { listenToKeys } from "./keyboard";
import { LostBanner } from "./LostBanner";
import { Notices } from "./Notices";
import { StatusLine } from "./StatusLine";
import { listenToScrubs } from "./scrubbing";
import { DropTarget } from "./start/DropTarget";
import { StartScreen } from "./start/StartScreen";
import { Workspace } from "./Workspace";

export function App() {
  const studio = useStudio();
  const isOpen = useStore(studio.clip, (clip) => clip !== null);
  const theme = useStore(studio.preferences, (preferences) => preferences.theme);
  useEffect(() => listenToKeys(studio), [studio]);
  useEffect(() => listenToScrubs(studio), [studio]);
  useEffect(() => whenLeaving(studio), [studio]);
  useEffect(() => followTheme(theme), [theme]);
  return (
    <div className="app">
      <Header />
      <LostBanner />
      {isOpen ? <Workspace /> : <StartScreen />}
      {!isOpen && <Notices />}
      <StatusLine />
      <Dialogs />
      <DropTarget />
    </div>
  );
}

/** The browser asks whether the page may go; what is needed to come back is kept first. */
function whenLeaving(studio: Studio): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    studio.saving.autosave.hurry();
    if (studio.wouldLose) event.preventDefault();
    studio.returning.isReloading = false;
  };
  const leave = () => studio.returning.leave();
  window.addEventListener("beforeunload", ask);
  window.addEventListener("pagehide", leave);
  return () => {
    window.removeEventListener("beforeunload", ask);
    window.removeEventListener("pagehide", leave);
  };
}
