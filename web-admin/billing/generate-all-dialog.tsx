import { useId, useState } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { download } from '../providers/http-client.ts';
import { fileInBase64 } from './file-base64.ts';
import { monthName, type Month, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { RunProgress } from './run-progress.tsx';
import { useAct } from '../components/use-act.ts';
import styles from './billing.module.css';

type GenerateAllProps = { month: Month; onClose: () => void; onDone: () => void };

/** The texts of Generate All (product: Billing screen). */
const WIDTH = { width: '35rem', maxWidth: 'calc(100vw - 32px)' };

/** Generate All: needs the month and an overrides file (product: Billing inputs). */
export function GenerateAllDialog({ month, onClose, onDone }: GenerateAllProps) {
  const heading = useId();
  const [file, setFile] = useState<File | null>(null);
  const { busy, act } = useAct();
  const generate = async (): Promise<void> => {
    if (!file) return;
    const done = await act('all', async () => {
      const base64Overrides = await fileInBase64(file);
      const { year, month: number } = yearAndMonth(month);
      const name = await download('/billing/createall', { body: { year, month: number, base64Overrides } });
      return `${name} was saved.`;
    });
    onDone();
    if (done) onClose();
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={heading}
      slotProps={{ paper: { style: WIDTH } }}
    >
      <div className={styles['dialog']}>
        <h2 id={heading}>Generate All, {monthName(month)}</h2>
        <p>
          Every customer&apos;s bill of the month, with the overrides of a sheet: columns customerId, lineKey
          or term, value and reason. The sheet is checked whole before the first bill.
        </p>
        <label className={styles['file']}>
          Overrides file
          <input
            type="file"
            accept=".xlsx,.csv"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            disabled={busy !== null}
          />
        </label>
        {busy && <RunProgress month={month} />}
        <div className={styles['buttons']}>
          <Button onClick={onClose} disabled={busy !== null}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => void generate()} disabled={!file || busy !== null}>
            {busy ? 'Generating…' : 'Generate All'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
