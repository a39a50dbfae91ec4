import type { Cut } from '#contracts/billing/index.ts';
import { instantSchema } from '#contracts/vocabulary/house-time.ts';
import { firstRecordedAfter } from '#projections/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { BILLING_MODELS, type BillingContext } from './billing-context.ts';

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
 * by then), or now when left out. Throws Refusal 400 for anything else, 503 while the read models are behind.
 */
export async function cutKnownAt(billing: BillingContext, knownAt: string | undefined): Promise<Cut> {
  if (knownAt === undefined || knownAt === '') return takeCut(billing);
  if (/^\d{1,20}$/.test(knownAt)) {
    const cut = await takeCut(billing);
    const position = BigInt(knownAt) < BigInt(cut.position) ? knownAt : cut.position;
    return { position, recordedAt: (await timeOf(billing, position)) ?? cut.recordedAt };
  }
  const time = Number.isNaN(Date.parse(knownAt)) ? undefined : new Date(knownAt).toISOString();
  if (!instantSchema.safeParse(time).success || time === undefined)
    throw new Refusal(400, 'knownAt must be a log position or a time such as 2026-05-05T12:00:00Z.', {
      field: 'knownAt',
    });
  const head = await billing.events.headPosition();
  await readModelsAt(billing, head);
  if (!(await billing.positions.waitForPosition(['audit'], head, READ_MODELS_WITHIN_MS)))
    throw new Refusal(503, 'The audit is behind the log. Try again in a moment.', {
      code: 'READ_MODELS_BEHIND',
    });
  const later = await firstRecordedAfter(billing.db, time);
  return { position: later === null ? head.toString() : String(later - 1), recordedAt: time };
}

/** When the last event up to a position was recorded; undefined before the first. */
async function timeOf({ events }: BillingContext, position: string): Promise<string | undefined> {
  const before = { after: BigInt(position) + 1n, direction: 'backwards', maxCount: 1 } as const;
  for await (const { metadata } of events.readAll(before)) {
    const { recordedAt } = metadata;
    if (typeof recordedAt === 'string') return recordedAt;
  }
  return undefined;
}
