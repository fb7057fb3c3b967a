/** Cards in rows; of a long list, only those are there that are seen. */

import { type ReactNode, type UIEvent, useEffect, useRef, useState } from "react";
import { columnsIn, rowsSeen } from "./rows";

interface ClipGridProps<T> {
  label: string;
  items: readonly T[];
  card(item: T): ReactNode;
}

export function ClipGrid<T>({ label, items, card }: ClipGridProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = list.current!;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const columns = columnsIn(size.width);
  const { first, last, before, after } = rowsSeen(top, size.height, Math.ceil(items.length / columns));
  return (
    <div
      ref={list}
      className="clip-grid"
      onScroll={(event: UIEvent<HTMLDivElement>) => setTop(event.currentTarget.scrollTop)}
    >
      <ul
        aria-label={label}
        style={{ paddingTop: before, paddingBottom: after, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {size.width > 0 && items.slice(first * columns, (last + 1) * columns).map(card)}
      </ul>
    </div>
  );
}
