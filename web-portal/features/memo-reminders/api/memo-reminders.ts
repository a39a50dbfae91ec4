import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { memoReminders, type MemoReminders } from '#contracts/api/memo-reminders.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const PATH = '/memo/reminders';
const read = (body: unknown): MemoReminders => memoReminders.parse(body);

/** Whether the user gets reminders, and how early (GET /memo/reminders). */
export const memoRemindersQuery = queryOptions({
  queryKey: queryKeys.memoReminders,
  queryFn: ({ signal }) => callForData({ method: 'GET', path: PATH, read, signal }),
  // Another window may have set them meanwhile.
  staleTime: 0,
  gcTime: 0,
  // Its dialog says it, with a way to try again.
  meta: { handled: 'refusals' },
});

/** Sets them (PUT /memo/reminders). */
export function useSetMemoReminders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MemoReminders) => callForData({ method: 'PUT', path: PATH, body, read }),
    onSuccess: (saved) => client.setQueryData(memoRemindersQuery.queryKey, saved),
  });
}
