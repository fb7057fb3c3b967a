/** The whole page: menus above, the workspace, the status line below. */

import { useEffect } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { listenToKeys } from "./keyboard";
import { Workspace } from "./Workspace";

export function App() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const theme = useStore(studio.preferences, (preferences) => preferences.theme);
  useEffect(() => listenToKeys(studio), [studio]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return <div className="app">{clip && <Workspace />}</div>;
}
