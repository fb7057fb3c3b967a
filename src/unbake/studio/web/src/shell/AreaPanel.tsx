/** One area of the workspace: the views that stand there, behind tabs or stacked in sections that fold. */

import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { useStore } from "../store";
import { useStudio } from "../studio/context";
import { Timeline } from "../timeline/Timeline";
import { Chevron } from "./icons";
import { type Area, type PlacedView, shownIn, TABBED, viewsIn } from "./layout";
import { Notices } from "./Notices";
import { isFolded, type Side, showView, toggle } from "./panels";
import { COMPONENTS } from "./views";

/** `size` in pixels; negative where it is folded. The middle takes what the others leave. */
export function AreaPanel({ area, size }: { area: Area; size?: number }) {
  const views = viewsIn(area);
  const isBeside = area === "left" || area === "right";
  const isFolded = size !== undefined && size < 0;
  if (isBeside && isFolded) return <Rail side={area} views={views} />;
  const style = size === undefined || isFolded ? undefined : { [isBeside ? "width" : "height"]: `${size}px` };
  const name = views.map((view) => view.title).join(", ");
  return (
    <section className={`area ${area} ${isFolded ? "folded" : ""}`} style={style} aria-label={name}>
      {TABBED.includes(area) ? (
        <Tabbed area={area} isFolded={isFolded} />
      ) : (
        views.map((view) => <Folding key={view.id} view={view} />)
      )}
      {area === "centre" && <Notices />}
    </section>
  );
}

/** What is left of a folded panel, so that it can be found again. */
function Rail({ side, views }: { side: Side; views: readonly PlacedView[] }) {
  const studio = useStudio();
  const names = views.map((view) => view.title).join(" · ");
  return (
    <button type="button" className={`rail ${side}`} title={`Show ${names}`} onClick={() => toggle(studio, side)}>
      <Chevron direction={side === "left" ? "right" : "left"} />
      <span>{names}</span>
    </button>
  );
}

const Tabbed = memo(function Tabbed({ area, isFolded }: { area: Area; isFolded: boolean }) {
  const studio = useStudio();
  const shown = useStore(studio.view, (view) => shownIn(area, view.tabs));
  if (!shown) return null;
  return (
    <>
      {viewsIn(area).length > 1 && <Tabs area={area} shown={shown} isFolded={isFolded} />}
      {area === "bottom" && <Timeline />}
      {!isFolded && (
        <div className="shown" data-area={shown.id} role="tabpanel" aria-label={shown.title}>
          <Shown id={shown.id} />
        </div>
      )}
    </>
  );
});

/** A view is only drawn anew by what it watches itself, not by the panel around it. */
const Shown = memo(function Shown({ id }: { id: PlacedView["id"] }) {
  const Component = COMPONENTS[id];
  return <Component />;
});

function Tabs({ area, shown, isFolded: isHidden }: { area: Area; shown: PlacedView; isFolded: boolean }) {
  const studio = useStudio();
  const views = viewsIn(area);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const next = views[(views.indexOf(shown) + by + views.length) % views.length];
    showView(studio, next);
    studio.area.set(next.id);
    (event.currentTarget.querySelector(`[data-tab="${next.id}"]`) as HTMLElement | null)?.focus();
    event.preventDefault();
  };
  /** Whoever chooses a view goes on in it: its keys count at once, and arrows of a hand that holds the mouse are its. */
  const choose = (view: PlacedView, event: MouseEvent<HTMLElement>) => {
    showView(studio, view);
    studio.area.set(view.id);
    if (event.detail > 0) event.currentTarget.blur();
  };
  return (
    <div className="tabs">
      {area !== "centre" && (
        <button
          type="button"
          className="fold"
          aria-label={isHidden ? "Unfold the editors" : "Fold the editors"}
          title={isHidden ? "Unfold" : "Fold"}
          onClick={() => toggle(studio, area)}
        >
          <Chevron direction={isFolded(studio, area) ? "up" : "down"} />
        </button>
      )}
      <div className="tablist" role="tablist" aria-label="Editors" onKeyDown={press}>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            role="tab"
            data-tab={view.id}
            tabIndex={view === shown ? 0 : -1}
            aria-selected={view === shown && !isHidden}
            onClick={(event) => choose(view, event)}
          >
            {view.title}
          </button>
        ))}
      </div>
    </div>
  );
}

const Folding = memo(function Folding({ view }: { view: PlacedView }) {
  const studio = useStudio();
  const name = `section.${view.id}`;
  const isFolded = useStore(studio.preferences, (preferences) => (preferences.panels[name] ?? 1) < 0);
  const fold = () =>
    studio.setPreferences({ panels: { ...studio.preferences.get().panels, [name]: isFolded ? 1 : -1 } });
  return (
    <div className={`section ${isFolded ? "folded" : ""}`} data-area={view.id} data-section={view.id}>
      <h2>
        <button type="button" className="section-title" aria-expanded={!isFolded} onClick={fold}>
          <Chevron direction={isFolded ? "right" : "down"} />
          {view.title}
        </button>
      </h2>
      {!isFolded && <Shown id={view.id} />}
    </div>
  );
});
