import { beforeEach, describe, expect, it } from "vitest";
import type { Plant } from "../../../src/messages";
import type { Studio } from "../../../src/studio/studio";
import { benchOf, scopeOf, selectedPlant } from "../../../src/views/feet/bench";
import * as edits from "../../../src/views/feet/edits";
import { FakeConnection, open, studioWith } from "../../studio/fakes";

let studio: Studio;

function plant(first: number, last: number, point = 0, source: Plant["source"] = "hand"): Plant {
  return { first, last, point, source };
}

const plants = () => studio.document.get().plants;
const labels = () => studio.history.past.get().done.map(({ label }) => label);

/** The clip has frames 1 to 10. */
beforeEach(async () => {
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
});

describe("by keys", () => {
  it("a plant is set, grows and shrinks at the playhead", () => {
    edits.select(studio, 2);
    studio.playhead.set(4);
    edits.setHere(studio);
    expect(plants()).toEqual([plant(4, 4, 2)]);
    studio.playhead.set(7);
    edits.endHere(studio);
    expect(plants()).toEqual([plant(4, 7, 2)]);
    studio.playhead.set(5);
    edits.beginHere(studio);
    expect(plants()).toEqual([plant(5, 7, 2)]);
    studio.playhead.set(2);
    edits.beginHere(studio);
    expect(plants()).toEqual([plant(2, 7, 2)]);
    studio.playhead.set(9);
    edits.beginHere(studio);
    expect(plants()).toEqual([plant(2, 7, 2), plant(9, 9, 2)]);
    expect(labels()).toEqual([
      "Paint right heel",
      "Retime right heel",
      "Retime right heel",
      "Retime right heel",
      "Paint right heel",
    ]);
    for (let n = 0; n < 5; n++) studio.undo();
    expect(plants()).toEqual([]);
  });

  it("a plant that begins on its last frame, or ends on its first, has one left", () => {
    edits.commit(studio, "Paint", [plant(2, 5), plant(8, 9)]);
    studio.playhead.set(5);
    edits.beginHere(studio);
    expect(plants()[0]).toEqual(plant(5, 5));
    studio.playhead.set(8);
    edits.endHere(studio);
    expect(plants()[1]).toEqual(plant(8, 8));
  });

  it("the boundary nearest to the playhead moves, and the playhead with it, as one step", () => {
    edits.commit(studio, "Paint", [plant(3, 6)]);
    studio.playhead.set(5);
    for (let n = 0; n < 3; n++) edits.nudge(studio, 1, "g");
    expect([plants(), studio.playhead.get()]).toEqual([[plant(3, 9)], 9]);
    studio.undo();
    expect(plants()).toEqual([plant(3, 6)]);
    studio.playhead.set(1);
    edits.nudge(studio, -1, "h");
    expect([plants(), studio.playhead.get()]).toEqual([[plant(2, 6)], 2]);
  });

  it("the plant that was picked is erased, or the one at the playhead", () => {
    edits.commit(studio, "Paint", [plant(1, 3), plant(6, 8)]);
    edits.select(studio, 0, plants()[1]);
    studio.playhead.set(2);
    edits.erase(studio);
    expect([plants(), selectedPlant(studio)]).toEqual([[plant(1, 3)], null]);
    edits.erase(studio);
    expect(plants()).toEqual([]);
    edits.erase(studio);
    expect(labels()).toEqual(["Paint", "Erase left heel", "Erase left heel"]);
  });

  it("lanes end at the ends, and boundaries are gone to one after the other", () => {
    edits.commit(studio, "Paint", [plant(2, 4, 3), plant(8, 9, 3)]);
    for (let n = 0; n < 9; n++) edits.stepLane(studio, 1);
    expect(benchOf(studio).get().lane).toBe(3);
    const seen = [1, 1, 1, 1, 1, -1].map((by) => {
      edits.toBoundary(studio, by as 1 | -1);
      return studio.playhead.get();
    });
    expect(seen).toEqual([2, 4, 8, 9, 9, 8]);
  });
});

describe("the guess", () => {
  const guess = { plants: [plant(1, 9, 1, "oracle")], certainty: new Float32Array(40), distance: new Float32Array(10) };

  it("is accepted in the sequence, otherwise in the range", () => {
    studio.results.patch({ guess });
    benchOf(studio).patch({ sequence: { first: 3, last: 5, farthest: 4, distance: 1, path: null, left_out: [] } });
    edits.acceptGuess(studio);
    expect(plants()).toEqual([plant(3, 5, 1, "oracle")]);
    expect(labels()).toEqual(["Accept guess"]);
    benchOf(studio).patch({ sequence: null });
    edits.acceptGuess(studio);
    expect(plants()).toEqual([plant(1, 9, 1, "oracle")]);
    expect(scopeOf(studio)).toEqual({ first: 1, last: 10 });
  });
});

it("changes are named for what they change", () => {
  expect([[0], [2, 3], [0, 1], [1, 2], [0, 1, 2, 3]].map((points) => edits.named("Paint", points))).toEqual([
    "Paint left heel",
    "Paint right foot",
    "Paint left foot",
    "Paint feet",
    "Paint feet",
  ]);
});
