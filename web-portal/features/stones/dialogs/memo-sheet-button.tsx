import { lazy, Suspense, useMemo, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { parcelsAmong, type ListRow } from '../../../lists/list-row.ts';

const MemoSheet = lazy(() => import('./memo-sheet.tsx'));

/** Opens the memo sheet of the parcels that are selected. `hidden`: there is no button for now, but a sheet that is open stays. */
export function MemoSheetButton({
  line,
  rows,
  hidden,
}: {
  line: Line;
  rows: readonly ListRow[];
  hidden: boolean;
}) {
  const [open, setOpen] = useState(false);
  const parcels = useMemo(() => parcelsAmong(rows), [rows]);
  return (
    <>
      {!hidden && (
        <Button disabled={parcels.length === 0} onClick={() => setOpen(true)}>
          Memo sheet
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <MemoSheet title="Memo" lines={[line]} rows={parcels} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
