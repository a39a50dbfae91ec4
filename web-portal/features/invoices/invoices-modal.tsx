import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Invoice } from '#contracts/api/invoices.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthOfValue } from '#contracts/vocabulary/months.ts';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { Options } from '#web-shared/components/field/field.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { invoiceMonthsQuery } from './api/get-invoice-months.ts';
import { invoicesQuery } from './api/get-invoices.ts';
import { useDownloadAllInvoices, useDownloadInvoice } from './api/download-invoices.ts';
import { BillWorkingPanel } from './bill-working.tsx';
import { invoiceMonths } from './months.ts';
import styles from './invoices.module.css';

type InvoicesModalProps = {
  /** The customer's first action, YYYY-MM-DD, where there is one. */
  firstAction: string | undefined;
  onClose: () => void;
};

/**
 * The invoices of a month, at first the newest that has any, each to download, and all of them together; and how the
 * month's bill comes about (product: Invoices dialog).
 */
export default function InvoicesModal({ firstAction, onClose }: InvoicesModalProps) {
  const heading = useId();
  const [now] = useState(() => new Date());
  const having = useQuery(invoiceMonthsQuery);
  const months = invoiceMonths(firstAction, now, having.data);
  const [chosen, setChosen] = useState<string | null>(null);
  const newest = months.find(([value]) => having.data?.includes(value)) ?? months[0];
  const month = chosen ?? (having.isPending ? '' : (newest?.[0] ?? ''));
  const invoices = useQuery(invoicesQuery(month));
  const all = useDownloadAllInvoices();
  const [explained, setExplained] = useState(false);
  const billed = invoices.data?.some(({ dueDate }) => dueDate !== null) ? monthOfValue(month) : null;
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <div className={styles['modal']}>
        <ModalHead id={heading} title="Invoices" className={styles['head']} onClose={onClose} />
        <div className={styles['bar']}>
          <label className={styles['month']}>
            <span>Month</span>
            <select
              value={month || months[0]?.[0]}
              disabled={month === ''}
              onChange={(event) => setChosen(event.target.value)}
            >
              <Options choices={months} />
            </select>
          </label>
          {(invoices.data?.length ?? 0) > 1 && (
            <Button onClick={() => all.mutate(month)} busy={all.isPending}>
              All (zip)
            </Button>
          )}
        </div>
        <div className={styles['list']} aria-busy={invoices.isPending}>
          {invoices.data ? (
            <InvoiceList
              invoices={invoices.data}
              month={months.find(([value]) => value === month)?.[1] ?? month}
            />
          ) : invoices.isError ? (
            <CouldNotLoad what="The invoices" error={invoices.error} retry={invoices.refetch} />
          ) : (
            [0, 1].map((row) => <Skeleton key={row} height={44} />)
          )}
        </div>
        {billed && (
          <>
            <Button
              className={styles['explain']}
              aria-expanded={explained}
              onClick={() => setExplained(!explained)}
            >
              How this bill comes about
            </Button>
            {explained && <BillWorkingPanel key={billed} month={billed} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function InvoiceList({ invoices, month }: { invoices: readonly Invoice[]; month: string }) {
  const download = useDownloadInvoice();
  if (invoices.length === 0)
    return (
      <p className={styles['none']} role="status">
        There are no invoices for {month}.
      </p>
    );
  return (
    <ul>
      {invoices.map((invoice) => (
        <li key={invoice.invoiceId} className={styles['invoice']} data-active={invoice.active}>
          <IconButton
            icon="download"
            label={`Download ${invoice.fileName}`}
            disabled={!invoice.active}
            busy={download.isPending && download.variables === invoice}
            onClick={() => download.mutate(invoice)}
          />
          <div className={styles['about']}>
            <span className={styles['name']}>{invoice.fileName}</span>
            <small>{aboutOf(invoice)}</small>
          </div>
          {invoice.amount !== null && <span className={styles['amount']}>{formatPrice(invoice.amount)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** 'Due 2026-11-15 · version 2 · Nov 1, 2026 9:00 AM'; a former version says that it was replaced. */
const aboutOf = ({ active, dueDate, version, uploadDate }: Invoice): string =>
  [
    active ? '' : 'Replaced',
    dueDate === null ? '' : `${active ? 'Due' : 'due'} ${dueDate}`,
    `version ${version}`,
    formatMoment(uploadDate),
  ]
    .filter(Boolean)
    .join(' · ');
