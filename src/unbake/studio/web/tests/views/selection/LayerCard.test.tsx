// @vitest-environment happy-dom

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LayerSettings } from "../../../src/messages";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { LayerCard } from "../../../src/views/selection/LayerCard";
import { chosen, FakeConnection, keysOn, open, opened, settled, studioWith } from "../../studio/fakes";

let root: Root;
let connection: FakeConnection;
let studio: Studio;
const summary = () => document.querySelector(".fold-summary")?.textContent;
const LAYER = { criterion: "extremes" } as unknown as LayerSettings;

async function shown(keys = opened().keys): Promise<void> {
  await open(studio, connection, { ...opened(), keys });
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <LayerCard name="Extremes" place={0} layer={LAYER} />
      </StudioContext>,
    ),
  );
}

beforeEach(() => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild!);
});
afterEach(() => act(() => root.unmount()));

it("says that a count is on its way only while it is", async () => {
  await shown();
  expect(summary()).toBe("…");
  await act(async () => {
    await connection.waiting("Choose")[0].answer({ ...chosen(true), layers: Uint8Array.of(1, 2, 1) });
    await settled();
  });
  expect(summary()).toBe("2 keyposes");
});

it("says nothing of keys that were opened with their edits", async () => {
  await shown(keysOn(1, 5, 10));
  expect(summary()).toBeUndefined();
});
