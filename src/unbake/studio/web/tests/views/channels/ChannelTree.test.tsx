// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { ChannelTree } from "../../../src/views/channels/ChannelTree";
import type { Row } from "../../../src/views/channels/rows";
import { FakeConnection, open, studioWith } from "../../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let studio: Studio;
let root: Root;

const row = () => document.querySelector<HTMLElement>("[role=treeitem]")!;
const space = () => {
  const event = new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true });
  act(() => void row().dispatchEvent(event));
  return event;
};

beforeEach(async () => {
  document.body.innerHTML = "<div id='root'></div>";
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  const rows: Row[] = [{ kind: "joint", joint: 0, depth: 0, isOpen: true }];
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <ChannelTree clip={studio.clip.get()!} rows={rows} open={new Set([0])} onOpen={() => {}} />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

describe("Space on a row of the tree", () => {
  it("chooses what keys have reached", () => {
    act(() => row().focus());
    expect(space().defaultPrevented).toBe(true);
    expect(studio.view.get().selectedJoints).toEqual([0]);
  });

  it("is left to the playhead after a click", () => {
    act(() => {
      row().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      row().focus();
      row().click();
    });
    expect(studio.view.get().selectedJoints).toEqual([0]);
    expect(space().defaultPrevented).toBe(false);
    act(() => row().blur());
    act(() => row().focus());
    expect(space().defaultPrevented).toBe(true);
  });
});
