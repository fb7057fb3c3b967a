/** The ground: lines every metre, finer ones every ten centimetres that fade away, and the two axes in their colours. */

import { CircleGeometry, DoubleSide, GLSL3, Mesh, ShaderMaterial, Vector2 } from "three";
import type { SceneColours } from "./colours";

const VERTEX = /* glsl */ `
  uniform vec2 middle;
  uniform float reach;
  out vec2 ground;
  void main() {
    ground = middle + position.xy * reach;
    gl_Position = projectionMatrix * viewMatrix * vec4(ground.x, 0.0, ground.y, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 line;
  uniform vec3 xAxis;
  uniform vec3 zAxis;
  uniform vec2 middle;
  uniform float fade;
  uniform float fine;
  in vec2 ground;
  out vec4 colour;
  void main() {
    vec2 wide = fwidth(ground);
    vec2 sharp = 1.0 / wide;
    // How much of the pixel the nearest line covers; lines that would lie closer than pixels fade away.
    vec2 metres = clamp(1.15 - abs(fract(ground - 0.5) - 0.5) * sharp, 0.0, 1.0) * clamp(1.5 - 2.5 * wide, 0.0, 1.0);
    vec2 tens = clamp(1.0 - abs(fract(ground * 10.0 - 0.5) - 0.5) * 0.1 * sharp, 0.0, 1.0) * clamp(fine - 30.0 * wide, 0.0, 0.3);
    vec2 axis = clamp(1.3 - abs(ground) * sharp, 0.0, 1.0) * 0.85;
    vec2 most = max(max(metres, tens), axis);
    vec2 away = ground - middle;
    colour = vec4(mix(mix(line, zAxis, axis.x), xAxis, axis.y), max(most.x, most.y) * max(1.0 - dot(away, away) * fade, 0.0));
  }
`;

export class Floor {
  readonly object: Mesh;
  private readonly material: ShaderMaterial;

  constructor() {
    const uniforms = {
      line: { value: null },
      xAxis: { value: null },
      zAxis: { value: null },
      middle: { value: new Vector2() },
      reach: { value: 10 },
      fade: { value: 1 },
      fine: { value: 1 },
    };
    this.material = new ShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      side: DoubleSide,
    });
    this.object = new Mesh(new CircleGeometry(1, 40), this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 0;
  }

  recolour(colours: SceneColours): void {
    const { uniforms } = this.material;
    uniforms.line.value = colours.line;
    uniforms.xAxis.value = colours.x;
    uniforms.zAxis.value = colours.z;
  }

  /** Lie around a place; the nearer one looks, the smaller the floor and the finer its lines. */
  place(x: number, z: number, distance: number): void {
    const { uniforms } = this.material;
    uniforms.middle.value.set(x, z);
    const reach = Math.max(2.2 * distance, 3);
    uniforms.reach.value = reach;
    uniforms.fade.value = 1 / (reach * reach);
    uniforms.fine.value = 1.2 * (1 - Math.min(Math.max((distance - 6) / 6, 0), 1));
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
