/** Carrying edits over: what was edited, the button, and what came of it. */

import { Select } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { confidenceSentence } from "./wording";

export function PropagateBar() {
  const studio = useStudio();
  const { propagating } = studio;
  const { examples, predictor, found, rounds } = useStore(propagating.state, (state) => state);
  return (
    <div className="pose-toolbar" role="toolbar" aria-label="Propagation">
      <button
        type="button"
        title="The stretches of keys and layers that were posed by hand, or of those changed since, become examples"
        onClick={() => void propagating.markEdited()}
      >
        Mark edited
      </button>
      <button type="button" disabled={!examples.length} onClick={() => propagating.clear()}>
        Clear
      </button>
      <Select
        label="Learn by"
        value={predictor}
        options={[
          { value: "gp", label: "Gaussian processes" },
          { value: "mls", label: "Moving least squares" },
        ]}
        onChange={(value) => propagating.state.patch({ predictor: value })}
      />
      <button
        type="button"
        className="primary"
        disabled={!examples.length}
        title="Carry the edit of the marked stretches over to the whole clip"
        onClick={() => void propagating.propagate()}
      >
        {rounds ? "Propagate again" : "Propagate"}
      </button>
      <span className="quiet sentence" aria-live="polite">
        {found ? confidenceSentence(found, rounds) : "Pose keys, mark their stretch, then propagate."}
      </span>
    </div>
  );
}
