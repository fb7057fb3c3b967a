/** The live character on a canvas of its own in the place of the viewport's: drawn with every frame that is shown. */

import { Vector3 } from "three";
import { Painting } from "../../graphics/painting";
import type { Clip } from "../../messages";
import type { LiveFrame } from "../../studio/liveFrames";
import type { Studio } from "../../studio/studio";
import type { CameraView } from "../../studio/view";
import { onThemeChange } from "../../theme/colours";
import { firstCamera } from "../viewport/camera/first";
import { gestureOf, wheelFactor } from "../viewport/camera/gesture";
import { framed, moved, orbited, panned, zoomed } from "../viewport/camera/view";
import type { Poses } from "../viewport/poses";
import { sceneColours } from "../viewport/scene/colours";
import { Picture } from "../viewport/scene/Picture";
import { PictureCanvas } from "../viewport/scene/PictureCanvas";

/** How much of the way to the figure the camera goes with every frame: hips sway, and a jump must not shake it. */
const FOLLOWING = 0.12;

export class LiveStage {
  view: CameraView;
  private readonly sheet: PictureCanvas;
  private readonly picture: Picture;
  private readonly painting = new Painting(() => this.draw(), true);
  private readonly ends: (() => void)[] = [];
  private size = { width: 0, height: 0 };
  private ground: Vector3 | null = null;
  private seen = -1;
  private isNewTheme = true;

  constructor(
    private readonly studio: Studio,
    readonly canvas: HTMLCanvasElement,
    private readonly figure: Clip,
  ) {
    this.sheet = new PictureCanvas(canvas);
    this.picture = new Picture(figure, this.sheet.isSoftware);
    const { camera } = studio.view.get().viewport;
    const first = firstCamera(figure);
    const joints = figure.positions.subarray(0, 3 * figure.joints.length);
    this.view = framed({ ...first, yaw: camera?.yaw ?? first.yaw, pitch: 0.2 }, joints, 1.6, 0.75 * figure.height_m);
    this.ends.push(studio.live.frame.subscribe(() => this.painting.ask()));
    this.ends.push(
      onThemeChange(() => {
        this.isNewTheme = true;
        this.painting.ask();
      }),
    );
    const observer = new ResizeObserver(() => {
      this.size = { width: canvas.clientWidth, height: canvas.clientHeight };
      this.painting.ask();
    });
    observer.observe(canvas);
    this.ends.push(() => observer.disconnect(), this.navigate());
  }

  look(view: CameraView): void {
    this.view = view;
    this.painting.ask();
  }

  private draw(): void {
    const frame = this.studio.live.frame.get();
    const { width, height } = this.size;
    if (!frame || !width || !height) return;
    if (this.isNewTheme) {
      const colours = sceneColours();
      this.picture.recolour(colours);
      this.sheet.recolour(colours);
      this.isNewTheme = false;
    }
    this.follow(frame);
    const poses: Poses = { positions: frame.positions, rotations: frame.rotations, first: 0, last: 0 };
    this.picture.ways.screen.set(width, height);
    this.picture.show({
      frame: 0,
      resultFrame: 0,
      capture: poses,
      result: poses,
      figures: "result",
      rampEnd: 0,
      ghosts: [],
      ghostPoses: poses,
      selected: [],
      hovered: null,
      leading: [],
      feet: null,
      planted: [],
    });
    const windows = [{ half: "both" as const, left: 0, width }];
    this.sheet.draw({ picture: this.picture, camera: this.view, windows, width, height, hasFloor: true });
    this.tell(frame);
  }

  /** Go along with the hips, a part of the way with each frame. */
  private follow({ positions, number }: LiveFrame): void {
    const at = 3 * this.picture.hips;
    const hips = new Vector3(positions[at], 0, positions[at + 2]);
    const passed = this.seen < 0 ? 1 : Math.max(number - this.seen, 0);
    this.seen = number;
    if (!this.ground) {
      const [x, , z] = this.view.target;
      this.view = moved(this.view, new Vector3(hips.x - x, 0, hips.z - z));
      this.ground = hips;
      return;
    }
    const by = hips
      .clone()
      .sub(this.ground)
      .multiplyScalar(1 - (1 - FOLLOWING) ** passed);
    this.ground.add(by);
    this.view = moved(this.view, by);
  }

  /** What is seen, for whoever looks at the page without eyes. */
  private tell({ number, positions }: LiveFrame): void {
    const { dataset } = this.canvas;
    const at = 3 * this.picture.hips;
    dataset.live = String(number);
    dataset.place = `${positions[at].toFixed(3)} ${positions[at + 2].toFixed(3)}`;
    dataset.joints = String(this.figure.joints.length);
  }

  private navigate(): () => void {
    const { canvas } = this;
    const events = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(type, listener, { signal: events.signal, passive: false });
    on("pointerdown", (event) => {
      canvas.focus({ preventScroll: true });
      if (gestureOf(event, "blender")) canvas.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
      if (!event.buttons || !canvas.hasPointerCapture(event.pointerId)) return;
      const button = event.buttons & 4 ? 1 : 0;
      const { shiftKey, ctrlKey, altKey, movementX: dx, movementY: dy } = event;
      const gesture = gestureOf({ button, shiftKey, ctrlKey, altKey }, "blender");
      const height = canvas.clientHeight;
      if (gesture === "orbit") this.look(orbited(this.view, dx, dy, height));
      else if (gesture === "pan") this.look(panned(this.view, dx, dy, height));
      else if (gesture === "zoom") this.look(zoomed(this.view, Math.exp((dy - dx) * 0.006)));
    });
    on("wheel", (event) => {
      event.preventDefault();
      this.look(zoomed(this.view, wheelFactor(event)));
    });
    on("contextmenu", (event) => event.preventDefault());
    return () => events.abort();
  }

  dispose(): void {
    this.painting.cancel();
    for (const end of this.ends) end();
    this.picture.dispose();
    this.sheet.dispose();
  }
}
