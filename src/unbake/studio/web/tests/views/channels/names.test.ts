import { expect, it } from "vitest";
import { prefixOf, shortName } from "../../../src/views/channels/names";
import { clip } from "../../studio/fakes";

const joints = (...names: string[]) => names.map((name) => ({ ...clip().joints[0], name }));

it("what all names begin with ends with a separator", () => {
  expect(prefixOf(joints("mixamorig:Hips", "mixamorig:LeftLeg", "mixamorig:LeftFoot"))).toBe("mixamorig:");
  expect(prefixOf(joints("hero:DEF-hips", "hero:DEF-head"))).toBe("hero:DEF-");
  expect(prefixOf(joints("Hips", "HipsLeft"))).toBe("");
  expect(prefixOf(joints("LeftLeg", "LeftFoot"))).toBe("");
  expect(prefixOf(joints("mixamorig:Hips"))).toBe("");
});

it("joints are called without it in narrow places, but never by nothing", () => {
  const shown = (...names: string[]) => {
    const one = { ...clip(), joints: joints(...names) };
    return names.map((_, index) => shortName(one, index));
  };
  expect(shown("mixamorig:Hips", "mixamorig:LeftLeg")).toEqual(["Hips", "LeftLeg"]);
  expect(shown("Arm_", "Arm_2")).toEqual(["Arm_", "2"]);
  expect(shown("Hips")).toEqual(["Hips"]);
});
