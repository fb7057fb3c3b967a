/** The picture on its canvas: watches the studio, and draws at most once a frame, when something has changed. */

import { Vector3 } from "three";
import { POINTS, plantedAt } from "../../document/plants";
import { Painting } from "../../graphics/painting";
import type { Clip, Keys } from "../../messages";
import { watching } from "../../store";
import type { Studio } from "../../studio/studio";
import type { CameraView, ViewportView } from "../../studio/view";
import { onThemeChange } from "../../theme/colours";
import { benchOf, shownPlants } from "../feet/bench";
import { firstCamera } from "./camera/first";
import { axesOf, framed, metresPerPixel, moved, nearestClear, OPENING_RAD } from "./camera/view";
import { rampEnd } from "./errors";
import { type Ghost, ghostsAt, type Place, type Stations, stationsOf } from "./ghosts";
import { leadingJoints } from "./lead";
import type { Box } from "./navigate";
import { pickJoint, type SeenBone } from "./picking";
import { capturePoses, hasFrame, keyPoses, type Poses, resultPoses, rowOf } from "./poses";
import { Cameras, seenBones } from "./scene/cameras";
import { sceneColours } from "./scene/colours";
import { Picture } from "./scene/Picture";
import { PictureCanvas, type Shot, type Window } from "./scene/PictureCanvas";
import { heldFrame } from "./stepped";

/** How long the camera has to rest before it is remembered. */
const REST_MS = 300;
/** How long nothing has to change before the picture is drawn again more finely, where a processor draws it. */
const REFINE_MS = 250;

export interface Drawn {
  camera: CameraView;
  width: number;
  height: number;
  /** The joint under the pointer, as long as it is still there. */
  hovered: number | null;
  /** How many keys are shown as ghosts, and how many keys there are. */
  ghosts: number;
  keys: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pictures of frames beside the page's own. */
export interface Film {
  canvas: HTMLCanvasElement;
  draw(frame: number): void;
  dispose(): void;
}

/** How near the camera may come to a joint, as a part of the stature: outside trunk and head. */
const CLEARANCE = 0.16;

export class Stage {
  /** Told after every picture. */
  onDrawn: (drawn: Drawn) => void = () => {};
  private readonly sheet: PictureCanvas;
  private readonly cameras = new Cameras();
  private readonly ends: (() => void)[] = [];
  private picture: Picture | null = null;
  private camera: CameraView | null = null;
  private remembered: CameraView | null = null;
  private hips: Vector3 | null = null;
  private hovered: number | null = null;
  private hoveredIn: { camera: CameraView | null; frame: number } | null = null;
  private readonly painting = new Painting(() => this.draw(), true);
  private refining: ReturnType<typeof setTimeout> | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private stations: { keys: Keys; positions: Float32Array; found: Stations } | null = null;
  private size = { width: 0, height: 0 };
  private hasNewColours = true;

  constructor(
    private readonly studio: Studio,
    readonly canvas: HTMLCanvasElement,
  ) {
    this.sheet = new PictureCanvas(canvas);
    this.ends.push(this.watch());
    const write = () => this.remember();
    studio.unwritten.add(write);
    this.ends.push(() => studio.unwritten.delete(write));
    this.ends.push(onThemeChange(() => this.recolour()));
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(canvas);
    this.ends.push(() => observer.disconnect());
    canvas.addEventListener("webglcontextrestored", () => this.recolour());
    this.redraw();
  }

  /** A picture costs most of all that a frame does: what changes nothing here, like another count, draws none. */
  private watch(): () => void {
    const { clip, playhead, found, document, view } = this.studio;
    const parts = () => {
      const { viewport, selectedJoints, isStepped } = view.get();
      const { edited, settings } = document.get();
      const { handled, chosen, evaluation, feet, cleaned } = found.get();
      const poses = [edited, settings, handled, chosen, evaluation, cleaned];
      const looks = [viewport, selectedJoints, isStepped];
      return [clip.get(), playhead.get(), ...looks, ...poses, feet, shownPlants(this.studio)];
    };
    return watching([clip, playhead, found, document, view, benchOf(this.studio)], parts)(() => this.redraw());
  }

  redraw(): void {
    this.painting.ask();
  }

  private recolour(): void {
    this.hasNewColours = true;
    this.redraw();
  }

  get view(): CameraView | null {
    return this.camera;
  }

  /** Look from elsewhere; remembered once it rests. */
  look(camera: CameraView): void {
    this.aim(camera);
    this.redraw();
  }

  private aim(camera: CameraView): void {
    this.camera = camera;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.remember(), REST_MS);
  }

  private remember(): void {
    clearTimeout(this.rest);
    const { viewport } = this.studio.view.get();
    if (!viewport || this.camera === this.remembered || this.studio.clip.get() !== this.picture?.clip) return;
    this.remembered = this.camera;
    this.studio.view.patch({ viewport: { ...viewport, camera: this.camera } });
  }

  private get options(): ViewportView {
    return this.studio.view.get().viewport;
  }

  /** Asked of the page only when it changes: in a picture, that would make the page lay itself out once more. */
  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.size = { width, height };
    this.redraw();
  }

  /** In pixels of the page. */
  get seen(): Size {
    return this.size;
  }

  private isSplit(): boolean {
    return this.options.figures === "side" && this.poses().result !== null;
  }

  private poses(): { capture: Poses; result: Poses | null } {
    const { studio } = this;
    const clip = studio.clip.get()!;
    return { capture: capturePoses(clip), result: resultPoses(clip, studio.document.get(), studio.found.get()) };
  }

  /** The poses that stand for the figure where there is one of two. */
  private main(): Poses {
    const { capture, result } = this.poses();
    return this.options.figures === "capture" || !result ? capture : result;
  }

  /** The poses of the ghosts. */
  private keyed(clip: Clip): Poses {
    const { studio } = this;
    const capture = capturePoses(clip);
    if (this.options.figures === "capture") return capture;
    return keyPoses(clip, studio.document.get(), studio.found.get()) ?? capture;
  }

  /** The frame whose pose the animation shows at a frame: another one where poses hold from key to key. */
  private shownFrame(frame: number): number {
    const keys = this.studio.view.get().isStepped && this.options.figures !== "capture" && this.studio.shownKeys();
    return keys ? heldFrame(keys, frame) : frame;
  }

  private draw(): void {
    const clip = this.studio.clip.get();
    const { width, height } = this.size;
    if (!clip || !width || !height) return;
    const started = performance.now();
    clearTimeout(this.refining);
    const picture = this.pictureOf(clip);
    this.adoptCamera(clip);
    this.followHips();
    this.forgetHovered();
    const ghosts = this.compose(picture, this.studio.playhead.get(), this.size);
    this.sheet.draw(this.shot(picture));
    if (this.sheet.isSoftware) this.refining = setTimeout(() => this.refine(picture), REFINE_MS);
    this.tell(picture, ghosts, performance.now() - started);
    const keys = this.studio.shownKeys()?.frames.length ?? 0;
    this.onDrawn({ camera: this.camera!, width, height, hovered: this.hovered, ghosts: ghosts.length, keys });
  }

  /** Put into the picture what is seen at a frame. */
  private compose(picture: Picture, frame: number, { width, height }: Size): readonly Ghost[] {
    const { clip } = picture;
    picture.ways.screen.set(this.isSplit() ? width / 2 : width, height);
    const ghosts = this.ghosts(clip, frame);
    this.show(picture, ghosts, frame);
    const { hasTrails, trails, figures } = this.options;
    const ways = { ...this.poses(), figures, joints: hasTrails ? trails : [], keys: this.studio.shownKeys() };
    picture.ways.show(ways, clip.joints.length, frame);
    return ghosts;
  }

  /** A canvas of its own, on which the picture of any frame is drawn as it would be seen from here. */
  film(size: Size): Film {
    const canvas = document.createElement("canvas");
    const sheet = new PictureCanvas(canvas, 1);
    sheet.recolour(sceneColours());
    const draw = (frame: number) => {
      const { picture, camera, hips } = this;
      if (!picture || !camera || !hips) return;
      const by = this.groundAt(picture, frame).sub(hips);
      this.compose(picture, frame, size);
      const seen = this.options.follows ? moved(camera, by) : camera;
      const shot = { ...this.shot(picture), camera: seen, windows: this.windows(size.width), ...size };
      sheet.drawFinely(shot);
    };
    const dispose = () => {
      sheet.dispose();
      // The scene holds what was drawn last.
      this.redraw();
    };
    return { canvas, draw, dispose };
  }

  private pictureOf(clip: Clip): Picture {
    if (this.picture?.clip !== clip) {
      this.picture?.dispose();
      this.picture = new Picture(clip, this.sheet.isSoftware);
      this.camera = this.remembered = this.hips = this.stations = null;
      this.hovered = null;
      this.hasNewColours = true;
    }
    if (this.hasNewColours) {
      const colours = sceneColours();
      this.picture.recolour(colours);
      this.sheet.recolour(colours);
      this.hasNewColours = false;
    }
    return this.picture;
  }

  /** Take the camera of the project, or of an action; at first, a good one. */
  private adoptCamera(clip: Clip): void {
    const wanted = this.options.camera;
    if (wanted && wanted !== this.remembered) {
      this.camera = this.remembered = wanted;
      clearTimeout(this.rest);
    } else if (!this.camera) {
      this.aim(this.framedFigure(firstCamera(clip)));
    }
  }

  /** Where the figure is over the ground: with the hips' rise and fall, the picture would hide them. */
  private groundAt({ clip, hips }: Picture, frame: number): Vector3 {
    // The capture's: those of the result are elsewhere with every other count, and the picture would tremble.
    const poses = capturePoses(clip);
    const at = 3 * (rowOf(poses, this.shownFrame(frame)) * clip.joints.length + hips);
    return new Vector3(poses.positions[at], 0, poses.positions[at + 2]);
  }

  private followHips(): void {
    const now = this.groundAt(this.picture!, this.studio.playhead.get());
    const by = this.hips ? now.clone().sub(this.hips) : null;
    this.hips = now;
    if (by && this.options.follows && by.lengthSq() > 0) this.aim(moved(this.camera!, by));
  }

  /** Smooth edges for a picture that stays. */
  private refine(picture: Picture): void {
    const { width, height } = this.size;
    if (this.painting.isAsked || picture !== this.picture || !width || !height) return;
    this.sheet.refine(this.shot(picture));
  }

  private shot(picture: Picture): Shot {
    const { camera, options } = this;
    return { picture, camera: camera!, windows: this.windows(), ...this.size, hasFloor: options.hasFloor };
  }

  private ghosts(clip: Clip, playhead: number): Ghost[] {
    const keys = this.studio.shownKeys();
    if (!this.options.hasGhosts || !keys) return [];
    const poses = this.keyed(clip);
    const hipsAt = (frame: number): Place => {
      const from = hasFrame(poses, frame) ? poses : capturePoses(clip);
      const at = 3 * (rowOf(from, frame) * clip.joints.length + this.picture!.hips);
      return [from.positions[at], from.positions[at + 1], from.positions[at + 2]];
    };
    if (this.stations?.keys !== keys || this.stations.positions !== poses.positions) {
      const found = stationsOf(keys, hipsAt, clip.height_m, clip.fps);
      this.stations = { keys, positions: poses.positions, found };
    }
    const frame = this.shownFrame(playhead);
    const back = axesOf(this.camera!).back.toArray();
    return ghostsAt(keys, this.stations.found, frame, hipsAt(frame), back);
  }

  private show(picture: Picture, ghosts: readonly Ghost[], frame: number): void {
    const { studio, options } = this;
    const evaluation = studio.evaluation();
    picture.show({
      ...this.poses(),
      frame,
      resultFrame: this.shownFrame(frame),
      figures: options.figures,
      rampEnd: options.isTinted && evaluation ? rampEnd(evaluation.max_cm) : 0,
      ghosts,
      ghostPoses: this.keyed(picture.clip),
      selected: studio.view.get().selectedJoints,
      hovered: this.hovered,
      leading: leadingJoints(picture.clip, studio.document.get().settings.lead),
      feet: studio.found.get().feet,
      planted: this.planted(frame),
    });
  }

  /** Which of the feet's four points are on the ground, as far as that is shown. */
  private planted(frame: number): boolean[] {
    const { studio } = this;
    return plantedAt(this.options.hasPlants === false ? [] : shownPlants(studio), this.shownFrame(frame));
  }

  private windows(width = this.size.width): Window[] {
    if (!this.isSplit()) return [{ half: "both", left: 0, width }];
    const middle = Math.floor(width / 2);
    return [
      { half: "capture", left: 0, width: middle },
      { half: "result", left: middle, width: width - middle },
    ];
  }

  /** What the scene holds, for whoever looks at the page without eyes. */
  private tell(picture: Picture, ghosts: readonly Ghost[], milliseconds: number): void {
    const { dataset } = this.canvas;
    const counts = picture.counts();
    const frames = ghosts.slice(0, counts.ghosts).map((ghost) => ghost.frame);
    dataset.frame = String(this.studio.playhead.get());
    dataset.pose = String(this.shownFrame(this.studio.playhead.get()));
    dataset.figures = counts.figures;
    dataset.ghosts = String(counts.ghosts);
    dataset.ghostFrames = frames.sort((a, b) => a - b).join(" ");
    dataset.keys = String(this.studio.shownKeys()?.frames.length ?? 0);
    dataset.trails = String(picture.ways.count);
    dataset.planted = this.studio.found.get().feet
      ? POINTS.filter((_, point) => this.planted(this.studio.playhead.get())[point]).join(", ")
      : "";
    dataset.drawMs = milliseconds.toFixed(1);
  }

  /** The joint under a place of the canvas. */
  jointAt(x: number, y: number): number | null {
    const half = this.windows().find(({ left, width }) => x >= left && x < left + width);
    return half && this.picture ? pickJoint(this.bonesIn(half), this.picture.clip.joints, x - half.left, y) : null;
  }

  /** The joints in a box on the canvas. */
  jointsIn(box: Box): number[] {
    const { picture } = this;
    if (!picture) return [];
    const isIn = ({ left }: Window, [x, y]: readonly number[]) =>
      x + left >= box.left && x + left <= box.right && y >= box.top && y <= box.bottom;
    const found = this.windows().flatMap((half) =>
      this.bonesIn(half).flatMap(({ joint, from }) => (isIn(half, from) ? [joint] : [])),
    );
    return [...new Set(found)].sort((a, b) => a - b);
  }

  /** A camera that came nearer, as far as it stays outside the figure. */
  clear(wanted: CameraView): CameraView {
    const { camera, picture } = this;
    if (!camera || !picture || wanted.isOrthographic || wanted.distance >= camera.distance) return wanted;
    const poses = this.main();
    const count = picture.clip.joints.length;
    const at = 3 * rowOf(poses, this.shownFrame(this.studio.playhead.get())) * count;
    const figure = poses.positions.subarray(at, at + 3 * count);
    return nearestClear(camera, wanted, figure, CLEARANCE * picture.clip.height_m);
  }

  private bonesIn(half: Window): SeenBone[] {
    const { picture, camera } = this;
    const { height } = this.size;
    if (!picture || !camera) return [];
    const isCapture = half.half === "capture" || this.main().positions === this.poses().capture.positions;
    const poses = isCapture ? this.poses().capture : this.main();
    const scene = this.cameras.of(camera, half.width / height);
    const perPixel = (depth: number) =>
      camera.isOrthographic ? metresPerPixel(camera, height) : (2 * depth * Math.tan(OPENING_RAD / 2)) / height;
    const { joints } = picture.clip;
    const playhead = this.studio.playhead.get();
    const frame = isCapture ? playhead : this.shownFrame(playhead);
    const size = { width: half.width, height };
    return seenBones(picture.bones, poses, frame, joints.length, scene, size, perPixel);
  }

  hover(joint: number | null): void {
    this.hoveredIn = { camera: this.camera, frame: this.studio.playhead.get() };
    if (joint === this.hovered) return;
    this.hovered = joint;
    this.redraw();
  }

  /** Where the picture moved on below a pointer that rests, nobody knows what is under it. */
  private forgetHovered(): void {
    const { camera, frame } = this.hoveredIn ?? {};
    if (camera !== this.camera || frame !== this.studio.playhead.get()) this.hovered = null;
  }

  private aspect(): number {
    const { width, height } = this.size;
    return (this.isSplit() ? width / 2 : width) / Math.max(height, 1);
  }

  private framedFigure(view: CameraView, joints?: readonly number[]): CameraView {
    const poses = this.main();
    const count = this.picture!.clip.joints.length;
    const row = rowOf(poses, this.shownFrame(this.studio.playhead.get()));
    const chosen = joints?.length ? joints : [...Array(count).keys()];
    const points = chosen.flatMap((joint) => [
      ...poses.positions.subarray(3 * (row * count + joint), 3 * (row * count + joint) + 3),
    ]);
    const { height_m: height } = this.picture!.clip;
    return framed(view, points, this.aspect(), (joints?.length ? 0.16 : 0.45) * height);
  }

  /** The selected joints, or the figure as it stands. */
  frameSelected(): void {
    if (this.camera) this.look(this.framedFigure(this.camera, this.studio.view.get().selectedJoints));
  }

  /** The whole way of the figure. */
  frameAll(): void {
    if (!this.camera || !this.picture) return;
    const { first, last } = this.studio.document.get().settings;
    const poses = this.main();
    const wide = 3 * this.picture.clip.joints.length;
    const points = poses.positions.subarray(rowOf(poses, first) * wide, (rowOf(poses, last) + 1) * wide);
    this.look(framed(this.camera, points, this.aspect(), 0.1 * this.picture.clip.height_m));
  }

  dispose(): void {
    this.remember();
    this.painting.cancel();
    clearTimeout(this.refining);
    for (const end of this.ends) end();
    this.picture?.dispose();
    this.sheet.dispose();
  }
}
