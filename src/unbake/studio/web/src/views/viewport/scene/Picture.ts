/** Everything that is drawn of one clip: floor, shadows, ghosts, figures, trails, marks. */

import { type Camera, type Color, Scene, Vector2, Vector3, type WebGLRenderer } from "three";
import { classNameOf } from "../../../document/keys";
import type { Clip, FeetFound } from "../../../messages";
import type { ViewportView } from "../../../studio/view";
import { errorsAt } from "../errors";
import { type Bone, bodyOf, bonesOf } from "../figure/body";
import { keptMeshes } from "../figure/kept";
import { standing } from "../figure/standing";
import { pointsAt } from "../footPoints";
import { type Ghost, MOST_GHOSTS } from "../ghosts";
import { hasFrame, type Poses, rowOf } from "../poses";
import type { SceneColours } from "./colours";
import { type Dot, Dots } from "./Dots";
import { FigureLayer, type Uniforms } from "./FigureLayer";
import { Floor } from "./Floor";
import { PoseTexture } from "./PoseTexture";
import { Shadow } from "./Shadow";
import { Ways } from "./Ways";

/** What is to be seen. */
interface Showing {
  frame: number;
  /** The frame whose pose the animation shows: another one where poses hold from key to key. */
  resultFrame: number;
  capture: Poses;
  result: Poses | null;
  figures: ViewportView["figures"];
  /** The end of the error's colours in centimetres; 0 without them. */
  rampEnd: number;
  ghosts: readonly Ghost[];
  ghostPoses: Poses;
  selected: readonly number[];
  hovered: number | null;
  leading: readonly number[];
  /** The feet, and which of their four points are on the ground; null where that is not shown. */
  feet: FeetFound | null;
  planted: readonly boolean[];
}

export type Half = "both" | "capture" | "result";

/** How many triangles a figure has, and how many a ghost: fewer where a processor draws them. */
const TRIANGLES = [6000, 2400];
const SPARE_TRIANGLES = [5000, 1000];
const RESULT_ROW = 0;
const CAPTURE_ROW = 1;
const FIRST_GHOST_ROW = 2;
/** Light from the upper left of the front, in the world: the shadow stays where it is when one walks around. */
const LIGHT = new Vector3(0.35, 1, 0.28).normalize();

export class Picture {
  private readonly scene = new Scene();
  /** What is under the pointer, and how thick it is. */
  readonly bones: readonly Bone[];
  readonly floor = new Floor();
  readonly ways: Ways;
  readonly marks = new Dots(true, 10);
  /** The joint that the figure's place is told by. */
  readonly hips: number;
  private readonly poses: PoseTexture;
  private readonly shared: Uniforms;
  private readonly rampEnd = { value: 0 };
  private readonly layers: Record<"result" | "capture" | "veil" | "ghosts", FigureLayer>;
  private readonly shadows: Record<"result" | "capture", Shadow>;
  private readonly errors: Float32Array;
  private colours: SceneColours | null = null;
  private showing: Showing | null = null;

  constructor(
    readonly clip: Clip,
    /** Fewer corners, where a processor draws what a graphics card should. */
    isSpare: boolean,
  ) {
    const rest = standing(clip);
    const solids = bodyOf(rest);
    this.bones = bonesOf(solids);
    this.hips = rest.roles.get("hips") ?? 0;
    this.poses = new PoseTexture(rest, FIRST_GHOST_ROW + MOST_GHOSTS);
    this.errors = new Float32Array(clip.joints.length);
    this.shared = sharedUniforms(this.poses);
    const [fine, coarse] = keptMeshes(rest, isSpare ? SPARE_TRIANGLES : TRIANGLES, solids);
    const veil = fine;
    const tinted = { ...this.shared, rampEnd: this.rampEnd };
    this.layers = {
      ghosts: new FigureLayer(coarse, MOST_GHOSTS, this.shared, { from: 0.5, to: 1, isLayered: true }, "ghosts", 2),
      result: new FigureLayer(fine, 1, tinted, { from: 0, to: 0.5 }, "solid", 4),
      capture: new FigureLayer(fine, 1, this.shared, { from: 0, to: 0.5 }, "solid", 4),
      // A little behind: where the two are the same, the result is seen and nothing flickers.
      veil: new FigureLayer(veil, 1, this.shared, { from: 0.00002, to: 0.50002 }, "veil", 5),
    };
    this.shadows = {
      result: new Shadow(coarse, this.shared.poses, rest.stature, LIGHT),
      capture: new Shadow(coarse, this.shared.poses, rest.stature, LIGHT),
    };
    this.ways = new Ways(clip.fps);
    this.scene.add(this.floor.object, this.ways.capture.group, this.ways.result.group);
    this.scene.add(this.marks.object, this.ways.dots.object);
    for (const layer of Object.values(this.layers)) this.scene.add(...layer.objects);
    for (const shadow of Object.values(this.shadows)) this.scene.add(shadow.object);
  }

  recolour(colours: SceneColours): void {
    this.colours = colours;
    const { shared } = this;
    shared.sides.value = colours.sides;
    shared.ramp.value = colours.ramp;
    shared.accent.value = colours.accent;
    shared.paper.value = colours.paper;
    shared.plants.value = [colours.heel, colours.toe];
    shared.strengths.value.set(...(colours.isLight ? [0.6, 0.84, 0.34] : [0.3, 0.52, 0.5]));
    this.floor.recolour(colours);
    this.ways.recolour(colours);
    for (const dots of [this.marks, this.ways.dots]) dots.material.uniforms.paper.value = colours.paper;
    for (const shadow of Object.values(this.shadows)) shadow.strength = colours.isLight ? 0.36 : 0.75;
  }

  /** Take over what is to be seen. */
  show(showing: Showing): void {
    this.showing = showing;
    const { capture, result, frame, resultFrame } = showing;
    const isAnimated = showing.figures !== "capture" && result !== null;
    if (result && isAnimated) this.poses.write(RESULT_ROW, result, resultFrame);
    this.poses.write(CAPTURE_ROW, capture, frame);
    this.rampEnd.value = isAnimated ? showing.rampEnd : 0;
    this.tint(showing, isAnimated);
    this.plant(showing, isAnimated);
    this.layers.result.show(isAnimated ? [{ row: RESULT_ROW, opacity: 1 }] : []);
    this.showCapture(showing, isAnimated);
    this.showGhosts(showing);
  }

  private tint({ capture, result, resultFrame, selected, hovered }: Showing, isAnimated: boolean): void {
    if (result && this.rampEnd.value) errorsAt(capture, result, resultFrame, this.errors);
    const chosen = new Set(selected);
    for (let j = 0; j < this.errors.length; j++) {
      const mark = chosen.has(j) ? 2 : j === hovered ? 1 : 0;
      this.poses.look(RESULT_ROW, j, this.errors[j], mark);
      this.poses.look(CAPTURE_ROW, j, 0, isAnimated ? 0 : mark);
    }
  }

  /** Colour what is on the ground. A veil has one colour only. */
  private plant({ feet, planted, figures }: Showing, isAnimated: boolean): void {
    const isCaptureSeen = !isAnimated || figures === "side";
    if (feet) this.shared.toes.value.set(...feet.toes);
    feet?.ankles.forEach((ankle, side) => {
      const [heel, toe] = [planted[2 * side], planted[2 * side + 1]];
      for (const [row, isSeen] of [[RESULT_ROW, true] as const, [CAPTURE_ROW, isCaptureSeen] as const]) {
        this.poses.plant(row, ankle, isSeen && heel, isSeen && toe);
        this.poses.plant(row, feet.toes[side], false, isSeen && toe);
      }
    });
  }

  private showCapture({ figures }: Showing, isAnimated: boolean): void {
    const colour = this.colours!.capture;
    const isVeiled = figures === "overlay" && isAnimated;
    const isSolid = !isVeiled && (figures !== "result" || !isAnimated);
    this.layers.veil.show(isVeiled ? [{ row: CAPTURE_ROW, opacity: 0.6, wash: { colour, part: 1 } }] : []);
    this.layers.capture.show(isSolid ? [{ row: CAPTURE_ROW, opacity: 1, wash: { colour, part: 0.72 } }] : []);
  }

  private showGhosts({ ghosts, ghostPoses, capture }: Showing): void {
    const colours = this.colours!;
    const figures = ghosts.map(({ frame, keyClass, opacity }, n) => {
      const source = hasFrame(ghostPoses, frame) ? ghostPoses : capture;
      this.poses.write(FIRST_GHOST_ROW + n, source, frame);
      return { row: FIRST_GHOST_ROW + n, opacity, wash: { colour: colours[classNameOf(keyClass)], part: 1 } };
    });
    this.layers.ghosts.show(figures);
  }

  private showMarks({ selected, leading, hovered }: Showing, poses: Poses): void {
    const frame = this.frameOf(poses);
    const { accent, pinned } = this.colours!;
    const dot = (joint: number, colour: Color, pixels: number): Dot => {
      const at = 3 * (rowOf(poses, frame) * this.clip.joints.length + joint);
      return { place: [poses.positions[at], poses.positions[at + 1], poses.positions[at + 2]], colour, pixels };
    };
    const dots = leading.map((joint) => dot(joint, pinned, 9));
    for (const joint of selected) dots.push(dot(joint, accent, 9));
    if (hovered !== null && !selected.includes(hovered)) dots.push(dot(hovered, accent, 7));
    dots.push(...this.spots(poses));
    this.marks.show(dots);
  }

  /** Where heels and toes are on the ground: to be seen from every side. */
  private spots(poses: Poses): Dot[] {
    const { feet, planted } = this.showing!;
    const frame = this.frameOf(poses);
    const { heel, toe } = this.colours!;
    if (!feet) return [];
    const places = pointsAt(feet, poses, frame, this.clip.joints.length);
    const dots = places.map((place, point): Dot => ({ place, colour: point % 2 ? toe : heel, pixels: 8 }));
    return dots.filter((_, point) => planted[point]);
  }

  private frameOf(poses: Poses): number {
    const { result, frame, resultFrame } = this.showing!;
    return poses === result ? resultFrame : frame;
  }

  /** Draw what belongs to one half of the picture, or to the whole. */
  render(renderer: WebGLRenderer, camera: Camera, half: Half): void {
    const { layers, shadows, ways } = this;
    const { capture, result } = this.showing!;
    // Beside each other, the two stand in different places.
    this.showMarks(this.showing!, half !== "capture" && layers.result.count > 0 && result ? result : capture);
    const isOf = (which: Half) => half === "both" || half === which;
    layers.capture.isVisible = layers.veil.isVisible = isOf("capture");
    layers.result.isVisible = isOf("result");
    layers.ghosts.isVisible = isOf("result");
    ways.capture.group.visible = isOf("capture");
    ways.result.group.visible = isOf("result");
    // Keys are the result's where there is one.
    ways.dots.object.visible = isOf("result") || layers.result.count === 0;
    shadows.result.object.visible = isOf("result") && layers.result.count > 0;
    const isCaptureAlone = half === "capture" || layers.result.count === 0;
    shadows.capture.object.visible = isOf("capture") && isCaptureAlone && layers.capture.count > 0;
    renderer.render(this.scene, camera);
  }

  /** Let points keep their size where so many pixels, in each direction, are one of the page. */
  scaleDots(ratio: number): void {
    for (const dots of [this.marks, this.ways.dots]) dots.material.uniforms.ratio.value = ratio;
  }

  /** Renew the shadows; once a picture, before it is rendered. */
  renderShadows(renderer: WebGLRenderer): void {
    const { capture, result, figures } = this.showing!;
    const wide = 3 * this.clip.joints.length;
    const cast = (shadow: Shadow, row: number, poses: Poses) => {
      const at = rowOf(poses, this.frameOf(poses)) * wide;
      shadow.render(renderer, row, poses.positions.subarray(at, at + wide));
    };
    if (result && this.layers.result.count) cast(this.shadows.result, RESULT_ROW, result);
    const isCaptureAlone = figures === "side" || !this.layers.result.count;
    if (isCaptureAlone && this.layers.capture.count) cast(this.shadows.capture, CAPTURE_ROW, capture);
  }

  light(toViewer: Vector3, right: Vector3): void {
    this.shared.toViewer.value.copy(toViewer);
    // Over the viewer's left shoulder, and always from above.
    this.shared.keyLight.value
      .copy(toViewer)
      .addScaledVector(right, -0.55)
      .addScaledVector(new Vector3(0, 1, 0), 0.75);
    this.shared.keyLight.value.normalize();
  }

  /** How many figures and ghosts there are in the scene. */
  counts(): { ghosts: number; figures: string } {
    const { capture, veil, result, ghosts } = this.layers;
    const figures = [result.count && "result", capture.count + veil.count && "capture"].filter(Boolean).join(" ");
    return { ghosts: ghosts.count, figures };
  }

  dispose(): void {
    for (const layer of Object.values(this.layers)) layer.dispose();
    for (const shadow of Object.values(this.shadows)) shadow.dispose();
    for (const part of [this.floor, this.marks, this.ways, this.poses]) part.dispose();
  }
}

function sharedUniforms(poses: PoseTexture): Uniforms {
  return {
    poses: { value: poses.texture },
    sides: { value: null },
    ramp: { value: null },
    accent: { value: null },
    plants: { value: null },
    toes: { value: new Vector2(-1, -1) },
    paper: { value: null },
    rampEnd: { value: 0 },
    keyLight: { value: new Vector3(0, 1, 0) },
    toViewer: { value: new Vector3(0, 0, 1) },
    strengths: { value: new Vector3() },
  };
}
