// @vitest-environment happy-dom
import { act, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { NumberField } from "../../src/controls/NumberField";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const changed = vi.fn();

/** Left in the very moment in which its value has changed. */
function Left({ value }: { value: number }) {
  useLayoutEffect(() => {
    if (value === 6) document.querySelector("input")!.blur();
  }, [value]);
  return <NumberField label="Frame" value={value} onChange={changed} />;
}

it("is left by Enter, which takes over what was typed, once", () => {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  act(() => root.render(<NumberField label="Frame" value={5} onChange={changed} />));
  const input = host.querySelector("input")!;
  input.focus();
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "8");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  act(() => void input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })));
  expect(changed.mock.calls).toEqual([[8]]);
  expect(document.activeElement).not.toBe(input);
  act(() => root.unmount());
  changed.mockClear();
});

it("that nobody typed into changes nothing when it is left, however its value runs", () => {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  act(() => root.render(<Left value={5} />));
  const input = host.querySelector("input")!;
  input.focus();
  act(() => root.render(<Left value={6} />));
  expect(changed).not.toHaveBeenCalled();
  expect(input.value).toBe("6");
  act(() => root.unmount());
});

it("is selected by the first click, so that typing replaces its number; the next click places the caret", () => {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  act(() => root.render(<NumberField label="Keys" value={16} onChange={changed} />));
  const input = host.querySelector("input")!;
  const click = () => {
    const event = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    act(() => void input.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(click()).toBe(true);
  expect(document.activeElement).toBe(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 2]);
  expect(click()).toBe(false);
  act(() => root.unmount());
});
