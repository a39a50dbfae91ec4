import type { SessionResource } from '#contracts/api/sessions.ts';
import { Button } from '../components/button/button.tsx';
import { Chip } from '../components/chip/chip.tsx';
import { Loaded } from '../components/loaded/loaded.tsx';
import { formatMoment } from '../formats/moments.ts';
import { deviceOf } from './device-of.ts';
import styles from './account.module.css';

export type SessionListProps = {
  query: { data: readonly SessionResource[] | undefined; error: unknown; refetch: () => unknown };
  /** A session is being ended. */
  busy: boolean;
  /** Ends the session, or without an id all except the current one. */
  onEnd: (id: string | undefined) => void;
};

/** Where a user is signed in: browser, address, since when and last used, and the way to end each. */
export function SessionList({ query, ...rest }: SessionListProps) {
  return (
    <Loaded query={query} what="The sessions" height={52}>
      {(sessions) => <Sessions sessions={sessions} {...rest} />}
    </Loaded>
  );
}

type SessionsProps = Omit<SessionListProps, 'query'> & { sessions: readonly SessionResource[] };

function Sessions({ sessions, busy, onEnd }: SessionsProps) {
  if (sessions.length === 0) return <p className="nothing">Not signed in anywhere.</p>;
  const others = sessions.filter(({ own }) => !own);
  const known = others.length < sessions.length;
  return (
    <>
      <ul className={styles['list']} aria-label="Sessions">
        {sessions.map((session) => (
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
        // One may be signed in on several browsers of a name.
        <Button
          busy={busy}
          aria-label={`End the session of ${device}, last used ${formatMoment(lastUsedAt)}`}
          onClick={() => onEnd(id)}
        >
          End
        </Button>
      )}
    </li>
  );
}
