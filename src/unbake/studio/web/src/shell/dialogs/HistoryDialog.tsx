/** Every change since the clip was opened; a click goes back, or forth, to it. */

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Dialog } from "./Dialog";

export function HistoryDialog() {
  const studio = useStudio();
  const past = useStore(studio.history.past, (past) => past);
  const list = useRef<HTMLDivElement>(null);
  const all = studio.history.all();
  const steps = [0, ...studio.history.steps()];
  const now = past.done.length;

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=step]");
    current?.focus();
    current?.scrollIntoView({ block: "nearest" });
  }, [now]);
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = steps[steps.indexOf(now) + by];
    if (!by || next === undefined) return;
    studio.goTo(next);
    event.preventDefault();
  };

  return (
    <Dialog title="History" className="narrow">
      <div
        ref={list}
        className="history"
        role="toolbar"
        aria-orientation="vertical"
        aria-label="Changes"
        onKeyDown={press}
      >
        {steps.map((count) => (
          <button
            key={count}
            type="button"
            className={count > now ? "undone" : ""}
            data-first={count === now || undefined}
            aria-current={count === now ? "step" : undefined}
            onClick={() => studio.goTo(count)}
          >
            <span className="number">{count || ""}</span>
            {count ? all[count - 1].label : "As it was opened"}
          </button>
        ))}
      </div>
      <p className="quiet">↑ and ↓ go back and forth. A new change takes the place of those that were undone.</p>
    </Dialog>
  );
}
