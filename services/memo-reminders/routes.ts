import { memoReminders } from '#contracts/api/memo-reminders.ts';
import type { Context } from '#services/module.ts';
import { callGroup, chosenCustomer, type App, type Caller } from '#services/platform/http/index.ts';
import { remindersOf, saveReminders, type Reminded } from './reminder-store.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['memos'] });

/** A user's reminders of the memos of the customer acted for (rule: Memo reminders). */
export function registerMemoReminderRoutes(app: App, { db }: Pick<Context, 'db'>): void {
  const own = (caller: Caller): Reminded => ({
    username: caller.user.username,
    customerId: chosenCustomer(caller),
  });
  app.get(
    '/memo/reminders',
    forSignedIn({
      summary: "Whether one gets reminders of the customer's memos by mail, and how early",
      response: { 200: memoReminders },
    }),
    ({ caller }) => remindersOf(db, own(caller)),
  );
  app.put(
    '/memo/reminders',
    forSignedIn({
      summary: "Get reminders of the customer's memos by mail, or no longer",
      body: memoReminders,
      response: { 200: memoReminders },
    }),
    async ({ caller, body }) => {
      await saveReminders(db, own(caller), body);
      return body;
    },
  );
}
