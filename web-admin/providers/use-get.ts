import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from './http-client.ts';

type GetOptions<Reply> = Pick<UseQueryOptions<Reply>, 'placeholderData' | 'refetchInterval' | 'retry'>;

/** What a GET answers, kept in the cache under its path; nothing is asked while there is no path. */
export function useGet<Reply>(path: string | null, reply: z.ZodType<Reply>, options: GetOptions<Reply> = {}) {
  return useQuery({
    ...options,
    queryKey: [path],
    enabled: path !== null,
    queryFn: ({ signal }) => call(path ?? '', reply, { method: 'GET', signal }),
  });
}
