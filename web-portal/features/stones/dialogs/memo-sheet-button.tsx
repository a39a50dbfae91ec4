import { lazy, Suspense, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import type { ListRow } from '../../../lists/list-row.ts';

const MemoSheet = lazy(() => import('./memo-sheet.tsx'));

/** Opens the memo sheet of what is selected. */
export function MemoSheetButton({ line, rows }: { line: Line; rows: readonly ListRow[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => setOpen(true)}>
        Memo sheet
      </Button>
      {open && (
        <Suspense fallback={null}>
          <MemoSheet title="Memo" lines={[line]} rows={rows} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
