import { z } from 'zod';

/** How far a person is with a row of an inbox (rule: Inboxes). */
const INBOX_STATES = ['OPEN', 'ACKNOWLEDGED', 'DISMISSED'] as const;
const inboxState = z.enum(INBOX_STATES);
export type InboxState = z.infer<typeof inboxState>;

/** What a row of an inbox has beside its own fields. */
export const inboxFields = z.object({
  state: inboxState,
  /** The username of who takes care of it. */
  owner: z.string().nullable(),
  /** The newest note. */
  note: z.string().nullable(),
  handledBy: z.string().nullable(),
  handledAt: z.string().nullable(),
  /** It has waited for more than 7 days. */
  old: z.boolean(),
});
export type InboxFields = z.infer<typeof inboxFields>;

const INBOX_ACTIONS = ['OWN', 'NOTE', 'ACKNOWLEDGE', 'DISMISS', 'REOPEN'] as const;

/** POST /api/anomalies/:id/steps and /api/suspense/:id/steps. */
export const inboxStepRequest = z.object({
  action: z.enum(INBOX_ACTIONS),
  /** With OWN: who takes care of it from now on; null: no one. */
  owner: z.string().trim().min(1).nullable().optional(),
  /** Needed by NOTE and DISMISS. */
  note: z.string().trim().max(2000, 'A note has at most 2,000 characters.').optional(),
});
export type InboxStepRequest = z.infer<typeof inboxStepRequest>;

/** What was done, by whom and when, the newest first. */
const inboxStep = z.object({
  id: z.int(),
  action: z.enum([...INBOX_ACTIONS, 'REPOINT']),
  owner: z.string().nullable(),
  note: z.string().nullable(),
  /** Of REPOINT: what the document named before, and what it names now. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  by: z.string(),
  at: z.string(),
});
export type InboxStep = z.infer<typeof inboxStep>;

/** What the calls on one row of an inbox answer. */
export const inboxItem = inboxFields
  .omit({ old: true })
  .extend({ id: z.string(), steps: z.array(inboxStep) });
export type InboxItem = z.infer<typeof inboxItem>;

/** POST /api/suspense/:id/re-point: what the document is to name in place of what it names. */
export const repointRequest = z.object({
  parcelName: z.string().trim().min(1).optional(),
  accountCode: z.string().trim().min(1).optional(),
  note: z.string().trim().min(1, 'Say why.').max(2000, 'A note has at most 2,000 characters.'),
});
export type RepointRequest = z.infer<typeof repointRequest>;
