import { describe, expect, it } from "vitest";
import { chordOf, chordText, keysOfChord, partsOf } from "../../src/shell/chords";

const pressed = (key: string, code: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe("chordOf", () => {
  it.each([
    [pressed("g", "KeyG"), "G"],
    [pressed("D", "KeyD", { shiftKey: true }), "Shift+D"],
    [pressed("Z", "KeyZ", { ctrlKey: true, shiftKey: true }), "Ctrl+Shift+Z"],
    [pressed("z", "KeyZ", { metaKey: true }), "Ctrl+Z"],
    [pressed("?", "Slash", { shiftKey: true }), "?"],
    [pressed("?", "Minus", { shiftKey: true }), "?"], // of a German keyboard
    [pressed(".", "Period"), "."],
    [pressed(",", "Comma"), ","],
    [pressed("+", "Equal", { shiftKey: true }), "+"],
    [pressed("≥", "Period", { altKey: true }), "Alt+."],
    [pressed("√", "KeyV", { altKey: true }), "Alt+V"],
    [pressed("◊", "KeyV", { altKey: true, shiftKey: true }), "Alt+Shift+V"],
    [pressed(" ", "Space"), "Space"],
    [pressed(" ", "Space", { ctrlKey: true }), "Ctrl+Space"],
    [pressed("ArrowLeft", "ArrowLeft", { shiftKey: true }), "Shift+ArrowLeft"],
    [pressed("Delete", "Delete"), "Delete"],
    [pressed("F12", "F12", { shiftKey: true }), "Shift+F12"],
    [pressed(".", "NumpadDecimal"), "Numpad."],
    [pressed(",", "NumpadDecimal"), "Numpad."],
    [pressed("Delete", "NumpadDecimal"), "Numpad."], // without NumLock
    [pressed("1", "Numpad1"), "Numpad1"],
    [pressed("End", "Numpad1"), "Numpad1"],
    [pressed("1", "Numpad1", { ctrlKey: true }), "Ctrl+Numpad1"],
    [pressed("+", "NumpadAdd"), "Numpad+"],
    [pressed("Enter", "NumpadEnter"), "Enter"],
    [pressed("[", "Digit8", { ctrlKey: true, altKey: true, getModifierState: () => true }), "["], // AltGr
    [pressed("Shift", "ShiftLeft", { shiftKey: true }), ""],
    [pressed("Alt", "AltLeft", { altKey: true }), ""],
  ])("%o is %s", (event, chord) => {
    expect(chordOf(event)).toBe(chord);
  });
});

describe("chords for people", () => {
  it.each([
    ["Ctrl+Shift+Z", "Ctrl+Shift+Z", "⌘⇧Z"],
    ["ArrowLeft", "←", "←"],
    ["Ctrl++", "Ctrl++", "⌘+"],
    ["Numpad.", "Num .", "Num ."],
    ["Delete", "Del", "⌦"],
  ])("%s reads %s, on a Mac %s", (chord, elsewhere, onMac) => {
    expect(chordText(chord, false)).toBe(elsewhere);
    expect(chordText(chord, true)).toBe(onMac);
  });

  it("come apart at the plus, which may be a key itself", () => {
    expect(partsOf("Ctrl+Shift++")).toEqual(["Ctrl", "Shift", "+"]);
    expect(partsOf("Numpad+")).toEqual(["Numpad+"]);
    expect(partsOf("+")).toEqual(["+"]);
    expect(keysOfChord("Ctrl+Numpad+", false)).toEqual(["Ctrl", "Num +"]);
  });
});
