/** A picture twice as fine beside the canvas, brought down to it for smooth edges. The canvas keeps its size: to give it
 * another one takes as long as several pictures. */

import {
  BufferGeometry,
  Float32BufferAttribute,
  GLSL3,
  LinearFilter,
  Mesh,
  OrthographicCamera,
  Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

export const FINE_RATIO = 2;

const VERTEX = /* glsl */ `
  out vec2 at;
  void main() {
    at = 0.5 + 0.5 * position.xy;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform sampler2D fine;
  in vec2 at;
  out vec4 colour;
  void main() { colour = vec4(texture(fine, at).rgb, 1.0); }
`;

export class FinePicture {
  readonly target = new WebGLRenderTarget(1, 1, { minFilter: LinearFilter, magFilter: LinearFilter });
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly screen: Mesh<BufferGeometry, ShaderMaterial>;

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const uniforms = { fine: { value: this.target.texture } };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT, glslVersion: GLSL3 };
    this.screen = new Mesh(geometry, new ShaderMaterial({ uniforms, ...shaders, depthTest: false, depthWrite: false }));
    this.screen.frustumCulled = false;
    this.scene.add(this.screen);
  }

  fit(width: number, height: number): void {
    this.target.setSize(width * FINE_RATIO, height * FINE_RATIO);
  }

  bringDown(renderer: WebGLRenderer): void {
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.target.dispose();
    this.screen.geometry.dispose();
    this.screen.material.dispose();
  }
}
