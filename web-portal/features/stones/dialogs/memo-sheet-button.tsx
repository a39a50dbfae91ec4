import { lazy, Suspense, useMemo, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { parcelsAmong, type ListRow } from '../../../lists/list-row.ts';

const MemoSheet = lazy(() => import('./memo-sheet.tsx'));

/** Opens the memo sheet of the parcels that are selected. */
export function MemoSheetButton({ line, rows }: { line: Line; rows: readonly ListRow[] }) {
  const [open, setOpen] = useState(false);
  const parcels = useMemo(() => parcelsAmong(rows), [rows]);
  return (
    <>
      <Button disabled={parcels.length === 0} onClick={() => setOpen(true)}>
        Memo sheet
      </Button>
      {open && (
        <Suspense fallback={null}>
          <MemoSheet title="Memo" lines={[line]} rows={parcels} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
