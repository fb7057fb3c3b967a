/** What an engine may want to be different in the file: its rate, the travel, names of joints. */

import { Select } from "../../controls/Choice";
import { Toggle } from "../../controls/Toggle";
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

const UNITS: { value: Delivery["unit"]; label: string }[] = [
  { value: "", label: "That of the clip’s file" },
  { value: "m", label: "Metres" },
  { value: "cm", label: "Centimetres" },
  { value: "mm", label: "Millimetres" },
  { value: "in", label: "Inches" },
  { value: "ft", label: "Feet" },
];
const UPS: { value: Delivery["up"]; label: string }[] = [
  { value: "y", label: "Y" },
  { value: "z", label: "Z, forward −Y" },
];
const USD_KINDS: { value: Delivery["usd"]; label: string; title?: string }[] = [
  { value: "skeleton", label: "A skeleton, sampled", title: "UsdSkel, with a sample on every frame." },
  { value: "splines", label: "Splines", title: "Transforms with every key and handle, for programs that read them." },
];
const KEYED = [".glb", ".gltf", ".fbx", ".ma", ".anim"];

interface DeliveryFieldsProps {
  /** Of the format: some have a unit and axes of their own. */
  suffix: string;
  value: Delivery;
  onChange(value: Delivery): void;
}

export function DeliveryFields({ suffix, value, onChange }: DeliveryFieldsProps) {
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
      {suffix === ".bvh" && (
        <>
          <Select label="Unit" value={value.unit} options={UNITS} onChange={(unit) => onChange({ ...value, unit })} />
          <Select label="Up" value={value.up} options={UPS} onChange={(up) => onChange({ ...value, up })} />
        </>
      )}
      {suffix.startsWith(".usd") && (
        <Select label="As" value={value.usd} options={USD_KINDS} onChange={(usd) => onChange({ ...value, usd })} />
      )}
      {suffix === ".fbx" && (
        <Toggle
          label="Figure of bones"
          title="So that there is something to look at in an engine."
          isOn={value.has_figure}
          onChange={(isOn) => onChange({ ...value, has_figure: isOn })}
        />
      )}
      {KEYED.includes(suffix) && (
        <Toggle
          label="A key on every frame"
          title="For programs that play other curves, or none."
          isOn={value.is_baked}
          onChange={(isOn) => onChange({ ...value, is_baked: isOn })}
        />
      )}
    </fieldset>
  );
}
