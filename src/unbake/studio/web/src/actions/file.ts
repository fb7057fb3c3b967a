import type { Action } from "./action";

export const fileActions: readonly Action[] = [];
