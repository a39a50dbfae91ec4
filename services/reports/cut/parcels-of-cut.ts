import { parcelStreams, stoneStream, type Fact } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allParcelRecords, type RecordedParcel } from '#projections/parcels/index.ts';
import { parkedStreams } from '#projections/engine/index.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isInterruption } from '#services/platform/stores/index.ts';
import type { ReportCut } from './report-cut.ts';

const PAGE = 1_000;

/**
 * Every parcel as known at the cut, and where a day was asked for as it was at the day's end, two pages of them in memory
 * at most. What the read model has is taken where nothing was recorded of it since, nor is skipped by it as its stream is
 * parked; else its stream up to there. Throws Refusal 402 for a parked stream that cannot be read either, and the stores'
 * errors.
 */
export async function* parcelsOfCut(
  { db, events, zone }: Pick<CommandContext, 'db' | 'events' | 'zone'>,
  { position, day, asOfDay }: ReportCut,
): AsyncGenerator<ParcelState> {
  const until = asOfDay ? day : null;
  const parked = new Map(
    (await parkedStreams(db, ['parcels'])).map(({ stream, reason }) => [parcelStreams.keyOf(stream), reason]),
  );
  const pageAfter = (after: string): Promise<RecordedParcel[]> => allParcelRecords(db, after, PAGE);
  for await (const { name, record } of recordsAndOthers(pageAfter, parked.keys(), PAGE)) {
    const isUnchanged =
      record !== undefined &&
      !parked.has(name) &&
      record.changedPosition <= position &&
      (until === null || houseDayOf(record.parcel.lastRecordedAt, zone) <= until);
    const known = isUnchanged
      ? record.parcel
      : await fromItsStream(events, name, position, until, zone).catch((error: unknown) => {
          if (isInterruption(error)) throw error;
          throw refusalOf(name, parked.get(name)) ?? error;
        });
    if (known) yield until === null ? known : entriesUntil(known, until, zone);
  }
}

/**
 * Every parcel's record, page by page, then the names that have none, as the read model has no row of a stream that was
 * parked at its first event. Names are not compared: the database may order them otherwise than by their code units.
 * @param pageAfter a page of the records after a name ('' for the first), shorter than `size` only where it is the last
 */
export async function* recordsAndOthers(
  pageAfter: (after: string) => Promise<RecordedParcel[]>,
  names: Iterable<string>,
  size: number,
): AsyncGenerator<{ name: string; record?: RecordedParcel }> {
  const left = new Set(names);
  const pages = pagesAhead<RecordedParcel>(size, (last) => pageAfter(last?.parcel.parcelName ?? ''));
  for await (const page of pages)
    for (const record of page) {
      const name = record.parcel.parcelName;
      left.delete(name);
      yield { name, record };
    }
  for (const name of left) yield { name };
}

/** What a report says that cannot read a stream for the reason for which it is parked; undefined when it is not. */
const refusalOf = (name: string, reason: string | undefined): Refusal | undefined =>
  reason === undefined
    ? undefined
    : new Refusal(
        402,
        `The report needs ${stoneStream(name)}, which is parked: ${reason}. Correct the cause and retry the stream first.`,
        { code: 'STREAM_PARKED' },
      );

/**
 * Undefined while nothing was recorded of it. Of what its vendor did after the day only the listing counts, and only for
 * what an earlier document freezes (rule: Freezing): the parcel is not on the shelf yet.
 */
async function fromItsStream(
  events: CommandContext['events'],
  parcelName: string,
  position: number,
  until: HouseDay | null,
  zone: string,
): Promise<ParcelState | undefined> {
  const stream = stoneStream(parcelName);
  let state: ParcelState | undefined;
  for await (const recorded of events.readStream(stream)) {
    if (recorded.position > BigInt(position)) break;
    const fact = parseFact(recorded);
    const isAhead = until !== null && isOfVendor(fact) && houseDayOf(fact.data.effectiveAt, zone) > until;
    if (isAhead && fact.type !== 'StoneListed') continue;
    state = parcelFold.evolve(state ?? parcelFold.initial(stream), fact);
    if (isAhead) state = { ...state, listed: false };
  }
  return state && (state.listed || state.entries.length > 0) ? state : undefined;
}

const OF_VENDOR = [
  'StoneListed',
  'StoneDescribed',
  'StoneRepriced',
  'StoneWithdrawn',
  'StoneReinstated',
  'VendorAvailabilityChanged',
] as const;
type OfVendor = Extract<Fact, { type: (typeof OF_VENDOR)[number] }>;

const isOfVendor = (fact: Fact): fact is OfVendor =>
  parcelStreams.has(fact) && OF_VENDOR.some((type) => type === fact.type);

/** The parcel with its live entries up to a day's end: corrections and versions have had their effect. */
export function entriesUntil(parcel: ParcelState, until: HouseDay, zone: string): ParcelState {
  if (parcel.entries.length === 0) return parcel;
  const entries = foldParcel(parcel, zone).entries.filter((entry) => entry.day <= until);
  return { ...parcel, entries, undone: [], dateChanges: [] };
}
