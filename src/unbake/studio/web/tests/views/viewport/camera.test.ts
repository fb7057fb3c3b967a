import { Vector3 } from "three";
import { expect, test } from "vitest";
import type { CameraView } from "../../../src/studio/view";
import { firstCamera } from "../../../src/views/viewport/camera/first";
import { gestureOf, wheelFactor } from "../../../src/views/viewport/camera/gesture";
import {
  axesOf,
  eyeOf,
  framed,
  fromPreset,
  metresPerPixel,
  nearestClear,
  OPENING_RAD,
  orbited,
  panned,
  zoomed,
} from "../../../src/views/viewport/camera/view";
import { Cameras, onPicture } from "../../../src/views/viewport/scene/cameras";
import { walkingMan } from "./figures";

const VIEW = { target: [1, 1, 2] as const, yaw: 0.4, pitch: 0.3, distance: 4, isOrthographic: false };

test("the axes stand at right angles, and presets look along the world's", () => {
  const { right, up, back } = axesOf(VIEW);
  expect(right.clone().cross(up).distanceTo(back)).toBeLessThan(1e-12);
  expect(eyeOf(fromPreset(VIEW, "front")).toArray()).toEqual([1, 1, 6]);
  expect(eyeOf(fromPreset(VIEW, "right")).x).toBeCloseTo(5);
  expect(eyeOf(fromPreset(VIEW, "top")).y).toBeCloseTo(5);
  expect(eyeOf(fromPreset(VIEW, "left")).x).toBeCloseTo(-3);
});

test("the drawn camera is where the numbers say, upright even from above", () => {
  const top = fromPreset(VIEW, "top");
  const camera = new Cameras().of(top, 1.5);
  const { right, up } = axesOf(top);
  const target = new Vector3(...top.target);
  const [x, y] = onPicture(target, camera, 600, 400);
  expect([x, y]).toEqual([expect.closeTo(300), expect.closeTo(200)]);
  const beside = onPicture(target.clone().addScaledVector(right, metresPerPixel(top, 400) * 50), camera, 600, 400);
  expect(beside[0]).toBeCloseTo(350);
  const above = onPicture(target.clone().addScaledVector(up, metresPerPixel(top, 400) * 50), camera, 600, 400);
  expect(above[1]).toBeCloseTo(150);
});

test("panning takes what is under the pointer along", () => {
  const moved = panned(VIEW, 30, -20, 400);
  const before = new Vector3(...VIEW.target);
  const [x, y] = onPicture(before, new Cameras().of(moved, 1.5), 600, 400);
  expect(x).toBeCloseTo(330);
  expect(y).toBeCloseTo(180);
});

test("zooming keeps what is under the pointer", () => {
  const { right, up } = axesOf(VIEW);
  const size = metresPerPixel(VIEW, 400);
  const under = new Vector3(...VIEW.target).addScaledVector(right, 100 * size).addScaledVector(up, 60 * size);
  const near = zoomed(VIEW, 0.5, 100, 60, 400);
  expect(near.distance).toBe(2);
  const [x, y] = onPicture(under, new Cameras().of(near, 1.5), 600, 400);
  expect(x).toBeCloseTo(400);
  expect(y).toBeCloseTo(140);
});

test("orbiting stops at the poles and keeps the target", () => {
  const high = orbited(VIEW, 0, 10_000, 400);
  expect(high.pitch).toBe(Math.PI / 2);
  expect(high.target).toEqual(VIEW.target);
  expect(Math.abs(orbited(VIEW, 100_000, 0, 400).yaw)).toBeLessThanOrEqual(Math.PI);
});

test("framed points are all in the picture, and fill it", () => {
  const points = [0, 0, 0, 0, 1.8, 0, 3, 1, 1];
  for (const isOrthographic of [true, false]) {
    const view = framed({ ...VIEW, isOrthographic }, points, 1.5, 0.1);
    const camera = new Cameras().of(view, 1.5);
    const seen = [0, 3, 6].map((at) => onPicture(new Vector3().fromArray(points, at), camera, 600, 400));
    for (const [x, y] of seen) {
      expect(x).toBeGreaterThan(10);
      expect(x).toBeLessThan(590);
      expect(y).toBeGreaterThan(10);
      expect(y).toBeLessThan(390);
    }
    expect(Math.max(...seen.map(([x]) => x)) - Math.min(...seen.map(([x]) => x))).toBeGreaterThan(250);
  }
  expect(framed(VIEW, [], 1, 0.1)).toBe(VIEW);
  expect(framed(VIEW, [1, 1, 1], 1, 0.2).distance).toBeGreaterThan(0.2 / Math.tan(OPENING_RAD / 2));
});

test("a walk is seen from its right side, from left to right; on the spot from the front", () => {
  const walk = axesOf(firstCamera(walkingMan(30, 0.1)));
  expect(walk.right.z).toBeGreaterThan(0.8);
  const place = axesOf(firstCamera(walkingMan(30, 0)));
  expect(place.back.z).toBeGreaterThan(0.6);
});

const NONE = { altKey: false, shiftKey: false, ctrlKey: false };

test("the mouse as in Blender and as in Maya", () => {
  expect(gestureOf({ ...NONE, button: 1 }, "blender")).toBe("orbit");
  expect(gestureOf({ ...NONE, button: 1, shiftKey: true }, "blender")).toBe("pan");
  expect(gestureOf({ ...NONE, button: 1, ctrlKey: true }, "blender")).toBe("zoom");
  expect(gestureOf({ ...NONE, button: 2 }, "blender")).toBeNull();
  expect([0, 1, 2].map((button) => gestureOf({ ...NONE, button, altKey: true }, "maya"))).toEqual([
    "orbit",
    "pan",
    "zoom",
  ]);
  expect(gestureOf({ ...NONE, button: 0 }, "blender")).toBe("orbit");
});

test("the wheel zooms in when it turns away, by a little", () => {
  const turn = (deltaY: number, deltaMode = 0) => wheelFactor({ deltaY, deltaMode, ctrlKey: false });
  expect(turn(-100)).toBeLessThan(1);
  expect(turn(100) * turn(-100)).toBeCloseTo(1);
  expect(turn(1e6)).toBeLessThan(1.6);
  expect(turn(3, 1)).toBeGreaterThan(1.1);
});

test("zooming in stops before the figure, also in one large step, and leads out again", () => {
  const figure = [0, 1, 0, 0, 1.6, 0];
  const from = { target: [0, 1, 0] as const, yaw: 0, pitch: 0, distance: 4, isOrthographic: false };
  const through = { ...from, target: [0, 1, -3] as const, distance: 1 };
  for (const to of [zoomed(from, 0.001), through]) {
    const near = nearestClear(from, to, figure, 0.3);
    expect(eyeOf(near).z).toBeGreaterThanOrEqual(0.3);
    expect(eyeOf(near).z).toBeLessThan(0.6);
  }
  let view: CameraView = from;
  for (let n = 0; n < 200; n++) view = nearestClear(view, zoomed(view, 0.8), figure, 0.3);
  expect(eyeOf(view).z).toBeGreaterThanOrEqual(0.3);
  expect(zoomed(view, 1.25).distance).toBeGreaterThan(view.distance);
  // A figure that walked into the camera does not keep it from leaving.
  const inside = { ...from, target: [0, 1, 0.6] as const, distance: -0.5 };
  expect(nearestClear(inside, { ...inside, distance: 1 }, figure, 0.3).distance).toBe(1);
});

test("beside the figure, zooming is free", () => {
  const from = { target: [5, 1, 0] as const, yaw: 0, pitch: 0, distance: 4, isOrthographic: false };
  expect(nearestClear(from, { ...from, distance: 0.1 }, [0, 1, 0], 0.3).distance).toBe(0.1);
});

test("a plain drag selects in Maya's keymap, and Alt moves the camera", () => {
  const left = { button: 0, altKey: false, shiftKey: false, ctrlKey: false };
  expect(gestureOf(left, "maya")).toBe("box");
  expect(gestureOf({ ...left, altKey: true }, "maya")).toBe("orbit");
  expect(gestureOf(left, "blender")).toBe("orbit");
});
