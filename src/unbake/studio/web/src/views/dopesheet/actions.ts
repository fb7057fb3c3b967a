import type { Action } from "../../actions/action";

export const dopesheetActions: readonly Action[] = [];
