import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#web-shared/components/button/button.tsx';
import type { DataTable } from './use-data-table.ts';

const ColumnsMenu = lazy(() => import('./columns-menu.tsx'));

/** Opens the choice of columns and row height. */
export function ColumnsButton<Row>({ table }: { table: DataTable<Row> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon="columns"
        label="Columns"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense fallback={null}>
          <ColumnsMenu table={table as DataTable<unknown>} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
