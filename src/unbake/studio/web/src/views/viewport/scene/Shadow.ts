/** A soft shadow on the floor: the figure flattened along the light into a small picture, lighter from higher up. */

import {
  Color,
  CustomBlending,
  DoubleSide,
  GLSL3,
  type InstancedBufferAttribute,
  LinearFilter,
  MaxEquation,
  Mesh,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector2,
  type Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { FigureMesh } from "../figure/mesh";
import { figureGeometry, type Uniforms } from "./FigureLayer";
import { POSED } from "./figureShader";

/** Few: the filter between them makes it soft. */
const PIXELS = 72;

const FLAT_VERTEX = /* glsl */ `
  ${POSED}
  uniform vec2 middle;
  uniform vec2 reach;
  uniform vec2 slant;
  uniform float stature;
  out float height;
  void main() {
    vec3 world = placed(motionHere());
    height = max(world.y, 0.0) / stature;
    gl_Position = vec4((world.xz - slant * world.y - middle) / reach, 0.0, 1.0);
  }
`;
const FLAT_FRAGMENT = /* glsl */ `
  in float height;
  out vec4 colour;
  void main() { colour = vec4(0.25 + 0.75 * exp(-6.0 * height)); }
`;
const GROUND_VERTEX = /* glsl */ `
  uniform vec2 middle;
  uniform vec2 reach;
  out vec2 at;
  void main() {
    at = 0.5 + 0.5 * position.xy;
    vec2 ground = middle + position.xy * reach;
    gl_Position = projectionMatrix * viewMatrix * vec4(ground.x, 0.0, ground.y, 1.0);
  }
`;
const GROUND_FRAGMENT = /* glsl */ `
  uniform sampler2D flattened;
  uniform float strength;
  in vec2 at;
  out vec4 colour;
  float taken(vec2 step) { return texture(flattened, at + step * ${(1 / PIXELS).toFixed(6)}).r; }
  void main() {
    float sum = taken(vec2(0.9, 0.5)) + taken(vec2(-0.5, 0.9)) + taken(vec2(-0.9, -0.5)) + taken(vec2(0.5, -0.9));
    colour = vec4(0.0, 0.0, 0.0, strength * 0.25 * sum);
  }
`;

export class Shadow {
  readonly object: Mesh;
  private readonly target = new WebGLRenderTarget(PIXELS, PIXELS, { depthBuffer: false, format: RGBAFormat });
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly flat: ShaderMaterial;
  private readonly ground: ShaderMaterial;
  private readonly figure: Mesh;
  private readonly middle = new Vector2();
  private readonly reach = new Vector2();
  private readonly slant: Vector2;
  private readonly cleared = new Color();

  constructor(
    mesh: FigureMesh,
    poses: Uniforms[string],
    private readonly stature: number,
    light: Vector3,
  ) {
    this.slant = new Vector2(light.x, light.z).divideScalar(light.y);
    const [reach, middle, slant] = [this.reach, this.middle, this.slant].map((value) => ({ value }));
    this.flat = new ShaderMaterial({
      uniforms: { poses, middle, reach, slant, stature: { value: stature } },
      vertexShader: FLAT_VERTEX,
      fragmentShader: FLAT_FRAGMENT,
      glslVersion: GLSL3,
      blending: CustomBlending,
      blendEquation: MaxEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      depthTest: false,
      side: DoubleSide,
      transparent: true,
    });
    const geometry = figureGeometry(mesh, 1);
    this.figure = new Mesh(geometry, this.flat);
    this.figure.frustumCulled = false;
    this.scene.add(this.figure);
    this.target.texture.minFilter = this.target.texture.magFilter = LinearFilter;
    this.ground = new ShaderMaterial({
      uniforms: { flattened: { value: this.target.texture }, strength: { value: 0.5 }, middle, reach },
      vertexShader: GROUND_VERTEX,
      fragmentShader: GROUND_FRAGMENT,
      glslVersion: GLSL3,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      side: DoubleSide,
    });
    this.object = new Mesh(new PlaneGeometry(2, 2), this.ground);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  /** Take the figure in a row of the poses; its joints (J, 3) tell where it falls. */
  render(renderer: WebGLRenderer, row: number, joints: Float32Array): void {
    const geometry = this.figure.geometry as ReturnType<typeof figureGeometry>;
    const shown = geometry.getAttribute("shown") as InstancedBufferAttribute;
    shown.setXYZW(0, row, 1, 0, 1);
    shown.needsUpdate = true;
    geometry.instanceCount = 1;
    this.enclose(joints);
    renderer.getClearColor(this.cleared);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.cleared, 1);
  }

  /** No larger than needed: every pixel of it costs. */
  private enclose(joints: Float32Array): void {
    const [low, high] = [new Vector2(Infinity, Infinity), new Vector2(-Infinity, -Infinity)];
    const fallen = new Vector2();
    for (let n = 0; n < joints.length; n += 3) {
      fallen.set(joints[n] - this.slant.x * joints[n + 1], joints[n + 2] - this.slant.y * joints[n + 1]);
      low.min(fallen);
      high.max(fallen);
    }
    this.middle.addVectors(low, high).multiplyScalar(0.5);
    this.reach
      .subVectors(high, low)
      .multiplyScalar(0.5)
      .addScalar(0.15 * this.stature);
  }

  set strength(strength: number) {
    this.ground.uniforms.strength.value = strength;
  }

  dispose(): void {
    this.target.dispose();
    this.flat.dispose();
    this.ground.dispose();
    this.figure.geometry.dispose();
    this.object.geometry.dispose();
  }
}
