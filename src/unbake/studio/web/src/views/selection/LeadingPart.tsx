/** The joints that lead: which of them selection looks at. */

import { Chips } from "../../controls/Chips";
import type { Choice } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { changeSettings } from "./choosing";

const ADD = "";

export function LeadingPart() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (open) => open);
  const lead = useStore(studio.commands.ahead, ({ settings }) => settings.lead);
  const usual = useStore(studio.commands.ahead, ({ choice }) => usually(choice));
  const selected = useStore(studio.view, ({ selectedJoints }) => selectedJoints);
  if (!clip) return null;
  const change = (names: readonly string[]) => changeSettings(studio, "Change leading part", { lead: [...names] });
  const add = (names: readonly string[]) => change([...lead, ...names.filter((name) => !lead.includes(name))]);
  const picked = selected.map((joint) => clip.joints[joint]?.name).filter((name) => name && !lead.includes(name));
  return (
    <div className="group">
      <h4>Leading part</h4>
      <Chips
        label="Leading part"
        empty={usual}
        items={lead.map((name) => ({ id: name, text: groupName(name) }))}
        onDrop={(name) => change(lead.filter((other) => other !== name))}
      >
        <select aria-label="Add to the leading part" value={ADD} onChange={(event) => add([event.target.value])}>
          <option value={ADD} hidden>
            Add…
          </option>
          <optgroup label="Parts">
            {clip.leads.filter(isNew(lead)).map((name) => (
              <option key={name} value={name}>
                {groupName(name)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Joints">
            {clip.joints
              .map(({ name }) => name)
              .filter(isNew(lead))
              .map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </optgroup>
        </select>
        {picked.length > 0 && (
          <button type="button" title={picked.join(", ")} onClick={() => add(picked)}>
            Add selected
          </button>
        )}
      </Chips>
    </div>
  );
}

/** What leads where nobody has said so. */
export function usually({ by, layers }: Choice): string {
  if (by !== "layers") return "All joints";
  if (layers.some(({ criterion }) => criterion === "extremes")) return "What leads is found";
  return "Hips lead";
}

function isNew(lead: readonly string[]): (name: string) => boolean {
  return (name) => name !== "all" && !lead.includes(name);
}

/** `left-hand` as `Left hand`; names of joints stay as they are. */
export function groupName(name: string): string {
  if (!/^[a-z-]+$/.test(name)) return name;
  const words = name.replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}
