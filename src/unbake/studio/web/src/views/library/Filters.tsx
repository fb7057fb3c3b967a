/** What the list is narrowed down to. */

import { NumberField } from "../../controls/NumberField";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { NO_FILTERS } from "../../studio/library";

export function Filters() {
  const studio = useStudio();
  const { library } = studio;
  const filters = useStore(library.state, ({ filters }) => filters);
  const tags = useStore(library.state, ({ listed }) => listed?.tags);
  const vocabulary = useStore(library.state, ({ vocabulary }) => vocabulary);
  const isSet = Object.keys(NO_FILTERS).some(
    (name) => filters[name as keyof typeof filters] !== NO_FILTERS[name as keyof typeof filters],
  );
  const [one = "walk", two = "turn-left"] = vocabulary;
  return (
    <search className="library-filters" aria-label="Filters">
      <input
        type="search"
        className="text"
        aria-label="Text"
        placeholder="Name or source"
        spellCheck={false}
        value={filters.text}
        onChange={(event) => library.filter({ text: event.target.value })}
      />
      <input
        type="search"
        className="expression"
        aria-label="Flags"
        placeholder={`Flags: ${one} and not ${two}`}
        title="Flags with and, or, not and brackets: clips in which that is true somewhere"
        spellCheck={false}
        value={filters.expression}
        onChange={(event) => library.filter({ expression: event.target.value })}
      />
      <select aria-label="Tag" value={filters.tag} onChange={(event) => library.filter({ tag: event.target.value })}>
        <option value="">Any tag</option>
        {tags?.map((tag) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </select>
      <NumberField
        label="From"
        unit="s"
        value={filters.least_s}
        least={0}
        most={1e6}
        digits={1}
        empty="any"
        onChange={(least_s) => library.filter({ least_s })}
      />
      <NumberField
        label="To"
        unit="s"
        value={filters.most_s}
        least={0}
        most={1e6}
        digits={1}
        empty="any"
        onChange={(most_s) => library.filter({ most_s })}
      />
      {isSet && (
        <button type="button" className="clear" onClick={() => library.filter(NO_FILTERS)}>
          Clear
        </button>
      )}
    </search>
  );
}
