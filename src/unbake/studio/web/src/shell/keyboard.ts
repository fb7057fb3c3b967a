/** From a pressed key to the action that has it, in the keymap of one's choice and the area that one is in. */

import { type Action, chordsOf } from "../actions/action";
import { ACTIONS } from "../actions/registry";
import { watching } from "../store";
import type { Studio } from "../studio/studio";
import { chordOf } from "./chords";
import { shownIn, TABBED, viewsIn } from "./layout";

const TEXT = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, [contenteditable]";
/** What a field of text does with these is its own. */
const TEXT_CHORDS = /^Ctrl\+(Shift\+)?(A|C|V|X|Arrow\w+|Home|End|Backspace|Delete)$/;
const UNDO_CHORDS = /^Ctrl\+(Shift\+)?[ZY]$/;

/** The area that an element stands in. */
export function areaOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>("[data-area]")?.dataset.area;
}

/** The action that a chord means: one of the area before one of everywhere, unless it has nothing to do just now. */
export function actionFor(chord: string, area: string | undefined, studio: Studio): Action | undefined {
  const { keymap } = studio.preferences.get();
  const fitting = ACTIONS.filter((action) => chordsOf(action, keymap).includes(chord));
  // In the picture one poses while the Pose view is seen.
  const areas = area === "viewport" && studio.posing.isOn ? [area, "pose"] : [area];
  const own = fitting.find((action) => action.area && areas.includes(action.area));
  const general = fitting.find((action) => !action.area);
  return own && (!general || own.isEnabled?.(studio) !== false) ? own : general;
}

/** Listen until the returned function is called. */
export function listenToKeys(studio: Studio): () => void {
  const keyboard = new Keyboard(studio);
  const ends = [
    on("keydown", (event) => keyboard.press(event)),
    on("pointermove", (event) => keyboard.enter(event.target)),
    on("pointerdown", () => keyboard.touch(true), true),
    on("focusin", (event) => keyboard.focus(event.target)),
    on("input", (event) => keyboard.type(event.target)),
    followTabs(studio),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Another view that comes to the front of an area takes over its keys and hints: the pointer need not move for that. */
function followTabs(studio: Studio): () => void {
  return watching([studio.view], () => [studio.view.get().tabs])(() => {
    const { tabs } = studio.view.get();
    for (const place of TABBED) {
      const front = shownIn(place, tabs)?.id;
      const isHere = viewsIn(place).some(({ id }) => id === studio.area.get());
      if (front && isHere) studio.area.set(front);
    }
  });
}

function on<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
  isFirst = false,
): () => void {
  window.addEventListener(type, listener, isFirst);
  return () => window.removeEventListener(type, listener, isFirst);
}

class Keyboard {
  /** Whether the pointer gave the focus to what has it: a button that was clicked leaves Space to the playhead. */
  private isByPointer = false;
  private isPointing = false;
  /** The field in which something was typed that has not been taken over: it keeps its own undo. */
  private typed: EventTarget | null = null;
  private pointed: string | undefined;

  constructor(private readonly studio: Studio) {}

  touch(isPointing: boolean): void {
    this.isPointing = isPointing;
  }

  /** The pointer moved over something. */
  enter(target: EventTarget | null): void {
    const area = target instanceof Element ? areaOf(target) : undefined;
    if (area === this.pointed) return;
    this.pointed = area;
    if (!area) return;
    this.studio.area.set(area);
    this.leaveTree(area);
  }

  /** A row of the tree that was clicked keeps arrows, Home and End only as long as the pointer stays in its area. */
  private leaveTree(entered: string): void {
    const row = document.activeElement;
    if (this.isByPointer && row instanceof HTMLElement && row.matches("[role=treeitem]") && areaOf(row) !== entered)
      row.blur();
  }

  focus(target: EventTarget | null): void {
    this.isByPointer = this.isPointing;
    const area = target instanceof Element ? areaOf(target) : undefined;
    if (area) this.studio.area.set(area);
  }

  type(target: EventTarget | null): void {
    this.typed = target;
  }

  press(event: KeyboardEvent): void {
    this.isPointing = false;
    const chord = chordOf(event);
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (chord === "Enter") this.typed = null;
    if (event.defaultPrevented || !chord || event.isComposing) return;
    const isBehind = document.querySelector("dialog[open]") || target.closest("[role=menu], [role=menubar]");
    if (!isBehind && this.isOwn(target, chord)) return;
    if (chord === "Escape" && !isBehind && this.studio.isPlaying.get()) {
      this.studio.playback.stop();
      return;
    }
    const action = actionFor(chord, this.studio.area.get(), this.studio);
    // Here, the browser would select all the words of the page.
    if (!action && !isBehind && chord === "Ctrl+A") event.preventDefault();
    if (!action) return;
    // The browser must not do something else instead, such as saving the page.
    if (chord.startsWith("Ctrl+") || !isBehind) event.preventDefault();
    if (isBehind || action.isEnabled?.(this.studio) === false) return;
    if (this.isByPointer && target.matches("button, summary, select")) target.blur();
    action.run(this.studio);
  }

  /** Whether what has the focus lives on this key itself. */
  private isOwn(target: HTMLElement, chord: string): boolean {
    if (target.matches(TEXT)) {
      if (UNDO_CHORDS.test(chord)) return this.typed === target;
      return !/^(Ctrl\+|Alt\+|F\d)/.test(chord) || TEXT_CHORDS.test(chord);
    }
    if (target.matches("select")) return !this.isByPointer && !chord.startsWith("Ctrl+");
    if (target.matches("input[type=range]")) return /^(Shift\+)?(Arrow|Home|End|Page)/.test(chord);
    if (target.matches("input[type=radio]")) return !this.isByPointer && /^(Arrow|Space$)/.test(chord);
    if (target.matches("button, summary, a, input, [role=tab], [role=treeitem]")) {
      return !this.isByPointer && ["Space", "Enter"].includes(chord);
    }
    return false;
  }
}
