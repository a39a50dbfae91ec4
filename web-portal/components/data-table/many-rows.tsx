import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { SIZES } from '../../theme/tokens.ts';
import { Rows, type RowsProps } from './table-rows.tsx';

/** A long page: only the rows in sight are drawn; two empty rows stand for those above and below. */
export default function ManyRows({
  scroller,
  ...props
}: RowsProps<unknown> & { scroller: RefObject<HTMLElement | null> }) {
  const { rows, columns } = props;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => SIZES.row,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const below = rows.length - 1 - last;
  return (
    <>
      {first > 0 && <Space rows={first} span={columns.length + 1} />}
      <Rows {...props} rows={rows.slice(first, last + 1)} />
      {below > 0 && <Space rows={below} span={columns.length + 1} />}
    </>
  );
}

function Space({ rows, span }: { rows: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: rows * SIZES.row, padding: 0, border: 0 }} />
    </tr>
  );
}
