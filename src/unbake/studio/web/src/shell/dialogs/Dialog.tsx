/** A window in front of the workspace; Esc and the cross close it. */

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useStudio } from "../../studio/context";
import { Cross } from "../icons";

interface DialogProps {
  title: string;
  /** Its width: `narrow`, or one of its own. */
  className?: string;
  children: ReactNode;
  /** What stands at its foot; the last button is the one that one probably wants. */
  actions?: ReactNode;
  /** Enter in any field does what the primary button does. */
  onSubmit?(): void;
}

export function Dialog({ title, className, children, actions, onSubmit }: DialogProps) {
  const studio = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // In a layout effect: a window that closes while it is in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    // The cross, which comes first, is the last thing that one wants.
    const first = ["[data-first]", ".content :is(input, select, button)", "footer .primary"];
    first
      .map((place) => element.querySelector<HTMLElement>(place))
      .find(Boolean)
      ?.focus();
    // The focus brings itself into sight, at the cost of what it is about.
    element.querySelector("[data-in-sight]")?.scrollIntoView({ block: "nearest" });
    return () => element.close();
  }, []);
  const close = () => studio.dialog.set(null);
  // WebKit keeps Esc for a search field, even where there is nothing to clear in it.
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "Escape" || !(target instanceof HTMLInputElement) || target.type !== "search" || target.value) return;
    event.preventDefault();
    close();
  };
  return (
    <dialog
      ref={dialog}
      className={`window ${className ?? ""}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={press}
      onPointerDown={(event) => event.target === dialog.current && close()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="cross" aria-label="Close" onClick={close}>
            <Cross />
          </button>
        </header>
        <div className="content">{children}</div>
        {actions && <footer>{actions}</footer>}
      </form>
    </dialog>
  );
}
