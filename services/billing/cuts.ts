import type { Cut } from '#contracts/billing/index.ts';
import { instantSchema } from '#contracts/vocabulary/house-time.ts';
import { firstRecordedAfter } from '#projections/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { BILLING_MODELS, type BillingContext } from './billing-context.ts';

/** The time that goes with a place in the log before its first event. */
export const BEFORE_ANYTHING = '1970-01-01T00:00:00.000Z';

/** A cut waits this long, in milliseconds, for the read models to be there. */
const READ_MODELS_WITHIN_MS = 10_000;

/** A cut at the log's end, as soon as the read models have reached it. Throws Refusal 503 when they stay behind. */
export async function takeCut(billing: BillingContext): Promise<Cut> {
  const recordedAt = billing.clock().toISOString();
  const position = await billing.events.headPosition();
  await readModelsAt(billing, position);
  return { position: position.toString(), recordedAt };
}

/** Waits until bills can be made at a position. Throws Refusal 503 when the read models stay behind. */
async function readModelsAt({ positions }: BillingContext, position: bigint): Promise<void> {
  if (await positions.waitForPosition(BILLING_MODELS, position, READ_MODELS_WITHIN_MS)) return;
  throw new Refusal(503, 'The read models are behind the log. Try again in a moment.', {
    code: 'READ_MODELS_BEHIND',
  });
}

/**
 * A knowledge cut as a caller names it (rules, section 2): a log position, a time (the longest prefix of the log recorded
 * by then; one that is still to come is now), or now when left out. Throws Refusal 400 for anything else, 503 while the
 * read models are behind.
 * @param field what the caller calls it
 */
export async function cutKnownAt(
  billing: BillingContext,
  knownAt: string | undefined,
  field = 'knownAt',
): Promise<Cut> {
  if (knownAt === undefined || knownAt === '') return takeCut(billing);
  if (/^\d{1,20}$/.test(knownAt)) {
    const cut = await takeCut(billing);
    const position = BigInt(knownAt) < BigInt(cut.position) ? knownAt : cut.position;
    return { position, recordedAt: await timeOf(billing, position) };
  }
  const time = Number.isNaN(Date.parse(knownAt)) ? undefined : new Date(knownAt).toISOString();
  if (!instantSchema.safeParse(time).success || time === undefined)
    throw new Refusal(400, `${field} must be a log position or a time such as 2026-05-05T12:00:00Z.`, {
      field,
    });
  const now = billing.clock().toISOString();
  const head = await billing.events.headPosition();
  await readModelsAt(billing, head);
  if (!(await billing.positions.waitForPosition(['audit'], head, READ_MODELS_WITHIN_MS)))
    throw new Refusal(503, 'The audit is behind the log. Try again in a moment.', {
      code: 'READ_MODELS_BEHIND',
    });
  const later = await firstRecordedAfter(billing.db, time);
  return {
    position: later === null ? head.toString() : String(later - 1),
    recordedAt: time < now ? time : now,
  };
}

/** When the last event up to a position was recorded. */
async function timeOf({ events }: BillingContext, position: string): Promise<string> {
  const before = { after: BigInt(position) + 1n, direction: 'backwards', maxCount: 1 } as const;
  for await (const { metadata } of events.readAll(before)) {
    const { recordedAt } = metadata;
    if (typeof recordedAt === 'string') return recordedAt;
  }
  return BEFORE_ANYTHING;
}
