/** Figures of one kind: the result, the capture, the ghosts. All of one kind are drawn with one call, or two if translucent. */

import {
  BufferAttribute,
  type Color,
  DynamicDrawUsage,
  EqualDepth,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  LessDepth,
  Mesh,
  NoBlending,
  NormalBlending,
  type Object3D,
  ShaderMaterial,
  type ShaderMaterialParameters,
} from "three";
import type { FigureMesh } from "../figure/mesh";
import {
  DEPTH_FRAGMENT,
  DEPTH_VERTEX,
  FIGURE_FRAGMENT,
  FIGURE_VERTEX,
  GHOST_FRAGMENT,
  GHOST_VERTEX,
  VEIL_FRAGMENT,
  VEIL_VERTEX,
} from "./figureShader";

export type Uniforms = Record<string, IUniform>;

export interface Shown {
  /** Row in the pose texture. */
  row: number;
  opacity: number;
  /** A colour over the figure's own, and how much it covers. */
  wash?: { colour: Color; part: number };
}

/** Where figures of one kind lie in the depth of the picture, 0 is nearest. */
interface Depths {
  from: number;
  to: number;
  /** Whether the figures are in layers, the first in front, rather than among each other. */
  isLayered?: boolean;
}

export function figureGeometry(mesh: FigureMesh, most: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(mesh.positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(mesh.normals, 3));
  geometry.setAttribute("joints", new BufferAttribute(mesh.joints, 4));
  geometry.setAttribute("weights", new BufferAttribute(mesh.weights, 4));
  geometry.setAttribute("bones", new BufferAttribute(mesh.bones, 3));
  geometry.setAttribute("side", new BufferAttribute(mesh.sides, 1));
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  for (const name of ["shown", "wash"]) {
    const attribute = new InstancedBufferAttribute(new Float32Array(4 * most), 4);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
  }
  geometry.instanceCount = 0;
  return geometry;
}

type FigureKind = keyof typeof HOW;

/** The drawings that each kind takes. A translucent figure does not show its own inside: its depth comes first. */
const HOW = {
  solid: [{ vertexShader: FIGURE_VERTEX, fragmentShader: FIGURE_FRAGMENT }],
  ghosts: [{ vertexShader: GHOST_VERTEX, fragmentShader: GHOST_FRAGMENT }],
  veil: [
    { vertexShader: DEPTH_VERTEX, fragmentShader: DEPTH_FRAGMENT, colorWrite: false },
    {
      vertexShader: VEIL_VERTEX,
      fragmentShader: VEIL_FRAGMENT,
      depthFunc: EqualDepth,
      depthWrite: false,
      blending: NormalBlending,
    },
  ],
} satisfies Record<string, ShaderMaterialParameters[]>;

export class FigureLayer {
  readonly objects: Object3D[] = [];
  readonly geometry: InstancedBufferGeometry;
  private readonly materials: ShaderMaterial[];

  constructor(
    mesh: FigureMesh,
    readonly most: number,
    uniforms: Uniforms,
    private readonly depths: Depths,
    kind: FigureKind,
    order: number,
  ) {
    this.geometry = figureGeometry(mesh, most);
    this.materials = HOW[kind].map((how) => figureMaterial(uniforms, how));
    this.materials.forEach((material, n) => {
      const object = new Mesh(this.geometry, material);
      object.frustumCulled = false;
      object.renderOrder = order + n;
      this.objects.push(object);
    });
  }

  get count(): number {
    return this.geometry.instanceCount;
  }

  show(figures: readonly Shown[]): void {
    const [shown, wash] = ["shown", "wash"].map((name) => this.geometry.getAttribute(name) as InstancedBufferAttribute);
    const { from, to, isLayered } = this.depths;
    const size = (to - from) / (isLayered ? this.most : 1);
    figures.forEach((figure, n) => {
      shown.setXYZW(n, figure.row, figure.opacity, from + (isLayered ? n * size : 0), size);
      const { colour, part } = figure.wash ?? { colour: { r: 0, g: 0, b: 0 }, part: 0 };
      wash.setXYZW(n, colour.r, colour.g, colour.b, part);
    });
    this.geometry.instanceCount = figures.length;
    shown.needsUpdate = wash.needsUpdate = true;
  }

  set isVisible(isVisible: boolean) {
    for (const object of this.objects) object.visible = isVisible && this.count > 0;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
  }
}

function figureMaterial(uniforms: Uniforms, how: ShaderMaterialParameters): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    glslVersion: GLSL3,
    transparent: true,
    blending: NoBlending,
    depthFunc: LessDepth,
    ...how,
  });
}
