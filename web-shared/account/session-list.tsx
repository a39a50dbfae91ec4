import type { SessionResource } from '#contracts/api/sessions.ts';
import { Button } from '../components/button/button.tsx';
import { Chip } from '../components/chip/chip.tsx';
import { Skeleton } from '../components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '../components/state-message/could-not-load.tsx';
import { formatMoment } from '../formats/moments.ts';
import { deviceOf } from './device-of.ts';
import styles from './account.module.css';

export type SessionListProps = {
  query: { data: readonly SessionResource[] | undefined; error: unknown; refetch: () => unknown };
  /** A session is being ended. */
  busy: boolean;
  /** Ends the session, or all others than the own one. */
  onEnd: (id: string | undefined) => void;
};

/** Where a user is signed in: browser, address, since when and last used, and the way to end each. */
export function SessionList({ query: { data, error, refetch }, busy, onEnd }: SessionListProps) {
  if (data === undefined)
    return error ? (
      <CouldNotLoad what="The sessions" error={error} retry={refetch} />
    ) : (
      <div role="status" aria-label="Loading">
        <Skeleton height={52} />
      </div>
    );
  if (data.length === 0) return <p className="nothing">Not signed in anywhere.</p>;
  const others = data.filter(({ own }) => !own);
  const known = others.length < data.length;
  return (
    <>
      <ul className={styles['list']} aria-label="Sessions">
        {data.map((session) => (
          <Session key={session.id} session={session} busy={busy} onEnd={onEnd} />
        ))}
      </ul>
      {others.length > 1 || (others.length === 1 && !known) ? (
        <Button className={styles['all']} busy={busy} onClick={() => onEnd(undefined)}>
          {known ? 'End all others' : 'End all'}
        </Button>
      ) : null}
    </>
  );
}

function Session({
  session: { id, userAgent, address, signedInAt, lastUsedAt, own },
  busy,
  onEnd,
}: Omit<SessionListProps, 'query'> & { session: SessionResource }) {
  const device = deviceOf(userAgent);
  return (
    <li className={styles['session']}>
      <span className={styles['device']} title={userAgent}>
        {device} {own && <Chip tone="good">This session</Chip>}
        <small>
          {address} · signed in {formatMoment(signedInAt)} · last used {formatMoment(lastUsedAt)}
        </small>
      </span>
      {!own && (
        <Button busy={busy} aria-label={`End the session of ${device}`} onClick={() => onEnd(id)}>
          End
        </Button>
      )}
    </li>
  );
}
