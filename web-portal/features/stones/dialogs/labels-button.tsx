import { lazy, Suspense, useMemo, useState } from 'react';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { parcelsAmong, type ListRow } from '../../../lists/list-row.ts';

const Labels = lazy(() => import('./labels.tsx'));

/** Opens the labels of the parcels that are selected. `hidden`: there is no button for now, but labels that are open stay. */
export function LabelsButton({ rows, hidden }: { rows: readonly ListRow[]; hidden: boolean }) {
  const [open, setOpen] = useState(false);
  const parcels = useMemo(() => parcelsAmong(rows), [rows]);
  return (
    <>
      {!hidden && (
        <IconButton icon="qr" label="Labels" disabled={parcels.length === 0} onClick={() => setOpen(true)} />
      )}
      {open && (
        <Suspense fallback={null}>
          <Labels rows={parcels} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
