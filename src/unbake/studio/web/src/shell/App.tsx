/** The whole page: menus above, the workspace, the status line below, and what may lie in front of them. */

import { useEffect } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { Dialogs } from "./dialogs/Dialogs";
import { Header } from "./Header";
import { listenToKeys } from "./keyboard";
import { LostBanner } from "./LostBanner";
import { Notices } from "./Notices";
import { StatusLine } from "./StatusLine";
import { DropTarget } from "./start/DropTarget";
import { StartScreen } from "./start/StartScreen";
import { Workspace } from "./Workspace";

export function App() {
  const studio = useStudio();
  const isOpen = useStore(studio.clip, (clip) => clip !== null);
  const theme = useStore(studio.preferences, (preferences) => preferences.theme);
  useEffect(() => listenToKeys(studio), [studio]);
  useEffect(() => warnBeforeLeaving(() => studio.saving.isUnsaved.get()), [studio]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
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

/** The browser asks whether the page may go. */
function warnBeforeLeaving(isUnsaved: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
