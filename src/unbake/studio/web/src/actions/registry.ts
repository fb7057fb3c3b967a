/** All actions, in the order of the menus. */

import { annotationActions } from "../views/annotations/actions";
import { channelActions } from "../views/channels/actions";
import { demandActions } from "../views/demand/actions";
import { dopesheetActions } from "../views/dopesheet/actions";
import { feetActions } from "../views/feet/actions";
import { graphActions } from "../views/graph/actions";
import { judgingActions } from "../views/judging/actions";
import { libraryActions } from "../views/library/actions";
import { liveActions } from "../views/live/actions";
import { poseActions } from "../views/pose/actions";
import { scoresActions } from "../views/scores/actions";
import { viewportActions } from "../views/viewport/actions";
import type { Action } from "./action";
import { editActions } from "./edit";
import { fileActions } from "./file";
import { helpActions } from "./help";
import { panelActions } from "./panels";
import { playActions } from "./play";
import { snapActions } from "./snap";

export const ACTIONS: readonly Action[] = [
  ...fileActions,
  ...editActions,
  ...playActions,
  ...panelActions,
  ...dopesheetActions,
  ...graphActions,
  ...channelActions,
  ...snapActions,
  ...poseActions,
  ...feetActions,
  ...libraryActions,
  ...judgingActions,
  ...demandActions,
  ...annotationActions,
  ...liveActions,
  ...scoresActions,
  ...viewportActions,
  ...helpActions,
];
