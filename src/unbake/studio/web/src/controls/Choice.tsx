/** One of a few: as a row of buttons where they fit, otherwise as a list to pull down. */

import { useId } from "react";

interface Option<T extends string> {
  value: T;
  label: string;
  title?: string;
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly Option<T>[];
  isDisabled?: boolean;
  onChange(value: T): void;
}

export function Segments<T extends string>({ label, value, options, isDisabled, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="segments" aria-label={label} disabled={isDisabled}>
      {options.map((option) => (
        <label key={option.value} title={option.title} className={option.value === value ? "chosen" : ""}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

export function Select<T extends string>({ label, value, options, isDisabled, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} title={option.title}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
