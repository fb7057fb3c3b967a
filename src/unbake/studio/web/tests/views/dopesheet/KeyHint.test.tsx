// @vitest-environment happy-dom

import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import { KeyHint } from "../../../src/views/dopesheet/KeyHint";
import { fakeStudio } from "./fakeStudio";

it("speaks of what leads over its lane, of a key elsewhere", () => {
  const { studio } = fakeStudio([1, 40]);
  document.body.innerHTML = "<div></div>";
  const root = createRoot(document.body.firstElementChild!);
  const said = (hint: Parameters<typeof KeyHint>[0]["hint"]) => {
    act(() =>
      root.render(
        <StudioContext value={studio}>
          <KeyHint hint={hint} />
        </StudioContext>,
      ),
    );
    return document.body.textContent;
  };
  expect(said({ x: 5, y: 5, key: 1 })).toContain("Frame 1 ·");
  const lead = { first: 21, last: 40, part: "right-foot" };
  expect(said({ x: 5, y: 5, key: 40, lead })).toBe("Leads: Right footFrames 21–40");
  expect(said(null)).toBe("");
  act(() => root.unmount());
});
