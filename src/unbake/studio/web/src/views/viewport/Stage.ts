/** The picture on its canvas: watches the studio, and draws at most once a frame, when something has changed. */

import type { Box } from "../../controls/place";
import { POINTS } from "../../document/plants";
import { Painting } from "../../graphics/painting";
import type { Clip } from "../../messages";
import { watching } from "../../store";
import type { Studio } from "../../studio/studio";
import type { CameraView } from "../../studio/view";
import { onThemeChange } from "../../theme/colours";
import { benchOf, shownPlants } from "../feet/bench";
import { onionSkins } from "../pose/onion";
import { metresPerPixel, OPENING_RAD } from "./camera/view";
import { rampEnd } from "./errors";
import type { Ghost } from "./ghosts";
import { type JointsSeen, jointsSeen } from "./jointsSeen";
import { KeyGhosts } from "./KeyGhosts";
import { leadingJoints } from "./lead";
import { pickJoint, type SeenBone } from "./picking";
import { ShownPoses } from "./ShownPoses";
import { StageCamera } from "./StageCamera";
import { Cameras, seenBones } from "./scene/cameras";
import { sceneColours } from "./scene/colours";
import { Picture } from "./scene/Picture";
import { PictureCanvas, type Shot, type Window } from "./scene/PictureCanvas";

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
interface Film {
  canvas: HTMLCanvasElement;
  draw(frame: number): void;
  dispose(): void;
}

/** The picture in which something was found under the pointer. */
interface HoveredIn {
  camera: CameraView | null;
  frame: number;
  positions: ArrayLike<number> | null;
}

export class Stage {
  /** Told after every picture. */
  onDrawn: (drawn: Drawn) => void = () => {};
  private readonly sheet: PictureCanvas;
  private readonly shown: ShownPoses;
  private readonly camera: StageCamera;
  private readonly cameras = new Cameras();
  private readonly keyGhosts = new KeyGhosts();
  private readonly ends: (() => void)[] = [];
  private picture: Picture | null = null;
  private hovered: number | null = null;
  private hoveredIn: HoveredIn | null = null;
  private readonly painting = new Painting(() => this.draw(), true);
  private refining: ReturnType<typeof setTimeout> | undefined;
  private size = { width: 0, height: 0 };
  private hasNewColours = true;

  constructor(
    private readonly studio: Studio,
    readonly canvas: HTMLCanvasElement,
  ) {
    this.sheet = new PictureCanvas(canvas);
    this.shown = new ShownPoses(studio);
    this.camera = new StageCamera(studio, this.shown);
    this.ends.push(this.watch());
    const write = () => this.camera.remember();
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
    const { clip, playhead, results, document, view } = this.studio;
    const parts = () => {
      const { viewport, selectedJoints, isStepped } = view.get();
      const { edited, settings } = document.get();
      const { handled, chosen, evaluation, feet, cleaned, layered } = results.get();
      const poses = [edited, settings, handled, chosen, evaluation, cleaned, layered];
      const looks = [viewport, selectedJoints, isStepped];
      const posing = this.studio.posing.state.get();
      return [clip.get(), playhead.get(), ...looks, ...poses, feet, shownPlants(this.studio), posing];
    };
    const { state: posed } = this.studio.posing;
    return watching([clip, playhead, results, document, view, posed, benchOf(this.studio)], parts)(() => this.redraw());
  }

  redraw(): void {
    this.painting.ask();
  }

  private recolour(): void {
    this.hasNewColours = true;
    this.redraw();
  }

  get view(): CameraView | null {
    return this.camera.view;
  }

  /** Look from elsewhere; remembered once it rests. */
  look(view: CameraView): void {
    this.camera.aim(view);
    this.redraw();
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

  private draw(): void {
    const clip = this.studio.clip.get();
    const { width, height } = this.size;
    if (!clip || !width || !height) return;
    const started = performance.now();
    clearTimeout(this.refining);
    const former = this.picture;
    const picture = this.pictureOf(clip);
    this.camera.adopt(clip, this.aspect());
    this.camera.follow(this.shown.groundAt(clip, picture.hips, this.studio.playhead.get()));
    this.forgetHovered();
    const ghosts = this.compose(picture, this.studio.playhead.get(), this.size);
    this.sheet.draw(this.shot(picture));
    // Not before: the programs that both are drawn with are kept.
    if (former !== picture) former?.dispose();
    if (this.sheet.isSoftware) this.refining = setTimeout(() => this.refine(picture), REFINE_MS);
    this.tell(picture, ghosts, performance.now() - started);
    const keys = this.studio.shownKeys()?.frames.length ?? 0;
    this.onDrawn({ camera: this.view!, width, height, hovered: this.hovered, ghosts: ghosts.length, keys });
  }

  /** Put into the picture what is seen at a frame. */
  private compose(picture: Picture, frame: number, { width, height }: Size): readonly Ghost[] {
    const { clip } = picture;
    picture.ways.screen.set(this.shown.isSplit ? width / 2 : width, height);
    const ghosts = this.ghosts(picture, frame);
    this.show(picture, ghosts, frame);
    const { hasTrails, trails, figures } = this.shown.options;
    const ways = { ...this.shown.both(), figures, joints: hasTrails ? trails : [], keys: this.studio.shownKeys() };
    picture.ways.show(ways, clip.joints.length, frame);
    return ghosts;
  }

  /** A canvas of its own, on which the picture of any frame is drawn as it would be seen from here. */
  film(size: Size): Film {
    const canvas = document.createElement("canvas");
    const sheet = new PictureCanvas(canvas, 1);
    sheet.recolour(sceneColours());
    const draw = (frame: number) => {
      const { picture } = this;
      const camera = picture && this.camera.seenAt(this.shown.groundAt(picture.clip, picture.hips, frame));
      if (!camera) return;
      this.compose(picture, frame, size);
      const shot = { ...this.shot(picture), camera, windows: this.windows(size.width), ...size };
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
      this.picture = new Picture(clip, this.sheet.isSoftware);
      this.camera.reset(clip);
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

  /** Smooth edges for a picture that stays. */
  private refine(picture: Picture): void {
    const { width, height } = this.size;
    if (this.painting.isAsked || picture !== this.picture || !width || !height) return;
    this.sheet.refine(this.shot(picture));
  }

  private shot(picture: Picture): Shot {
    const { hasFloor } = this.shown.options;
    return { picture, camera: this.view!, windows: this.windows(), ...this.size, hasFloor };
  }

  private ghosts({ clip, hips }: Picture, playhead: number): Ghost[] {
    const keys = this.studio.shownKeys();
    const onion = onionSkins(this.studio, this.shown.frameAt(playhead));
    if (onion) return onion;
    if (!this.shown.options.hasGhosts || !keys) return [];
    return this.keyGhosts.at(this.shown.frameAt(playhead), clip, hips, keys, this.shown.ofKeys(clip), this.view!);
  }

  private show(picture: Picture, ghosts: readonly Ghost[], frame: number): void {
    const { studio, shown } = this;
    const { options } = shown;
    const evaluation = studio.evaluation();
    picture.show({
      ...shown.both(),
      frame,
      resultFrame: shown.frameAt(frame),
      figures: options.figures,
      rampEnd: options.isTinted && evaluation ? rampEnd(evaluation.max_cm) : 0,
      ghosts,
      ghostPoses: shown.ofKeys(picture.clip),
      selected: studio.view.get().selectedJoints,
      hovered: this.hovered,
      leading: leadingJoints(picture.clip, studio.document.get().settings.lead),
      feet: studio.results.get().feet,
      planted: shown.plantedAt(frame),
    });
  }

  private windows(width = this.size.width): Window[] {
    if (!this.shown.isSplit) return [{ half: "both", left: 0, width }];
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
    dataset.pose = String(this.shown.frame);
    dataset.figures = counts.figures;
    dataset.ghosts = String(counts.ghosts);
    dataset.ghostFrames = frames.sort((a, b) => a - b).join(" ");
    dataset.keys = String(this.studio.shownKeys()?.frames.length ?? 0);
    dataset.trails = String(picture.ways.count);
    dataset.planted = this.studio.results.get().feet
      ? POINTS.filter((_, point) => this.shown.plantedAt(this.studio.playhead.get())[point]).join(", ")
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
    return this.camera.clear(wanted);
  }

  private bonesIn(half: Window): SeenBone[] {
    const { picture, view, shown } = this;
    const { height } = this.size;
    if (!picture || !view) return [];
    const { capture } = shown.both();
    const isCapture = half.half === "capture" || shown.main().positions === capture.positions;
    const poses = isCapture ? capture : shown.main();
    const scene = this.cameras.of(view, half.width / height);
    const perPixel = (depth: number) =>
      view.isOrthographic ? metresPerPixel(view, height) : (2 * depth * Math.tan(OPENING_RAD / 2)) / height;
    const { joints } = picture.clip;
    const frame = isCapture ? this.studio.playhead.get() : shown.frame;
    const size = { width: half.width, height };
    return seenBones(picture.bones, poses, frame, joints.length, scene, size, perPixel);
  }

  /** Where the joints of the pose that can be edited are, on the picture and in space. */
  jointsSeen(): JointsSeen | null {
    const { picture, view, shown } = this;
    const half = this.windows().at(-1)!;
    if (!picture || !view || !half.width) return null;
    const camera = this.cameras.of(view, half.width / this.size.height);
    const size = { width: half.width, height: this.size.height };
    return jointsSeen(shown.main(), shown.frame, picture.clip.joints.length, view, camera, size, half.left);
  }

  hover(joint: number | null): void {
    this.hoveredIn = this.nowSeen();
    if (joint === this.hovered) return;
    this.hovered = joint;
    this.redraw();
  }

  /** Where the picture moved on below a pointer that rests, nobody knows what is under it. */
  private forgetHovered(): void {
    const now = this.nowSeen();
    const isSame = (["camera", "frame", "positions"] as const).every((part) => now[part] === this.hoveredIn?.[part]);
    if (!isSame) this.hovered = null;
  }

  private nowSeen(): HoveredIn {
    const positions = this.studio.clip.get() ? this.shown.main().positions : null;
    return { camera: this.view, frame: this.studio.playhead.get(), positions };
  }

  private aspect(): number {
    const { width, height } = this.size;
    return (this.shown.isSplit ? width / 2 : width) / Math.max(height, 1);
  }

  /** The selected joints, or the figure as it stands. */
  frameSelected(): void {
    const { selectedJoints } = this.studio.view.get();
    if (this.view) this.look(this.camera.framingFigure(this.view, this.aspect(), selectedJoints));
  }

  /** The whole way of the figure. */
  frameAll(): void {
    if (this.view) this.look(this.camera.framingWay(this.view, this.aspect()));
  }

  dispose(): void {
    this.camera.remember();
    this.painting.cancel();
    clearTimeout(this.refining);
    for (const end of this.ends) end();
    this.picture?.dispose();
    this.sheet.dispose();
  }
}
