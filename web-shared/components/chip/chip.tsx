import { statusName, type Status } from '#contracts/vocabulary/statuses.ts';
import styles from './chip.module.css';

export type Tone = 'good' | 'waiting' | 'held' | 'gone' | 'sold' | 'alert';

const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  AVAILABLE: 'good',
  NOT_AVAILABLE: 'gone',
  REQUESTED: 'waiting',
  CUSTOMER: 'held',
  PENDING_RETURN: 'waiting',
  SOLD: 'sold',
  INVOICED: 'sold',
};

/** A word with its colour; `title` says more of it. */
export function Chip({ tone, title, children }: { tone: Tone; title?: string; children: string }) {
  return (
    <span className={styles['chip']} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

/** A status: one word and one colour everywhere. In Past, what is available again reads Returned. */
export function StatusChip({ status, where = 'past' }: { status: Status; where?: 'requestable' | 'past' }) {
  const tone = status === 'AVAILABLE' && where === 'past' ? 'gone' : STATUS_TONES[status];
  return <Chip tone={tone}>{statusName(status, where)}</Chip>;
}

/** A tier's word, in gold. */
export function TierChip({ tier }: { tier: string }) {
  return <span className={styles['tier']}>{tier}</span>;
}
