import { describe, expect, it } from "vitest";
import { curveOf, handleSpot, hitAt, keySpot, placesIn, shownHandles } from "../../../src/views/graph/hits";
import { smallPicture } from "./figure";

const PLACE = { key: 1, channel: 1 };

describe("what lies under the pointer", () => {
  it("is the key, within reach", () => {
    const picture = smallPicture();
    const { x, y } = keySpot(picture, picture.keys!, PLACE, curveOf(picture, 1)!);
    expect(x).toBe(324);
    expect(y).toBeCloseTo(6 + (80 / 120) * 200, 6);
    expect(hitAt(picture, { x: x + 4, y: y - 5 })).toEqual({ kind: "key", place: PLACE });
    expect(hitAt(picture, { x: x + 9, y: y + 30 })).toBeNull();
  });

  it("is a handle only while its key is selected", () => {
    const bare = smallPicture();
    const picture = smallPicture([PLACE]);
    const spot = handleSpot(picture, picture.keys!, PLACE, "right", curveOf(picture, 1)!);
    expect(hitAt(bare, spot)?.kind).not.toBe("handle");
    expect(hitAt(picture, spot)).toEqual({ kind: "handle", place: PLACE, side: "right" });
  });

  it("is the curve between keys", () => {
    const picture = smallPicture();
    expect(hitAt(picture, { x: 124 + 40, y: 6 + (10 / 120) * 200 + 3 })).toEqual({ kind: "curve", channel: 0 });
  });

  it("first and last key have one handle", () => {
    const picture = smallPicture([{ key: 0, channel: 0 }, { key: 2, channel: 0 }, PLACE]);
    expect(shownHandles(picture).map(({ place, side }) => `${place.key} ${side}`)).toEqual([
      "0 right",
      "2 left",
      "1 left",
      "1 right",
    ]);
  });
});

describe("a box", () => {
  it("holds the keys of each channel that lie in it", () => {
    const picture = smallPicture();
    expect(placesIn(picture, { left: 300, right: 340, top: 0, bottom: 400 })).toEqual([{ key: 1, channel: 0 }, PLACE]);
    expect(placesIn(picture, { left: 0, right: 900, top: 100, bottom: 400 })).toEqual([{ key: 0, channel: 1 }, PLACE]);
  });
});
