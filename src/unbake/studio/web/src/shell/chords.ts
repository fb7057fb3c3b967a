/** Pressed keys as chords such as `Ctrl+Shift+Z`, and chords as people read them. */

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/** Keys of the numpad, whatever NumLock says. */
const NUMPAD: Readonly<Record<string, string>> = {
  NumpadDecimal: "Numpad.",
  NumpadComma: "Numpad.",
  NumpadAdd: "Numpad+",
  NumpadSubtract: "Numpad-",
  NumpadMultiply: "Numpad*",
  NumpadDivide: "Numpad/",
  NumpadEnter: "Enter",
};

/** Keys whose sign Alt may turn into another one, as on a Mac. */
const WITH_ALT: Readonly<Record<string, string>> = { Period: ".", Comma: ",", Minus: "-", Equal: "=", Slash: "/" };

/** The chord of a pressed key; empty for a modifier alone. The Mac's command key counts as Ctrl. Signs that need Shift
 * on some keyboards, such as `?`, are written without it. */
export function chordOf(pressed: Pressed): string {
  // AltGr, with which some keyboards write signs such as `[`, may come as Ctrl and Alt.
  const isAltGr = pressed.getModifierState?.("AltGraph") === true;
  const { key, code, metaKey, shiftKey } = pressed;
  const event = {
    key,
    code,
    metaKey,
    shiftKey,
    ctrlKey: pressed.ctrlKey && !isAltGr,
    altKey: pressed.altKey && !isAltGr,
  };
  const name = nameOf(event);
  if (["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"].includes(name)) return "";
  const hasShift = event.shiftKey && (name.length > 1 || /[A-Z]/.test(name));
  const modifiers = [(event.ctrlKey || event.metaKey) && "Ctrl", event.altKey && "Alt", hasShift && "Shift"];
  return [...modifiers.filter(Boolean), name].join("+");
}

function nameOf({ key, code, altKey }: Pressed): string {
  if (code in NUMPAD) return NUMPAD[code];
  if (/^Numpad\d$/.test(code)) return code;
  if (altKey && /^Key[A-Z]$/.test(code)) return code.slice(3);
  if (altKey && /^Digit\d$/.test(code)) return code.slice(5);
  if (altKey && code in WITH_ALT) return WITH_ALT[code];
  if (key === " ") return "Space";
  return key.length === 1 ? key.toUpperCase() : key;
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
  PageUp: "Page up",
  PageDown: "Page down",
  ContextMenu: "Menu",
};
const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: "⌘", Alt: "⌥", Shift: "⇧", Delete: "⌦", Backspace: "⌫" };

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The keys of a chord, each as it is printed on it. */
export function keysOfChord(chord: string, onMac = isMac()): string[] {
  return partsOf(chord).map((part) => {
    if (onMac && part in MAC_SIGNS) return MAC_SIGNS[part];
    if (part.startsWith("Numpad")) return `Num ${part.slice(6)}`;
    return SIGNS[part] ?? part;
  });
}

export function chordText(chord: string, onMac = isMac()): string {
  return keysOfChord(chord, onMac).join(onMac ? "" : "+");
}

/** `Ctrl++` has a plus for its last key. */
export function partsOf(chord: string): string[] {
  const name = /(?:Numpad)?[^+]+$|(?:Numpad)?\+$/.exec(chord)?.[0] ?? chord;
  const before = chord.slice(0, chord.length - name.length);
  return [...before.split("+").filter(Boolean), name];
}
