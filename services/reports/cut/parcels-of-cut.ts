import { parcelStreams, stoneStream, type Fact } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allParcelRecords } from '#projections/parcels/index.ts';
import { parkedStreams } from '#projections/engine/index.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { ReportCut } from './report-cut.ts';

const PAGE = 1_000;

/**
 * Every parcel as known at the cut, and where a day was asked for as it was at the day's end, in the order of their
 * names, a page of them in memory. What the read model has is taken where nothing was recorded of it since, nor is
 * skipped by it as its stream is parked; else its stream up to there. Throws Refusal 402 for a parked stream that cannot
 * be read either.
 */
export async function* parcelsOfCut(
  { db, events, zone }: Pick<CommandContext, 'db' | 'events' | 'zone'>,
  { position, day, asOfDay }: ReportCut,
): AsyncGenerator<ParcelState> {
  const until = asOfDay ? day : null;
  const parked = new Map(
    (await parkedStreams(db, ['parcels'])).map(({ stream, reason }) => [parcelStreams.keyOf(stream), reason]),
  );
  for (let after = ''; ;) {
    const page = await allParcelRecords(db, after, PAGE);
    const last = page.length < PAGE ? undefined : page.at(-1)?.parcel.parcelName;
    const records = new Map(page.map((record) => [record.parcel.parcelName, record]));
    // A stream that was parked at its first event has no row.
    const names = [...parked.keys()].filter((name) => name > after && (last === undefined || name <= last));
    for (const name of new Set([...records.keys(), ...names].toSorted())) {
      const record = records.get(name);
      const isUnchanged =
        record !== undefined &&
        !parked.has(name) &&
        record.changedPosition <= position &&
        (until === null || houseDayOf(record.parcel.lastRecordedAt, zone) <= until);
      const known = isUnchanged
        ? record.parcel
        : await fromItsStream(events, name, position, until, zone).catch((error: unknown) => {
            throw refusalOf(name, parked.get(name)) ?? error;
          });
      if (known) yield until === null ? known : entriesUntil(known, until, zone);
    }
    if (last === undefined) return;
    after = last;
  }
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
