import {
  foldParcel,
  listedAtOf,
  salesOf,
  type LiveEntry,
  type ParcelState,
  type Spell,
} from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { ON_MEMO, type Status } from '#contracts/vocabulary/statuses.ts';

type OfParcel = { parcelName: string; costCents: Cents; listPriceCents: Cents };
/** A parcel in stock; `since` is the house day on which it came to its status. */
type StockRow = OfParcel & { status: Status; since: HouseDay; listedOn: HouseDay };
/** A parcel that a customer has on memo, since the house day of the spell's first MEMO. */
type MemoRow = OfParcel & { customerId: number; status: Status; since: HouseDay };
/** An invoice of the month, with the day on which a credit took it back. */
type SoldRow = OfParcel & { customerId: number; invoicedOn: HouseDay; creditedOn: HouseDay | null };
/** A return of the month, by RETURN_MEMO or CREDIT; `since` is the spell's first MEMO. */
type ReturnedRow = OfParcel & { customerId: number; returnedOn: HouseDay; since: HouseDay | null };

export type ReportRows = { stock: StockRow[]; memo: MemoRow[]; sold: SoldRow[]; returned: ReturnedRow[] };

/**
 * The rows that a parcel adds to its vendor's report (rule: Vendor report): what is in stock and on memo now, what was
 * invoiced and came back in the month. Held and sold stones have the prices that their spell froze. Pure.
 */
export function reportRows(parcel: ParcelState, { zone, month }: { zone: string; month: Month }): ReportRows {
  const view = foldParcel(parcel, zone);
  const { spells, entries, status } = view;
  const entryOf = new Map(entries.map((entry) => [entry.eventId, entry]));
  const priced = ({ costCents, listPriceCents }: Spell['frozen']): OfParcel => ({
    parcelName: parcel.parcelName,
    costCents,
    listPriceCents,
  });
  const rows: ReportRows = { stock: [], memo: [], sold: [], returned: [] };
  const open = spells.findLast(({ end }) => end === null);
  const [newest, listedAt] = [parcel.prices.at(-1), listedAtOf(parcel)];
  if (parcel.listed && listedAt && newest && status !== 'NOT_AVAILABLE' && status !== 'INVOICED') {
    const listedOn = houseDayOf(listedAt, zone);
    const listed = { costCents: newest.costCents, listPriceCents: newest.totalCents };
    const prices = open ? priced(open.frozen) : { parcelName: parcel.parcelName, ...listed };
    // A spell that began and ended on one day has no day's end, and says nothing of when the parcel came back.
    const ends = spells.flatMap(({ days }) => days.flatMap(({ to }) => to ?? []));
    const backOn = [listedOn, ...ends].toSorted(compareText).at(-1);
    const since = (open ? statusSince(open) : backOn) ?? listedOn;
    rows.stock.push({ ...prices, status, since, listedOn });
    if (open && ON_MEMO.includes(status))
      rows.memo.push({
        ...prices,
        status,
        customerId: open.customerId,
        since: firstMemo(open, entryOf)?.day ?? since,
      });
  }
  const isInMonth = (day: HouseDay): boolean => monthOf(day) === month;
  for (const { customerId, invoicedOn, creditedOn, frozen } of salesOf(view))
    if (isInMonth(invoicedOn)) rows.sold.push({ ...priced(frozen), customerId, invoicedOn, creditedOn });
  for (const spell of spells) {
    const { customerId } = spell;
    const since = firstMemo(spell, entryOf)?.day ?? null;
    for (const { returnedOn, frozen } of returnsOf(spell, entryOf))
      if (isInMonth(returnedOn)) rows.returned.push({ ...priced(frozen), customerId, returnedOn, since });
  }
  return rows;
}

/**
 * The days on which the parcel came back from a spell, and at which prices: those of a RETURN_MEMO, and one where credits
 * ended it. A RETURN_MEMO of an invoiced parcel closes nothing; the credit does.
 */
function returnsOf(
  { entryIds, invoices, end, frozen }: Spell,
  entryOf: ReadonlyMap<string, LiveEntry>,
): { returnedOn: HouseDay; frozen: Spell['frozen'] }[] {
  const returns: { returnedOn: HouseDay; frozen: Spell['frozen'] }[] = [];
  const uncredited = new Set<string>();
  for (const eventId of entryIds) {
    const entry = entryOf.get(eventId);
    if (!entry) continue;
    if (entry.type === 'INVOICE') uncredited.add(eventId);
    if (entry.type === 'RETURN_MEMO' && uncredited.size === 0)
      returns.push({ returnedOn: entry.day, frozen });
    if (entry.type !== 'CREDIT') continue;
    const credited = invoices.find(({ creditId }) => creditId === eventId);
    if (!credited) continue;
    uncredited.delete(credited.eventId);
    if (end === 'CREDITED' && uncredited.size === 0)
      returns.push({ returnedOn: entry.day, frozen: credited.frozen });
  }
  return returns;
}

/** The first day of the unbroken time in the spell's status. */
function statusSince({ days, status }: Spell): HouseDay | undefined {
  let since: HouseDay | undefined;
  for (const day of days.toReversed()) {
    if (day.status !== status || (since !== undefined && day.to !== since)) break;
    since = day.from;
  }
  return since;
}

const firstMemo = ({ entryIds }: Spell, entryOf: ReadonlyMap<string, LiveEntry>): LiveEntry | undefined =>
  entryIds.map((id) => entryOf.get(id)).find((entry) => entry?.type === 'MEMO');
