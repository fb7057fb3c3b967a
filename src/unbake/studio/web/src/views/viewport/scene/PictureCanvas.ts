/** The canvas of the viewport: draws a picture on it, whole or in two halves, with as little work as can be. */

import { LinearSRGBColorSpace, WebGLRenderer, type WebGLRenderTarget } from "three";
import { isSoftware } from "../../../graphics/software";
import type { CameraView } from "../../../studio/view";
import { axesOf } from "../camera/view";
import { Cameras } from "./cameras";
import type { SceneColours } from "./colours";
import { FINE_RATIO, FinePicture } from "./FinePicture";
import type { Half, Picture } from "./Picture";

export interface Window {
  half: Half;
  left: number;
  width: number;
}

/** A picture from somewhere, in CSS pixels. */
export interface Shot {
  picture: Picture;
  camera: CameraView;
  windows: readonly Window[];
  width: number;
  height: number;
  hasFloor: boolean;
}

export class PictureCanvas {
  readonly isSoftware = isSoftware();
  private readonly renderer: WebGLRenderer;
  private readonly ratio: number;
  private readonly cameras = new Cameras();
  private fine: FinePicture | null = null;
  private pixel: WebGLBuffer | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    ratio = Math.min(devicePixelRatio, 2),
  ) {
    this.ratio = this.isSoftware ? 1 : ratio;
    const antialias = !this.isSoftware;
    this.renderer = new WebGLRenderer({ canvas, antialias, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    canvas.dataset.software = String(this.isSoftware);
    canvas.addEventListener("webglcontextlost", () => {
      this.pixel = null;
    });
  }

  recolour(colours: SceneColours): void {
    this.renderer.setClearColor(colours.paper, 1);
  }

  draw(shot: Shot): void {
    this.fit(shot);
    shot.picture.scaleDots(this.ratio);
    this.prepare(shot);
    this.render(shot, null, 1);
    this.begin();
  }

  /** Draw it with smooth edges: while things move, that would cost too much without a graphics card. */
  refine(shot: Shot): void {
    shot.picture.scaleDots(FINE_RATIO);
    this.fine ??= new FinePicture();
    this.fine.fit(shot.width, shot.height);
    this.prepare(shot);
    this.render(shot, this.fine.target, FINE_RATIO);
    this.fine.bringDown(this.renderer);
  }

  /** Draw it as finely as it is ever drawn, however long that takes. */
  drawFinely(shot: Shot): void {
    this.fit(shot);
    if (this.isSoftware) this.refine(shot);
    else this.draw(shot);
  }

  private fit({ width, height }: Shot): void {
    const [wide, high] = [Math.floor(width * this.ratio), Math.floor(height * this.ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) this.renderer.setSize(width, height, false);
  }

  dispose(): void {
    this.fine?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private prepare({ picture, camera, hasFloor }: Shot): void {
    const { right, back } = axesOf(camera);
    const [x, , z] = camera.target;
    picture.light(back, right);
    picture.floor.object.visible = hasFloor;
    picture.floor.place(x, z, camera.distance);
    picture.renderShadows(this.renderer);
  }

  private render(shot: Shot, target: WebGLRenderTarget | null, scale: number): void {
    const { picture, camera, windows, width, height } = shot;
    const { renderer } = this;
    // A picture beside the canvas has its own window, in its own pixels.
    if (target) target.scissorTest = windows.length > 1;
    else renderer.setScissorTest(windows.length > 1);
    for (const window of windows) {
      const area = [window.left * scale, 0, window.width * scale, height * scale] as const;
      if (target) {
        target.viewport.set(...area);
        target.scissor.set(...area);
      } else {
        renderer.setViewport(...area);
        renderer.setScissor(...area);
      }
      renderer.setRenderTarget(target);
      const scene = this.cameras.of(camera, window.width / height);
      picture.render(renderer, scene, window.half);
    }
    renderer.setRenderTarget(null);
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, width, height);
  }

  /**
   * Let drawing begin now, while other views are painted. Without a graphics card, it otherwise waits until the browser
   * wants the picture: a flush alone does not end the pass, to ask for a pixel of it does.
   */
  private begin(): void {
    if (!this.isSoftware) return;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const isNew = !this.pixel;
    this.pixel ??= gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.pixel);
    if (isNew) gl.bufferData(gl.PIXEL_PACK_BUFFER, 4, gl.STREAM_READ);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.flush();
  }
}
