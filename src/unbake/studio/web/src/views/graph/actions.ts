import type { Action } from "../../actions/action";

export const graphActions: readonly Action[] = [];
