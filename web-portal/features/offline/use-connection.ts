import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { awayNow, heardAt, onHeard, setAway, useAway } from '../../lib/connection.ts';
import type { Reaction } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';

const ASK_AGAIN_MS = 15_000;

/**
 * Notices when the network goes, and comes back by itself with it, or as soon as the server is heard again: the sign-in is confirmed first, then what is shown is
 * read again. A session that could not be confirmed ends at its time all the same.
 */
export function useConnection(react: (reaction: Reaction) => void): void {
  const client = useQueryClient();
  const away = useAway();
  useEffect(() => {
    const lost = (): void => {
      if (awayNow() === null) setAway({ asOf: heardAt(), until: null });
    };
    window.addEventListener('offline', lost);
    return () => window.removeEventListener('offline', lost);
  }, []);
  const isAway = away !== null;
  useEffect(() => {
    if (!isAway) return;
    let asking = false;
    const ask = async (): Promise<void> => {
      if (asking) return;
      asking = true;
      await client.refetchQueries({ queryKey: queryKeys.session });
      asking = false;
      if (client.getQueryState(queryKeys.session)?.error) return;
      setAway(null);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
    };
    const back = (): void => void ask();
    const timer = setInterval(back, ASK_AGAIN_MS);
    const stopHearing = onHeard(back);
    window.addEventListener('online', back);
    return () => {
      stopHearing();
      clearInterval(timer);
      window.removeEventListener('online', back);
    };
  }, [client, isAway]);
  const until = away?.until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(
      () => react({ message: SESSION_EXPIRED, style: 'error', signOut: true }),
      Math.max(0, Date.parse(until) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [until, react]);
}
