/** A few things that were picked, each with a button to drop it. */

import type { ReactNode } from "react";

interface ChipsProps {
  label: string;
  items: readonly { id: string; text: string; title?: string }[];
  /** What no chip at all means. */
  empty: string;
  /** Stands behind the chips: a way to add one. */
  children?: ReactNode;
  onPick?(id: string): void;
  onDrop(id: string): void;
}

export function Chips({ label, items, empty, children, onPick, onDrop }: ChipsProps) {
  return (
    <ul className="chips" aria-label={label}>
      {items.length === 0 && <li className="chip none">{empty}</li>}
      {items.map(({ id, text, title }) => (
        <li key={id} className="chip" title={title}>
          {onPick ? (
            <button type="button" className="chip-text" onClick={() => onPick(id)}>
              {text}
            </button>
          ) : (
            <span className="chip-text">{text}</span>
          )}
          <button type="button" className="chip-drop" aria-label={`Drop ${text}`} onClick={() => onDrop(id)}>
            ×
          </button>
        </li>
      ))}
      {children && <li className="chip-add">{children}</li>}
    </ul>
  );
}
