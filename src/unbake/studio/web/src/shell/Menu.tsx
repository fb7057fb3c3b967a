/** One menu that is open. */

import { Fragment, type KeyboardEvent, useEffect, useRef } from "react";
import type { Action, MenuName } from "../actions/action";
import { useFocusReturn } from "../controls/useFocusReturn";
import { useStudio } from "../studio/context";
import { Check } from "./icons";
import { groupsOf, type MenuEntry } from "./menus";

interface MenuProps {
  name: MenuName;
  title: string;
  /** Of these only; of all where it is not said. */
  actions?: readonly Action[];
  /** Letters that choose an entry at once, by the id of its action. */
  letters?: Readonly<Record<string, string>>;
  onRun(action: Action): void;
  onClose(): void;
  onBeside(by: 1 | -1): void;
}

export function Menu({ name, title, actions, letters, onRun, onClose, onBeside }: MenuProps) {
  const studio = useStudio();
  const list = useRef<HTMLDivElement>(null);
  // What can be done is looked up once, when the menu opens.
  const groups = useRef(groupsOf(name, studio, actions)).current;
  const items = () => [...list.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")];

  const chosenBy = (key: string) => items().find((item) => item.dataset.letter === key.toUpperCase());

  useFocusReturn(list);
  useEffect(() => list.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus(), []);

  const press = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all[(at + all.length - (at < 0 ? 0 : 1)) % all.length]?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else if (event.key === "ArrowRight") onBeside(1);
    else if (event.key === "ArrowLeft") onBeside(-1);
    else if (event.key === "Escape") onClose();
    else if (event.key === "Enter" || event.key === " ") all[at]?.click();
    else if (chosenBy(event.key)) chosenBy(event.key)!.click();
    else if (event.key.length === 1) {
      const isNamed = (item: HTMLElement) => item.dataset.label?.toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all].find(isNamed)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={list} className="menu" role="menu" aria-label={title} tabIndex={-1} onKeyDown={press}>
      {groups.map((group, index) => (
        <Fragment key={group[0].action.id}>
          {index > 0 && <hr />}
          {group.map((entry) => (
            <Item key={entry.action.id} entry={entry} letter={letters?.[entry.action.id]} onRun={onRun} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

interface ItemProps {
  entry: MenuEntry;
  letter?: string;
  onRun(action: Action): void;
}

function Item({ entry, letter, onRun }: ItemProps) {
  const { action, label, shortcut, isEnabled, isChecked } = entry;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role that has no checkmark gets none
    <button
      type="button"
      role={isChecked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked={isChecked}
      aria-disabled={!isEnabled}
      data-label={label}
      data-letter={letter}
      tabIndex={-1}
      onPointerEnter={(event) => event.currentTarget.focus()}
      onClick={() => isEnabled && onRun(action)}
    >
      <span className="check">{isChecked && <Check />}</span>
      <span className="label">{label}</span>
      <kbd>{letter ?? shortcut}</kbd>
    </button>
  );
}
