/** Which take of a file with several is open, and another one instead of it. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { leaving } from "../studio/save";

export function takeOptions(takes: readonly string[]) {
  return takes.map((take) => ({ value: take, label: take || "(no name)" }));
}

export function TakeChooser() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  if (!clip?.takes.length) return null;
  const open = (take: string) => leaving(studio, () => void studio.again?.({ take }));
  return (
    <select
      className="takes"
      aria-label="Take"
      title={`The file has ${clip.takes.length} takes: open another`}
      value={clip.take ?? ""}
      onChange={(event) => open(event.target.value)}
    >
      {takeOptions(clip.takes).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
