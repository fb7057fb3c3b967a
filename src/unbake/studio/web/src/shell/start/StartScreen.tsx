/** What is seen while no clip is open. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { LibraryView } from "../../views/library/LibraryView";
import { Mark } from "../icons";
import { OpenPanel } from "./OpenPanel";

export function StartScreen() {
  const studio = useStudio();
  const isWelcome = useStore(studio.welcome, (welcome) => welcome !== null);
  const hasLibrary = useStore(studio.library.state, ({ path }) => path !== null);
  if (!isWelcome) return <main className="start" />;
  if (hasLibrary)
    return (
      <main className="start" data-area="library">
        <div className="library-page">
          <LibraryView />
        </div>
      </main>
    );
  return (
    <main className="start">
      <div className="card">
        <header>
          <Mark size={40} />
          <div>
            <h1>Unbake</h1>
            <p className="quiet">Motion capture as few keyframes that you can edit</p>
          </div>
        </header>
        <OpenPanel />
      </div>
    </main>
  );
}
