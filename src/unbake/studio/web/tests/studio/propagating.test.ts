import { beforeEach, expect, it } from "vitest";
import type { PoseLayer, Propagated } from "../../src/messages";
import { counting, emptyLayer, withoutCounting } from "../../src/studio/layers";
import type { Studio } from "../../src/studio/studio";
import { evaluation, FakeConnection, keysOn, open, opened, settled, studioWith } from "./fakes";

let connection: FakeConnection;
let studio: Studio;

beforeEach(async () => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection, { ...opened(), keys: keysOn(1, 5, 10) });
  await connection.waiting("Evaluate")[0]?.answer({ evaluation: evaluation() });
});

function layer(name: string, other: Partial<PoseLayer> = {}): PoseLayer {
  return {
    ...emptyLayer(name),
    frames: Int32Array.of(2, 7),
    joints: Int32Array.of(0),
    vectors: Float64Array.of(0, 0.1, 0, 0, 0, 0),
    ...other,
  };
}

/** What came of an edit: other keys on the same frames. */
function found(): Propagated {
  const keys = keysOn(1, 5, 10);
  return {
    first: 1,
    values: new Float32Array(),
    keys: { ...keys, values: keys.values.map((value) => value + 1) },
    evaluation: evaluation(),
    confidence: new Float32Array(10),
    source_frames: new Float64Array(10),
    low_first: new Int32Array(),
    low_last: new Int32Array(),
    notes: [],
    seconds: 1,
  };
}

const names = () => studio.document.get().layers.map(({ name, is_muted }) => (is_muted ? `(${name})` : name));

it("carries layers over as parts of the keys, in one step", async () => {
  const layers = [layer("Arm"), layer("Old", { is_muted: true })];
  studio.change("Layers", { layers });
  const marked = studio.propagating.markEdited();
  expect(connection.waiting("FindDeltas")[0].body.stack).toEqual({ layers: [], selected: "" });
  await connection.waiting("FindDeltas")[0].answer({
    frames: Int32Array.of(),
    moved_cm: new Float32Array(),
    joints: new Int32Array(),
  });
  await marked;
  expect(studio.propagating.state.get().examples).toEqual([{ first: 1, last: 10 }]);
  const before = studio.documentKeys();
  const done = studio.propagating.propagate();
  await settled();
  const [asked] = connection.waiting("Propagate");
  expect(asked.body.layers.map(({ name }) => name)).toEqual(["Arm"]);
  await asked.answer(found());
  await done;
  expect(names()).toEqual(["(Old)"]);
  expect(studio.documentKeys()).not.toBe(before);
  studio.undo();
  expect(names()).toEqual(["Arm", "(Old)"]);
  expect(studio.documentKeys()?.values).toEqual(before?.values);
  studio.redo();
  expect(names()).toEqual(["(Old)"]);
});

it("leaves the document's layers alone where none is seen", async () => {
  studio.change("Layers", { layers: [layer("Old", { is_muted: true })], isOnCapture: true });
  studio.propagating.mark({ first: 2, last: 7 });
  const done = studio.propagating.propagate();
  await settled();
  const [asked] = connection.waiting("Propagate");
  expect(asked.body.layers).toEqual([]);
  await asked.answer(found());
  await done;
  expect(names()).toEqual(["(Old)"]);
  expect(studio.document.get().isOnCapture).toBe(true);
});

it("knows which layers are seen, and shows none of the others when those are gone", () => {
  const [plain, muted, solo] = [layer("plain"), layer("muted", { is_muted: true }), layer("solo", { is_solo: true })];
  expect(counting([plain, muted])).toEqual([plain]);
  expect(counting([plain, muted, solo])).toEqual([solo]);
  expect(withoutCounting([plain, muted, solo]).map(({ name, is_muted }) => [name, is_muted])).toEqual([
    ["plain", true],
    ["muted", true],
  ]);
});
