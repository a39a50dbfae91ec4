import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { Rows, type RowsProps } from './table-rows.tsx';

/** A long page: only visible rows are drawn; two empty rows take the place of those above and below. */
export default function ManyRows({
  scroller,
  rowHeight,
  ...props
}: RowsProps<unknown> & { scroller: RefObject<HTMLElement | null>; rowHeight: number }) {
  const { rows, before, cells } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const below = rows.length - 1 - last;
  return (
    <>
      {first > 0 && <Space height={first * rowHeight} span={cells.length + 1} />}
      <Rows {...props} rows={rows.slice(first, last + 1)} before={before + first} />
      {below > 0 && <Space height={below * rowHeight} span={cells.length + 1} />}
    </>
  );
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
