import type { QueryClient } from '@tanstack/react-query';
import { awayNow, heardAt, setAway } from '../../lib/connection.ts';
import { isLost } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/**
 * Confirms the sign-in where the live connection broke off: the session may have ended, or the server cannot be reached
 * although the device has a network. Then the page says so, as of when the server was last heard.
 */
export async function lookForServer(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.session });
  const error = client.getQueryState(queryKeys.session)?.error;
  if (isLost(error) && awayNow() === null) setAway({ asOf: heardAt(), until: null });
}
