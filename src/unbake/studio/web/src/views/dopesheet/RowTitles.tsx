/** The rows' names at the left; a click selects the part's joints and channels. */

import { memo, useMemo } from "react";
import type { Clip } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { GUTTER } from "../../timeline/axis";
import { LEADS, rowHeight, rowsOf, selectionOf } from "./rows";

export const RowTitles = memo(function RowTitles({ clip, height }: { clip: Clip; height: number }) {
  const studio = useStudio();
  const rows = useMemo(() => rowsOf(clip), [clip]);
  const joints = useStore(studio.view, (view) => view.selectedJoints);
  const high = rowHeight(height, rows.length);
  const chosen = new Set(joints);
  return (
    <div className="row-titles" style={{ width: GUTTER }}>
      {rows.map((row) => (
        <button
          key={row.title}
          type="button"
          style={{ height: high, fontSize: Math.min(12, high - 1) }}
          aria-pressed={row.joints.length > 0 && row.joints.every((joint) => chosen.has(joint))}
          title={row.joints.length ? `Select the joints of: ${row.title}. Shift adds.` : "Select no joints"}
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => studio.view.patch(selectionOf(clip, row, joints, event.shiftKey || event.ctrlKey))}
        >
          {row.title}
        </button>
      ))}
      {height >= rows.length * high + LEADS && (
        <span style={{ height: LEADS }} title="Which part of the body carries the action, over time">
          Leads
        </span>
      )}
    </div>
  );
});
