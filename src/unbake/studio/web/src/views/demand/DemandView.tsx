/** A motion on demand: flags painted over time, places and a path on a floor plan, and what was found. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Details } from "./Details";
import "./demand.css";
import { FloorPlan } from "./FloorPlan";
import { Lanes } from "./Lanes";
import { Toolbar } from "./Toolbar";

export function DemandView() {
  const studio = useStudio();
  const hasLibrary = useStore(studio.library.state, ({ path }) => path !== null);
  const problem = useStore(studio.demand.state, ({ problem }) => problem);
  if (!hasLibrary)
    return (
      <div className="demand-view empty">
        <p className="quiet">A motion on demand is made of the annotated clips of a library, and none is open.</p>
        <button type="button" onClick={() => studio.dialog.set({ kind: "open" })}>
          Open…
        </button>
      </div>
    );
  return (
    <div className="demand-view">
      <Toolbar />
      {problem && (
        <p className="problem" role="alert" data-part={`${problem.part} ${problem.number}`}>
          <button
            type="button"
            title="Show what it is about"
            onClick={() => studio.demand.pick({ part: problem.part, number: problem.number })}
          >
            {problem.text}
          </button>
        </p>
      )}
      <div className="demand-parts">
        <Lanes />
        <Details />
        <FloorPlan />
      </div>
    </div>
  );
}
