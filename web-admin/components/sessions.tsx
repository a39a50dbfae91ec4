import { useQuery } from '@tanstack/react-query';
import { sessionsEnded, sessionsReply } from '#contracts/api/sessions.ts';
import { SessionList } from '#web-shared/account/session-list.tsx';
import { useAct } from './use-act.ts';
import { call, type SendOptions } from '../providers/http-client.ts';

type Way = { path: string; options?: SendOptions };
type SessionsProps = {
  list: Way;
  /** How one is ended, or all others when no id is given. */
  end: (id: string | undefined) => Way;
};

/** Sessions of a user, or one's own, each to be ended. */
function Sessions({ list, end }: SessionsProps) {
  const query = useQuery({
    queryKey: ['sessions', list.path],
    queryFn: () => call(list.path, sessionsReply, list.options),
    retry: false,
  });
  const { busy, act } = useAct();
  const onEnd = async (id: string | undefined): Promise<void> => {
    const { path, options } = end(id);
    await act('end', async () => {
      const { ended } = await call(path, sessionsEnded, options);
      return ended === 1 ? 'Session ended' : `${ended} sessions ended`;
    });
    await query.refetch();
  };
  return <SessionList query={query} busy={busy !== null} onEnd={(id) => void onEnd(id)} />;
}

/** One's own sessions. */
export function OwnSessions() {
  return (
    <Sessions
      list={{ path: '/login/sessions' }}
      end={(id) => ({ path: '/login/sessions/end', options: { body: id === undefined ? {} : { id } } })}
    />
  );
}

/** The sessions of a user, for administrators. */
export function UserSessions({ username }: { username: string }) {
  const path = `/api/users/${encodeURIComponent(username)}/sessions`;
  return (
    <Sessions
      list={{ path, options: { method: 'GET' } }}
      end={(id) => ({ path: id === undefined ? path : `${path}/${id}`, options: { method: 'DELETE' } })}
    />
  );
}
