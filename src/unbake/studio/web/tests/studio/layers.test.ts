import { beforeEach, expect, it } from "vitest";
import type { PoseDragged } from "../../src/messages";
import { freeName, moved } from "../../src/studio/layers";
import type { Studio } from "../../src/studio/studio";
import { FakeConnection, keysOn, opened, settled, studioWith } from "./fakes";

let connection: FakeConnection;
let studio: Studio;

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  const done = studio.open({ source: "packaged" });
  await connection.waiting("Open")[0].answer({ ...opened(), keys: keysOn(1, 5, 10) });
  await done;
});

const layers = () => studio.document.get().layers;
const names = () => layers().map(({ name }) => name);

/** What the server says of a hand in the selected layer, which gets a key on a frame. */
function keyed(frame: number): PoseDragged {
  const layer = { ...layers()[0], frames: Int32Array.of(frame), joints: Int32Array.of(0) };
  const layered = { positions: new Float32Array(30), rotations: new Int16Array(40), first: 1 };
  return { keys: null, evaluation: null, missed_cm: 0, notes: [], layer, layered };
}

it("gives a pose to the selected layer, leaves the keys alone, and undoes it", async () => {
  studio.layers.add();
  const { edited } = studio.document.get();
  const done = studio.posing.keyLayer("Key without change", "unchanged");
  await settled();
  const [asked] = connection.waiting("KeyLayer");
  expect(asked.body).toMatchObject({ what: "unchanged", stack: { selected: layers()[0].id } });
  await asked.answer(keyed(1));
  await done;
  expect(layers()[0].frames).toEqual(Int32Array.of(1));
  expect(studio.document.get().edited).toBe(edited);
  studio.undo();
  expect(layers()[0].frames).toEqual(new Int32Array());
  studio.undo();
  expect(layers()).toEqual([]);
  expect(studio.layers.stack().selected).toBe("");
  studio.redo();
  expect(studio.layers.stack().selected).toBe(layers()[0].id);
});

it("asks for the capture with its layers without any keys", async () => {
  studio.results.patch({ evaluated: keysOn(1, 5, 10) });
  studio.layers.put(true);
  studio.layers.add();
  await settled();
  expect(connection.waiting("ApplyLayers")[0].body).toMatchObject({ keys: null, layers: [] });
  await connection.waiting("ApplyLayers")[0].answer(keyed(1).layered!);
  expect(studio.results.get().layered).toBeNull();
  await connection.waiting("ApplyLayers")[0].answer(keyed(1).layered!);
  expect(studio.results.get().layered?.of?.layers).toBe(layers());
});

it("leaves layers that were changed meanwhile as they are", async () => {
  studio.layers.add();
  const done = studio.posing.keyLayer("Time key", "time", 0.1);
  await settled();
  const answer = keyed(4);
  studio.layers.add();
  await connection.waiting("KeyLayer")[0].answer(answer);
  await done;
  expect(layers().map(({ frames }) => frames.length)).toEqual([0, 0]);
  expect(studio.notices.get().at(-1)?.text).toMatch(/layers were changed meanwhile/);
});

it("says what the server refuses, and changes nothing", async () => {
  studio.layers.add();
  const done = studio.posing.keyLayer("Time key", "time", -9);
  await settled();
  await connection.waiting("KeyLayer")[0].fail("layer 'Layer 1' would turn time back");
  await done;
  expect(studio.notices.get().at(-1)?.text).toMatch(/would turn time back/);
  expect(studio.history.past.get().done).toHaveLength(1);
});

it("names layers apart and moves them past each other", () => {
  for (let n = 0; n < 3; n++) studio.layers.add();
  expect(names()).toEqual(["Layer 1", "Layer 2", "Layer 3"]);
  studio.layers.rename(layers()[0].id, "Layer 3");
  expect(names()[0]).toBe("Layer 1");
  studio.layers.move(layers()[0].id, 1);
  expect(names()).toEqual(["Layer 2", "Layer 1", "Layer 3"]);
  expect(freeName([{ name: "wave" }, { name: "wave 2" }], "wave")).toBe("wave 3");
  expect(moved([{ id: "a" }, { id: "b" }], "b", 1).map(({ id }) => id)).toEqual(["a", "b"]);
});
