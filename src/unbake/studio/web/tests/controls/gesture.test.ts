import { describe, expect, it } from "vitest";
import { Gesture } from "../../src/controls/gesture";
import { stepsOf } from "../../src/controls/Slider";

function gestureWithClock() {
  const clock = { now: 0 };
  return { clock, gesture: new Gesture("slider", () => clock.now) };
}

describe("a gesture", () => {
  it("lasts as long as the hand holds", () => {
    const { clock, gesture } = gestureWithClock();
    gesture.hold();
    const first = gesture.next();
    clock.now = 60_000;
    expect(gesture.next()).toBe(first);
    gesture.release();
    expect(gesture.next()).not.toBe(first);
  });

  it("is another one at every touch, however quick", () => {
    const { gesture } = gestureWithClock();
    gesture.hold();
    const first = gesture.next();
    gesture.release();
    gesture.hold();
    expect(gesture.next()).not.toBe(first);
  });

  it("ends where another field is changed, however quickly", () => {
    const { gesture } = gestureWithClock();
    const first = gesture.next("accuracy");
    expect(gesture.next("accuracy")).toBe(first);
    const second = gesture.next("significance");
    expect(second).not.toBe(first);
    expect(gesture.next("accuracy")).not.toBe(first);
  });

  it("holds keys together that follow quickly", () => {
    const { clock, gesture } = gestureWithClock();
    const first = gesture.next();
    clock.now = 500;
    expect(gesture.next()).toBe(first);
    clock.now = 1200;
    expect(gesture.next()).toBe(first);
    clock.now = 2500;
    expect(gesture.next()).not.toBe(first);
  });

  it("has a name of its own", () => {
    expect(new Gesture("slider").next()).not.toBe(new Gesture("slider").next());
  });
});

describe("the keys of a slider", () => {
  const steps = (key: string, shiftKey = false, ctrlKey = false) =>
    stepsOf({ key, shiftKey, ctrlKey, altKey: false, metaKey: false });

  it("step by one, by ten, to the ends", () => {
    expect([steps("ArrowRight"), steps("ArrowDown"), steps("ArrowUp", true), steps("PageDown")]).toEqual([
      1, -1, 10, -10,
    ]);
    expect([steps("Home"), steps("End", true)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it("leave shortcuts alone", () => {
    expect([steps("a"), steps("ArrowRight", false, true)]).toEqual([undefined, undefined]);
  });
});
