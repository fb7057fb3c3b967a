import { describe, expect, it } from "vitest";
import { merged, type Relabel, relabel } from "../../src/document/commands";
import {
  boundaries,
  confirmed,
  exchanged,
  inOrder,
  painted,
  plantAt,
  plantsDifference,
  withEnd,
  withGuess,
} from "../../src/document/plants";
import type { Plant } from "../../src/messages";
import { document, labels, type Random, randomFrom } from "./random";

const SEEDS = [1, 2, 3, 4, 5, 6];
const FRAMES = 100;
const WITHIN = { first: 0, last: FRAMES - 1 };

function plant(first: number, last: number, point = 0, source: Plant["source"] = "hand"): Plant {
  return { first, last, point, source };
}

/** Frame by frame who says that a point is planted: slow, and obvious. */
function frames(plants: readonly Plant[], point: number): (Plant["source"] | null)[] {
  return Array.from({ length: FRAMES }, (_, frame) => plantAt(plants, point, frame)?.source ?? null);
}

function anyStretch(random: Random) {
  const [a, b] = [Math.floor(random() * FRAMES), Math.floor(random() * FRAMES)];
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

/** Sorted, inside the clip, none that shares a frame with another of its point. */
function expectSound(plants: readonly Plant[]): void {
  expect(plants).toEqual(inOrder(plants));
  for (const { first, last } of plants)
    expect(WITHIN.first <= first && first <= last && last <= WITHIN.last).toBe(true);
  plants.slice(1).forEach((one, n) => {
    if (one.point === plants[n].point) expect(one.first).toBeGreaterThan(plants[n].last);
  });
}

describe("painting", () => {
  it.each(SEEDS)("sets the frames that it says and no others (seed %i)", (seed) => {
    const random = randomFrom(seed);
    let plants: Plant[] = [];
    for (let n = 0; n < 60; n++) {
      const [point, stretch, isPlanted] = [Math.floor(random() * 4), anyStretch(random), random() < 0.6];
      const before = frames(plants, point);
      const others = [0, 1, 2, 3].filter((one) => one !== point).map((one) => frames(plants, one));
      const kept = structuredClone(plants);
      const after = painted(plants, point, stretch, isPlanted);
      expect(plants).toEqual(kept);
      plants = after;
      expectSound(plants);
      frames(plants, point).forEach((source, frame) => {
        const isInside = stretch.first <= frame && frame <= stretch.last;
        expect(source !== null).toBe(isInside ? isPlanted : before[frame] !== null);
      });
      expect([0, 1, 2, 3].filter((one) => one !== point).map((one) => frames(plants, one))).toEqual(others);
    }
  });

  it("makes one plant of what it touches, by hand, and leaves the source of what it cuts", () => {
    const before = [plant(10, 20, 0, "oracle"), plant(40, 50, 0, "oracle")];
    expect(painted(before, 0, { first: 21, last: 39 }, true)).toEqual([plant(10, 50)]);
    expect(painted(before, 0, { first: 15, last: 16 }, false)).toEqual([
      plant(10, 14, 0, "oracle"),
      plant(17, 20, 0, "oracle"),
      plant(40, 50, 0, "oracle"),
    ]);
    expect(painted(before, 0, { first: 22, last: 30 }, true)[1]).toEqual(plant(22, 30));
  });
});

describe("an edge", () => {
  const plants = [plant(10, 20), plant(30, 40), plant(5, 60, 1)];

  it("goes to a frame, by hand", () => {
    const oracle = [plant(10, 20, 0, "oracle")];
    expect(withEnd(oracle, oracle[0], "last", 25, WITHIN)).toEqual([plant(10, 25)]);
    expect(withEnd(oracle, oracle[0], "first", 3, WITHIN)).toEqual([plant(3, 20)]);
    expect(withEnd(oracle, oracle[0], "last", 20, WITHIN)).toEqual(oracle);
  });

  it("stops before its neighbours, at its other end and at the clip's", () => {
    expect(withEnd(plants, plants[0], "last", 99, WITHIN)[0]).toEqual(plant(10, 28));
    expect(withEnd(plants, plants[1], "first", -50, WITHIN)[1]).toEqual(plant(22, 40));
    expect(withEnd(plants, plants[0], "last", 2, WITHIN)[0]).toEqual(plant(10, 10));
    expect(withEnd(plants, plants[0], "first", -5, WITHIN)[0]).toEqual(plant(0, 20));
    expect(withEnd(plants, plants[1], "last", 500, WITHIN)[1]).toEqual(plant(30, 99));
  });
});

describe("a guess", () => {
  const guess = [plant(0, 9, 0, "oracle"), plant(20, 49, 0, "oracle"), plant(60, 80, 0, "oracle")];

  it("is taken over on the frames asked for", () => {
    const before = [plant(30, 70, 0, "thresholds")];
    expect(withGuess(before, guess, { first: 40, last: 65 })).toEqual([
      plant(30, 39, 0, "thresholds"),
      plant(40, 49, 0, "oracle"),
      plant(60, 65, 0, "oracle"),
      plant(66, 70, 0, "thresholds"),
    ]);
    expect(withGuess([], guess, WITHIN)).toEqual(guess);
  });

  it("leaves what a hand has set, and its ends, as they are", () => {
    const before = [plant(22, 47)];
    expect(withGuess(before, guess, WITHIN)).toEqual([guess[0], before[0], guess[2]]);
    // One that only touches would make it longer.
    expect(withGuess([plant(10, 12)], guess, WITHIN)).toEqual([plant(10, 12), guess[1], guess[2]]);
  });

  it("leaves what was measured, and that a hand need not confirm", () => {
    const before = [plant(22, 47, 0, "force-plate")];
    expect(withGuess(before, guess, WITHIN)).toEqual([guess[0], before[0], guess[2]]);
    expect(confirmed(before, WITHIN)).toEqual(before);
  });

  it("is one plant again where two sequences meet", () => {
    const first = withGuess([], guess, { first: 0, last: 29 });
    expect(withGuess(first, guess, { first: 30, last: 99 })).toEqual(guess);
  });

  it("is the hand's once it was checked", () => {
    expect(confirmed(guess, { first: 5, last: 30 }).map(({ source }) => source)).toEqual(["hand", "hand", "oracle"]);
  });
});

describe("differences", () => {
  it.each(SEEDS)("lead from one list to the other and back (seed %i)", (seed) => {
    const random = randomFrom(seed);
    for (let n = 0; n < 40; n++) {
      const [a, b] = [labels(random), labels(random)];
      const { removed, inserted } = plantsDifference(a, b);
      expect(exchanged(a, removed, inserted)).toEqual(b);
      expect(exchanged(b, inserted, removed)).toEqual(a);
    }
  });

  it("hold what changed and nothing else", () => {
    const before = { ...document(randomFrom(1)), plants: [plant(1, 5), plant(10, 20), plant(3, 4, 2)] };
    const command = relabel(before, "Paint", painted(before.plants, 0, { first: 21, last: 22 }, true)) as Relabel;
    expect([command.removed, command.inserted]).toEqual([[plant(10, 20)], [plant(10, 22)]]);
    expect(relabel(before, "Paint", [...before.plants])).toBeNull();
  });

  it("of one gesture are one command that holds no way there", () => {
    const start = { ...document(randomFrom(1)), plants: [plant(10, 20)] };
    const middle = { ...start, plants: [plant(10, 21)] };
    const there = relabel(start, "Retime", middle.plants, "a") as Relabel;
    const on = relabel(middle, "Retime", [plant(10, 22)], "a") as Relabel;
    expect(merged(there, on)).toMatchObject({ removed: [plant(10, 20)], inserted: [plant(10, 22)] });
    const back = relabel(middle, "Retime", start.plants, "a") as Relabel;
    expect(merged(there, back)).toMatchObject({ removed: [], inserted: [] });
  });
});

it("boundaries are the first and last frames of some points, rising, each once", () => {
  expect(boundaries([plant(5, 9), plant(1, 5, 1), plant(2, 3, 2)], [0, 1])).toEqual([1, 5, 9]);
});
