/** What an engine may want to be different in the file: its rate, the travel, names of joints. */

import { Select } from "../../controls/Choice";
import type { Delivery } from "../../studio/exporting";

const RATES = ["0", "24", "25", "30", "50", "60", "120"];
const TRAVELS: { value: Delivery["travel"]; label: string; title?: string }[] = [
  { value: "hips", label: "As it is" },
  { value: "root", label: "On a root joint", title: "A root below the hips travels; no other joint moves." },
  { value: "in-place", label: "None: in place", title: "The hips stay over the origin, and keep their height." },
];
const NAMES: { value: Delivery["names"]; label: string }[] = [
  { value: "", label: "As they are" },
  { value: "mixamo", label: "Mixamo" },
  { value: "unreal", label: "Unreal’s mannequin" },
  { value: "unity", label: "Unity’s humanoid" },
  { value: "rigify", label: "Rigify" },
  { value: "cmu", label: "CMU" },
];

interface DeliveryFieldsProps {
  value: Delivery;
  onChange(value: Delivery): void;
}

export function DeliveryFields({ value, onChange }: DeliveryFieldsProps) {
  return (
    <fieldset className="delivery" aria-label="For engines">
      <Select
        label="Frames a second"
        value={String(value.fps)}
        options={RATES.map((rate) => ({ value: rate, label: rate === "0" ? "As it is" : rate }))}
        onChange={(rate) => onChange({ ...value, fps: Number(rate) })}
      />
      <Select
        label="Travel"
        value={value.travel}
        options={TRAVELS}
        onChange={(travel) => onChange({ ...value, travel })}
      />
      <Select label="Names" value={value.names} options={NAMES} onChange={(names) => onChange({ ...value, names })} />
    </fieldset>
  );
}
