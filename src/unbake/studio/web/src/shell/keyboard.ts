/** From a pressed key to the action that has it, in the keymap of one's choice and the area that one is in. */

import { type Action, chordsOf } from "../actions/action";
import { ACTIONS } from "../actions/registry";
import type { Studio } from "../studio/studio";

/** A chord such as `Ctrl+Shift+Z`; the Mac's command key counts as Ctrl. */
export function chordOf(event: KeyboardEvent): string {
  const name = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isLetter = /^[A-Z]$/.test(name);
  const isNumpad = event.code.startsWith("Numpad") && name !== "Enter";
  const modifiers = [
    (event.ctrlKey || event.metaKey) && "Ctrl",
    event.altKey && "Alt",
    event.shiftKey && (isLetter || name.length > 1) && "Shift",
  ].filter(Boolean);
  return [...modifiers, isNumpad ? `Numpad${name}` : name].join("+");
}

/** The area that a key is meant for: where the focus is, otherwise where the pointer is. */
export function areaOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>("[data-area]")?.dataset.area;
}

export function actionFor(chord: string, area: string | undefined, studio: Studio): Action | undefined {
  const { keymap } = studio.preferences.get();
  const fitting = ACTIONS.filter((action) => chordsOf(action, keymap).includes(chord));
  return fitting.find((action) => action.area && action.area === area) ?? fitting.find((action) => !action.area);
}

/** Listen until the returned function is called. */
export function listenToKeys(studio: Studio): () => void {
  let hovered: Element | null = null;
  const hover = (event: PointerEvent) => {
    hovered = event.target as Element;
  };
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isTyping = target.matches(
      "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]",
    );
    const isOfWidget = target.closest("dialog, [role=menu], [role=menubar]") !== null;
    const chord = chordOf(event);
    if (isOfWidget || (isTyping && !chord.startsWith("Ctrl+"))) return;
    // A button or slider in focus keeps the keys that it lives on.
    const isWidgetKey = target.matches("button, input") && ["Space", "Enter"].includes(chord);
    const isSliderKey = target.matches("input[type=range]") && /^(Arrow|Home|End|Page)/.test(chord);
    if (isWidgetKey || isSliderKey) return;
    const focused = areaOf(document.activeElement);
    const action = actionFor(chord, areaOf(hovered) ?? focused, studio);
    if (!action || action.isEnabled?.(studio) === false) return;
    event.preventDefault();
    action.run(studio);
  };
  window.addEventListener("keydown", press);
  window.addEventListener("pointermove", hover);
  return () => {
    window.removeEventListener("keydown", press);
    window.removeEventListener("pointermove", hover);
  };
}
