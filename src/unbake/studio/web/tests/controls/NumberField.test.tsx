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
