import type { Action } from "../../actions/action";

export const viewportActions: readonly Action[] = [];
