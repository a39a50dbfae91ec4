import { QueryClient } from '@tanstack/react-query';
import { AWAY_CODES, mayReadAgain, retryDelay } from '#web-shared/http/read-again.ts';
import { codeOf, statusOf } from './http-client.ts';

/**
 * The cache of the server's answers. What the server refuses is shown immediately, and not asked for again. Without a
 * network a call fails at once: one that waited for it would be sent after the form that it is of was discarded.
 */
export function createQueryClient(): QueryClient {
  const retry = (failures: number, error: Error): boolean =>
    mayReadAgain(failures, statusOf(error) === 0, AWAY_CODES.includes(codeOf(error) ?? ''));
  return new QueryClient({
    defaultOptions: {
      // What could not be loaded is asked for again once there is a network.
      queries: { retry, retryDelay, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
}
