import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Invoice } from '#contracts/api/invoices.ts';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { invoicesQuery } from './api/get-invoices.ts';
import { useDownloadAllInvoices, useDownloadInvoice } from './api/download-invoices.ts';
import { invoiceMonths } from './months.ts';
import styles from './invoices.module.css';

type InvoicesModalProps = {
  /** The customer's first action, YYYY-MM-DD, where there is one. */
  firstAction: string | undefined;
  onClose: () => void;
};

/** The invoices of a month, each to download, and all of them together (product: Invoices dialog). */
export default function InvoicesModal({ firstAction, onClose }: InvoicesModalProps) {
  const heading = useId();
  const [months] = useState(() => invoiceMonths(firstAction, new Date()));
  const [month, setMonth] = useState(months[0]?.[0] ?? '');
  const invoices = useQuery(invoicesQuery(month));
  const all = useDownloadAllInvoices();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <div className={styles['modal']}>
        <ModalHead id={heading} title="Invoices" className={styles['head']} onClose={onClose} />
        <div className={styles['bar']}>
          <label className={styles['month']}>
            <span>Month</span>
            <select value={month} onChange={(event) => setMonth(event.target.value)}>
              {months.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
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
            <StateMessage
              alert
              heading="The invoices could not be loaded"
              actions={<Button onClick={() => void invoices.refetch()}>Try again</Button>}
            >
              {invoices.error.message}
            </StateMessage>
          ) : (
            [0, 1].map((row) => <Skeleton key={row} height={44} />)
          )}
        </div>
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
          <span className={styles['name']}>{invoice.fileName}</span>
          <small>
            {invoice.active ? formatMoment(invoice.uploadDate) : `Replaced · version ${invoice.version}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
