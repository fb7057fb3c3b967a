/** What the studio has to say: short notes go by themselves, the others when they are dismissed. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { Cross } from "./icons";

/** More at once would cover the figure. */
const MOST = 3;

export function Notices() {
  const studio = useStudio();
  const notices = useStore(studio.notices, (notices) => notices);
  return (
    <div className="notices" role="log" aria-live="polite">
      {notices.length > MOST && <p className="notice more">{notices.length - MOST} more before these</p>}
      {notices.slice(-MOST).map(({ id, kind, text, action }) => (
        <div key={id} className={`notice ${kind}`} role={kind === "error" ? "alert" : undefined}>
          <p>{text}</p>
          {action && (
            <button
              type="button"
              onClick={() => {
                studio.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className="cross" aria-label="Dismiss" onClick={() => studio.dismiss(id)}>
            <Cross />
          </button>
        </div>
      ))}
    </div>
  );
}
