import { z } from 'zod';
import { inboxFields } from './inboxes.ts';
import { customerSchema } from './customers.ts';

/** Resources of the back office under /api/ in the dialect of ra-data-simple-rest: every row has an `id`. */
export const customerResource = customerSchema.extend({
  id: z.number(),
  /** Changes with every change of the customer: what `If-Match` takes; for administrators. */
  version: z.string().optional(),
});
export type CustomerResource = z.infer<typeof customerResource>;

/** A rebuild that an administrator asked for; it goes on after a restart until it is done or given up. */
const rebuildJob = z.object({
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED']),
  requestedBy: z.string(),
  requestedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** How often it was begun or taken up again. */
  attempts: z.number(),
  /** Of the last attempt that failed. */
  failure: z.string().nullable(),
});
export type RebuildJob = z.infer<typeof rebuildJob>;

export const projectionResource = z.object({
  /** The projection's name. */
  id: z.string(),
  version: z.number(),
  /** Log position reached, the log's head, and the events in between that it has still to read (an estimate). */
  position: z.string(),
  head: z.string(),
  lag: z.number(),
  updatedAt: z.string().nullable(),
  state: z.enum(['live', 'catching up', 'rebuilding', 'stopped']),
  /** Why it cannot go on from where it is, and what to do: a sentence; null when it can. */
  problem: z.string().nullable(),
  /** While a rebuild runs: 0 to 1. */
  progress: z.number().nullable(),
  parked: z.array(
    z.object({ stream: z.string(), position: z.string(), reason: z.string(), since: z.string() }),
  ),
  /** The newest rebuild that was asked for in the back office; null when there was none. */
  rebuild: rebuildJob.nullable(),
});
export type ProjectionResource = z.infer<typeof projectionResource>;

/** POST /sync/sync: the sync that was asked for; its end is reported later. */
export const syncReply = z.object({ syncId: z.string() });

/**
 * A document of the trading system that could not be recorded yet, and why; the amount in dollars (rule:
 * Suspense).
 */
export const suspenseResource = inboxFields.extend({
  id: z.string(),
  instance: z.string(),
  docType: z.string(),
  docNo: z.string(),
  line: z.number(),
  version: z.number(),
  accountCode: z.string().optional(),
  parcelName: z.string().optional(),
  date: z.string().optional(),
  amount: z.number().nullable().optional(),
  reason: z.string(),
  since: z.string(),
  attempts: z.number(),
  triedAt: z.string(),
});
export type SuspenseResource = z.infer<typeof suspenseResource>;

/** POST /api/suspense/:id/retry: what became of the document; `reason` is why it waits still. */
export const suspenseRetryReply = z.object({
  id: z.string(),
  outcome: z.enum(['RECORDED', 'WAITING']),
  reason: z.string().nullable(),
});
export type SuspenseRetryReply = z.infer<typeof suspenseRetryReply>;

/** POST /api/suspense/retry: how many documents were recorded, and how many wait still. */
export const suspenseRetryAllReply = z.object({ recorded: z.number(), waiting: z.number() });

/** An effect of an instruction that the trading system has not taken yet, and why (rule: Stuck instructions). */
export const stuckInstructionResource = z.object({
  id: z.string(),
  parcelName: z.string(),
  action: z.enum(['REQUEST', 'RETURN', 'SOLD', 'UNDO']),
  customerId: z.number().nullable(),
  customerName: z.string().nullable(),
  actor: z.string().nullable(),
  reason: z.string(),
  since: z.string(),
  attempts: z.number(),
  nextAttemptAt: z.string(),
});
export type StuckInstructionResource = z.infer<typeof stuckInstructionResource>;

/** POST /api/stuck-instructions/retry: how many are posted again now. */
export const stuckRetryReply = z.object({ retried: z.number() });

/** A sync that was asked for, with a report of each instance once it has run. */
export const syncResource = z.object({
  id: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  reports: z.array(
    z.object({
      instance: z.string(),
      read: z.number(),
      recorded: z.number(),
      already: z.number(),
      suspended: z.number(),
      resolved: z.number(),
      failed: z.string().optional(),
    }),
  ),
});
export type SyncResource = z.infer<typeof syncResource>;

/** `sort=["name","ASC"]&range=[0,24]&filter={"q":"sm"}` of ra-data-simple-rest. */
export const restQuery = z.object({
  sort: z.string().optional(),
  range: z.string().optional(),
  filter: z.string().optional(),
});

/** POST /api/projections/:id/rebuild: it runs in the background, also after a restart; its progress is in GET /api/projections. */
export const rebuildReply = z.object({ started: z.boolean() });

/** POST /api/projections/:id/retry: what became of each parked stream; `parkedAgain` is why one stands still again. */
export const retryReply = z.object({
  streams: z.array(z.object({ stream: z.string(), applied: z.number(), parkedAgain: z.string().nullable() })),
});
