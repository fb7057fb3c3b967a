/** One layer: how many keyposes or breakdowns it gave, and folded away how it chooses. */

import { memo } from "react";
import { Segments, Select } from "../../controls/Choice";
import { Fold } from "../../controls/Fold";
import { useGesture } from "../../controls/gesture";
import { NumberField } from "../../controls/NumberField";
import type { LayerSettings } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { changeLayer } from "./choosing";
import { counted, criterionName, METRICS, MOMENTS } from "./wording";

const WHO = [
  { value: "lead", label: "Leading part", title: "The layer sees the leading part alone" },
  { value: "all", label: "All joints", title: "The layer sees all joints that are measured" },
] as const;

const WHERE = [
  { value: "body", label: "In the body", title: "Without the way that the hips travel" },
  { value: "world", label: "In the world", title: "As the camera sees it" },
] as const;

interface LayerCardProps {
  name: string;
  /** 0 to 2. */
  place: number;
  layer: LayerSettings;
}

export const LayerCard = memo(function LayerCard({ name, place, layer }: LayerCardProps) {
  const studio = useStudio();
  const count = useStore(studio.results, ({ chosen }) => (chosen ? countOf(chosen.layers, place + 1) : null));
  // Of keys that were opened with their edits, nobody counts the layers.
  const isComing = useStore(studio.results, ({ isChoosing }) => isChoosing);
  const kind = place === 2 ? "breakdown" : "keypose";
  // A knot may be either: it is a breakdown where it is no extreme.
  const unit = layer.criterion === "knots" ? "key" : kind;
  const summary = count !== null ? counted(count, unit) : isComing ? "…" : undefined;
  const title = (
    <>
      <i className={`key-mark ${kind}`} aria-hidden="true" /> {name}
    </>
  );
  return (
    <Fold name={`layer${place}`} title={title} summary={summary}>
      <LayerFields place={place} layer={layer} />
    </Fold>
  );
});

function LayerFields({ place, layer }: { place: number; layer: LayerSettings }) {
  const studio = useStudio();
  const gesture = useGesture(`layer${place}`);
  const criteria = useStore(studio.welcome, (welcome) => welcome?.criteria) ?? [];
  const change = (part: Partial<LayerSettings>) =>
    changeLayer(studio, place, part, gesture.next(Object.keys(part).join()));
  const all = criteria.map(({ name, says }) => ({ value: name, label: criterionName(name), title: says }));
  const isOfMoments = MOMENTS.some(({ value }) => value === layer.criterion);
  const criterion = (
    <Select
      label="Criterion"
      value={layer.criterion}
      options={place < 2 ? [...MOMENTS, ...all] : all}
      onChange={(criterion) => change({ criterion })}
    />
  );
  if (isOfMoments) return criterion;
  return (
    <>
      {criterion}
      <Segments label="Metric" value={layer.metric} options={METRICS} onChange={(metric) => change({ metric })} />
      <Segments
        label="Joints"
        value={layer.lead ? "lead" : "all"}
        options={WHO}
        onChange={(who) => change({ lead: who === "lead" })}
      />
      <Segments label="Space" value={layer.space} options={WHERE} onChange={(space) => change({ space })} />
      <NumberField
        label="May be missed"
        title="Errors up to this part of the segment's largest change of pose are accurate enough"
        value={100 * layer.accuracy}
        unit="%"
        least={0.01}
        most={100}
        digits={2}
        onChange={(part) => part !== null && change({ accuracy: part / 100 })}
      />
      <NumberField
        label="One key more must gain"
        title="The last key must reduce the error by at least this much"
        value={100 * layer.significance}
        unit="%"
        least={0}
        most={99}
        digits={1}
        onChange={(part) => part !== null && change({ significance: part / 100 })}
      />
      <NumberField
        label="Never earns a key"
        title="Errors below this count as none, so that a pose held almost still gets no keys"
        value={layer.floor_cm}
        unit="cm"
        least={0}
        most={100}
        step={0.1}
        digits={2}
        onChange={(cm) => cm !== null && change({ floor_cm: cm })}
      />
    </>
  );
}

function countOf(layers: Uint8Array, number: number): number {
  let count = 0;
  for (const layer of layers) if (layer === number) count++;
  return count;
}
