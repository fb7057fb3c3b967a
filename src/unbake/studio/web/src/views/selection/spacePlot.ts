/** The curve of error against count, drawn once for a space; the marks on it move without drawing it again. */

import uPlot from "uplot";
import type { SpaceFound } from "../../messages";
import { colour } from "../../theme/colours";
import { type CountScale, countAt, countNear, errorOf, positionOf, roundNumbers, spread } from "./scale";

/** Errors below this count as this much: a logarithm has no zero. */
const LEAST_CM = 0.01;
/** What stands beside the plotting area: the errors' names, and a little room on the right. */
const [ERROR_NAMES, ROOM] = [36, 9];
const BESIDE = ERROR_NAMES + ROOM;
const COUNTS = [2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
/** How wide a digit of a count is, and the least between two counts, in pixels. */
const [DIGIT, BETWEEN] = [6, 8];

export interface Marked {
  count: number;
  /** The largest error that came out; null while it is not known. */
  measuredCm: number | null;
  /** Whether the keys are those of the curve, rather than of layers or of a hand. */
  isOfCurve: boolean;
  isPreview: boolean;
}

export class SpacePlot {
  private readonly plot: uPlot;
  private readonly dot: HTMLElement;
  private readonly measured: HTMLElement;
  private readonly gap: HTMLElement;
  private readonly guide: HTMLElement;
  private marked: Marked | null = null;

  constructor(
    private readonly parent: HTMLElement,
    private space: SpaceFound,
    private scale: CountScale,
    private readonly hovered: (count: number | null) => void,
  ) {
    this.plot = new uPlot(this.options(), this.data(), parent);
    const [guide, gap, measured, dot] = ["guide", "gap", "measured", "dot"].map((name) => {
      const mark = document.createElement("i");
      mark.className = `mark ${name}`;
      return this.plot.over.appendChild(mark);
    });
    [this.guide, this.gap, this.measured, this.dot] = [guide, gap, measured, dot];
  }

  show(space: SpaceFound, scale: CountScale): void {
    this.space = space;
    this.scale = scale;
    this.plot.setData(this.data());
    this.place();
  }

  mark(marked: Marked): void {
    this.marked = marked;
    this.place();
  }

  /** Fill the parent again. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.parent;
    const isNew = width !== this.plot.width || height !== this.plot.height;
    if (width > 0 && height > 0 && isNew) this.plot.setSize({ width, height });
    this.place();
  }

  redraw(): void {
    this.plot.redraw(false, true);
  }

  destroy(): void {
    this.plot.destroy();
  }

  /** The count under a pointer. */
  countAt(clientX: number): number {
    const { left, width } = this.plot.over.getBoundingClientRect();
    return countNear(this.space, countAt(this.scale, (clientX - left) / width));
  }

  private place(): void {
    if (!this.marked) return;
    const { count, measuredCm, isOfCurve, isPreview } = this.marked;
    const { width } = this.area();
    const x = positionOf(this.scale, Math.min(Math.max(count, this.scale.first), this.scale.last)) * width;
    const y = this.yOf(errorOf(this.space, count));
    const z = measuredCm === null ? y : this.yOf(measuredCm);
    move(this.guide, x, 0);
    move(this.dot, x, y);
    move(this.measured, x, z);
    move(this.gap, x, Math.min(y, z));
    this.gap.style.height = `${Math.abs(y - z)}px`;
    this.dot.classList.toggle("hollow", !isOfCurve);
    this.measured.classList.toggle("quick", isPreview);
    this.measured.hidden = this.gap.hidden = measuredCm === null;
  }

  /** Where an error stands, in pixels from the top; at the edge where it is outside. */
  private yOf(errorCm: number): number {
    const { height } = this.area();
    const y = this.plot.valToPos(Math.log10(Math.max(errorCm, LEAST_CM)), "y");
    return Math.min(Math.max(y, 0), height);
  }

  /** The plotting area, as it was laid out last: to ask the page would make it lay itself out anew. */
  private area(): { width: number; height: number } {
    const { width, height } = this.plot.bbox;
    return { width: width / devicePixelRatio, height: height / devicePixelRatio };
  }

  private data(): uPlot.AlignedData {
    const { counts, errors_cm: errors } = this.space;
    const x: number[] = [];
    const y: number[] = [];
    for (let place = 0; place < counts.length && counts[place] <= this.scale.last; place++) {
      x.push(positionOf(this.scale, counts[place]));
      y.push(Math.log10(Math.max(errors[place], LEAST_CM)));
    }
    return [x, y];
  }

  private options(): uPlot.Options {
    const axis = { stroke: () => colour("quiet"), font: "11px system-ui, sans-serif", ticks: { show: false } };
    const grid = { stroke: () => colour("line"), width: 1 };
    return {
      width: this.parent.clientWidth,
      height: this.parent.clientHeight,
      padding: [6, ROOM, 0, 0],
      legend: { show: false },
      scales: { x: { time: false, range: () => [0, 1] }, y: { range: (_, low, high) => this.range(low, high) } },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 6 } },
      series: [
        {},
        {
          stroke: () => colour("ink"),
          width: 1.5,
          fill: () => colour("accent-wash"),
          fillTo: (plot) => plot.scales.y.min!,
          points: { show: false },
        },
      ],
      axes: [
        {
          ...axis,
          size: 20,
          gap: 4,
          grid: { show: false },
          splits: () => this.countSplits(),
          values: (_, v) => this.counts(v),
        },
        {
          ...axis,
          size: ERROR_NAMES,
          gap: 4,
          grid,
          splits: (_, __, low, high) => errorSplits(low, high),
          values: (_, v) => v.map(errorName),
        },
      ],
      hooks: { setCursor: [(plot) => this.hover(plot)] },
    };
  }

  /** Errors are compared as ratios; with nothing to compare there is one decade to see. */
  private range(low: number, high: number): [number, number] {
    if (!Number.isFinite(low) || !Number.isFinite(high)) return [-1, 0];
    return high - low < 0.3 ? [low - 0.5, high + 0.5] : [low - 0.08 * (high - low), high + 0.06 * (high - low)];
  }

  private countSplits(): number[] {
    const { first, last } = this.scale;
    const inside = COUNTS.filter((count) => count >= first && count <= last);
    const width = Math.max((this.plot?.width ?? 300) - BESIDE, 1);
    const shown = spread(
      inside,
      (count) => positionOf(this.scale, count) * width,
      BETWEEN,
      (c) => named(c).length * DIGIT,
    );
    return shown.map((count) => positionOf(this.scale, count));
  }

  private counts(splits: number[]): string[] {
    return splits.map((split) => named(countAt(this.scale, split)));
  }

  private hover(plot: uPlot): void {
    const place = plot.cursor.idx;
    const isInside = plot.cursor.left !== undefined && plot.cursor.left >= 0;
    this.hovered(isInside && place !== null && place !== undefined ? this.space.counts[place] : null);
  }
}

function named(count: number): string {
  return count.toLocaleString("en");
}

function move(mark: HTMLElement, x: number, y: number): void {
  mark.style.transform = `translate(${x}px, ${y}px)`;
}

function errorSplits(low: number, high: number): number[] {
  const inside = roundNumbers(10 ** low, 10 ** high);
  const decades = inside.filter((number) => /^[10.]+$/.test(String(number)));
  const shown = inside.length > 6 && decades.length > 1 ? decades : inside;
  return shown.filter((number) => number >= LEAST_CM).map(Math.log10);
}

function errorName(split: number): string {
  return String(Number((10 ** split).toPrecision(1)));
}
