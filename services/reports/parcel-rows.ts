import type { StoneAttributes } from '#contracts/events/index.ts';
import {
  endingsOf,
  listedAtOf,
  salesOf,
  type LiveEntry,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import { addDays, daysBetween, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { addMonths, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';
import {
  CURRENT_STATUSES,
  INTENTS,
  ON_MEMO,
  type HistoryType,
  type Status,
} from '#contracts/vocabulary/statuses.ts';
import { EXCEPTIONAL_SHOW_DAYS } from '#contracts/vocabulary/tiers.ts';
import type { ReportCut } from './cut/report-cut.ts';

/** What every row of a parcel has; cost, vendor and location are for administrators. */
export type OfParcel = {
  parcelName: string;
  line: Line;
  attributes: StoneAttributes;
  vendorId: number;
  location: string | null;
  costCents: Cents;
};

/** A parcel that a customer's My list shows, at the price that its spell froze. */
export type HeldRow = OfParcel & {
  customerId: number;
  spellKey: string;
  status: Status;
  /** The first MEMO of the spell, its request where there is none. */
  since: HouseDay;
  /** Of the Exceptional tier on memo alone. */
  dueOn: HouseDay | null;
  priceCents: Cents;
};

export type AvailableRow = OfParcel & { listedOn: HouseDay; priceCents: Cents };

/** An intent whose document has not come. */
export type WaitingRow = OfParcel & {
  customerId: number;
  status: Status;
  since: HouseDay;
  priceCents: Cents;
};

export type MovementRow = OfParcel & {
  customerId: number;
  type: HistoryType;
  day: HouseDay;
  /** That of its spell; null for an entry of none. */
  priceCents: Cents | null;
  /** What the trading system invoiced or credited. */
  amountCents: Cents | null;
};

/** A spell with a memo that ended in the last 12 months. */
export type EndedRow = OfParcel & { sold: boolean; daysToSale: number | null };

/** An INVOICE of the last 12 months. */
export type SaleRow = OfParcel & {
  customerId: number;
  spellKey: string;
  invoicedOn: HouseDay;
  creditedOn: HouseDay | null;
  priceCents: Cents;
};

export type AnomalyRow = {
  parcelName: string;
  customerId: number;
  reason: string;
  /** As in the inbox: the day on which it was recorded, or became overdue. */
  since: HouseDay;
};

/** What one parcel brings to the sheets. */
export type ParcelRows = {
  held: HeldRow | null;
  available: AvailableRow | null;
  waiting: WaitingRow | null;
  movements: MovementRow[];
  ended: EndedRow[];
  sales: SaleRow[];
  anomalies: AnomalyRow[];
  /** The last day on which each customer did something with it. */
  lastIntents: { customerId: number; day: HouseDay }[];
};

/** An intent without its document becomes an anomaly after this many days (rule: Anomalies). */
const DOCUMENT_WITHIN_DAYS = 14;
const WAITS: readonly Status[] = ['REQUESTED', 'PENDING_RETURN', 'SOLD'];

/** The day after which the last 12 months begin; 28 February where the year before has no such day. */
export function yearBefore(day: HouseDay): HouseDay {
  const end = lastDayOf(addMonths(monthOf(day), -12));
  const same = `${end.slice(0, 4)}${day.slice(4)}`;
  return same < end ? same : end;
}

/**
 * What a parcel brings to the combined report (rule: Inventory sheets; rule: Movements and key figures).
 * Pure.
 * @param parcel as known at the cut, folded to `view`
 */
export function parcelRows(
  parcel: ParcelState,
  view: ParcelView,
  { day, from, to }: Pick<ReportCut, 'day' | 'from' | 'to'>,
  zone: string,
): ParcelRows {
  const entryOf = new Map(view.entries.map((entry) => [entry.eventId, entry]));
  const of = (attributes: StoneAttributes, costCents: Cents): OfParcel => ({
    parcelName: parcel.parcelName,
    line: parcel.line,
    attributes,
    vendorId: parcel.vendorId,
    location: parcel.location ?? null,
    costCents,
  });
  const rows: ParcelRows = {
    held: null,
    available: null,
    waiting: null,
    movements: [],
    ended: [],
    sales: [],
    anomalies: [],
    lastIntents: [],
  };
  const price = parcel.prices.at(-1);
  const listedAt = listedAtOf(parcel);
  if (parcel.listed && listedAt && price && view.status === 'AVAILABLE')
    rows.available = {
      ...of(parcel.attributes, price.costCents),
      listedOn: houseDayOf(listedAt, zone),
      priceCents: price.totalCents,
    };

  for (const spell of view.spells) {
    const { customerId, key: spellKey, frozen, status } = spell;
    const entries = spell.entryIds.flatMap((id) => entryOf.get(id) ?? []);
    const own = of(frozen.attributes, frozen.costCents);
    const priceCents = frozen.customerPriceCents;
    const memo = entries.find(({ type }) => type === 'MEMO');
    if (spell.end === null && CURRENT_STATUSES.includes(status)) {
      const since = (memo ?? entries[0]!).day;
      const isDue = memo && frozen.attributes.tier === 'Exceptional' && ON_MEMO.includes(status);
      const dueOn = isDue ? addDays(memo.day, EXCEPTIONAL_SHOW_DAYS) : null;
      rows.held = { ...own, customerId, spellKey, status, since, dueOn, priceCents };
    }
    if (spell.end === null && WAITS.includes(status)) {
      const intent = entries.findLast((entry) => isIntent(entry)) ?? entries[0]!;
      rows.waiting = { ...own, customerId, status, since: intent.day, priceCents };
      if (status !== 'REQUESTED' && daysBetween(intent.day, day) >= DOCUMENT_WITHIN_DAYS)
        rows.anomalies.push({
          parcelName: parcel.parcelName,
          customerId,
          reason: overdueWords(status),
          since: addDays(intent.day, DOCUMENT_WITHIN_DAYS),
        });
    }
    const ended = endingsOf(spell, entries, (id) => entryOf.get(id)?.day).find(
      ({ to: until }) => until === null,
    );
    if (ended && ended.endedOn > yearBefore(day) && ended.endedOn <= day)
      rows.ended.push({ ...own, sold: ended.sold, daysToSale: ended.daysToSale });
  }
  for (const { frozen, ...sale } of salesOf(view)) {
    if (sale.invoicedOn <= yearBefore(day) || sale.invoicedOn > day) continue;
    const { attributes, costCents, customerPriceCents } = frozen;
    rows.sales.push({ ...of(attributes, costCents), ...sale, priceCents: customerPriceCents });
  }
  const spellOf = new Map(view.spells.flatMap((spell) => spell.entryIds.map((id) => [id, spell] as const)));
  for (const entry of view.entries) {
    const movement = movementOf(entry);
    if (!movement || entry.day < from || entry.day > to) continue;
    const { customerId, day: moved } = entry;
    // An entry of no spell is an anomaly.
    const frozen = spellOf.get(entry.eventId)?.frozen;
    const own = of(frozen?.attributes ?? parcel.attributes, frozen?.costCents ?? 0);
    const priceCents = frozen?.customerPriceCents ?? null;
    rows.movements.push({ ...own, customerId, ...movement, day: moved, priceCents });
  }
  for (const { eventId, customerId, reason } of view.anomalies) {
    const since = houseDayOf(entryOf.get(eventId)!.recordedAt, zone);
    rows.anomalies.push({ parcelName: parcel.parcelName, customerId, reason, since });
  }
  for (const { customerId, day: acted } of view.entries.filter(isIntent))
    rows.lastIntents.push({ customerId, day: acted });
  return rows;
}

const isIntent = ({ type }: LiveEntry): boolean => INTENTS.some((intent) => intent === type);

const overdueWords = (status: Status): string =>
  status === 'SOLD'
    ? `sold, and no invoice after ${DOCUMENT_WITHIN_DAYS} days`
    : `on its way back, and no return memo after ${DOCUMENT_WITHIN_DAYS} days`;

function movementOf(entry: LiveEntry): Pick<MovementRow, 'type' | 'amountCents'> | null {
  if (entry.type === 'REPRICING') return null;
  const isMoney = entry.type === 'INVOICE' || entry.type === 'CREDIT';
  return { type: entry.type, amountCents: isMoney ? entry.amountCents : null };
}
