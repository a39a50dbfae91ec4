import { useRefresh } from 'react-admin';
import { mailResource, type MailResource } from '#contracts/api/mails.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { useAct } from '../components/use-act.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
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
  DISMISSED: 'gone',
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
    cell: ({ reason, nextAttemptAt, dismissedBy, dismissedAt }) =>
      [
        reason,
        reason !== null && nextAttemptAt !== null && `next try ${formatMoment(nextAttemptAt)}`,
        dismissedAt && `dismissed by ${dismissedBy}, ${formatMoment(dismissedAt)}`,
      ]
        .filter(Boolean)
        .join('; ') || null,
  },
  { source: 'deliver', label: 'Action', cell: (mail) => <Settling mail={mail} /> },
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

/** For mails that were kept because there was no mail server, or that were given up: both can be delivered after all. */
function Settling({ mail: { id, state, to } }: { mail: MailResource }) {
  const refresh = useRefresh();
  const { busy, act } = useAct();
  if (state === 'WAITING' || state === 'SENT') return null;
  const settle = async (how: 'deliver' | 'dismiss', done: string): Promise<void> => {
    const settled = await act(how, async () => {
      await call(`/api/mails/${id}/${how}`, mailResource);
      return done;
    });
    if (settled) refresh();
  };
  return (
    <div className={styles['actions']}>
      <Button
        busy={busy === 'deliver'}
        onClick={() => void settle('deliver', 'The mail is on its way again.')}
        aria-label={`Deliver the mail to ${to} again`}
      >
        Deliver again
      </Button>
      {state === 'FAILED' && (
        <Button
          busy={busy === 'dismiss'}
          onClick={() => void settle('dismiss', 'The mail was dismissed. It can still be delivered again.')}
          aria-label={`Dismiss the mail to ${to}`}
        >
          Dismiss
        </Button>
      )}
    </div>
  );
}
