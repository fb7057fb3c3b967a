/** Round marks of an even size on the screen: selected and leading joints, keys on trails. */

import { BufferAttribute, BufferGeometry, type Color, GLSL3, Points, ShaderMaterial } from "three";

const VERTEX = /* glsl */ `
  uniform float ratio;
  in vec4 look;    // colour, size in pixels
  out vec3 paint;
  out float half_;
  void main() {
    paint = look.rgb;
    half_ = 0.5 * look.a * ratio;
    gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
    gl_Position.z = 0.5 * (gl_Position.z + gl_Position.w) - gl_Position.w;
    gl_PointSize = 2.0 * half_ + 2.0;
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 paper;
  in vec3 paint;
  in float half_;
  out vec4 colour;
  void main() {
    float away = length(gl_PointCoord - 0.5) * (2.0 * half_ + 2.0);
    float covered = clamp(half_ + 0.5 - away, 0.0, 1.0);
    if (covered <= 0.0) discard;
    colour = vec4(mix(paint, paper, smoothstep(half_ - 1.8, half_ - 0.8, away)), covered);
  }
`;

export interface Dot {
  place: readonly [number, number, number];
  colour: Color;
  pixels: number;
}

const MOST = 2048;

export class Dots {
  readonly object: Points;
  readonly material: ShaderMaterial;

  constructor(isOnTop: boolean, order: number) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * MOST), 3));
    geometry.setAttribute("look", new BufferAttribute(new Float32Array(4 * MOST), 4));
    this.material = new ShaderMaterial({
      uniforms: { ratio: { value: 1 }, paper: { value: null } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      transparent: true,
      depthTest: !isOnTop,
      depthWrite: false,
    });
    this.object = new Points(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
  }

  show(dots: readonly Dot[]): void {
    const { geometry } = this.object;
    const count = Math.min(dots.length, MOST);
    const [position, look] = ["position", "look"].map((name) => geometry.getAttribute(name) as BufferAttribute);
    for (let n = 0; n < count; n++) {
      const { place, colour, pixels } = dots[n];
      position.setXYZ(n, ...place);
      look.setXYZW(n, colour.r, colour.g, colour.b, pixels);
    }
    position.needsUpdate = look.needsUpdate = true;
    geometry.setDrawRange(0, count);
    this.object.visible = count > 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
