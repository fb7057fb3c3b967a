/** Keys in time: a row for all of them and one for each part of the body. */

import { type MouseEvent, useEffect, useState } from "react";
import { placeIn } from "../../controls/place";
import { useStore, watching } from "../../store";
import { useStudio } from "../../studio/context";
import { axisOf, frameAt } from "../../timeline/axis";
import { useNavigation } from "../../timeline/navigation";
import { PlayheadLine } from "../../timeline/PlayheadLine";
import { rangeHand } from "../../timeline/rangeHand";
import { SnapGuide } from "../../timeline/SnapGuide";
import { useCanvas } from "../../timeline/useCanvas";
import "./dopesheet.css";
import { drawSheet } from "./draw";
import { drawnKeyAt, keyUnder } from "./drawn";
import { hovered, press } from "./gestures";
import { KeyHint } from "./KeyHint";
import { KeyList } from "./KeyList";
import { KeyMenu } from "./KeyMenu";
import { addKey, select, selectedFrames } from "./keyEdits";
import { RowTitles } from "./RowTitles";
import { describe, sceneOf } from "./scene";
import { type Hint, setSheetWidth, sheetOf } from "./sheet";

export function DopesheetView() {
  const studio = useStudio();
  const sheet = sheetOf(studio);
  const clip = useStore(studio.clip, (clip) => clip);
  const menu = useStore(sheet, (sheet) => sheet.menu);
  const isBoxArmed = useStore(sheet, (sheet) => sheet.isBoxArmed);
  const [height, setHeight] = useState(0);
  const [hint, setHint] = useState<Hint | null>(null);
  const { canvas } = useCanvas(
    (drawn) => {
      setSheetWidth(drawn.width);
      setHeight(drawn.height);
      if (!studio.clip.get()) return;
      const scene = sceneOf(studio, drawn.width, drawn.height);
      drawSheet(drawn, scene);
      describe(drawn.context.canvas, scene);
    },
    watching([studio.view, studio.document, studio.results, sheet, rangeHand(studio)], () => {
      const { from, to, selectedKeys } = studio.view.get();
      const { settings } = studio.document.get();
      return [from, to, selectedKeys, settings, studio.shownKeys(), sheet.get(), rangeHand(studio).get()];
    }),
  );
  useNavigation(canvas);
  // With another view in front, nothing waits here.
  useEffect(() => () => sheet.patch({ box: null, menu: null, isBoxArmed: false, active: null }), [sheet]);

  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    if (event.altKey || sheet.get().transform) return;
    const isByMouse = event.target === canvas.current && event.button === 2;
    if (!isByMouse) return sheet.patch({ menu: { at: null, frame: null } });
    const place = placeIn(canvas.current!, event);
    const axis = axisOf(studio.view.get(), canvas.current!.clientWidth);
    const key = keyUnder(studio, axis, place.x);
    if (key !== null && !selectedFrames(studio).includes(key)) select(studio, [key]);
    sheet.patch({
      menu: {
        at: { x: event.clientX, y: event.clientY },
        frame: key === null ? Math.round(frameAt(axis, place.x)) : null,
      },
    });
  };
  const addOrGo = (event: MouseEvent<HTMLCanvasElement>) => {
    const axis = axisOf(studio.view.get(), event.currentTarget.clientWidth);
    const { x } = placeIn(event.currentTarget, event);
    const key = drawnKeyAt(studio, axis, x);
    if (key) studio.playhead.set(key.frame);
    else void addKey(studio, Math.round(frameAt(axis, x)));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's keys are actions; this is the mouse's way to it
    <div className="dopesheet-view" onContextMenu={openMenu}>
      <canvas
        ref={canvas}
        className={`dopesheet ${isBoxArmed ? "armed" : ""}`}
        onPointerDown={(event) => {
          setHint(null);
          press(studio, event);
        }}
        onPointerMove={(event) => setHint(hovered(studio, event))}
        onPointerLeave={() => setHint(null)}
        onDoubleClick={addOrGo}
      />
      <PlayheadLine />
      <SnapGuide width={() => canvas.current?.clientWidth ?? 0} />
      {clip && <RowTitles clip={clip} height={height} />}
      <KeyList />
      <KeyHint hint={hint} />
      {menu && <KeyMenu place={menu} />}
    </div>
  );
}
