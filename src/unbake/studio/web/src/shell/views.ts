/** The components of the views that `layout.ts` places. */

import type { ComponentType } from "react";
import { AnnotationsView } from "../views/annotations/AnnotationsView";
import { ChannelsView } from "../views/channels/ChannelsView";
import { DemandView } from "../views/demand/DemandView";
import { DopesheetView } from "../views/dopesheet/DopesheetView";
import { FeetView } from "../views/feet/FeetView";
import { GraphView } from "../views/graph/GraphView";
import { JudgingView } from "../views/judging/JudgingView";
import { LibraryView } from "../views/library/LibraryView";
import { LiveView } from "../views/live/LiveView";
import { PoseView } from "../views/pose/PoseView";
import { ResultView } from "../views/result/ResultView";
import { ScoresView } from "../views/scores/ScoresView";
import { SelectionView } from "../views/selection/SelectionView";
import { ViewportView } from "../views/viewport/ViewportView";
import type { ViewId } from "./layout";

export const COMPONENTS: Readonly<Record<ViewId, ComponentType>> = {
  channels: ChannelsView,
  viewport: ViewportView,
  dopesheet: DopesheetView,
  graph: GraphView,
  pose: PoseView,
  feet: FeetView,
  annotations: AnnotationsView,
  library: LibraryView,
  live: LiveView,
  scores: ScoresView,
  judging: JudgingView,
  demand: DemandView,
  selection: SelectionView,
  result: ResultView,
};
