import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { stoneStream, vendorStream, type StoneEvent, type VendorEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { vendorFold, type VendorRecord } from '#contracts/vendor/vendor.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import { pauseAfter } from '#services/platform/backoff.ts';
import {
  carryOut,
  deriveId,
  loadStream,
  parseFact,
  type CarriedOut,
  type Command,
  type CommandContext,
  type Loaded,
  type On,
} from '#services/platform/commands/index.ts';
import { isRetryable } from '#services/platform/event-store/index.ts';
import type { Offer } from './check-row.ts';
import {
  decideMissing,
  decideOffer,
  decideTakenBack,
  isHeld,
  notBeforePrices,
  stockRecord,
  type Clash,
  type FeedToTakeBack,
  type StockRecord,
  type StockVendor,
} from './decide-stock.ts';

/** What writes a vendor's stock; `at` is the business time of what it changes, unless a parcel's newest price is later. */
export type StockWriting = {
  vendor: StockVendor;
  /** The run, or what else it is done for: with the parcel it makes the events' ids. */
  cause: string;
  at: Instant;
  command: Command;
};

/** `held`: a customer has it, and nothing was written. */
export type OfferOutcome = 'listed' | 'changed' | 'unchanged' | 'held' | Clash;

const ATTEMPTS = 6;
const BACKOFF = { firstMs: 200, longestMs: 3_200 };

/** Tries again what failed because the store was slow or away; everything here may be repeated unchanged. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= ATTEMPTS) throw error;
      await sleep(pauseAfter(attempt, BACKOFF));
    }
  }
}

/** Carries a decision on a stream out; repeated for the same cause it writes the same ids, of which the log keeps one. */
function write<State, Event extends StoneEvent | VendorEvent>(
  context: CommandContext,
  { cause, command }: Pick<StockWriting, 'cause' | 'command'>,
  on: On<State>,
  decide: (state: State) => readonly Event[],
  known?: Loaded<State>,
): Promise<CarriedOut<State, Event>> {
  const eventId = (index: number): string => deriveId('feed', cause, on.stream, index);
  return patiently(() => carryOut(context, on, command, decide, { eventId, known }));
}

const parcelOn = (parcelName: string): On<ParcelState> => ({
  stream: stoneStream(parcelName),
  fold: parcelFold,
});

/**
 * Records the parcel as offered: listed when it is new, changed where it differs (rule: Classifying rows); nothing of
 * one that a customer holds (rule: Held stones and feeds).
 * @param isNew the parcel is not expected to be there, which spares a look
 */
export async function recordOffer(
  context: CommandContext,
  writing: StockWriting,
  offer: Offer,
  { isNew = false } = {},
): Promise<OfferOutcome> {
  const on = parcelOn(offer.parcelName);
  let clash: Clash | undefined;
  let held = false;
  const decide = (parcel: ParcelState): readonly StoneEvent[] => {
    held = isHeld(parcel, context.zone);
    const at = notBeforePrices(parcel, writing.at);
    const decided = held ? [] : decideOffer(stockRecord(parcel), offer, writing.vendor, at);
    clash = 'clash' in decided ? decided : undefined;
    return 'clash' in decided ? [] : decided;
  };
  const known = isNew ? notBegun(on.stream) : undefined;
  const { state, events, repeated } = await write(context, writing, on, decide, known);
  if (repeated) return isNew ? 'listed' : 'changed';
  if (clash) return clash;
  if (held) return 'held';
  if (events.length === 0) return 'unchanged';
  return state.listed ? 'changed' : 'listed';
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
 * Withdraws a parcel of the vendor, unless a customer holds it (rule: Full feeds; rule: Held stones and feeds).
 */
export async function recordMissing(
  context: CommandContext,
  writing: Omit<StockWriting, 'vendor'> & { vendor: Pick<StockVendor, 'vendorId'> },
  parcelName: string,
  reason?: string,
): Promise<'withdrawn' | 'held' | 'unchanged'> {
  const holderOf = (parcel: ParcelState) => foldParcel(parcel, context.zone).customerId;
  const { vendor, at } = writing;
  const { state, events, repeated } = await write(context, writing, parcelOn(parcelName), (parcel) =>
    decideMissing(stockRecord(parcel), holderOf(parcel), vendor.vendorId, at, reason),
  );
  if (events.length > 0 || repeated) return 'withdrawn';
  return holderOf(state) === null ? 'unchanged' : 'held';
}

/**
 * Sets a parcel back to what it was before a feed wrote it, as new events: what was changed again since stays, and what
 * a customer holds is left alone.
 */
export async function recordTakenBack(
  context: CommandContext,
  writing: StockWriting,
  parcelName: string,
  feed: FeedToTakeBack,
): Promise<void> {
  const { vendor } = writing;
  await write(context, writing, parcelOn(parcelName), (parcel) => {
    const now = stockRecord(parcel);
    if (!now || isHeld(parcel, context.zone)) return [];
    return decideTakenBack(now, feed, vendor, notBeforePrices(parcel, writing.at));
  });
}

/** What is known of a parcel now; null where nothing was listed. */
export async function stockNow(context: CommandContext, parcelName: string): Promise<StockRecord | null> {
  const { stream, fold } = parcelOn(parcelName);
  return stockRecord((await loadStream(context, stream, fold)).state);
}

/** Whether the parcel cannot be as it is offered, whatever else is done. */
export async function clashesNow(
  context: CommandContext,
  { vendor, at }: Pick<StockWriting, 'vendor' | 'at'>,
  offer: Offer,
): Promise<boolean> {
  return 'clash' in decideOffer(await stockNow(context, offer.parcelName), offer, vendor, at);
}

/** Whether a customer has a parcel now (rule: Held stones and feeds). */
export async function isHeldNow(context: CommandContext, parcelName: string): Promise<boolean> {
  const { stream, fold } = parcelOn(parcelName);
  return isHeld((await loadStream(context, stream, fold)).state, context.zone);
}

/** Reinstates a parcel that was withdrawn last for this reason, and that no customer has. */
export async function recordReinstated(
  context: CommandContext,
  writing: StockWriting,
  parcelName: string,
  reason: string,
): Promise<void> {
  const on = parcelOn(parcelName);
  if ((await withdrawnFor(context, on.stream)) !== reason) return;
  await write(context, writing, on, (parcel): StoneEvent[] =>
    stockRecord(parcel)?.withdrawn && !isHeld(parcel, context.zone)
      ? [{ type: 'StoneReinstated', data: { effectiveAt: writing.at } }]
      : [],
  );
}

/** Why a parcel was withdrawn last; null when it was not. */
async function withdrawnFor({ events }: CommandContext, stream: string): Promise<string | null> {
  for await (const recorded of events.readStream(stream, { direction: 'backwards' })) {
    const fact = parseFact(recorded);
    if (fact.type === 'StoneWithdrawn') return fact.data.reason;
  }
  return null;
}

/** A feed that was read whole, and what tells whether that is news. */
type FeedRead = {
  kind: FeedRunResource['kind'];
  /** Whether a full feed of the vendor was applied and not taken back. */
  hasSentFull: boolean;
  /** Whether the schedule has read a file anew that was applied before. */
  readsAgain: boolean;
  /** Whether the schedule has read it without being asked to. */
  byItself: boolean;
  fileHash: string;
  rows: number;
  listed: number;
  reported: number;
};

/**
 * Records on the vendor's stream that the feed was read whole, which makes its stock current for seven days
 * (rule: Tentative availability). Nothing is recorded of a feed that says nothing of the whole stock: of additions, where
 * the vendor sends full feeds too, and of one without a row that can be used. The same feed again on the same day, with
 * nothing to change, is not recorded again; an applied file that the schedule has read anew never is, nor one that it reads
 * after a person has sent it, whatever it changes: the vendor has sent nothing newer (rule: Feeds by themselves).
 */
export async function recordFeedRead(
  context: CommandContext,
  writing: StockWriting,
  { kind, hasSentFull, readsAgain, byItself, ...feed }: FeedRead,
  changedAnything: boolean,
): Promise<void> {
  if (readsAgain) return;
  const { vendorId } = writing.vendor;
  const day = (at: Instant): string => houseDayOf(at, context.zone);
  await write(
    context,
    writing,
    { stream: vendorStream(vendorId), fold: vendorFold },
    ({ record }): VendorEvent[] => {
      const last = record?.lastFeed;
      const isWhole = kind === 'FULL' || record?.settings.additionsOnly === true || !last || !hasSentFull;
      if (!isWhole || (feed.rows > 0 && feed.listed === 0)) return [];
      const isSame = last?.fileHash === feed.fileHash;
      if (isSame && (byItself || (!changedAnything && day(last.at) === day(writing.at)))) return [];
      return [{ type: 'VendorFeedRead', data: { vendorId, ...feed, effectiveAt: writing.at } }];
    },
  );
}

/**
 * Records on the vendor's stream that a feed was taken back: the one before it is the last again (rule: Repeated
 * feeds).
 */
export async function recordFeedTakenBack(
  context: CommandContext,
  writing: StockWriting,
  fileHash: string,
  former: VendorRecord['lastFeed'],
): Promise<void> {
  const { vendorId } = writing.vendor;
  await write(
    context,
    writing,
    { stream: vendorStream(vendorId), fold: vendorFold },
    ({ record }): VendorEvent[] =>
      record?.lastFeed?.fileHash === fileHash
        ? [{ type: 'VendorFeedTakenBack', data: { vendorId, fileHash, former, effectiveAt: writing.at } }]
        : [],
  );
}
