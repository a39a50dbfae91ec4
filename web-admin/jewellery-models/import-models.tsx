import { useId, useRef, useState } from 'react';
import { modelImportReport, type ModelImportReport } from '#contracts/api/jewellery.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { call } from '../providers/http-client.ts';
import styles from './jewellery-models.module.css';

/** Upload of a spreadsheet of models; shows the outcome of each row (product: Model edits and import). */
export function ImportModels({ onImported }: { onImported: () => void }) {
  const heading = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ModelImportReport | null>(null);
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      setReport(await call('/api/jewellery-models/import', modelImportReport, { body: file }));
      onImported();
    } catch (error) {
      toastFailure(messageOf(error), 'happier');
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Spreadsheet of models"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <Button look="primary" busy={busy} onClick={() => input.current?.click()}>
        {busy ? 'Reading…' : 'Upload spreadsheet'}
      </Button>
      {report && (
        <Dialog open onClose={() => setReport(null)} aria-labelledby={heading}>
          <div className={styles['dialog']}>
            <h2 id={heading}>What was imported</h2>
            <p>
              {formatNumberOf(report.rows, ['row', 'rows'])}: {report.imported} new, {report.changed} changed,{' '}
              {report.unchanged} unchanged, {report.skipped.length} skipped.
            </p>
            {report.skipped.length > 0 && (
              <ul>
                {report.skipped.map(({ row, name, reason }) => (
                  <li key={row}>
                    Row {row}
                    {name && ` (${name})`}: {reason}
                  </li>
                ))}
              </ul>
            )}
            <div>
              <Button onClick={() => setReport(null)} autoFocus>
                Close
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
