/** Which views there are and where they stand. A new view is one more entry here and its component in `views.ts`: it
 * gets a tab of its own where an area has several, and a section that folds where an area stacks them. */

export type Area = "left" | "centre" | "bottom" | "right";

export interface ViewEntry {
  id: string;
  title: string;
  area: Area;
}

/** Areas that show one view at a time, behind tabs; the others stack theirs. */
export const TABBED: readonly Area[] = ["centre", "bottom"];

export const VIEWS = [
  { id: "channels", title: "Channels", area: "left" },
  { id: "viewport", title: "Viewport", area: "centre" },
  { id: "dopesheet", title: "Dopesheet", area: "bottom" },
  { id: "graph", title: "Graph editor", area: "bottom" },
  { id: "pose", title: "Pose", area: "bottom" },
  { id: "feet", title: "Feet", area: "bottom" },
  { id: "annotations", title: "Annotations", area: "bottom" },
  { id: "library", title: "Library", area: "bottom" },
  { id: "live", title: "Live", area: "bottom" },
  { id: "scores", title: "Naturalness", area: "bottom" },
  { id: "judging", title: "Judging", area: "bottom" },
  { id: "demand", title: "Demand", area: "bottom" },
  { id: "selection", title: "Selection", area: "right" },
  { id: "result", title: "Result", area: "right" },
] as const satisfies readonly ViewEntry[];

export type ViewId = (typeof VIEWS)[number]["id"];
export type PlacedView = ViewEntry & { id: ViewId };

const PLACED: Readonly<Record<Area, readonly PlacedView[]>> = {
  left: VIEWS.filter((view) => view.area === "left"),
  centre: VIEWS.filter((view) => view.area === "centre"),
  bottom: VIEWS.filter((view) => view.area === "bottom"),
  right: VIEWS.filter((view) => view.area === "right"),
};

export function viewsIn(area: Area): readonly PlacedView[] {
  return PLACED[area];
}

/** The view in front of an area, by what was last chosen; a view that there is no more gives way to the first. */
export function shownIn(area: Area, tabs: Readonly<Record<string, string>> | undefined): PlacedView | undefined {
  return viewsIn(area).find((view) => view.id === tabs?.[area]) ?? viewsIn(area)[0];
}
