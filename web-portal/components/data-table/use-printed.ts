import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DataTable } from './use-data-table.ts';

/** More are not drawn for paper: that many are some forty pages. */
const MOST_PRINTED = 1000;

type Printed<Row> = {
  /** The table; while the page is printed, with all that passes the filters on its page. */
  table: DataTable<Row>;
  printing: boolean;
  /** Rows that paper does not show; 0 while the page is not printed. */
  left: number;
};

/** A list prints all of what it shows, page after page, not the page that is on the screen. */
export function usePrinted<Row>(table: DataTable<Row>): Printed<Row> {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The rows for paper must be drawn before the event ends.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  const { visible, index } = table;
  const page = useMemo(
    () =>
      printing ? Array.from(visible.subarray(0, MOST_PRINTED), (place) => index.rows[place]!) : undefined,
    [printing, visible, index],
  );
  return {
    table: page ? { ...table, page } : table,
    printing,
    left: printing ? Math.max(0, visible.length - MOST_PRINTED) : 0,
  };
}
