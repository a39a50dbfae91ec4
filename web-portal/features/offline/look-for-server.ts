import type { QueryClient } from '@tanstack/react-query';
import { awayNow, heardAt, setAway } from '../../lib/connection.ts';
import { isOutage } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/**
 * Confirms the sign-in where the live connection broke off: the session may have ended, or the server, or what it needs to
 * answer, cannot be reached although the device has a network. Then the page says so, as of when the server was last heard.
 */
export async function lookForServer(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.session });
  const error = client.getQueryState(queryKeys.session)?.error;
  if (isOutage(error) && awayNow() === null) setAway({ asOf: heardAt(), until: null });
}
