/** The ways of joints through the world: ribbons of an even width on the screen, strongest about the playhead. */

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  GLSL3,
  Group,
  Mesh,
  ShaderMaterial,
  type Vector2,
} from "three";
import type { Poses } from "../poses";

const VERTEX = /* glsl */ `
  uniform vec2 size;
  uniform float width;
  uniform float frame;
  uniform float span;
  in vec3 before;
  in vec3 after;
  in vec2 which;   // frame, side of the ribbon
  out float seen;
  vec2 onScreen(vec4 place) { return place.xy / max(place.w, 1e-4) * size; }
  void main() {
    vec4 here = projectionMatrix * viewMatrix * vec4(position, 1.0);
    vec2 along = onScreen(projectionMatrix * viewMatrix * vec4(after, 1.0)) - onScreen(projectionMatrix * viewMatrix * vec4(before, 1.0));
    vec2 across = length(along) > 1e-4 ? normalize(vec2(-along.y, along.x)) : vec2(0.0, 1.0);
    here.xy += across * which.y * width / size * here.w;
    here.z = 0.5 * (here.z + here.w) - here.w;
    gl_Position = here;
    seen = 1.0 - smoothstep(0.0, 1.0, abs(which.x - frame) / span);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 paint;
  uniform float opacity;
  in float seen;
  out vec4 colour;
  void main() { colour = vec4(paint, opacity * mix(0.35, 1.0, seen)); }
`;

interface TrailLook {
  colour: Color;
  opacity: number;
  width: number;
}

export class Trails {
  readonly group = new Group();
  private readonly screen: { value: Vector2 };
  private readonly frame = { value: 0 };
  private readonly span = { value: 60 };

  constructor(size: Vector2, spanFrames: number) {
    this.screen = { value: size };
    this.span.value = spanFrames;
  }

  /** Draw anew the trails of some joints; the old ones go. */
  clear(): void {
    for (const child of this.group.children as Mesh<BufferGeometry, ShaderMaterial>[]) {
      child.geometry.dispose();
      child.material.dispose();
    }
    this.group.clear();
  }

  add(poses: Poses, joints: number, joint: number, look: TrailLook): void {
    const uniforms = {
      size: this.screen,
      frame: this.frame,
      span: this.span,
      width: { value: look.width },
      paint: { value: look.colour },
      opacity: { value: look.opacity },
    };
    const material = new ShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    const ribbon = new Mesh(ribbonGeometry(poses, joints, joint), material);
    ribbon.frustumCulled = false;
    ribbon.renderOrder = 8;
    ribbon.userData = { first: poses.first, last: poses.last };
    this.group.add(ribbon);
  }

  /** Show only what is within reach of a frame: a long take would be a ball of wool. */
  about(frame: number, reach: number): void {
    this.frame.value = frame;
    for (const child of this.group.children as Mesh[]) {
      const { first, last } = child.userData as { first: number; last: number };
      const from = Math.max(first, Math.round(frame - reach));
      const to = Math.min(last, Math.round(frame + reach));
      child.geometry.setDrawRange(6 * (from - first), 6 * Math.max(to - from, 0));
    }
  }
}

function ribbonGeometry(poses: Poses, joints: number, joint: number): BufferGeometry {
  const count = poses.last - poses.first + 1;
  const [here, before, after] = [0, 1, 2].map(() => new Float32Array(6 * count));
  const which = new Float32Array(4 * count);
  const triangles = new Uint32Array(6 * Math.max(count - 1, 0));
  const put = (array: Float32Array, at: number, frame: number) => {
    const row = Math.min(Math.max(frame, 0), count - 1) * joints + joint;
    for (let k = 0; k < 3; k++) array[6 * at + k] = array[6 * at + 3 + k] = poses.positions[3 * row + k];
  };
  for (let frame = 0; frame < count; frame++) {
    put(here, frame, frame);
    put(before, frame, frame - 1);
    put(after, frame, frame + 1);
    which.set([poses.first + frame, -1, poses.first + frame, 1], 4 * frame);
    const v = 2 * frame;
    if (frame + 1 < count) triangles.set([v, v + 1, v + 2, v + 2, v + 1, v + 3], 6 * frame);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(here, 3));
  geometry.setAttribute("before", new BufferAttribute(before, 3));
  geometry.setAttribute("after", new BufferAttribute(after, 3));
  geometry.setAttribute("which", new BufferAttribute(which, 2));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return geometry;
}
