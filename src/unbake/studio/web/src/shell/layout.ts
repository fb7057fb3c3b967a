/** Which views there are and where they stand. A new view is one more entry: it gets a tab of its own where an area has
 * several, and a section that folds where an area stacks them. */

import type { ComponentType } from "react";
import { ChannelsView } from "../views/channels/ChannelsView";
import { DopesheetView } from "../views/dopesheet/DopesheetView";
import { GraphView } from "../views/graph/GraphView";
import { ResultView } from "../views/result/ResultView";
import { SelectionView } from "../views/selection/SelectionView";
import { ViewportView } from "../views/viewport/ViewportView";

export type Area = "left" | "centre" | "bottom" | "right";

export interface ViewEntry {
  id: string;
  title: string;
  area: Area;
  component: ComponentType;
}

/** Areas that show one view at a time, behind tabs; the others stack theirs. */
export const TABBED: readonly Area[] = ["centre", "bottom"];

export const VIEWS: readonly ViewEntry[] = [
  { id: "channels", title: "Channels", area: "left", component: ChannelsView },
  { id: "viewport", title: "Viewport", area: "centre", component: ViewportView },
  { id: "dopesheet", title: "Dopesheet", area: "bottom", component: DopesheetView },
  { id: "graph", title: "Graph editor", area: "bottom", component: GraphView },
  { id: "selection", title: "Selection", area: "right", component: SelectionView },
  { id: "result", title: "Result", area: "right", component: ResultView },
];
