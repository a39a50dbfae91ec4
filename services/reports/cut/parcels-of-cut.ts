import { parcelStreams, stoneStream, type Fact } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allParcelRecords } from '#projections/parcels/index.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { ReportCut } from './report-cut.ts';

const PAGE = 1_000;

/**
 * Every parcel as known at the cut, and where a day was asked for as it was at the day's end, in the order of their
 * names, a page of them in memory. What the read model has is taken where nothing was recorded of it since; else its
 * stream up to there.
 */
export async function* parcelsOfCut(
  { db, events, zone }: Pick<CommandContext, 'db' | 'events' | 'zone'>,
  { position, day, asOfDay }: ReportCut,
): AsyncGenerator<ParcelState> {
  const until = asOfDay ? day : null;
  for (let after = ''; ;) {
    const page = await allParcelRecords(db, after, PAGE);
    for (const { parcel, changedPosition } of page) {
      const isLater = until !== null && houseDayOf(parcel.lastRecordedAt, zone) > until;
      const known =
        changedPosition > position || isLater
          ? await fromItsStream(events, parcel.parcelName, position, until, zone)
          : parcel;
      if (known) yield until === null ? known : entriesUntil(known, until, zone);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.parcel.parcelName;
  }
}

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
