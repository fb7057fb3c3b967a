// @vitest-environment happy-dom

import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import type { LibraryClip } from "../../../src/messages";
import { StudioContext } from "../../../src/studio/context";
import { ClipCard } from "../../../src/views/library/ClipCard";
import { FakeConnection, studioWith } from "../../studio/fakes";

// Its picture needs a canvas.
vi.mock("../../../src/views/library/Thumbnail", () => ({ Thumbnail: () => null }));

it("says which flags of the filter are only guessed", () => {
  document.body.innerHTML = "<ul></ul>";
  const root = createRoot(document.body.firstElementChild!);
  const known = { id: 1, name: "walk 1", source: "", tags: ["made"], flags: ["Run"], guessed: ["Walk", "Jump"] };
  const clip: LibraryClip = { ...known, n_frames: 90, first_frame: 1, fps: 30, seconds: 3 };
  act(() =>
    root.render(
      <StudioContext value={studioWith(new FakeConnection())}>
        <ClipCard id={1} name={clip.name} clip={clip} />
      </StudioContext>,
    ),
  );
  const labels = [...document.querySelectorAll(".labels > span")].map((label) => label.textContent);
  expect(labels).toEqual(["Guessed: Walk, Jump", "made", "Run"]);
  expect(document.querySelector("li")?.title).toContain("Only guessed: Walk, Jump");
  act(() => root.unmount());
});
