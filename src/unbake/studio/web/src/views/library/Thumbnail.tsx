/** A clip as a strip of poses; under the pointer it plays. */

import { useEffect, useRef, useState } from "react";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { onThemeChange } from "../../theme/colours";
import { drawPose, drawStrip, poseCount, secondsOf } from "./sticks";

interface ThumbnailProps {
  clip: number;
  /** Whether it plays. */
  isPlaying: boolean;
  /** The part of the clip that is shown, from 0 to 1. */
  from?: number;
  to?: number;
}

export function Thumbnail({ clip, isPlaying, from = 0, to = 1 }: ThumbnailProps) {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useStore(studio.library.drawings, (drawings) => drawings.get(clip));
  const [theme, setTheme] = useState(0);
  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), []);
  useEffect(() => {
    studio.library.want(clip);
    return () => studio.library.unwant(clip);
  }, [studio, clip]);
  // Another theme is another picture.
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d")!;
    const [width, height] = [element.clientWidth, element.clientHeight];
    const paint = (what: () => void) => {
      const ratio = devicePixelRatio;
      [element.width, element.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      what();
    };
    element.dataset.shows = !drawn ? "nothing" : isPlaying ? "motion" : "strip";
    if (!drawn || !width) return paint(() => {});
    if (!isPlaying) return paint(() => drawStrip(context, drawn, width, height, from, to));
    const last = poseCount(drawn) - 1;
    const seconds = Math.max(secondsOf(drawn) * (to - from), 0.2);
    let begin: number | null = null;
    let request = 0;
    const step = (now: number) => {
      begin ??= now;
      const part = (((now - begin) / 1000) % seconds) / seconds;
      paint(() => drawPose(context, drawn, (from + (to - from) * part) * last, { left: 0, width, height }));
      drawProgress(context, part, width, height);
      request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
    return () => cancelAnimationFrame(request);
  }, [drawn, isPlaying, from, to, theme]);
  return <canvas ref={canvas} />;
}

function drawProgress(context: CanvasRenderingContext2D, part: number, width: number, height: number): void {
  context.fillStyle = getComputedStyle(context.canvas).color;
  context.fillRect(0, height - 2, part * width, 2);
}
