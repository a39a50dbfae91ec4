import { formatCount } from '#contracts/vocabulary/counts.ts';
import { lazy, Suspense, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import type { Column } from '../../components/data-table/column.ts';
import type { DataTable } from '../../components/data-table/use-data-table.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { useClientView } from '../../lib/client-view.ts';

const ConfirmDialog = lazy(() => import('#web-shared/components/confirm-dialog/confirm-dialog.tsx'));

const COULD_NOT = 'The spreadsheet could not be made. Please try again.';

/** Excel export of what is selected, or else of all that passes the filters, in the order shown. */
export function ExportButton<Row>({
  line,
  columns,
  table,
}: {
  line: Line;
  columns: readonly Column<Row>[];
  table: DataTable<Row>;
}) {
  const clientView = useClientView();
  const [asking, setAsking] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const { selected, visible, index } = table;
  const count = selected.length || visible.length;
  const save = async (): Promise<void> => {
    const rows = selected.length > 0 ? selected : Array.from(visible, (place) => index.rows[place]!);
    setProgress(0);
    try {
      // Loaded when it is first needed.
      const { exportRows } = await import('./export-rows.ts');
      await exportRows(line, columns, rows, setProgress);
    } catch (error) {
      toastFailure(COULD_NOT);
      throw error;
    } finally {
      setProgress(null);
    }
  };
  const yes = (): void => {
    setAsking(false);
    void save();
  };
  return (
    <>
      <Button
        disabled={count === 0}
        busy={progress !== null}
        title={`Excel: ${formatCount(count)} ${selected.length > 0 ? 'selected' : 'showing'}`}
        onClick={() => (clientView === null ? void save() : setAsking(true))}
      >
        <Icon name="download" /> {progress === null ? 'Export' : `${Math.floor(progress * 100)} %`}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog question="Export in client view?" onNo={() => setAsking(false)} onYes={yes}>
            The spreadsheet has {clientView === 'NONE' ? 'no prices' : 'retail prices'}, as shown.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
