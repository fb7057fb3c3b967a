import { beforeEach, expect, it, vi } from "vitest";
import { keptChanges, openedProject, projectText } from "../../src/studio/project";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, keysOn, open, studioWith } from "./fakes";

let studio: Studio;
beforeEach(async () => {
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
});

const read = (text: string) => openedProject(text, studio.document.get(), studio.view.get());
/** The project with one part changed; undefined takes it away. */
function changed(way: string, value?: unknown): string {
  const project = JSON.parse(projectText(studio));
  const names = way.split(".");
  const last = names.pop()!;
  const holder = names.reduce((part, name) => part[name], project);
  holder[last] = value;
  return JSON.stringify(project);
}

it("comes back as it was saved", () => {
  expect(read(projectText(studio)).document).toEqual(studio.document.get());
});

it.each(["document.plants", "view.viewport.hasPlants", "past"])("may be of an earlier version, without %s", (way) => {
  expect(read(changed(way)).playhead).toBe(studio.playhead.get());
});

it("may have other keys than those that the file holds itself", () => {
  const untouched = { ...studio.document.get(), edited: keysOn(1, 10) };
  expect(openedProject(projectText(studio), untouched, studio.view.get()).document.edited).toBeNull();
});

it("keeps the newest changes where there are too many to send", () => {
  for (let n = 1; n <= 9; n++) studio.change(`Detail ${n}`, { detail: n / 10 });
  const { done } = studio.history.past.get();
  const length = JSON.stringify(done[0]).length;
  expect(keptChanges(done)).toBe(done);
  expect(keptChanges(done, 3.5 * length)).toEqual(done.slice(-3));
  expect(keptChanges(done, 0)).toEqual([]);
  expect(read(projectText(studio)).past.done).toHaveLength(9);
});

it("writes down every change once, however often it is kept", () => {
  studio.change("Detail", { detail: 0.5 });
  const [change] = studio.history.past.get().done;
  const stringify = vi.spyOn(JSON, "stringify");
  const [first, second] = [projectText(studio), projectText(studio)];
  expect(second).toBe(first);
  expect(stringify.mock.calls.filter(([value]) => value === change)).toHaveLength(1);
  stringify.mockRestore();
  expect(read(first).past.done).toEqual([change]);
});

it("is of a later version: that is said", () => {
  expect(() => read(changed("version", 2))).toThrow("later version");
});

it.each<[string, unknown]>([
  ["past", {}],
  ["past.done", 5],
  ["document.choice", null],
  ["document", []],
  ["view.viewport", null],
  ["playhead", "x"],
])("is damaged where %s is %o", (way, value) => {
  expect(() => read(changed(way, value))).toThrow("damaged");
});

it.each(["{", "null", "[]", "5", ""])("is damaged where it is %o", (text) => {
  expect(() => read(text)).toThrow("damaged");
});
