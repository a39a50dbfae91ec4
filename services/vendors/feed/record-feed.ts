import { stoneStream, vendorStream, type StoneEvent, type VendorEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import {
  carryOut,
  deriveId,
  type CarriedOut,
  type Command,
  type CommandContext,
  type Loaded,
  type On,
  type Steps,
} from '#services/platform/commands/index.ts';
import { isRetryable } from '#services/platform/event-store/index.ts';
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

/**
 * Carries a decision of this reading out. The same reading of the same row at the same place in the stream writes the
 * same ids: repeated, the log keeps one.
 */
function carryOutReading<State, Event extends StoneEvent | VendorEvent>(
  context: CommandContext,
  run: FeedRun,
  on: On<State>,
  decide: (state: State) => readonly Event[],
  steps: Required<Pick<Steps<State>, 'eventId'>> & Pick<Steps<State>, 'known'>,
): Promise<CarriedOut<State, Event>> {
  return patiently(() => carryOut(context, on, run.command, decide, steps));
}

const eventIdOf =
  (run: FeedRun, parcelName: string): Required<Steps<ParcelState>>['eventId'] =>
  (index, { revision }) =>
    deriveId('feed', run.vendor.vendorId, run.fileHash, parcelName, String(revision), index);

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
  const record = run.known.records.get(parcelName) ?? null;
  const isSure = !run.known.unsure.has(stream);
  if (isSure) {
    const events = decideOffer(record, offer, run.vendor, run.at);
    if ('clash' in events) return events;
    if (events.length === 0) return 'unchanged';
  }
  const decide = (parcel: ParcelState) => decideOffer(stockRecord(parcel), offer, run.vendor, run.at);
  const { state, events } = await carryOutReading(
    context,
    run,
    { stream, fold: parcelFold },
    (parcel) => {
      const decided = decide(parcel);
      return 'clash' in decided ? [] : decided;
    },
    { eventId: eventIdOf(run, parcelName), known: isSure && !record ? notBegun(stream) : undefined },
  );
  if (events.length > 0) return state.listed ? 'changed' : 'listed';
  const decided = decide(state);
  return 'clash' in decided ? decided : 'unchanged';
}

/** A parcel's stream that is not expected to be there: when it is, the append finds out. */
const notBegun = (stream: string): Loaded<ParcelState> => ({
  stream,
  state: parcelFold.initial(stream),
  revision: 'no_stream',
  lastRecordedAt: '',
  recent: [],
});

/**
 * Withdraws a parcel that the feed no longer has, unless a customer holds it (rule: Full feeds; rule: Held
 * stones and feeds).
 */
export async function recordMissing(
  context: CommandContext,
  run: FeedRun,
  parcelName: string,
): Promise<'withdrawn' | 'held' | 'unchanged'> {
  const holderOf = (parcel: ParcelState) => foldParcel(parcel, context.zone).customerId;
  const { state, events } = await carryOutReading(
    context,
    run,
    { stream: stoneStream(parcelName), fold: parcelFold },
    (parcel) => decideMissing(stockRecord(parcel), holderOf(parcel), run.vendor.vendorId, run.at),
    { eventId: eventIdOf(run, parcelName) },
  );
  if (events.length > 0) return 'withdrawn';
  return holderOf(state) === null ? 'unchanged' : 'held';
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
  await carryOutReading(
    context,
    run,
    { stream: vendorStream(vendorId), fold: vendorFold },
    ({ record }): VendorEvent[] => {
      const last = record?.lastFeed;
      if (!changedAnything && last?.fileHash === run.fileHash && day(last.at) === day(run.at)) return [];
      const data = { vendorId, fileHash: run.fileHash, ...counts, effectiveAt: run.at };
      return [{ type: 'VendorFeedRead', data }];
    },
    { eventId: (_, { revision }) => deriveId('feed', vendorId, run.fileHash, String(revision)) },
  );
}
