/** Handles over the picture while somebody poses: a dot for each joint, marks of pins, and the rings that turn a joint. */

import { Vector3 } from "three";
import type { Studio } from "../../studio/studio";
import type { JointsSeen } from "../viewport/jointsSeen";
import type { Stage } from "../viewport/Stage";

const SVG = "http://www.w3.org/2000/svg";
/** So near to its dot, in pixels, a joint is meant. */
const NEAR_PX = 11;
const RING_PX = 62;
const RING_NEAR_PX = 7;
const RING_POINTS = 48;
const AXES = ["x", "y", "z"] as const;

export interface Ring {
  joint: number;
  /** In the world. */
  axis: Vector3;
  name: (typeof AXES)[number];
  /** The middle, in pixels. */
  centre: readonly [number, number];
  /** 1 where the axis points at the viewer, -1 where it points away. */
  facing: 1 | -1;
}

export class PoseHandles {
  private readonly svg = document.createElementNS(SVG, "svg");
  private seen: JointsSeen | null = null;
  private rings: (Ring & { points: readonly (readonly [number, number, number])[] })[] = [];
  private readonly end: () => void;

  constructor(
    private readonly studio: Studio,
    private readonly stage: Stage,
  ) {
    this.svg.setAttribute("class", "pose-handles");
    this.svg.setAttribute("aria-hidden", "true");
    // Over the picture, below the buttons on it.
    stage.canvas.after(this.svg);
    this.end = studio.posing.state.subscribe(() => stage.redraw());
  }

  /** After every picture. */
  draw(): void {
    const clip = this.studio.clip.get();
    this.seen = this.studio.posing.isOn && clip ? this.stage.jointsSeen() : null;
    this.rings = this.seen ? this.ringsOf(this.seen) : [];
    this.svg.replaceChildren(...(this.seen ? this.marks(this.seen) : []));
  }

  private marks(seen: JointsSeen): SVGElement[] {
    const { posing, view, clip } = this.studio;
    const { pins, influence, tool } = posing.state.get();
    const selected = view.get().selectedJoints;
    const dots = clip.get()!.joints.flatMap(({ is_end, name }, joint) => {
      const [x, y, depth] = seen.places[joint];
      if (is_end || depth <= 0) return [];
      const isPinned = pins.includes(joint);
      const part = influence?.[joint] ?? 0;
      const mark = isPinned
        ? element("rect", { x: x - 5, y: y - 5, width: 10, height: 10 })
        : element("circle", { cx: x, cy: y, r: tool === "brush" || influence ? 3.5 + 3.5 * part : 3.5 });
      mark.setAttribute("class", `joint${isPinned ? " pinned" : ""}${selected.includes(joint) ? " selected" : ""}`);
      if (influence && !isPinned) mark.style.fill = `color-mix(in oklab, var(--keypose) ${100 * part}%, var(--panel))`;
      mark.dataset.joint = name;
      return [mark];
    });
    return [...this.rings.map(ringMark), ...dots];
  }

  /** Rings about the axes of the selected joint. */
  private ringsOf(seen: JointsSeen): typeof this.rings {
    const joint = this.studio.view.get().selectedJoints.at(-1);
    if (joint === undefined || this.studio.posing.state.get().tool !== "turn") return [];
    const [x, y, depth] = seen.places[joint] ?? [0, 0, 0];
    if (depth <= 0) return [];
    const radius = RING_PX * seen.perPixel(depth);
    const turn = seen.turnOf(joint);
    const directions = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) =>
      axis.applyQuaternion(turn),
    );
    return AXES.map((name, n) => {
      const [u, v] = [directions[(n + 1) % 3], directions[(n + 2) % 3]];
      const points = Array.from({ length: RING_POINTS + 1 }, (_, k) => {
        const angle = (2 * Math.PI * k) / RING_POINTS;
        const place = seen.positions[joint]
          .clone()
          .addScaledVector(u, radius * Math.cos(angle))
          .addScaledVector(v, radius * Math.sin(angle));
        return seen.project(place);
      });
      const facing = directions[n].dot(seen.axes.back) >= 0 ? (1 as const) : (-1 as const);
      return { joint, axis: directions[n], name, centre: [x, y] as const, facing, points };
    });
  }

  /** The ring under the pointer. */
  ringAt(x: number, y: number): Ring | null {
    let best: { ring: Ring; gap: number } | null = null;
    for (const ring of this.rings) {
      for (const [px, py] of ring.points) {
        const gap = Math.hypot(px - x, py - y);
        if (gap <= RING_NEAR_PX && gap < (best?.gap ?? Infinity)) best = { ring, gap };
      }
    }
    return best?.ring ?? null;
  }

  /** The joint whose dot is under the pointer, or whose bone is. */
  jointAt(x: number, y: number): number | null {
    const joints = this.studio.clip.get()?.joints ?? [];
    let best: { joint: number; gap: number } | null = null;
    for (const [joint, [px, py, depth]] of (this.seen?.places ?? []).entries()) {
      const gap = Math.hypot(px - x, py - y);
      if (depth <= 0 || joints[joint].is_end || gap > NEAR_PX) continue;
      if (gap < (best?.gap ?? Infinity)) best = { joint, gap };
    }
    return best?.joint ?? this.stage.jointAt(x, y);
  }

  /** Where a joint goes when a hand moves by some pixels, in a plane across the view. */
  moved(joint: number, from: Vector3, dx: number, dy: number): Vector3 {
    const { seen } = this;
    if (!seen) return from;
    const size = seen.perPixel(seen.places[joint][2]);
    return this.beside(from, dx * size, -dy * size);
  }

  /** The place so many metres to the right of another and above it, as the picture shows them. */
  beside(from: Vector3, right_m: number, up_m: number): Vector3 {
    const { seen } = this;
    if (!seen) return from;
    return from.clone().addScaledVector(seen.axes.right, right_m).addScaledVector(seen.axes.up, up_m);
  }

  placeOf(joint: number): Vector3 | null {
    return this.seen?.positions[joint]?.clone() ?? null;
  }

  dispose(): void {
    this.end();
    this.svg.remove();
  }
}

function ringMark({ points, name }: { points: readonly (readonly [number, number, number])[]; name: string }) {
  const line = element("polyline", { points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
  line.setAttribute("class", `ring ${name}`);
  return line;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
