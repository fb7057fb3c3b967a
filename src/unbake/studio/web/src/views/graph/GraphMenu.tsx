/** The menu of the right button, handles and keys, and the menu of handle types. */

import { useEffect, useLayoutEffect, useRef } from "react";
import type { Action } from "../../actions/action";
import { Menu } from "../../shell/Menu";
import { useStudio } from "../../studio/context";
import { graphMenu } from "./actions";
import { graphHand, type Hand } from "./hand";
import { typeLetters, typeMenu } from "./typeActions";

/** Pixels between the menu and the edges of the page. */
const EDGE = 4;

const onBeside = () => {};

export function GraphMenu({ at }: { at: NonNullable<Hand["menu"]> }) {
  const studio = useStudio();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  const close = () => {
    graphHand(studio).patch({ menu: null });
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  const run = (action: Action) => {
    close();
    action.run(studio);
  };
  useLayoutEffect(() => {
    const element = box.current!;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(Math.min(at.x, innerWidth - width - EDGE), EDGE)}px`;
    element.style.top = `${Math.max(Math.min(at.y, innerHeight - height - EDGE), EDGE)}px`;
  }, [at]);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) graphHand(studio).patch({ menu: null });
    };
    window.addEventListener("pointerdown", leave, { capture: true });
    return () => window.removeEventListener("pointerdown", leave, { capture: true });
  }, [studio]);
  return (
    <div ref={box} className="graph-menu">
      {at.isOfTypes ? (
        <Menu
          name="key"
          title="Handle type"
          actions={typeMenu}
          letters={typeLetters(studio.preferences.get().keymap)}
          {...{ onRun: run, onClose: close, onBeside }}
        />
      ) : (
        <Menu name="key" title="Keys and handles" actions={graphMenu} {...{ onRun: run, onClose: close, onBeside }} />
      )}
    </div>
  );
}
