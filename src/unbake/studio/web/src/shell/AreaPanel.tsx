/** One area of the workspace: the views that stand there, behind tabs or stacked in sections that fold. */

import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { type Area, TABBED, VIEWS, type ViewEntry } from "./layout";

export function AreaPanel({ area, size }: { area: Area; size?: number }) {
  const views = VIEWS.filter((view) => view.area === area);
  const isHorizontal = area === "left" || area === "right";
  const style = size === undefined ? undefined : { [isHorizontal ? "width" : "height"]: `${Math.max(size, 0)}px` };
  if (size !== undefined && size <= 0) return null;
  return (
    <section className={`area ${area}`} style={style} aria-label={views.map((view) => view.title).join(", ")}>
      {TABBED.includes(area) ? (
        <Tabbed area={area} views={views} />
      ) : (
        views.map((view) => <Folding key={view.id} view={view} />)
      )}
    </section>
  );
}

function Tabbed({ area, views }: { area: Area; views: readonly ViewEntry[] }) {
  const studio = useStudio();
  const shown = useStore(studio.view, (view) => view.tabs?.[area]) ?? views[0].id;
  const Shown = views.find((view) => view.id === shown)?.component ?? views[0].component;
  const choose = (id: string) => studio.view.patch({ tabs: { ...studio.view.get().tabs, [area]: id } });
  return (
    <>
      {views.length > 1 && (
        <div className="tabs" role="tablist">
          {views.map((view) => (
            <button
              key={view.id}
              type="button"
              role="tab"
              aria-selected={view.id === shown}
              onClick={() => choose(view.id)}
            >
              {view.title}
            </button>
          ))}
        </div>
      )}
      <div className="shown" data-area={shown}>
        <Shown />
      </div>
    </>
  );
}

function Folding({ view }: { view: ViewEntry }) {
  const studio = useStudio();
  const name = `section.${view.id}`;
  const isFolded = useStore(studio.preferences, (preferences) => (preferences.panels[name] ?? 1) < 0);
  const Shown = view.component;
  const fold = () =>
    studio.setPreferences({ panels: { ...studio.preferences.get().panels, [name]: isFolded ? 1 : -1 } });
  return (
    <div className={`section ${isFolded ? "folded" : ""}`} data-area={view.id}>
      <button type="button" className="section-title" aria-expanded={!isFolded} onClick={fold}>
        {view.title}
      </button>
      {!isFolded && <Shown />}
    </div>
  );
}
