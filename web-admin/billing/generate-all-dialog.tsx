import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { z } from 'zod';
import { Button } from '#web-shared/components/button/button.tsx';
import { DialogFrame } from '#web-shared/components/overlay/dialog-frame.tsx';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { replacementsReply } from '#contracts/api/bill-replacements.ts';
import type { BillRunResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { call, download } from '../providers/http-client.ts';
import { fileInBase64 } from '../components/file-base64.ts';
import { monthName, type Month, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { notMadeWords } from '../components/not-made-words.ts';
import { newestRunOf, RunProgress } from './run-progress.tsx';
import { useAct } from '../components/use-act.ts';
import styles from './billing.module.css';

type GenerateAllProps = { month: Month; onClose: () => void; onDone: () => void };

/** Of the dialogs about bills (product: Billing screen). */
export const WIDTH = { width: '35rem', maxWidth: 'calc(100vw - 32px)' };

/** Generate All: needs the month and an overrides file (product: Billing inputs). */
export function GenerateAllDialog({ month, onClose, onDone }: GenerateAllProps) {
  const [file, setFile] = useState<File | null>(null);
  const { busy, act } = useAct();
  const provider = useDataProvider();
  const bodyOf = async (chosen: File) => {
    const { year, month: number } = yearAndMonth(month);
    return { year, month: number, base64Overrides: await fileInBase64(chosen) };
  };
  /** How many bills were not made. The archive is saved by now: a count that cannot be read is no failure of it. */
  const sayNotMade = async (): Promise<void> => {
    const say = (words: string): void => toastFailure(`Bills of ${monthName(month)}: ${words}`, 'happier');
    try {
      const { data } = await provider.getList<BillRunResource>('bill-runs', newestRunOf(month, 'BILLS'));
      const notMade = data.flatMap(notMadeWords);
      if (notMade.length > 0) say(`${notMade.join(', ')}. problems.txt says why.`);
    } catch (error) {
      say(`how many failed or were left could not be read: ${messageOf(error)} See Bill Runs.`);
    }
  };
  /** Replaces the versions that were shown by what they were shown to become, and no others (rule: Replacing a bill). */
  const generate = async (shown: Replacements): Promise<void> => {
    if (!file) return;
    const replaces = shown.map(({ customerId, version, willBe }) => ({ customerId, version, willBe }));
    const done = await act('all', async () => {
      const name = await download('/billing/createall', { body: { ...(await bodyOf(file)), replaces } });
      await sayNotMade();
      return `${name} was saved.`;
    });
    onDone();
    if (done) onClose();
  };
  /** What would be replaced is shown first (rule: Replacing a bill). */
  const asking = useMutation({
    mutationFn: async (chosen: File) =>
      call('/billing/replacements', replacementsReply, { body: await bodyOf(chosen) }),
    onSuccess: (replaced) => (replaced.length === 0 ? generate(replaced) : undefined),
  });
  const replacing = asking.data ?? [];
  const waits = busy !== null || asking.isPending;
  return (
    <DialogFrame
      title={`Generate All, ${monthName(month)}`}
      width={WIDTH}
      busy={waits}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} disabled={waits}>
            Cancel
          </Button>
          <Button
            look="primary"
            onClick={() => void (replacing.length > 0 ? generate(replacing) : file && asking.mutate(file))}
            unready={!file}
            busy={waits}
          >
            {busy
              ? 'Generating…'
              : replacing.length > 0
                ? `Replace ${replacing.length} and generate`
                : 'Generate All'}
          </Button>
        </>
      }
    >
      <p>
        Every customer&apos;s bill of the month, with the overrides of a sheet: columns customerId, lineKey or
        term, value and reason. The sheet is checked whole before the first bill.
      </p>
      <label className={styles['file']}>
        Overrides file
        <input
          type="file"
          accept=".xlsx,.csv"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            asking.reset();
          }}
          disabled={waits}
        />
      </label>
      {asking.isPending && busy === null && <p role="status">Checking the sheet…</p>}
      {asking.error && <p role="alert">{messageOf(asking.error)}</p>}
      {replacing.length > 0 && <Replaced bills={replacing} />}
      {busy === 'all' && <RunProgress month={month} kind="BILLS" />}
    </DialogFrame>
  );
}

type Replacements = z.infer<typeof replacementsReply>;

/** The bills that the sheet replaces, old and new. */
function Replaced({ bills }: { bills: Replacements }) {
  return (
    <>
      <p role="status">The sheet replaces these bills of the month; their other overrides stay.</p>
      <PlainTable label="Bills that are replaced" head={['Customer', 'Now', 'New']} figures>
        {bills.map(({ customerId, customerName, was, willBe }) => (
          <tr key={customerId}>
            <th scope="row">
              {customerName ?? customerId}
              {was.dueDate !== willBe.dueDate && `, due ${willBe.dueDate} instead of ${was.dueDate}`}
            </th>
            <td>{formatPrice(was.total)}</td>
            <td>{formatPrice(willBe.total)}</td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}
