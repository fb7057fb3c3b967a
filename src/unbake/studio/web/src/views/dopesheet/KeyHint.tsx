/** Words beside the pointer: which key this is, what leads, or how far keys have been moved. */

import { useLayoutEffect, useRef } from "react";
import { besidePointer } from "../../controls/place";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { axisOf, xOf } from "../../timeline/axis";
import { groupName } from "../selection/LeadingPart";
import { wordsOf } from "./scene";
import { type Hint, sheetOf, sheetWidth, type Transform } from "./sheet";

export function KeyHint({ hint }: { hint: Hint | null }) {
  const studio = useStudio();
  const transform = useStore(sheetOf(studio), (sheet) => sheet.transform);
  const keys = studio.shownKeys();
  const clip = studio.clip.get();
  if (!transform && hint?.lead) {
    const { part, first, last } = hint.lead;
    return <Words at={hint} lines={[`Leads: ${groupName(part)}`, `Frames ${first}–${last}`]} />;
  }
  if (!clip || !keys || (!transform && hint?.key == null)) return null;
  if (transform) {
    if (transform.scale) {
      const { factor, pivot } = transform.scale;
      const lines = [
        `× ${Number(factor.toFixed(3))} about frame ${pivot}`,
        transform.typed && `typed: ${transform.typed}`,
      ];
      return <Words at={hint ?? besideKey(studio, transform)} lines={lines} />;
    }
    const by = `${transform.by > 0 ? "+" : ""}${transform.by}`.replace("-", "−");
    const to = transform.moving.length === 1 ? `Frame ${transform.moving[0] + transform.by} (${by})` : `${by} frames`;
    return (
      <Words at={hint ?? besideKey(studio, transform)} lines={[to, transform.typed && `typed: ${transform.typed}`]} />
    );
  }
  const frame = hint!.key!;
  const row = keys.frames.indexOf(frame);
  if (row < 0) return null;
  const seconds = ((frame - clip.first_frame) / clip.fps).toFixed(2);
  return <Words at={hint!} lines={[`Frame ${frame} · ${seconds} s`, wordsOf(studio, keys, row)]} />;
}

/** Where to say how far keys moved while the pointer is somewhere else. */
function besideKey(studio: Studio, transform: Transform): { x: number; y: number } {
  return { x: xOf(axisOf(studio.view.get(), sheetWidth()), transform.moving[0] + transform.by), y: 40 };
}

function Words({ at, lines }: { at: { x: number; y: number }; lines: readonly (string | false)[] }) {
  const words = useRef<HTMLDivElement>(null);
  // How large they are, the page knows only once they are there.
  useLayoutEffect(() => {
    const element = words.current!;
    const { clientWidth, clientHeight } = element.parentElement!;
    const { x, y } = besidePointer(at, [element.offsetWidth, element.offsetHeight], [clientWidth, clientHeight]);
    element.style.transform = `translate(${x}px, ${y}px)`;
  });
  return (
    <div ref={words} className="key-hint" role="tooltip">
      {lines.filter(Boolean).map((line, n) => (
        <div key={n} className={n ? "quiet" : ""}>
          {line}
        </div>
      ))}
    </div>
  );
}
