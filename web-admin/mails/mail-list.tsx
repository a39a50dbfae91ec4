import { useRefresh } from 'react-admin';
import { mailResource, type MailResource } from '#contracts/api/mails.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { useAct } from '../components/use-act.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatConstant } from '#web-shared/formats/figures.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { call } from '../providers/http-client.ts';
import styles from './mails.module.css';

const TONES: Readonly<Record<MailResource['state'], Tone>> = {
  KEPT: 'gone',
  WAITING: 'waiting',
  SENT: 'good',
  FAILED: 'alert',
};

const COLUMNS: readonly Column<MailResource>[] = [
  { source: 'subject', label: 'Mail', sortable: true, wraps: true, cell: (mail) => <Letter mail={mail} /> },
  { source: 'to', label: 'To', sortable: true },
  {
    source: 'state',
    label: 'Status',
    sortable: true,
    cell: ({ state }) => <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>,
  },
  { source: 'createdAt', label: 'Written', sortable: true, as: 'moment' },
  { source: 'sentAt', label: 'Sent', sortable: true, as: 'moment' },
  {
    source: 'attempts',
    label: 'Tried',
    sortable: true,
    numeric: true,
    cell: ({ attempts }) => `${formatCount(attempts)}×`,
  },
  {
    source: 'reason',
    label: 'Reason',
    wraps: true,
    cell: ({ reason, nextAttemptAt }) =>
      reason !== null && nextAttemptAt !== null
        ? `${reason}; next try ${formatMoment(nextAttemptAt)}`
        : reason,
  },
  { source: 'deliver', label: 'Action', cell: (mail) => <DeliverAgain mail={mail} /> },
];

/** The outbox: every mail with its text, where it stands and why. */
export function MailList() {
  return (
    <RecordList
      noun={['mail', 'mails']}
      searches="Find a mail"
      narrows={[['Failed', { state: 'FAILED' }]]}
      empty="No mail has been written yet."
      columns={COLUMNS}
      sort={['createdAt', 'DESC']}
      perPage={MOST_ROWS}
      refreshSeconds={15}
    />
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

/** For mails that were kept because there was no mail server, or that failed. */
function DeliverAgain({ mail: { id, state, to } }: { mail: MailResource }) {
  const refresh = useRefresh();
  const { busy, act } = useAct();
  if (state !== 'KEPT' && state !== 'FAILED') return null;
  const deliver = async (): Promise<void> => {
    const delivered = await act('deliver', async () => {
      await call(`/api/mails/${id}/deliver`, mailResource);
      return 'The mail is on its way again.';
    });
    if (delivered) refresh();
  };
  return (
    <Button
      busy={busy !== null}
      onClick={() => void deliver()}
      aria-label={`Deliver the mail to ${to} again`}
    >
      Deliver again
    </Button>
  );
}
