/** Something that is on or off. */

interface ToggleProps {
  label: string;
  isOn: boolean;
  title?: string;
  isDisabled?: boolean;
  onChange(isOn: boolean): void;
}

export function Toggle({ label, isOn, title, isDisabled, onChange }: ToggleProps) {
  return (
    <label className="toggle" title={title}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
