/** The three layers: each divides what the one before it left. */

import { Select } from "../../controls/Choice";
import type { LayerSettings } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { changeChoice } from "./choosing";
import { LayerCard } from "./LayerCard";
import { layerName } from "./wording";

const OWN = "own";

export function Layers() {
  const layers = useStore(useStudio().commands.ahead, ({ choice }) => choice.layers);
  return (
    <div className="layers">
      <Presets layers={layers} />
      {layers.map((layer, place) => (
        <LayerCard key={place} name={layerName(layer, place)} place={place} layer={layer} />
      ))}
    </div>
  );
}

function Presets({ layers }: { layers: readonly LayerSettings[] }) {
  const studio = useStudio();
  const presets = useStore(studio.welcome, (welcome) => welcome?.layer_presets) ?? {};
  const shown = Object.keys(presets).find((name) => isSame(presets[name], layers)) ?? OWN;
  const options = Object.keys(presets).map((name) => ({ value: name, label: name[0].toUpperCase() + name.slice(1) }));
  const take = (name: string) => {
    if (presets[name]) changeChoice(studio, `Choose by layers: ${name}`, { by: "layers", layers: presets[name] });
  };
  return (
    <Select
      label="Preset"
      value={shown}
      options={shown === OWN ? [...options, { value: OWN, label: "My own" }] : options}
      onChange={take}
    />
  );
}

function isSame(a: readonly LayerSettings[], b: readonly LayerSettings[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
