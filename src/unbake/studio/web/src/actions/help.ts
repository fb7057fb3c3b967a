import type { Action } from "./action";

export const helpActions: readonly Action[] = [];
