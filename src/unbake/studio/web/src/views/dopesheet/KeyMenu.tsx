/** The menu of the right button: what can be done with the selected keys. */

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { Action } from "../../actions/action";
import { Menu } from "../../shell/Menu";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { axisOf, xOf } from "../../timeline/axis";
import { dopesheetActions } from "./actions";
import { selectedFrames } from "./keyEdits";
import { type KeyMenuPlace, sheetOf } from "./sheet";

/** Pixels between the menu and the edges of the page. */
const EDGE = 4;

export function KeyMenu({ place }: { place: KeyMenuPlace }) {
  const studio = useStudio();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const close = () => {
    sheetOf(studio).patch({ menu: null });
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  const run = (action: Action) => {
    // It may want to know where the menu stood.
    action.run(studio);
    close();
  };

  // Near an edge of the page the menu moves inside.
  useLayoutEffect(() => {
    const element = box.current!;
    const { width, height } = element.getBoundingClientRect();
    const { x, y } = place.at ?? besideKeys(studio, element.parentElement!);
    element.style.left = `${Math.max(Math.min(x, innerWidth - width - EDGE), EDGE)}px`;
    element.style.top = `${Math.max(Math.min(y, innerHeight - height - EDGE), EDGE)}px`;
  }, [place, studio]);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) sheetOf(studio).patch({ menu: null });
    };
    window.addEventListener("pointerdown", leave, { capture: true });
    return () => window.removeEventListener("pointerdown", leave, { capture: true });
  }, [studio]);

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only places the menu, and lets Tab leave it
    <div ref={box} className="key-menu" onKeyDown={press}>
      <Menu name="key" title="Keys" actions={dopesheetActions} onRun={run} onClose={close} onBeside={() => {}} />
    </div>
  );
}

/** Where the first selected key stands on the page, or the playhead. */
function besideKeys(studio: Studio, sheet: HTMLElement): { x: number; y: number } {
  const box = sheet.getBoundingClientRect();
  const axis = axisOf(studio.view.get(), box.width);
  const x = xOf(axis, selectedFrames(studio)[0] ?? studio.playhead.get());
  return { x: box.left + Math.min(Math.max(x, axis.left), box.width), y: box.top + 24 };
}
