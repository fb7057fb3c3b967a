// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Dialogs } from "../../src/shell/dialogs/Dialogs";
import { TakeChooser } from "../../src/shell/TakeChooser";
import { StudioContext } from "../../src/studio/context";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, opened, settled, studioWith, welcome } from "../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let connection: FakeConnection;
let studio: Studio;
let root: Root;

const chooser = () => document.querySelector<HTMLSelectElement>("select.takes");
const asked = () => connection.waiting("Open")[0]?.body;

/** Open a file with some takes; the one that was asked for, or the first. */
async function openWith(takes: string[], id = "1"): Promise<void> {
  const done = studio.open({ source: "path", name: "/clips/two.fbx", fps: 30 });
  await settled();
  await answer(takes, id);
  await done;
}
async function answer(takes: string[], id: string): Promise<void> {
  const [request] = connection.waiting("Open");
  const answer = opened(id);
  const take = request.body.take ?? takes[0] ?? null;
  await act(() => request.answer({ ...answer, clip: { ...answer.clip, takes, take } }));
}
const choose = (take: string) =>
  act(async () => {
    chooser()!.value = take;
    chooser()!.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  });

beforeEach(async () => {
  document.body.innerHTML = "<div id='root'></div>";
  connection = new FakeConnection();
  studio = studioWith(connection);
  studio.welcome.set(welcome());
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <TakeChooser />
        <Dialogs />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

describe("takes of a file", () => {
  it("are offered where there are several, and another is opened as the file was", async () => {
    await openWith([]);
    expect(chooser()).toBeNull();
    await openWith(["Walk", "Run"], "2");
    expect([chooser()!.value, [...chooser()!.options].map(({ text }) => text)]).toEqual(["Walk", ["Walk", "Run"]]);
    await choose("Run");
    expect(asked()).toMatchObject({ source: "path", name: "/clips/two.fbx", fps: 30, take: "Run" });
    await answer(["Walk", "Run"], "3");
    expect([chooser()!.value, studio.returning.how.take]).toEqual(["Run", "Run"]);
  });

  it("are not opened over unsaved work unasked", async () => {
    await openWith(["Walk", "Run"]);
    act(() => studio.change("Detail", { detail: 0.5 }));
    await choose("Run");
    expect([asked(), studio.dialog.get()?.kind, chooser()!.value]).toEqual([undefined, "unsaved", "Walk"]);
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Do not save")!;
    await act(async () => {
      button.click();
      await settled();
    });
    expect(asked()).toMatchObject({ take: "Run" });
  });

  it("come with the rate and the unit where a file is opened again", async () => {
    await openWith(["Walk", "Run"]);
    act(() => studio.dialog.set({ kind: "openAgain" }));
    expect([...document.querySelectorAll("dialog option")].map(({ textContent }) => textContent)).toContain("Run");
  });
});
