/** Something that can be folded away under its title; whether it is open is kept among the preferences. */

import type { ReactNode } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";

interface FoldProps {
  /** Names it among the preferences. */
  name: string;
  title: ReactNode;
  /** Shown beside the title: what is inside, in short. */
  summary?: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

export function Fold({ name, title, summary, isOpenAtFirst = false, children }: FoldProps) {
  const studio = useStudio();
  const key = `fold.${name}`;
  const first = isOpenAtFirst ? 1 : -1;
  const isOpen = useStore(studio.preferences, ({ panels }) => (panels[key] ?? first) > 0);
  const turn = () => studio.setPreferences({ panels: { ...studio.preferences.get().panels, [key]: isOpen ? -1 : 1 } });
  return (
    <div className={`fold ${isOpen ? "open" : ""}`}>
      <button type="button" className="fold-title" aria-expanded={isOpen} onClick={turn}>
        <span className="fold-mark" aria-hidden="true" />
        <span className="fold-name">{title}</span>
        {summary !== undefined && <span className="fold-summary">{summary}</span>}
      </button>
      {isOpen && <div className="fold-body">{children}</div>}
    </div>
  );
}
