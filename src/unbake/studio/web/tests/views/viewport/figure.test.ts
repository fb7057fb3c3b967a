import { Quaternion, Vector3 } from "three";
import { expect, test, vi } from "vitest";
import { bodyOf, bonesOf } from "../../../src/views/viewport/figure/body";
import { keptMeshes } from "../../../src/views/viewport/figure/kept";
import { type FigureMesh, figureMeshes } from "../../../src/views/viewport/figure/mesh";
import { Skin } from "../../../src/views/viewport/figure/skin";
import { standing } from "../../../src/views/viewport/figure/standing";
import { TURN } from "../../../src/views/viewport/poses";
import { FIGURES, grown, man, named, resting } from "./figures";

const COUNTS = [3000, 900];
const made = new Map<string, FigureMesh[]>();

function meshes(name: keyof typeof FIGURES): FigureMesh[] {
  if (!made.has(name)) made.set(name, figureMeshes(standing(FIGURES[name]()), COUNTS));
  return made.get(name)!;
}

vi.setConfig({ testTimeout: 120_000 });

const corner = (mesh: FigureMesh, n: number) => new Vector3().fromArray(mesh.positions, 3 * n);
const corners = (mesh: FigureMesh) => Array.from({ length: mesh.positions.length / 3 }, (_, n) => corner(mesh, n));
const faces = (mesh: FigureMesh) =>
  Array.from({ length: mesh.triangles.length / 3 }, (_, t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]);

function box(mesh: FigureMesh) {
  const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
  for (const place of corners(mesh)) {
    low.min(place);
    high.max(place);
  }
  return { low, high };
}

function volume(mesh: FigureMesh): number {
  return faces(mesh).reduce((sum, [a, b, c]) => {
    return sum + corner(mesh, a).dot(corner(mesh, b).cross(corner(mesh, c))) / 6;
  }, 0);
}

/** Every edge has a triangle on each side, which run along it in opposite directions. */
function openEdges(mesh: FigureMesh): number {
  const count = mesh.positions.length / 3;
  const edges = new Set<number>();
  let twice = 0;
  for (const [a, b, c] of faces(mesh)) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (edges.has(from * count + to)) twice++;
      edges.add(from * count + to);
    }
  }
  const open = [...edges].filter((edge) => !edges.has((edge % count) * count + Math.floor(edge / count)));
  return twice + open.length;
}

const NAMES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

test.each(NAMES)("the skin of %s is closed, sound, and follows joints", (name) => {
  for (const mesh of meshes(name)) {
    const count = mesh.positions.length / 3;
    expect(mesh.triangles.length).toBeGreaterThan(30);
    expect([...mesh.positions, ...mesh.normals].every(Number.isFinite)).toBe(true);
    expect(openEdges(mesh)).toBe(0);
    expect(volume(mesh)).toBeGreaterThan(0);
    const { low, high } = box(mesh);
    const size = high.sub(low).length();
    const areas = faces(mesh).map(([a, b, c]) => {
      const [p, q, r] = [corner(mesh, a), corner(mesh, b), corner(mesh, c)];
      return q.sub(p).cross(r.sub(p)).length() / size / size;
    });
    expect(Math.min(...areas)).toBeGreaterThan(1e-10);
    const each = Array.from({ length: count }, (_, n) => n);
    const weights = each.map((n) => [...mesh.weights.subarray(4 * n, 4 * n + 4)]);
    expect(Math.min(...weights.flat())).toBeGreaterThanOrEqual(0);
    const astray = weights.map((four) => Math.abs(four.reduce((sum, weight) => sum + weight, 0) - 1));
    expect(Math.max(...astray)).toBeLessThan(1e-5);
    expect(Math.max(...mesh.joints)).toBeLessThan(FIGURES[name]().joints.length);
    const lengths = each.map((n) => Math.hypot(...mesh.normals.subarray(3 * n, 3 * n + 3)));
    expect(Math.max(...lengths.map((length) => Math.abs(length - 1)))).toBeLessThan(1e-4);
    expect(Math.max(...mesh.sides.map(Math.abs))).toBeLessThan(1 + 1e-6);
  }
});

test("triangles are as many as were wanted, and fewer keep the size", () => {
  const [fine, coarse] = meshes("a man");
  expect(fine.triangles.length / 3).toBeLessThanOrEqual(COUNTS[0]);
  expect(fine.triangles.length / 3).toBeGreaterThan(0.9 * COUNTS[0]);
  expect(coarse.triangles.length / 3).toBeLessThanOrEqual(COUNTS[1]);
  for (const bound of ["low", "high"] as const) {
    expect(box(coarse)[bound].distanceTo(box(fine)[bound])).toBeLessThan(0.02);
  }
});

test("triangles look where the normals do", () => {
  const [mesh] = meshes("a man");
  let against = 0;
  for (const [a, b, c] of faces(mesh)) {
    const face = corner(mesh, b)
      .sub(corner(mesh, a))
      .cross(corner(mesh, c).sub(corner(mesh, a)));
    if (face.dot(new Vector3().fromArray(mesh.normals, 3 * a)) < 0) against++;
  }
  expect(against).toBeLessThan(0.005 * mesh.triangles.length);
});

test("left and right are alike where the skeleton's are", () => {
  const skin = new Skin(bodyOf(standing(FIGURES["a man"]())));
  for (const mesh of meshes("a man")) {
    const differences = corners(mesh).map(({ x, y, z }) => skin.value(-x, y, z) - skin.value(x, y, z));
    expect(Math.max(...differences.map(Math.abs))).toBeLessThan(1e-3);
  }
});

test("the size follows the skeleton: a child's and a giant's are the man's, smaller and larger", () => {
  const size = (factor: number) => {
    const [mesh] = factor === 1 ? meshes("a man without arms") : figureMeshes(standing(grown(man(), factor)), COUNTS);
    const { low, high } = box(mesh);
    return high.sub(low).divideScalar(factor);
  };
  expect(size(0.6).distanceTo(size(1))).toBeLessThan(0.01);
  expect(size(12).distanceTo(size(1))).toBeLessThan(0.01);
});

test("a man is as tall as he is, and his nose and toes are in front", () => {
  const rest = standing(FIGURES["a man"]());
  const [mesh] = meshes("a man");
  const { low, high } = box(mesh);
  expect(high.y - low.y).toBeGreaterThan(1.66);
  expect(high.y - low.y).toBeLessThan(1.88);
  const depth = (isOf: (place: Vector3) => boolean) => {
    const depths = corners(mesh)
      .filter(isOf)
      .map(({ z }) => z);
    return { front: Math.max(...depths), back: Math.min(...depths) };
  };
  const head = depth(({ y }) => y > high.y - 0.22);
  const middle = rest.places[rest.roles.get("head")!].z;
  expect(head.front - middle).toBeGreaterThan(middle - head.back + 0.01);
  const feet = depth(({ y }) => y < low.y + 0.05);
  expect(feet.front).toBeGreaterThan(2 * Math.abs(feet.back));
});

test("legs stay apart below the hips, and arms away from the trunk", () => {
  const rest = standing(FIGURES["arms down, feet together"]());
  const skin = new Skin(bodyOf(rest));
  const knee = rest.places[rest.roles.get("left-knee")!];
  expect(skin.value(0, knee.y, knee.z)).toBeGreaterThan(0.02);
  const [elbow, shoulder] = ["elbow", "shoulder"].map((part) => rest.places[rest.roles.get(`left-${part}`)!]);
  expect(elbow.x).toBeGreaterThan(shoulder.x + 0.1);
  expect(skin.value(0.5 * (elbow.x + 0.13), elbow.y, elbow.z)).toBeGreaterThan(0);
});

test("a rest pose that does not stand gives way to a frame that does", () => {
  const rest = standing(FIGURES["every bone along one axis"]());
  expect(rest.isPerson).toBe(true);
  const [head, ankle] = ["head", "left-ankle"].map((role) => rest.places[rest.roles.get(role)!]);
  expect(head.y).toBeGreaterThan(0.4);
  expect(ankle.y).toBeLessThan(-0.6);
});

test("a body bends where its joints are: what is far from a joint follows one bone alone", () => {
  const rest = standing(FIGURES["a man"]());
  const [mesh] = meshes("a man");
  const [hip, knee, ankle] = ["left-hip", "left-knee", "left-ankle"].map((role) => rest.roles.get(role)!);
  const weightAt = (n: number, joint: number) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + (mesh.joints[4 * n + k] === joint ? mesh.weights[4 * n + k] : 0), 0);
  const part = (n: number, from: number, to: number) => {
    const way = rest.places[to].clone().sub(rest.places[from]);
    return corner(mesh, n).sub(rest.places[from]).dot(way) / way.lengthSq();
  };
  let seen = 0;
  corners(mesh).forEach(({ x }, n) => {
    if (x < 0.03) return;
    if (Math.abs(part(n, hip, knee) - 0.55) < 0.15 && x < 0.3) {
      expect(weightAt(n, hip)).toBeGreaterThan(0.95);
      seen++;
    }
    if (Math.abs(part(n, knee, ankle) - 0.5) < 0.2 && x < 0.3) {
      expect(weightAt(n, knee)).toBeGreaterThan(0.95);
      seen++;
    }
  });
  expect(seen).toBeGreaterThan(40);
});

test("no person: a quadruped and a prop are plain bones, each of which is seen", () => {
  for (const name of ["a dog", "a sword and a string"] as const) {
    const rest = standing(FIGURES[name]());
    const seen = new Set(bonesOf(bodyOf(rest)).map(({ end }) => end));
    rest.joints.forEach(({ parent }, j) => {
      if (parent >= 0 && rest.places[j].distanceTo(rest.places[parent]) > 0.02) expect(seen).toContain(j);
    });
    expect(rest.isPerson).toBe(name !== "a dog");
  }
});

test("a dog that rears up is none the more a person", () => {
  const dog = FIGURES["a dog"]();
  const positions = dog.rest_positions.map((place, n) => (n >= 3 && n < 12 && n % 3 === 1 ? place + 0.5 : place));
  const rotations = Int16Array.from(dog.rest_rotations, (part) => Math.round(part / TURN));
  expect(standing({ ...dog, positions, rotations }).isPerson).toBe(false);
});

test("fingers that begin close together are thinner", () => {
  const girth = (name: "a man with fingers") => {
    const solids = bodyOf(standing(FIGURES[name]()));
    return Math.min(...solids.map((solid) => solid.thinnest));
  };
  expect(girth("a man with fingers")).toBeLessThan(0.5 * 0.02);
});

test("every joint that moves something can be picked, and the tail is a plain bone", () => {
  const rest = standing(man());
  const bones = bonesOf(bodyOf(rest));
  const seen = new Set(bones.map(({ joint }) => joint));
  for (const name of ["hips", "chest", "neck", "head", "lfemur", "ltibia", "lfoot", "rfemur", "rtibia", "rfoot"]) {
    expect(seen).toContain(named(rest.joints, name));
  }
  expect(bones.filter(({ end }) => end === named(rest.joints, "tail"))).toHaveLength(1);
});

test("ends take the side of their parent", () => {
  const rest = standing(man());
  expect(rest.sides[named(rest.joints, "lfoot_end")]).toBe("left");
});

test("how the file turns its joints at rest changes nothing of the skin", () => {
  const turned = man();
  const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.1);
  turned.rest_rotations = Float32Array.from(turned.joints.flatMap(() => turn.toArray()));
  const [one] = figureMeshes(standing(turned), COUNTS);
  const [other] = meshes("a man without arms");
  expect([...one.positions]).toEqual([...other.positions]);
});

test("Acclaim's wrist lies in the forearm: the hand begins a joint further on", () => {
  const rest = standing(FIGURES["a short forearm"]());
  const hand = rest.places[named(rest.joints, "lhand")];
  const [palm] = bodyOf(rest).filter(({ shape }) => shape.from.distanceTo(hand) < 1e-6 && shape.side > 0);
  expect(palm).toBeDefined();
});

test("joints of one place, one joint, and none with a length are still seen", () => {
  const rest = standing(resting([["only", -1, null, "middle", [0, 0, 0]]], 0));
  expect(bodyOf(rest)).toHaveLength(1);
});

test("a skin that was made is there for the next clip of the same performer, and for no other", () => {
  const wanted = (factor = 1, counts = [600]) => {
    const rest = standing(grown(man(), factor));
    return keptMeshes(rest, counts, bodyOf(rest));
  };
  const first = wanted();
  expect(first).toEqual(figureMeshes(standing(man()), [600]));
  expect(wanted()).toBe(first);
  expect(wanted(1, [600, 300])).toHaveLength(2);
  const other = wanted(1.1);
  expect(other[0].positions).not.toEqual(first[0].positions);
  expect(wanted(1.1)).toBe(other);
  // Three were made: only the last two are kept.
  expect(wanted()).not.toBe(first);
});
