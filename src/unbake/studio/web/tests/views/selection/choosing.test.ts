import { describe, expect, it } from "vitest";
import { change } from "../../../src/document/commands";
import type { StudioDocument } from "../../../src/document/document";
import { History } from "../../../src/document/history";
import type { Chosen, Keys, SpaceFound } from "../../../src/messages";
import { Store } from "../../../src/store";
import { FIRST_RESULTS, type Results } from "../../../src/studio/results";
import type { Studio } from "../../../src/studio/studio";
import { changeLayer, chooseBy, chooseCount, shownCount } from "../../../src/views/selection/choosing";

const layer = {
  criterion: "lerp-max",
  metric: "pose",
  lead: true,
  space: "body",
  accuracy: 0.15,
  significance: 0.1,
  floor_cm: 0.5,
} as const;

const keysOf = (count: number) => ({ frames: new Int32Array(count) }) as unknown as Keys;

function studioWith(keys: number, document: Partial<StudioDocument> = {}): Studio {
  const choice = {
    by: "layers",
    keys: 20,
    error_cm: 2,
    accuracy: 0.02,
    significance: 0.1,
    layers: [layer, layer, layer],
  };
  const store = new Store({
    settings: {},
    choice,
    joining: {},
    detail: 0,
    edited: null,
    ...document,
  } as StudioDocument);
  const history = new History(store);
  const results = new Store<Results>({ ...FIRST_RESULTS, chosen: { keys: keysOf(keys) } as Chosen });
  const studio = {
    document: store,
    history,
    results,
    commands: { ahead: store },
    change: (label: string, after: (document: StudioDocument) => Partial<StudioDocument>, gesture?: string) =>
      history.execute(change(store.get(), label, after(store.get()), gesture)),
  };
  return studio as unknown as Studio;
}

const labels = (studio: Studio) => studio.history.past.get().done.map(({ label }) => label);

describe("choosing a count", () => {
  it("takes over from any other way, and is named", () => {
    const studio = studioWith(17);
    chooseCount(studio, 12);
    expect(studio.document.get().choice).toMatchObject({ by: "count", keys: 12, error_cm: 2 });
    expect(labels(studio)).toEqual(["Choose 12 keys"]);
  });

  it("is one step of undo for a whole drag", () => {
    const studio = studioWith(17);
    for (let keys = 16; keys > 8; keys--) chooseCount(studio, keys, "drag");
    expect(labels(studio)).toEqual(["Choose 9 keys"]);
    studio.history.undo();
    expect(studio.document.get().choice.by).toBe("layers");
  });

  it("does nothing where nothing changes", () => {
    const studio = studioWith(17);
    chooseCount(studio, 12);
    chooseCount(studio, 12);
    expect(labels(studio)).toHaveLength(1);
  });
});

describe("choosing in another way", () => {
  it("begins with the count that there is", () => {
    const studio = studioWith(17);
    chooseBy(studio, "count");
    expect(studio.document.get().choice).toMatchObject({ by: "count", keys: 17 });
  });

  it("leaves alone what waits", () => {
    const studio = studioWith(17);
    chooseBy(studio, "error");
    expect(studio.document.get().choice).toMatchObject({ by: "error", keys: 20, error_cm: 2 });
  });
});

describe("layers", () => {
  it("change one at a time; the others stay the same objects", () => {
    const studio = studioWith(17);
    const before = studio.document.get().choice.layers;
    changeLayer(studio, 1, { accuracy: 0.3 });
    const after = studio.document.get().choice.layers;
    expect(after[1].accuracy).toBe(0.3);
    expect([after[0] === before[0], after[1] === before[1], after[2] === before[2]]).toEqual([true, false, true]);
  });
});

describe("the count that is shown", () => {
  it("does not wait for the server", () => {
    const studio = studioWith(17);
    chooseCount(studio, 5);
    expect(shownCount(studio.document.get(), studio.results.get())).toBe(5);
  });

  it("is not known before there are keys, where layers or an error decide about it", () => {
    const studio = studioWith(17);
    studio.results.patch({ chosen: null });
    for (const by of ["layers", "error", "auto"] as const) {
      studio.document.patch({ choice: { ...studio.document.get().choice, by } });
      expect(shownCount(studio.document.get(), studio.results.get())).toBeNull();
    }
  });

  it("is one that there can be", () => {
    const studio = studioWith(17);
    const shown = (keys: number) => {
      chooseCount(studio, keys);
      return shownCount(studio.document.get(), studio.results.get());
    };
    studio.results.patch({ space: { counts: Int32Array.of(8, 9, 12), errors_cm: new Float32Array(3) } as SpaceFound });
    expect([2, 8, 10, 12, 400].map(shown)).toEqual([8, 8, 10, 12, 12]);
  });

  it("is that of the keys under the hand, of edited ones, of chosen ones", () => {
    const studio = studioWith(17);
    const show = () => shownCount(studio.document.get(), studio.results.get());
    expect(show()).toBe(17);
    studio.document.patch({ edited: keysOf(18) });
    expect(show()).toBe(18);
    studio.results.patch({ handled: keysOf(19) });
    expect(show()).toBe(19);
  });
});
