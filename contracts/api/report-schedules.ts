import { z } from 'zod';
import { WEEKDAYS } from '../vendor/feed-schedule.ts';
import { instantSchema, timeOfDaySchema } from '../vocabulary/schemas.ts';

/** The last day of a month that every month has. */
export const LAST_DAY_OF_MONTH = 28;

/** When a report is made, by the house's clock. */
const fields = {
  at: timeOfDaySchema,
  /** Usernames of active staff with an e-mail address. */
  recipients: z.array(z.string().min(1).max(100)).min(1, 'Choose who gets it.').max(50),
  /** Administrators get the file with cost; reps never do. */
  withCost: z.boolean(),
};
export const reportScheduleEdit = z.discriminatedUnion('every', [
  z.object({ every: z.literal('WEEK'), day: z.enum(WEEKDAYS), ...fields }),
  z.object({
    every: z.literal('MONTH'),
    day: z.int().min(1, 'Choose a day from 1 to 28.').max(LAST_DAY_OF_MONTH, 'Choose a day from 1 to 28.'),
    ...fields,
  }),
]);
export type ReportScheduleEdit = z.infer<typeof reportScheduleEdit>;

const shown = { id: z.uuid(), nextAt: instantSchema, changedBy: z.string(), changedAt: instantSchema };
export const reportSchedule = z.discriminatedUnion('every', [
  reportScheduleEdit.options[0].extend(shown),
  reportScheduleEdit.options[1].extend(shown),
]);
export type ReportScheduleReply = z.infer<typeof reportSchedule>;
