import { useState } from 'react';
import { ListBase, useRefresh } from 'react-admin';
import { mailResource, type MailResource } from '#contracts/api/mails.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { BusyButton } from '../components/busy-button.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatConstant, formatCount } from '#web-shared/formats/figures.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { refreshedEvery } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { call } from '../providers/http-client.ts';
import { Moment } from '../components/moment.tsx';
import styles from './mails.module.css';

const TONES: Readonly<Record<MailResource['state'], Tone>> = {
  KEPT: 'gone',
  WAITING: 'waiting',
  SENT: 'good',
  FAILED: 'alert',
};

const COLUMNS: readonly Column<MailResource>[] = [
  { source: 'subject', label: 'Mail', sortable: true, wraps: true, cell: (mail) => <Letter mail={mail} /> },
  { source: 'to', label: 'To', sortable: true, cell: ({ to }) => to },
  {
    source: 'state',
    label: 'Status',
    sortable: true,
    cell: ({ state }) => <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>,
  },
  {
    source: 'createdAt',
    label: 'Written',
    sortable: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { source: 'sentAt', label: 'Sent', sortable: true, cell: ({ sentAt }) => sentAt && <Moment at={sentAt} /> },
  {
    source: 'attempts',
    label: 'Tried',
    sortable: true,
    numeric: true,
    cell: ({ attempts }) => `${formatCount(attempts)}×`,
  },
  { source: 'reason', label: 'Reason', wraps: true, cell: ({ reason }) => reason },
  { source: 'deliver', label: 'Action', cell: (mail) => <DeliverAgain mail={mail} /> },
];

/** The outbox: every mail with its text, where it stands and why. */
export function MailList() {
  return (
    <ListBase
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={MOST_ROWS}
      debounce={200}
      exporter={false}
      queryOptions={refreshedEvery(15)}
    >
      <ListPage
        title="Outbox"
        above="Audit"
        noun={['mail', 'mails']}
        searches="Find a mail"
        empty="No mail has been written yet."
      >
        <RecordTable label="Outbox" columns={COLUMNS} />
      </ListPage>
    </ListBase>
  );
}

function Letter({ mail: { subject, text } }: { mail: MailResource }) {
  return (
    <details className={styles['letter']}>
      <summary>{subject}</summary>
      <p>{text}</p>
    </details>
  );
}

/** Of what was kept for want of a mail server, or given up. */
function DeliverAgain({ mail: { id, state, to } }: { mail: MailResource }) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  if (state !== 'KEPT' && state !== 'FAILED') return null;
  const deliver = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(`/api/mails/${id}/deliver`, mailResource);
      toastSuccess('It is delivered again.');
      refresh();
    } catch (error) {
      toastFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton busy={busy} onClick={() => void deliver()} aria-label={`Deliver the mail to ${to} again`}>
      Deliver again
    </BusyButton>
  );
}
