import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { memoReminders, type MemoReminders } from '#contracts/api/memo-reminders.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const PATH = '/memo/reminders';
const read = (body: unknown): MemoReminders => memoReminders.parse(body);

/** Whether the user gets reminders, and how early (GET /memo/reminders). */
export const memoRemindersQuery = queryOptions({
  queryKey: queryKeys.memoReminders,
  queryFn: async ({ signal }) => (await call({ method: 'GET', path: PATH, read, signal })).data,
  // Its dialog says it, with a way to try again.
  meta: { handled: 'refusals' },
});

/** Sets them (PUT /memo/reminders). */
export function useSetMemoReminders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: MemoReminders) => (await call({ method: 'PUT', path: PATH, body, read })).data,
    onSuccess: (saved) => client.setQueryData(memoRemindersQuery.queryKey, saved),
  });
}
