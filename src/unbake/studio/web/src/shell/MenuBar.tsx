/** The menu bar: by mouse, or by F10, Alt, arrows and letters. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { MenuName } from "../actions/action";
import { useStudio } from "../studio/context";
import { Menu } from "./Menu";
import { MENUS } from "./menus";
import { onAltAlone } from "./onAltAlone";

export function MenuBar() {
  const studio = useStudio();
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<MenuName | null>(null);
  const [current, setCurrent] = useState<MenuName>(MENUS[0].name);
  /** Where the focus was before the menus took it. */
  const before = useRef<HTMLElement | null>(null);
  /** Whether the mouse opened the menu: Escape then leads out of the menus at once, and keys mean what they did. */
  const isByMouse = useRef(false);

  const buttonOf = (name: MenuName) => bar.current?.querySelector<HTMLElement>(`[data-menu="${name}"]`);
  const enter = () => {
    if (bar.current?.contains(document.activeElement)) return leave();
    isByMouse.current = false;
    before.current = document.activeElement as HTMLElement | null;
    buttonOf(current)?.focus();
  };
  const leave = (isByTab = false) => {
    setOpen(null);
    const last = before.current;
    before.current = null;
    if (last?.isConnected && last !== document.body) last.focus();
    // Tab goes on from what has the focus. Without it, Firefox and WebKit begin at the menus again, and never leave them.
    else if (isByTab) buttonOf(current)?.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
  };
  const go = (name: MenuName) => {
    setCurrent(name);
    buttonOf(name)?.focus();
    if (open) setOpen(name);
  };
  const beside = (by: 1 | -1) => {
    const index = MENUS.findIndex((menu) => menu.name === (open ?? current));
    go(MENUS[(index + by + MENUS.length) % MENUS.length].name);
  };

  const latest = useRef(enter);
  latest.current = enter;
  useEffect(() => onAltAlone(() => latest.current()), []);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(null);
    };
    window.addEventListener("pointerdown", outside, true);
    return () => window.removeEventListener("pointerdown", outside, true);
  }, [open]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") beside(1);
    else if (event.key === "ArrowLeft") beside(-1);
    else if (event.key === "Escape") leave();
    else if (event.key === "Tab") return leave(true);
    else if (["ArrowDown", "Enter", " "].includes(event.key)) setOpen(current);
    else {
      const menu = MENUS.find(({ title }) => title[0].toLowerCase() === event.key.toLowerCase());
      if (!menu) return;
      go(menu.name);
      setOpen(menu.name);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={bar} className="menubar" role="menubar" aria-label="Menus" onKeyDown={press}>
      {MENUS.map(({ name, title }) => (
        <div key={name} className="menu-place" role="none">
          <button
            type="button"
            role="menuitem"
            data-menu={name}
            tabIndex={name === current ? 0 : -1}
            aria-haspopup="menu"
            aria-expanded={open === name}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              if (!open) before.current = document.activeElement as HTMLElement | null;
              if (open === name) return leave();
              isByMouse.current = true;
              setOpen(name);
              setCurrent(name);
            }}
            // The menu has the focus: arrows go on from there.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => {
              // Of assistive technology, which sends no pointer.
              if (event.detail === 0) setOpen(name);
            }}
            onPointerEnter={() => {
              if (open) go(name);
            }}
          >
            {title}
          </button>
          {open === name && (
            <Menu
              name={name}
              title={title}
              onRun={(action) => {
                leave();
                action.run(studio);
              }}
              onClose={() => {
                if (isByMouse.current) return leave();
                setOpen(null);
                buttonOf(name)?.focus();
              }}
              onBeside={beside}
            />
          )}
        </div>
      ))}
    </div>
  );
}
