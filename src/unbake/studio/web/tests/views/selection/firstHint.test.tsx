// @vitest-environment happy-dom

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { FirstHint } from "../../../src/views/selection/FirstHint";
import { CHOICE, FakeConnection, open, studioWith } from "../../studio/fakes";

let root: Root;
let studio: Studio;
const hint = () => document.querySelector(".first-hint");

beforeEach(async () => {
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <FirstHint />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

it("the first hint goes for good once it is read", () => {
  expect(hint()?.textContent).toContain("Red keyposes");
  act(() => hint()?.querySelector("button")?.click());
  expect(hint()).toBeNull();
  expect(studio.preferences.get().knowsSlider).toBe(true);
});

it("the first hint goes once the slider is used, not for other changes", () => {
  act(() => studio.change("Detail", { detail: 0.5 }));
  expect(hint()).not.toBeNull();
  act(() => studio.change("Count", { choice: { ...CHOICE, keys: 7 } }));
  expect(hint()).toBeNull();
  expect(studio.preferences.get().knowsSlider).toBe(true);
});
