import { useRef, useState } from 'react';
import { invoiceCheckReply, saveInvoiceReply } from '#contracts/api/invoices.ts';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { Field } from '#web-shared/components/field/field.tsx';
import { Button } from '#web-shared/components/button/button.tsx';
import { DialogFrame } from '#web-shared/components/overlay/dialog-frame.tsx';
import { call } from '../providers/http-client.ts';
import { fileInBase64 } from '../components/file-base64.ts';
import { monthName, type Month, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { useAct } from '../components/use-act.ts';
import { useGet } from '../providers/use-get.ts';
import styles from './billing.module.css';

type SaveInvoiceProps = {
  customer: CustomerResource;
  month: Month;
  onClose: () => void;
  onDone: () => void;
};

/** Product: Billing screen. */
const WIDTH = { width: 'max(60%, min(100vw - 32px, 35rem))', maxWidth: 'none' };

/**
 * Save (upload): month, customer and file are needed; the file name is editable and defaults to the file's
 * own. The button reads 'Replace Invoice' when the customer has a bill of that name already (product: Admin
 * forms; product: Billing inputs).
 */
export function SaveInvoiceDialog({ customer, month, onClose, onDone }: SaveInvoiceProps) {
  const [file, setFile] = useState<File | null>(null);
  const [fileName, setFileName] = useState('');
  const [sendEmail, setSendEmail] = useState(false);
  const { busy, act } = useAct();
  const { customerId } = customer;
  const { year, month: number } = yearAndMonth(month);
  const query = new URLSearchParams({ fileName, customerId: String(customerId) });
  query.set('year', String(year));
  query.set('month', String(number));
  const check = useGet(fileName === '' ? null : `/api/invoices/check?${query.toString()}`, invoiceCheckReply);
  const nameField = useRef<HTMLInputElement>(null);
  const [isTrying, setIsTrying] = useState(false);
  // An error is forgotten while the check is asked for again: the button stays, as the focus is on it.
  const tryAgain = async (): Promise<void> => {
    setIsTrying(true);
    const { isSuccess } = await check.refetch();
    if (isSuccess) nameField.current?.focus();
    setIsTrying(false);
  };
  const save = async (): Promise<void> => {
    if (!file) return;
    const done = await act('save', async () => {
      const fileBody = await fileInBase64(file);
      const body = { month: { year, month: number }, customerId, fileName, fileBody, sendEmail };
      const { outcome } = await call('/billing/save', saveInvoiceReply, { body });
      if (outcome === 'unchanged') return `${fileName} is the same as before.`;
      return outcome === 'replaced' ? `${fileName} was replaced.` : `${fileName} was saved.`;
    });
    if (!done) return;
    onDone();
    onClose();
  };
  return (
    <DialogFrame
      title={`${customer.name}, ${monthName(month)}`}
      width={WIDTH}
      busy={busy !== null}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} disabled={busy !== null}>
            Cancel
          </Button>
          <Button
            look="primary"
            onClick={() => void save()}
            disabled={!file || fileName.trim() === ''}
            // Until it is known whether it replaces one.
            busy={busy !== null || check.isFetching}
            unready={!check.isSuccess}
          >
            {check.data?.replaces ? 'Replace Invoice' : 'Save New Invoice'}
          </Button>
        </>
      }
    >
      <label className={styles['file']}>
        File
        <input
          type="file"
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null;
            setFile(chosen);
            setFileName(chosen?.name ?? '');
          }}
        />
      </label>
      <Field
        ref={nameField}
        label="File name"
        value={fileName}
        onChange={({ target }) => setFileName(target.value)}
        disabled={!file}
        problem={check.error ? check.error.message : null}
      />
      {(check.error || isTrying) && (
        <div>
          <Button onClick={() => void tryAgain()} busy={isTrying}>
            Try again
          </Button>
        </div>
      )}
      <label className={styles['flag']}>
        <input type="checkbox" checked={sendEmail} onChange={({ target }) => setSendEmail(target.checked)} />
        Tell the customer by e-mail
      </label>
    </DialogFrame>
  );
}
