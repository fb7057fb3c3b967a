/** What is seen while nothing is open. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Mark } from "../icons";
import { OpenPanel } from "./OpenPanel";

export function StartScreen() {
  const studio = useStudio();
  const isWelcome = useStore(studio.welcome, (welcome) => welcome !== null);
  if (!isWelcome) return <main className="start" />;
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
