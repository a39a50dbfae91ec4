import type { Cut } from '#contracts/billing/index.ts';
import { readCutTime } from '#contracts/vocabulary/house-time.ts';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import { AUDITED_STREAMS, eventAt, eventOfId, firstRecordedAfter } from '#projections/audit/index.ts';
import type { RecordedEvent } from '#services/platform/event-store/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { BILLING_MODELS, type BillingContext } from './billing-context.ts';

/** The time shown with a position before the first event. */
export const BEFORE_ANYTHING = '1970-01-01T00:00:00.000Z';

/** How long, in milliseconds, a cut waits for the read models. */
const READ_MODELS_WITHIN_MS = 10_000;

/** A cut at the log's end, once the read models have reached it. Throws Refusal 503 when they stay behind. */
export async function takeCut(billing: BillingContext): Promise<Cut> {
  const recordedAt = billing.clock().toISOString();
  const last = await lastEvent(billing);
  await readModelsAt(billing, last?.position ?? 0n);
  return last === undefined
    ? { position: '0', recordedAt }
    : { position: last.position.toString(), eventId: last.id, recordedAt };
}

/** The log's last event, skipping parts of large bills, which mean nothing by themselves. */
async function lastEvent({ events }: BillingContext): Promise<RecordedEvent | undefined> {
  const filter = { streamPrefixes: AUDITED_STREAMS };
  for await (const event of events.readAll({ direction: 'backwards', maxCount: 1, filter })) return event;
  return undefined;
}

/** Waits until bills can be made at a position. Throws Refusal 503 when the read models stay behind. */
async function readModelsAt({ positions }: BillingContext, position: bigint): Promise<void> {
  if (await positions.waitForPosition(BILLING_MODELS, position, READ_MODELS_WITHIN_MS)) return;
  throw new Refusal(503, 'The read models are behind the log. Try again in a moment.', {
    code: 'READ_MODELS_BEHIND',
  });
}

/** The event that a cut ends with, found in the audit. Throws Refusal 503 when the audit stays behind. */
async function auditAt({ positions }: BillingContext, position: bigint): Promise<void> {
  if (await positions.waitForPosition(['audit'], position, READ_MODELS_WITHIN_MS)) return;
  throw new Refusal(503, 'The audit is behind the log. Try again in a moment.', {
    code: 'READ_MODELS_BEHIND',
  });
}

/**
 * A knowledge cut as a caller names it: a log position, the id of its last event, a time (everything recorded by then;
 * a future time means now; without an offset it is in the house's time zone, and a day is its end), or now when left out. Throws Refusal 400
 * for anything else, 503 while the read models are behind.
 * @param field what the caller calls it
 */
export async function cutKnownAt(
  billing: BillingContext,
  knownAt: string | undefined,
  field = 'knownAt',
): Promise<Cut> {
  if (knownAt === undefined || knownAt === '') return takeCut(billing);
  const isPosition = positionSchema.safeParse(knownAt).success;
  const time = isPosition ? undefined : readCutTime(knownAt, billing.zone);
  if (!isPosition && !EVENT_ID.test(knownAt) && time === undefined)
    throw new Refusal(
      400,
      `${field} must be a log position, the id of an event or a time such as 2026-05-05T12:00:00Z.`,
      { field },
    );
  const now = await takeCut(billing);
  await auditAt(billing, BigInt(now.position));
  if (isPosition) {
    const position = BigInt(knownAt) < BigInt(now.position) ? knownAt : now.position;
    const last = await eventAt(billing.db, BigInt(position));
    return { position, ...named(last), recordedAt: last?.recordedAt ?? BEFORE_ANYTHING };
  }
  if (time === undefined) return cutOfEvent(billing, knownAt, field);
  const later = await firstRecordedAfter(billing.db, time);
  if (later === null) return time < now.recordedAt ? { ...now, recordedAt: time } : now;
  const position = later - 1;
  return {
    position: String(position),
    ...named(await eventAt(billing.db, BigInt(position))),
    recordedAt: time,
  };
}

/** The form of an event's id. */
export const EVENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const named = (event: { eventId: string } | null): Pick<Cut, 'eventId'> =>
  event === null ? {} : { eventId: event.eventId };

/** Everything up to an event, at its position in this log. */
async function cutOfEvent({ db }: BillingContext, id: string, field: string): Promise<Cut> {
  const event = await eventOfId(db, id.toLowerCase());
  if (event === null)
    throw new Refusal(400, `${field}: the log has no event ${id}.`, { field, code: 'UNKNOWN_EVENT' });
  const { position, eventId, recordedAt } = event;
  return { position: String(position), eventId, recordedAt };
}
