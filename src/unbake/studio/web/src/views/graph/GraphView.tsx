/** The graph editor: captured and fitted curves of the chosen channels, with keys and handles to take hold of. */

import { type MouseEvent, useEffect } from "react";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import type { Studio } from "../../studio/studio";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { SnapGuide } from "../../timeline/SnapGuide";
import { useCanvas } from "../../timeline/useCanvas";
import { followJoints } from "../channels/choosing";
import { drawGraph } from "./draw";
import "./graph.css";
import { GraphMenu } from "./GraphMenu";
import { graphHand } from "./hand";
import { Legend } from "./Legend";
import { type Picture, pictureOf } from "./picture";
import { listenToPointer, openMenuAt } from "./pointing";
import { SpokenKey } from "./SpokenKey";
import { yOf } from "./scale";
import { Toolbar } from "./Toolbar";

export function GraphView() {
  const studio = useStudio();
  const { canvas } = useCanvas(
    (drawn) => {
      const picture = pictureOf(studio, drawn.width, drawn.height);
      if (!picture) return;
      drawGraph(drawn, picture);
      describe(drawn.context.canvas, picture);
    },
    watching([studio.view, studio.document, studio.results], () => {
      const { from, to, selectedChannels, selectedKeys, graph } = studio.view.get();
      return [from, to, selectedChannels, selectedKeys, graph, studio.document.get().settings, studio.shownKeys()];
    }),
  );
  useEffect(() => followJoints(studio), [studio]);
  useFreshFraming(studio);
  useEffect(() => {
    const element = canvas.current!;
    const picture = () => pictureOf(studio, element.clientWidth, element.clientHeight);
    graphHand(studio).patch({ picture });
    const end = listenToPointer(studio, element, picture);
    return () => {
      end();
      graphHand(studio).patch({ picture: null, pointer: null, box: null, menu: null, isBoxArmed: false });
    };
  }, [studio, canvas]);
  const drawnAt = (value: number) => yOf(graphHand(studio).get().picture!()!.values, value);
  const menu = useStore(graphHand(studio), (hand) => hand.menu);
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    if (!event.altKey && !graphHand(studio).get().drag) openMenuAt(studio, event.clientX, event.clientY);
  };
  const isEmpty = useStore(studio.view, (view) => view.selectedChannels.length === 0);
  return (
    <div className="graph-view">
      <Toolbar />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu's entries are actions with keys of their own */}
      <div className="graph-canvas" onContextMenu={openMenu}>
        <canvas ref={canvas} tabIndex={0} aria-label="Graph editor" aria-describedby="graph-spoken" data-graph="" />
        <Legend />
        <PlayheadLine />
        <SnapGuide width={() => canvas.current?.clientWidth ?? 0} yOf={drawnAt} />
        <SelectionBox />
        {isEmpty && <p className="graph-empty">Choose channels at the left to see their curves.</p>}
        <SpokenKey />
        {menu && <GraphMenu at={menu} />}
      </div>
    </div>
  );
}

/** What tests (and nobody else) read off the canvas. */
function describe(canvas: HTMLCanvasElement, { curves, keys, selected, values }: Picture): void {
  canvas.dataset.channels = curves.map(({ channel }) => channel).join(" ");
  canvas.dataset.keys = String(keys?.frames.length ?? 0);
  canvas.dataset.selected = selected.map(({ key, channel }) => `${keys?.frames[key]}:${channel}`).join(" ");
  canvas.dataset.values = `${values.low} ${values.high}`;
}

/** Other channels are framed anew, unless they come with a framing of their own, as those of a project do. */
function useFreshFraming(studio: Studio): void {
  useEffect(() => {
    let before = studio.view.get();
    return studio.view.subscribe(() => {
      const now = studio.view.get();
      const { selectedChannels, graph } = now;
      const isOther = selectedChannels !== before.selectedChannels && graph === before.graph;
      before = now;
      if (isOther && graph.values) studio.view.patch({ graph: { ...graph, values: null } });
    });
  }, [studio]);
}

function SelectionBox() {
  const studio = useStudio();
  const box = useStore(graphHand(studio), (hand) => hand.box);
  if (!box) return null;
  const { left, top, right, bottom } = box;
  return (
    <div
      className="graph-box"
      style={{ left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` }}
    />
  );
}
