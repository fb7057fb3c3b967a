import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { bodyOf } from "../../../src/views/viewport/figure/body";
import { meshOf, SIDES } from "../../../src/views/viewport/figure/mesh";
import { restOf } from "../../../src/views/viewport/figure/rest";
import { simplified } from "../../../src/views/viewport/figure/simplify";
import { man, resting } from "./figures";

const box = (shapes: ReturnType<typeof bodyOf>) => {
  const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
  for (const shape of shapes) {
    for (const { centre, u, v } of shape.rings) {
      for (const axis of [u, v]) {
        low.min(centre.clone().sub(axis)).min(centre.clone().add(axis));
        high.max(centre.clone().sub(axis)).max(centre.clone().add(axis));
      }
    }
  }
  return { low, high };
};

test("a man stands on the floor, and is as tall as he is", () => {
  const { low, high } = box(bodyOf(restOf(man())));
  expect(low.y).toBeGreaterThan(-0.03);
  expect(low.y).toBeLessThan(0.03);
  expect(high.y).toBeGreaterThan(1.68);
  expect(high.y).toBeLessThan(1.85);
});

test("the body faces where the feet point, and the nose is in front", () => {
  const rest = restOf(man());
  expect(rest.forward.z).toBeCloseTo(1);
  expect(rest.left.x).toBeCloseTo(1);
  const head = rest.roles.get("head");
  const ofHead = bodyOf(rest).filter((shape) => shape.joint === head);
  const { low, high } = box(ofHead);
  expect(high.z).toBeGreaterThan(-low.z + 0.02);
});

test("every joint that moves something is seen, and the tail is a plain bone", () => {
  const rest = restOf(man());
  const seen = new Set(bodyOf(rest).map((shape) => shape.joint));
  for (const name of ["hips", "chest", "neck", "head", "lfemur", "ltibia", "lfoot", "rfemur", "rtibia", "rfoot"]) {
    expect(seen).toContain(rest.joints.findIndex((joint) => joint.name === name));
  }
  const tail = rest.joints.findIndex((joint) => joint.name === "tail");
  expect(bodyOf(rest).filter((shape) => shape.end === tail)).toHaveLength(1);
});

test("ends take the side of their parent", () => {
  const rest = restOf(man());
  expect(rest.sides[rest.joints.findIndex((joint) => joint.name === "lfoot_end")]).toBe("left");
});

test("a figure of a single joint, and one of bones without length, are still to be seen", () => {
  for (const rows of [
    [["only", -1, null, "middle", [0, 0, 0]]],
    [
      ["a", -1, null, "middle", [0, 0, 0]],
      ["b", 0, null, "middle", [0, 0, 0]],
    ],
  ] as Parameters<typeof resting>[0][]) {
    const rest = restOf(resting(rows, 0));
    const mesh = meshOf(rest, bodyOf(rest), 6);
    expect(mesh.triangles.length).toBeGreaterThan(0);
    expect([...mesh.positions, ...mesh.normals].every(Number.isFinite)).toBe(true);
  }
});

test("a mesh put back into the rest pose is the solids, with normals outward", () => {
  const turned = man();
  const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.1);
  turned.rest_rotations = Float32Array.from(turned.joints.flatMap(() => turn.toArray()));
  const rest = restOf(turned);
  const shapes = bodyOf(rest);
  const mesh = meshOf(rest, shapes, 8);
  expect([...mesh.normals].every(Number.isFinite)).toBe(true);
  let vertex = 0;
  for (const shape of shapes) {
    let outward = 0;
    const middle = shape.rings
      .reduce((sum, ring) => sum.add(ring.centre), new Vector3())
      .divideScalar(shape.rings.length);
    for (const ring of shape.rings) {
      for (let k = 0; k < 8; k++, vertex++) {
        const joint = mesh.joints[2 * vertex];
        expect(joint).toBe(shape.joint);
        const place = new Vector3()
          .fromArray(mesh.positions, 3 * vertex)
          .applyQuaternion(turn)
          .add(rest.places[joint]);
        const reach = Math.max(ring.u.length(), ring.v.length());
        expect(place.distanceTo(ring.centre)).toBeLessThan(reach + 1e-5);
        outward += new Vector3()
          .fromArray(mesh.normals, 3 * vertex)
          .applyQuaternion(turn)
          .dot(place.sub(middle));
      }
    }
    expect(outward).toBeGreaterThan(0);
  }
  expect(vertex * 3).toBe(mesh.positions.length);
  expect(Math.max(...mesh.triangles)).toBe(vertex - 1);
});

test("looks tell the side, and how far along the bone a corner is", () => {
  const rest = restOf(man());
  const mesh = meshOf(rest, bodyOf(rest), 6);
  const knee = rest.roles.get("left-knee");
  for (let n = 0; n < mesh.joints.length / 2; n++) {
    const [part, side] = mesh.looks.subarray(3 * n, 3 * n + 2);
    expect(part).toBeGreaterThanOrEqual(0);
    expect(part).toBeLessThanOrEqual(1);
    if (mesh.joints[2 * n] === knee) expect(SIDES[side]).toBe("left");
  }
});

test("simpler solids have fewer corners and keep their size", () => {
  const shapes = bodyOf(restOf(man()));
  const simpler = simplified(shapes, 0.02, 0);
  const corners = (some: typeof shapes) => some.reduce((sum, shape) => sum + shape.rings.length, 0);
  expect(corners(simpler)).toBeLessThan(0.6 * corners(shapes));
  expect(box(simpler).high.y).toBeCloseTo(box(shapes).high.y, 2);
  expect(simplified(shapes, 0, 100)).toHaveLength(shapes.length);
});
