import { stoneStream, vendorStream, type StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold } from '#contracts/lifecycle/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import {
  appendEvents,
  deriveId,
  onFreshStream,
  type Command,
  type CommandContext,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { isRetryable, WrongExpectedRevision } from '#services/platform/event-store/index.ts';
import type { Offer } from './check-row.ts';
import { decideMissing, decideOffer, stockRecord } from './decide-stock.ts';
import type { KnownStock } from './known-stock.ts';

/** One reading of one file; `at` is the business time of everything it changes. */
export type FeedRun = {
  vendor: { vendorId: number; markupPpm: Ppm };
  fileHash: string;
  at: Instant;
  command: Command;
  known: KnownStock;
};

export type OfferOutcome = 'listed' | 'changed' | 'unchanged' | { clash: string };

const ATTEMPTS = 6;

/** Tries again what failed because the store was slow or away; everything here may be repeated unchanged. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
}

/** The same reading of the same row at the same place in the stream writes the same ids: repeated, the log keeps one. */
function identified(
  run: FeedRun,
  parcelName: string,
  revision: Loaded<unknown>['revision'],
  events: readonly StoneEvent[],
) {
  return events.map((event, index) => ({
    ...event,
    id: deriveId('feed', run.vendor.vendorId, run.fileHash, parcelName, String(revision), index),
  }));
}

/**
 * Records the parcel as offered: listed when it is new, changed where it differs (rule: Classifying rows).
 */
export async function recordOffer(
  context: CommandContext,
  run: FeedRun,
  offer: Offer,
): Promise<OfferOutcome> {
  const { parcelName } = offer;
  const stream = stoneStream(parcelName);
  const { records, unsure } = run.known;
  const known = records.get(parcelName) ?? null;
  if (!unsure.has(stream)) {
    const events = decideOffer(known, offer, run.vendor, run.at);
    if ('clash' in events) return events;
    if (events.length === 0) return 'unchanged';
    if (!known && (await listNew(context, run, parcelName, events))) return 'listed';
  }
  return patiently(() =>
    onFreshStream(context, stream, parcelFold, async (loaded): Promise<OfferOutcome> => {
      const events = decideOffer(stockRecord(loaded.state), offer, run.vendor, run.at);
      if ('clash' in events) return events;
      if (events.length === 0) return 'unchanged';
      await appendEvents(context, loaded, identified(run, parcelName, loaded.revision, events), run.command);
      return loaded.state.listed ? 'changed' : 'listed';
    }),
  );
}

/** Begins the parcel's stream; false when it has begun already. */
async function listNew(
  context: CommandContext,
  run: FeedRun,
  parcelName: string,
  events: readonly StoneEvent[],
): Promise<boolean> {
  const empty = { stream: stoneStream(parcelName), revision: 'no_stream', lastRecordedAt: '' } as const;
  try {
    await patiently(() =>
      appendEvents(context, empty, identified(run, parcelName, 'no_stream', events), run.command),
    );
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return false;
    throw error;
  }
}

/**
 * Withdraws a parcel that the feed no longer has, unless a customer holds it (rule: Full feeds; rule: Held
 * stones and feeds).
 */
export async function recordMissing(
  context: CommandContext,
  run: FeedRun,
  parcelName: string,
): Promise<'withdrawn' | 'held' | 'unchanged'> {
  return patiently(() =>
    onFreshStream(context, stoneStream(parcelName), parcelFold, async (loaded) => {
      const holder = foldParcel(loaded.state, context.zone).customerId;
      const events = decideMissing(stockRecord(loaded.state), holder, run.vendor.vendorId, run.at);
      if (events.length === 0) return holder === null ? 'unchanged' : 'held';
      await appendEvents(context, loaded, identified(run, parcelName, loaded.revision, events), run.command);
      return 'withdrawn';
    }),
  );
}

/**
 * Records on the vendor's stream that the feed was read whole, which makes its stock current for seven days
 * (rule: Tentative availability). The same feed again on the same day, with nothing to change, is not
 * recorded again.
 */
export async function recordFeedRead(
  context: CommandContext,
  run: FeedRun,
  counts: { rows: number; listed: number; reported: number },
  changedAnything: boolean,
): Promise<void> {
  const { vendorId } = run.vendor;
  const day = (at: Instant): string => houseDayOf(at, context.zone);
  await patiently(() =>
    onFreshStream(context, vendorStream(vendorId), vendorFold, async (loaded) => {
      const last = loaded.state.record?.lastFeed;
      if (!changedAnything && last?.fileHash === run.fileHash && day(last.at) === day(run.at)) return;
      const id = deriveId('feed', vendorId, run.fileHash, String(loaded.revision));
      const data = { vendorId, fileHash: run.fileHash, ...counts, effectiveAt: run.at };
      await appendEvents(context, loaded, [{ type: 'VendorFeedRead', id, data }], run.command);
    }),
  );
}
