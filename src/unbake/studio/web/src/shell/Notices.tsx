/** What the studio has to say. What stays until it is dismissed has room of its own, so that it covers nothing; what
 * goes by itself floats above. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import type { Notice } from "../studio/notices";
import { Cross } from "./icons";

/** More at once would leave too little of the figure. */
const MOST = 3;

export function Notices() {
  const studio = useStudio();
  const notices = useStore(studio.notices, (notices) => notices);
  const standing = notices.filter(({ kind }) => kind !== "info");
  const passing = notices.filter(({ kind }) => kind === "info");
  return (
    <div className="notices" role="log" aria-live="polite">
      <div className="passing">
        <Newest notices={passing} />
      </div>
      <div className="standing">
        <Newest notices={standing} />
      </div>
    </div>
  );
}

function Newest({ notices }: { notices: readonly Notice[] }) {
  return (
    <>
      {notices.length > MOST && <p className="notice more">{notices.length - MOST} more before these</p>}
      {notices.slice(-MOST).map((notice) => (
        <One key={notice.id} notice={notice} />
      ))}
    </>
  );
}

function One({ notice: { id, kind, text, action } }: { notice: Notice }) {
  const studio = useStudio();
  return (
    <div className={`notice ${kind}`} role={kind === "error" ? "alert" : undefined}>
      <p>{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            studio.notices.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="cross" aria-label="Dismiss" onClick={() => studio.notices.dismiss(id)}>
        <Cross />
      </button>
    </div>
  );
}
