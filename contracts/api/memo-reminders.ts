import { z } from 'zod';

/** The earliest that a reminder comes before the due date. */
const MOST_DAYS_BEFORE = 60;

/** GET and PUT /memo/reminders: whether the user gets reminders of the customer's memos by mail, and how early (rule: Memo reminders). */
export const memoReminders = z.object({
  on: z.boolean('Say whether reminders are on.'),
  daysBefore: z
    .int('Enter a whole number of days.')
    .min(0, 'Use 0 or more.')
    .max(MOST_DAYS_BEFORE, `Use at most ${MOST_DAYS_BEFORE}.`),
});
export type MemoReminders = z.infer<typeof memoReminders>;

/** Until somebody sets them. */
export const NO_MEMO_REMINDERS: MemoReminders = { on: false, daysBefore: 5 };
