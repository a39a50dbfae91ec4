import { useState } from 'react';
import { modelImportReport, type ModelImportReport } from '#contracts/api/jewellery.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { DialogFrame } from '#web-shared/components/overlay/dialog-frame.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { ChooseFile } from '../components/choose-file.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from './jewellery-models.module.css';

/** Upload of a spreadsheet of models; shows the outcome of each row (product: Model edits and import). */
export function ImportModels({ onImported }: { onImported: () => void }) {
  const { busy, act } = useAct();
  const [report, setReport] = useState<ModelImportReport | null>(null);
  const close = (): void => setReport(null);
  const send = (file: File): void =>
    void act('import', async () => {
      setReport(await call('/api/jewellery-models/import', modelImportReport, { body: file }));
      onImported();
      return `${file.name} was imported.`;
    });
  return (
    <>
      <ChooseFile
        label="Upload spreadsheet"
        accept=".xlsx,.csv"
        busy={busy && 'Reading…'}
        primary
        onFile={send}
      />
      {report && (
        <DialogFrame
          title="What was imported"
          onClose={close}
          buttons={
            <Button onClick={close} autoFocus>
              Close
            </Button>
          }
        >
          <p>
            {formatNumberOf(report.rows, ['row', 'rows'])}: {report.imported} new, {report.changed} changed,{' '}
            {report.unchanged} unchanged, {report.skipped.length} skipped.
          </p>
          {report.skipped.length > 0 && (
            <ul className={styles['skipped']}>
              {report.skipped.map(({ row, name, reason }) => (
                <li key={row}>
                  Row {row}
                  {name && ` (${name})`}: {reason}
                </li>
              ))}
            </ul>
          )}
        </DialogFrame>
      )}
    </>
  );
}
