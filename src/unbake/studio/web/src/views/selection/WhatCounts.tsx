/** What selection looks at: the criterion, the joints, and the frames. */

import { Segments, Select } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { changeSettings } from "./choosing";
import { LeadingPart } from "./LeadingPart";
import { Limits } from "./Limits";
import { criterionName, criterionSays, METRICS } from "./wording";

export function WhatCounts() {
  return (
    <>
      <LeadingPart />
      <Limits />
      <Criterion />
    </>
  );
}

function Criterion() {
  const studio = useStudio();
  const isOfLayers = useStore(studio.commands.ahead, ({ choice }) => choice.by === "layers");
  const { criterion, metric, compose } = useStore(studio.commands.ahead, ({ settings }) => settings);
  const criteria = useStore(studio.welcome, (welcome) => welcome?.criteria) ?? [];
  const info = criteria.find(({ name }) => name === criterion);
  const usual = info?.compose === "sum" ? "sum" : "largest";
  return (
    <div className="group">
      <Select
        label="Criterion"
        value={criterion}
        options={criteria.map(({ name, says }) => ({ value: name, label: criterionName(name), title: says }))}
        onChange={(name) => changeSettings(studio, "Change criterion", { criterion: name })}
      />
      <p className="hint">
        {criterionSays(info, metric)}
        {isOfLayers && " The three layers have criteria of their own."}
      </p>
      <Segments
        label="Metric"
        value={metric}
        options={METRICS}
        onChange={(value) => changeSettings(studio, "Change metric", { metric: value })}
      />
      <Select
        label="Errors add up by"
        value={compose ?? "usual"}
        options={[
          { value: "usual", label: `As usual (${usual})` },
          { value: "max", label: "The largest" },
          { value: "sum", label: "The sum" },
        ]}
        onChange={(value) =>
          changeSettings(studio, "Change composition", { compose: value === "usual" ? null : (value as "max" | "sum") })
        }
      />
    </div>
  );
}
